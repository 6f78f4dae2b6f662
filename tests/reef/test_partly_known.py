"""What a seat knows can be played on, into positions where nobody knows what came into the display."""

import pytest

import atoll
from atoll.core.rng import below
from conformance.playing import variants
from reef.positions import REEF, legal, play, position


def two_cards_later() -> atoll.State:
    """Return what a seat knows, two display cards later: the second gap was filled with a card nobody has seen."""
    known = position(hands=("", "40"), display="1 2 3", top="4").hide(0)
    return play(known, "take 1", "take 2")


def test_what_a_seat_knows_reads_back_and_is_drawn_and_filled_however_it_is_played_on() -> None:
    for seed, (seats, options) in enumerate(variants(REEF)):
        known = REEF.deal(seats, seed, options)
        known = known.hide(known.actor)
        for step in range(40):
            texts = [REEF.format(known, decision) for decision in known.legal()]
            assert [REEF.parse(known, text) for text in texts] == known.legal()
            assert REEF.position(known.position) == known
            assert str(known)
            filled = known.fill(seed)
            assert "?" not in filled.position
            assert REEF.part("view").census(filled)["different cards"] == 60
            if not texts:
                break
            known = play(known, texts[below(seed, step, len(texts))])


def test_filling_deals_every_unseen_card_to_the_display() -> None:
    known = two_cards_later()
    dealt = {known.fill(seed).fields.display[1] + 1 for seed in range(2000)}
    assert dealt == set(range(5, 61)) - {40}


def test_R10_a_card_that_nobody_knows_is_not_taken() -> None:
    known = two_cards_later()
    assert legal(known) == {"take 4", "take 3", "play 1"}
    with pytest.raises(atoll.IllegalDecision, match=r"^That card is not known here\.$"):
        known.play(1)
    with pytest.raises(atoll.IllegalDecision, match=r"^That card is not known here\.$"):
        known.play(3)


def test_R13_a_card_that_nobody_knows_is_not_played() -> None:
    known = position(hands=("7* 32", "")).hide(1)
    assert "play 32" in legal(known)
    with pytest.raises(atoll.IllegalDecision, match=r"^That card is not known here\.$"):
        known.play(6)
    with pytest.raises(atoll.IllegalDecision, match=r"^There is no card in that place of the hand \(R13\)\.$"):
        known.play(8)


def test_an_unknown_card_is_drawn_and_told_as_hidden() -> None:
    known = two_cards_later()
    assert known.view(0)["display"][1] == {"card": None, "tokens": 0}
    assert str(known).splitlines().count("  hidden") == 2

    blind = play(position(display="1 2 3", top="4").hide(0), "take 1")
    tops = [choice for choice in blind.view(1)["legal"] if choice["kind"] == "top"]
    assert tops
    assert {choice["card"] for choice in tops} == {None}

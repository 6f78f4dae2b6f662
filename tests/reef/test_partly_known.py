"""Hidden positions can be played on, even where the new display card is unknown to everybody."""

import msgspec
import pytest

import atoll
from atoll.games.reef.view.choices import Top
from atoll.kit.rng import below
from atoll.testing.sample_games import variants
from reef.build_positions import REEF, legal, play, position


def two_cards_later() -> atoll.State:
    """Return what a seat knows after two cards were taken: the second replacement is unknown."""
    known = position(hands=("", "40"), display="1 2 3", top="4").hide(0)
    return play(known, "take 1", "take 2")


def test_hidden_positions_can_be_read_drawn_and_filled_throughout_a_game() -> None:
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


def test_R10_an_unknown_card_cannot_be_taken() -> None:
    known = two_cards_later()
    assert legal(known) == {"take 4", "take 3", "play 1"}
    with pytest.raises(atoll.IllegalDecision, match=r"^That card is not known here\.$"):
        known.play(1)
    with pytest.raises(atoll.IllegalDecision, match=r"^That card is not known here\.$"):
        known.play(3)


def test_R13_an_unknown_card_cannot_be_played() -> None:
    known = position(hands=("7* 32", "")).hide(1)
    assert "play 32" in legal(known)
    with pytest.raises(atoll.IllegalDecision, match=r"^That card is not known here\.$"):
        known.play(6)
    with pytest.raises(atoll.IllegalDecision, match=r"^There is no card at that place in the hand \(R13\)\.$"):
        known.play(8)


def test_pictures_and_events_show_an_unknown_card_as_hidden() -> None:
    known = two_cards_later()
    assert msgspec.to_builtins(known.view(0).display[1]) == {"card": None, "tokens": 0}
    assert str(known).splitlines().count("  hidden") == 2

    blind = play(position(display="1 2 3", top="4").hide(0), "take 1")
    tops = [choice for choice in blind.view(1).legal if isinstance(choice, Top)]
    assert tops
    assert {choice.card for choice in tops} == {None}

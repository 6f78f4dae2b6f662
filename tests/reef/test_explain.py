"""The explanation of a card."""

import random

import msgspec
import numpy as np
import pytest

import atoll
from atoll.games.reef.kernel.patterns import occurrences
from atoll.games.reef.view.choices import Play
from atoll.games.reef.view.explanations import potential
from atoll.testing.sample_games import sampled
from reef.build_positions import EMPTY, REEF, position

DIAGONALS = """
    pp .  .  .
    .  rr .  .
    .  .  pr .
    .  .  .  rp
"""


def test_a_card_is_explained_by_its_points_and_its_occurrences() -> None:
    state = position((DIAGONALS, EMPTY))
    assert msgspec.to_builtins(REEF.explain(state, 0, "31")) == {
        "topic": "card",
        "about": "31",
        "points": 10,
        "spaces": [["a1", "b2"], ["c3", "d4"]],
    }
    assert msgspec.to_builtins(REEF.explain(state, 1, "31")) == {
        "topic": "card",
        "about": "31",
        "points": 0,
        "spaces": [],
    }


def test_points_are_those_that_playing_would_score() -> None:
    for state, _, _ in sampled(REEF, step=13):
        for seat in range(state.seats):
            for card in range(1, 61):
                times = occurrences(state.edition.tables[0], state.array[0], seat, card - 1)
                explanation = REEF.explain(state.hide(None), seat, str(card))
                assert explanation.points == times * REEF.standard.items[card].points
                assert len(explanation.spaces) == times


def test_an_unknown_topic_or_seat_is_refused() -> None:
    state = position()
    with pytest.raises(
        atoll.InvalidNotation, match=r"^there is nothing to explain about 'coral'; .* from 1 to 60, or display$"
    ):
        REEF.explain(state, 0, "coral")
    with pytest.raises(atoll.InvalidOption, match="seat must be"):
        REEF.explain(state, 2, "1")


def most_points(known: atoll.State, seat: int, card: int) -> int:
    """Return the most points that a card would bring a seat if it could play it at once."""
    return int(potential(known.edition.tables[0], np.repeat(known.array, 2), seat, card - 1))


def test_the_display_is_explained_by_what_each_card_could_bring() -> None:
    """A display card shows the most points if played at once, like the preview of a card in hand."""
    chance = random.Random(17)
    compared = 0
    for seed in range(3):
        state = REEF.deal(3, seed)
        while not state.over and compared < 60:
            seat = state.actor
            assert seat is not None
            view = state.view(seat)
            if view.phase == "turn" and not view.last_round:
                cards = REEF.explain(state.hide(seat), seat, "display").cards
                assert [one.card for one in cards] == [*(offer.card for offer in view.display), view.top]
                for one in cards:
                    assert one.points == most_points(state.hide(seat), seat, one.card)
                for choice in view.legal:
                    if isinstance(choice, Play):
                        assert most_points(state.hide(seat), seat, choice.card) == choice.preview.best
                        compared += choice.preview.best > 0
            state = state.play(chance.choice(state.legal()))
    assert compared > 20

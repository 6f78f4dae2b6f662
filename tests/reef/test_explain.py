"""What a player who points at a card is told."""

import random

import pytest

import atoll
from atoll.games.reef import kernel
from atoll.games.reef.view import promise
from conformance.playing import sampled
from reef.positions import EMPTY, REEF, position

DIAGONALS = """
    pp .  .  .
    .  rr .  .
    .  .  pr .
    .  .  .  rp
"""


def test_a_card_tells_its_points_and_where_it_stands() -> None:
    state = position((DIAGONALS, EMPTY))
    assert REEF.explain(state, 0, "31") == {"about": "31", "points": 10, "spaces": [["a1", "b2"], ["c3", "d4"]]}
    assert REEF.explain(state, 1, "31") == {"about": "31", "points": 0, "spaces": []}


def test_points_are_those_that_playing_would_score() -> None:
    for state, _, _ in sampled(REEF, step=13):
        for seat in range(state.seats):
            for card in range(1, 61):
                times = kernel.occurrences(state.edition.tables[0], state.array[0], seat, card - 1)
                told = REEF.explain(state.hide(None), seat, str(card))
                assert told["points"] == times * REEF.standard.items[card].points
                assert len(told["spaces"]) == times


def test_a_topic_is_a_card_and_a_seat_one_of_the_table() -> None:
    state = position()
    with pytest.raises(
        atoll.InvalidNotation, match=r"^there is nothing to explain about 'coral'; .* from 1 to 60, or display$"
    ):
        REEF.explain(state, 0, "coral")
    with pytest.raises(atoll.InvalidOption, match="seat must be"):
        REEF.explain(state, 2, "1")


def test_the_display_tells_what_each_card_could_bring() -> None:
    """A card promises on the display what it promises in hand: the most that playing it at once would bring."""
    chance = random.Random(17)
    compared = 0
    for seed in range(3):
        state = REEF.deal(3, seed)
        while not state.over and compared < 60:
            seat = state.actor
            assert seat is not None
            view = state.view(seat)
            if view["phase"] == "turn" and not view["last_round"]:
                told = REEF.explain(state.hide(seat), seat, "display")["cards"]
                assert set(told) == {str(card) for card in (*(one["card"] for one in view["display"]), view["top"])}
                for choice in view["legal"]:
                    if choice["kind"] == "play":
                        assert promise(state.hide(seat), seat, choice["card"] - 1) == choice["preview"]["best"]
                        compared += choice["preview"]["best"] > 0
            state = state.play(chance.choice(state.legal()))
    assert compared > 20

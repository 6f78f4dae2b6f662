"""The heuristic of Reef: its ways are legal, sorted and separate, see nothing hidden, and look beyond the turn."""

from collections.abc import Iterator

import numpy as np
import pytest

import atoll
from atoll import State
from atoll.core.rng import draw
from atoll.games.reef import heuristic
from conformance.playing import random_game, variants
from reef.positions import EMPTY, play, position

REEF = atoll.game("reef")
MANY = 2000  # more than there are ways
FEW = 12


def rows(state: State) -> np.ndarray:
    """Return a position with the scratch that the heuristic asks for."""
    states = REEF.kernel.empty(heuristic.ROWS)
    states[0] = state.array[0]
    return states


def plan(state: State, number: int = FEW, foresight: float = 1.0) -> list[tuple[list[int], float]]:
    """Return the best ways to play a turn, each with its value."""
    turns = np.zeros((number, heuristic.STEPS), np.int64)
    lengths = np.zeros(number, np.int64)
    values = np.zeros(number, np.float64)
    found = heuristic.plan(state.edition.tables[0], rows(state), turns, lengths, values, foresight)
    return [(turns[i, : lengths[i]].tolist(), float(values[i])) for i in range(found)]


def worth(state: State, seat: int) -> float:
    """Return what a seat's final points will be."""
    return float(heuristic.worth(state.edition.tables[0], state.array[0], seat))


def follow(state: State, way: list[int]) -> State:
    """Return the position after a way; every decision of it is checked to be legal."""
    for decision in way:
        state = state.play(decision)
    return state


def hurry(state: State, seed: int) -> State:
    """Return the position after a hurried turn."""
    states = rows(state)
    heuristic.hurry(state.edition.tables[0], states, draw(seed, state.fields.turn))
    return State(REEF, state.edition, states[:1])


def moments(step: int) -> Iterator[State]:
    """Yield positions out of a random game of every variant, also from the middle of turns."""
    for seed, (seats, options) in enumerate(variants(REEF)):
        for index, (state, _, _) in enumerate(random_game(REEF, seats, options, seed)):
            if index < 6 or index % step == seed % step:
                yield state


def test_every_way_is_legal_and_ends_the_turn() -> None:
    for index, state in enumerate(moments(9)):
        ways = plan(state, MANY if index % 12 == 0 else FEW)
        assert ways
        for way, _ in ways:
            after = follow(state, way)
            assert after.fields.turn == state.fields.turn + 1


def test_ways_are_sorted_and_lead_to_different_positions() -> None:
    for index, state in enumerate(moments(40)):
        ways = plan(state, MANY if index % 3 == 0 else FEW)
        values = [value for _, value in ways]
        assert values == sorted(values, reverse=True)
        after = [follow(state, way) for way, _ in ways]
        assert len(set(after)) == len(after)


def test_no_position_that_a_turn_can_lead_to_is_missing() -> None:
    for seed in range(3):
        for index, (state, _, _) in enumerate(random_game(REEF, 2, {}, seed)):
            if index % 23 != 9:
                continue
            reached, left = set[State](), [state]
            while left:
                moment = left.pop()
                for after in map(moment.play, moment.legal()):
                    (left.append if after.fields.turn == state.fields.turn else reached.add)(after)
            assert {follow(state, way) for way, _ in plan(state, MANY)} == reached


def test_ways_and_points_of_what_is_known_are_those_of_any_position_behind_it() -> None:
    for seed, state in enumerate(moments(31)):
        actor = state.fields.actor
        hidden = state.hide(actor)
        for behind in (state, hidden.fill(seed)):
            assert plan(hidden, FEW, 0.0) == plan(behind, FEW, 0.0)
            for way, _ in plan(hidden)[:2]:
                assert follow(behind, way).scores()[actor] == follow(hidden, way).scores()[actor]
        for seat in range(state.seats):
            assert worth(hidden, seat) > -1


@pytest.mark.parametrize("foresight", [0.0, 1.0])
def test_the_first_way_plays_whole_games_to_their_exact_end(foresight: float) -> None:
    for seed, (seats, options) in enumerate(variants(REEF)):
        state = REEF.deal(seats, seed, options)
        while not state.over:
            state = follow(state, plan(state.hide(state.actor), 1, foresight)[0][0])
        assert [worth(state, seat) for seat in range(seats)] == state.scores()


def test_without_foresight_a_way_is_worth_the_points_after_it() -> None:
    for state in moments(30):
        seat = state.actor
        assert seat is not None
        for way, value in plan(state, FEW, 0.0)[:3]:
            assert value == follow(state, way).scores()[seat]


def test_a_hurried_turn_is_one_of_the_ways() -> None:
    for seed, state in enumerate(moments(23)):
        after = hurry(state, seed)
        assert after.fields.turn == state.fields.turn + 1
        if state.fields.turn >= 0 or state.options["setup"] == "standard":
            assert after in {follow(state, way) for way, _ in plan(state, MANY)}


def test_hurried_games_end() -> None:
    for seed, (seats, options) in enumerate(variants(REEF)):
        state = REEF.deal(seats, seed, options)
        while not state.over:
            assert state.fields.turn < 500
            state = hurry(state, seed)


def test_pieces_go_where_the_next_card_needs_them() -> None:
    board = """
        .  .  .  .
        .  y  y  .
        .  .  y  .
        .  .  g  .
    """
    # Card 2 brings two yellow pieces and scores nothing here; card 49 lacks one yellow piece to a square.
    before = play(position((board, EMPTY), hands=("2 49", "")), "play 2")
    way, value = plan(before)[0]
    assert "b3" in " ".join(REEF.format(before, decision) for decision in way)
    assert value > plan(before, 1, 0.0)[0][1]

"""What every game's heuristic must keep to: `atoll/bots/contract.py`."""

import pytest

from atoll import Game, State
from atoll.bots.heuristic import Heuristic, heuristic
from atoll.core.levels import LEVELS
from conformance.playing import random_game, sampled, variants

WIDE = 48


def after(state: State, decisions: list[int]) -> State:
    for decision in decisions:
        state = state.play(decision)
    return state


@pytest.fixture
def thought(game: Game) -> Heuristic:
    return heuristic(game.id)


def positions(game: Game) -> list[State]:
    return [state for state, _, _ in sampled(game, step=29)]


def test_ways_are_legal_different_and_sorted(game: Game, thought: Heuristic) -> None:
    for state in positions(game):
        ways = thought.plan(state, WIDE)
        assert 1 <= len(ways) <= WIDE
        every = [ways.way(index) for index in range(len(ways))]
        assert len({tuple(way) for way in every}) == len(every)
        assert sorted(ways.values, reverse=True) == ways.values.tolist()
        for way in every:
            assert after(state, way[:-1]).actor == state.actor


def test_a_way_ends_with_the_turn_or_where_something_is_revealed(game: Game, thought: Heuristic) -> None:
    for state in positions(game):
        ways = thought.plan(state, WIDE)
        for index in range(len(ways)):
            *first, last = ways.way(index)
            before = after(state, first)
            assert before.play(last).actor != state.actor or before.reveals(last)


def test_plans_are_made_of_what_the_seat_knows(game: Game, thought: Heuristic) -> None:
    for state in positions(game):
        assert state.actor is not None
        known = state.hide(state.actor)
        guess = known.fill(7).hide(state.actor)
        for foresight in (0.0, 1.0):
            one, other = (thought.plan(position, WIDE, foresight) for position in (known, guess))
            assert [one.way(index) for index in range(len(one))] == [other.way(index) for index in range(len(other))]


def test_a_finished_game_is_worth_its_points(game: Game, thought: Heuristic) -> None:
    # Who plays alone may play for more than points.
    missed = getattr(game.part("heuristic"), "missed", lambda *_: 0)
    for seed, (seats, options) in enumerate(variants(game)):
        *_, (_, _, last) = random_game(game, seats, options, seed)
        tables, record = last.edition.tables[0], last.array[0]
        assert [thought.worth(last, seat) + missed(tables, record, seat) for seat in range(seats)] == last.scores()


def test_a_quick_turn_is_a_legal_turn(game: Game, thought: Heuristic) -> None:
    """Nothing is made up or lost on the way, and a game of such turns comes to its end."""
    census = game.part("view").census
    for seed, (seats, options) in enumerate(variants(game)):
        state = game.deal(seats, seed, options)
        whole, turns = census(state), 0
        while not state.over:
            following = thought.hurried(state, turns)
            assert census(following) == whole
            assert following != state
            state, turns = following, turns + 1


def test_every_level_means_something_in_every_game(game: Game) -> None:
    levels = game.part("heuristic").LEVELS
    assert len(levels) == len(LEVELS)
    assert len(set(levels)) == len(levels)

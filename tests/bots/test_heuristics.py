"""Every game's heuristic fulfils the contract in `atoll/kit/heuristic.py`."""

import pytest

from atoll import Game, State
from atoll.bots.heuristic import Heuristic, heuristic
from atoll.kit.heuristic import LEVEL_NAMES
from atoll.testing.sample_games import random_game, sampled, variants

WIDE = 48


def after(state: State, decisions: list[int]) -> State:
    for decision in decisions:
        state = state.play(decision)
    return state


@pytest.fixture
def knowledge(game: Game) -> Heuristic:
    return heuristic(game.id)


def positions(game: Game) -> list[State]:
    return [state for state, _, _ in sampled(game, step=29)]


def test_plans_are_legal_different_and_sorted(game: Game, knowledge: Heuristic) -> None:
    for state in positions(game):
        plans = knowledge.plan(state, WIDE)
        assert 1 <= len(plans) <= WIDE
        every = [plans.decisions(index) for index in range(len(plans))]
        assert len({tuple(plan) for plan in every}) == len(every)
        assert sorted(plans.values, reverse=True) == plans.values.tolist()
        for plan in every:
            assert after(state, plan[:-1]).actor == state.actor


def test_a_plan_ends_with_the_turn_or_a_revelation(game: Game, knowledge: Heuristic) -> None:
    for state in positions(game):
        plans = knowledge.plan(state, WIDE)
        for index in range(len(plans)):
            *first, last = plans.decisions(index)
            before = after(state, first)
            assert before.play(last).actor != state.actor or before.reveals(last)


def test_plans_are_made_of_what_the_seat_knows(game: Game, knowledge: Heuristic) -> None:
    for state in positions(game):
        assert state.actor is not None
        known = state.hide(state.actor)
        guess = known.fill(7).hide(state.actor)
        for foresight in (0.0, 1.0):
            one, other = (knowledge.plan(position, WIDE, foresight) for position in (known, guess))
            assert [one.decisions(index) for index in range(len(one))] == [
                other.decisions(index) for index in range(len(other))
            ]


def test_a_finished_game_is_worth_its_points(game: Game, knowledge: Heuristic) -> None:
    # In solo play there may be a task besides points.
    missed = getattr(game.part("heuristic"), "missed", lambda *_: 0)
    for seed, (seats, options) in enumerate(variants(game)):
        *_, (_, _, last) = random_game(game, seats, options, seed)
        tables, record = last.edition.tables[0], last.array[0]
        assert [knowledge.worth(last, seat) + missed(tables, record, seat) for seat in range(seats)] == last.scores()


def test_a_quick_turn_is_a_legal_turn(game: Game, knowledge: Heuristic) -> None:
    """All components are conserved, and a game of such turns ends."""
    census = game.part("view").census
    for seed, (seats, options) in enumerate(variants(game)):
        state = game.deal(seats, seed, options)
        components, turns = census(state), 0
        while not state.over:
            following = knowledge.after_rollout_turn(state, turns)
            assert census(following) == components
            assert following != state
            state, turns = following, turns + 1


def test_every_level_means_something_in_every_game(game: Game) -> None:
    levels = game.part("heuristic").LEVELS
    assert len(levels) == len(LEVEL_NAMES)
    assert len(set(levels)) == len(levels)

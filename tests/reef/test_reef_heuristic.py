"""The heuristic of Reef: plans are legal, sorted and distinct, ignore hidden cards, and look beyond the turn."""

from collections.abc import Iterator

import numpy as np
import pytest

import atoll
from atoll import State
from atoll.games.reef import heuristic
from atoll.kit.rng import draw
from atoll.testing.sample_games import random_game, variants
from reef.build_positions import EMPTY, play, position

REEF = atoll.find_game("reef")
ALL_PLANS = 2000  # more than any position has
FEW = 12


def rows(state: State) -> np.ndarray:
    """Return a position with the scratch rows that the heuristic needs."""
    states = REEF.kernel.empty(heuristic.ROWS)
    states[0] = state.array[0]
    return states


def planned(state: State, number: int = FEW, foresight: float = 1.0) -> list[tuple[list[int], float]]:
    """Return the best plans for a turn, each with its value."""
    plans = np.zeros((number, heuristic.LONGEST_PLAN), np.int64)
    lengths = np.zeros(number, np.int64)
    values = np.zeros(number, np.float64)
    found = heuristic.plan(state.edition.tables[0], rows(state), plans, lengths, values, foresight)
    return [(plans[i, : lengths[i]].tolist(), float(values[i])) for i in range(found)]


def worth(state: State, seat: int) -> float:
    """Return the heuristic's estimate of a seat's final points."""
    return float(heuristic.worth(state.edition.tables[0], state.array[0], seat))


def follow(state: State, plan: list[int]) -> State:
    """Return the position after a plan; an illegal decision raises."""
    for decision in plan:
        state = state.play(decision)
    return state


def rollout_turn(state: State, seed: int) -> State:
    """Return the position after a rollout turn."""
    states = rows(state)
    heuristic.rollout_turn(state.edition.tables[0], states, draw(seed, state.fields.turn))
    return State(REEF, state.edition, states[:1])


def moments(step: int) -> Iterator[State]:
    """Yield positions from a random game of every variant, some in the middle of a turn."""
    for seed, (seats, options) in enumerate(variants(REEF)):
        for index, (state, _, _) in enumerate(random_game(REEF, seats, options, seed)):
            if index < 6 or index % step == seed % step:
                yield state


def test_every_plan_is_legal_and_ends_the_turn() -> None:
    for index, state in enumerate(moments(9)):
        plans = planned(state, ALL_PLANS if index % 12 == 0 else FEW)
        assert plans
        for plan, _ in plans:
            after = follow(state, plan)
            assert after.fields.turn == state.fields.turn + 1


def test_plans_are_sorted_and_lead_to_different_positions() -> None:
    for index, state in enumerate(moments(40)):
        plans = planned(state, ALL_PLANS if index % 3 == 0 else FEW)
        values = [value for _, value in plans]
        assert values == sorted(values, reverse=True)
        after = [follow(state, plan) for plan, _ in plans]
        assert len(set(after)) == len(after)


def test_plans_reach_every_position_that_a_turn_can_reach() -> None:
    for seed in range(3):
        for index, (state, _, _) in enumerate(random_game(REEF, 2, {}, seed)):
            if index % 23 != 9:
                continue
            reached, left = set[State](), [state]
            while left:
                moment = left.pop()
                for after in map(moment.play, moment.legal()):
                    (left.append if after.fields.turn == state.fields.turn else reached.add)(after)
            assert {follow(state, plan) for plan, _ in planned(state, ALL_PLANS)} == reached


def test_plans_and_points_do_not_depend_on_what_is_hidden() -> None:
    for seed, state in enumerate(moments(31)):
        actor = state.fields.actor
        hidden = state.hide(actor)
        for behind in (state, hidden.fill(seed)):
            assert planned(hidden, FEW, 0.0) == planned(behind, FEW, 0.0)
            for plan, _ in planned(hidden)[:2]:
                assert follow(behind, plan).scores()[actor] == follow(hidden, plan).scores()[actor]


@pytest.mark.parametrize("foresight", [0.0, 1.0])
def test_worth_is_exact_at_the_end_of_planned_games(foresight: float) -> None:
    for seed, (seats, options) in enumerate(variants(REEF)):
        state = REEF.deal(seats, seed, options)
        while not state.over:
            state = follow(state, planned(state.hide(state.actor), 1, foresight)[0][0])
        assert [worth(state, seat) for seat in range(seats)] == state.scores()


def test_without_foresight_a_plan_is_worth_the_points_after_it() -> None:
    for state in moments(30):
        seat = state.actor
        assert seat is not None
        for plan, value in planned(state, FEW, 0.0)[:3]:
            assert value == follow(state, plan).scores()[seat]


def test_a_rollout_turn_is_one_of_the_plans() -> None:
    for seed, state in enumerate(moments(23)):
        after = rollout_turn(state, seed)
        assert after.fields.turn == state.fields.turn + 1
        if state.fields.turn >= 0 or state.options["setup"] == "standard":
            assert after in {follow(state, plan) for plan, _ in planned(state, ALL_PLANS)}


def test_games_of_rollout_turns_end() -> None:
    for seed, (seats, options) in enumerate(variants(REEF)):
        state = REEF.deal(seats, seed, options)
        while not state.over:
            assert state.fields.turn < 500
            state = rollout_turn(state, seed)


def test_pieces_go_where_the_next_card_needs_them() -> None:
    board = """
        .  .  .  .
        .  y  y  .
        .  .  y  .
        .  .  g  .
    """
    # Card 2 brings two yellow pieces and scores nothing here; card 49 needs one more yellow piece for a square.
    before = play(position((board, EMPTY), hands=("2 49", "")), "play 2")
    plan, value = planned(before)[0]
    assert "b3" in " ".join(REEF.format(before, decision) for decision in plan)
    assert value > planned(before, 1, 0.0)[0][1]

"""The heuristic of Shallow Sea: plans are legal turns, and worth equals points at the end."""

from collections.abc import Iterator

import numpy as np
import pytest

from atoll import State
from atoll.games.shallow_sea import heuristic
from atoll.games.shallow_sea.achievements import TASKS, survey
from atoll.games.shallow_sea.heuristic.tasks import STEP_COST, lacking
from atoll.games.shallow_sea.kernel import layout
from atoll.kit.rng import below
from atoll.testing.sample_games import variants
from shallow_sea.build_oceans import SEA
from shallow_sea.build_tables import position

WIDTH = 6
Plan = tuple[tuple[int, ...], float]


def planned(state: State, foresight: float = 1.0, width: int = WIDTH) -> list[Plan]:
    """Return the plans for a turn, with their values."""
    states = SEA.kernel.empty(heuristic.ROWS)
    states[0] = state.array[0]
    plans = np.empty((width, heuristic.LONGEST_PLAN), np.int64)
    lengths, values = np.empty(width, np.int64), np.empty(width)
    number = heuristic.plan(state.edition.tables[0], states, plans, lengths, values, foresight)
    return [(tuple(plans[i, : lengths[i]].tolist()), float(values[i])) for i in range(number)]


def worth(state: State, seat: int) -> float:
    """Return what a seat's position is worth."""
    return heuristic.worth(state.edition.tables[0], state.array[0], seat)


def played(state: State, decisions: tuple[int, ...]) -> State:
    """Play decisions; an illegal one raises."""
    for decision in decisions:
        state = state.play(decision)
    return state


def random_positions(step: int) -> Iterator[State]:
    """Yield positions from a game of every variant, played at random with a planned turn now and then."""
    for seed, (seats, options) in enumerate(variants(SEA)):
        state = SEA.deal(seats, seed, options)
        index = 0
        while not state.over:
            legal = state.legal()
            if index % step == seed % step:
                yield state
                decisions = planned(state)[0][0]
            else:
                decisions = (legal[below(seed, index, len(legal))],)
            state = played(state, decisions)
            index += 1


CORAL_AMONG_CREATURES = (
    "shallow_sea:1 seats=2 mode=standard scenario=none modified=1 creatures=random orange=random blue=random "
    "matching_fish=no first_player=random first=0 turn=27 chance=? drawn=86 cards=2|1 "
    "types=A1+B1+B3+C2+D2+D4+E1+E2+E3+F1 shells=2,1 "
    "boards=b1:E2>*,d1:F1^,f1:E1v,a2:9^r,c2:37^y,e2:1>r,b3:20vy,d3:19^r,f3:A1>,c4:43>y,e4:42<r,g4:52^,b5:4<,d5:B3<,f5:E2<*|"
    "b1:63vy,d1:B3>,a2:D4^*,c2:5vp,e2:F1^,g2:C2^,b3:68^r,d3:A1^,a4:30<y,c4:D2<,e4:E3<,b5:D2<,d5:B1<,f5:B1< "
    "loose=b2r,d2y,a3g,c3g,e3r,b4g,d4g|b0g,a1p,c1y,b2p,f2r,a3g,c3p,b4y,a5p coral_pool=59,17,38,49,69 "
    "fish_pool=p,p,p,p,y creature_pool=55,E3,E1,C2,D4 lionfish=0,0,0,0 closed=yes tile=- fish_in_hand=- credit=0 "
    "stage=choose"
)
"""By modified rule 1 no coral has a space here, and a coral lies in the creature pool."""


@pytest.mark.parametrize("foresight", [0.0, 1.0])
def test_a_coral_without_a_space_is_never_taken(foresight: float) -> None:
    state = SEA.position(CORAL_AMONG_CREATURES)
    plans = planned(state, foresight, 24)
    assert len(plans) > 1
    for decisions, _ in plans:
        played(state, decisions)


def test_every_plan_is_a_legal_turn() -> None:
    for state in random_positions(61):
        plans = planned(state)
        seat = state.actor
        assert plans
        for decisions, _ in plans:
            known = state.hide(seat)
            for decision in decisions[:-1]:
                assert known.actor == seat
                known = known.play(decision)
            last = known.play(decisions[-1])
            assert last.actor != seat or known.fill(1).reveals(decisions[-1])


def test_plans_are_sorted_and_distinct() -> None:
    for state in random_positions(89):
        plans = planned(state)
        values = [value for _, value in plans]
        assert values == sorted(values, reverse=True)
        assert len({decisions for decisions, _ in plans}) == len(plans)
        assert len({played(state, decisions) for decisions, _ in plans}) == len(plans)


def test_plans_do_not_depend_on_what_is_hidden() -> None:
    for state in random_positions(101):
        known = state.hide(state.actor)
        assert planned(known) == planned(state) == planned(known.fill(5))


def test_worth_equals_points_at_the_end_of_planned_games() -> None:
    for seats, options in [(1, {}), (2, {"mode": "family"}), (3, {"modified": "8"}), (2, {"scenario": "14"})]:
        state = SEA.deal(seats, 3, options)
        while not state.over:
            state = played(state, planned(state, width=1)[0][0])
        assert [worth(state, seat) for seat in range(seats)] == state.scores()


def test_a_planned_game_scores_more_than_100() -> None:
    state = SEA.deal(1, 4, {"scenario": "1"})
    while not state.over:
        state = played(state, planned(state, width=1)[0][0])
    assert (state.scores()[0] or 0) > 100


def test_a_rollout_turn_ends_the_turn() -> None:
    for state in random_positions(73):
        states = SEA.kernel.empty(heuristic.ROWS)
        states[0] = state.hide(state.actor).fill(2).array[0]
        before = int(states[0].turn)
        heuristic.rollout_turn(state.edition.tables[0], states, 7)
        after = State(SEA, state.edition, states[:1].copy())
        assert after.over or after.fields.turn == before + 1


def test_without_foresight_points_of_this_turn_come_first() -> None:
    """A coral can be finished now: without foresight, the plan takes its points."""
    state = position("e2:A1^ d3:1^", "d2r", fish="rrrrr", corals="20 39 58 21 40", shells=0)
    decisions, value = planned(state, foresight=0.0)[0]
    assert any(layout.FINISH <= decision < layout.CREATURE_FINISH for decision in decisions)
    assert value == played(state, decisions).scores()[0]


def test_a_fish_goes_where_a_coral_asks_for_it() -> None:
    """The coral asks for two red fish and has neither: no points yet, but the potential counts."""
    state = position("e2:A1^ d3:1^", "", fish="rrrrr", corals="20 39 58 21 40", shells=0, turn=5)
    near = {bubble for bubble in range(layout.BUBBLES) if _asks(state, bubble)}
    placed = [
        decision - layout.BUBBLE
        for decisions, _ in planned(state)
        for decision in decisions
        if layout.BUBBLE <= decision < layout.FINISH
    ]
    assert placed[0] in near


def _asks(state: State, bubble: int) -> bool:
    """Return whether the coral on d3 asks for a fish at a bubble."""
    t, s = state.edition.tables[0], state.array[0]
    space = next(space for space in range(layout.SPACES) if 0 <= s.board[0, space] < layout.CORALS)
    asks = np.roll(t.asks[s.board[0, space]], s.turned[0, space])
    return any(t.bubble[space, corner] == bubble and asks[corner] >= 0 for corner in range(layout.CORNERS))


@pytest.mark.parametrize("left", [True, False])
def test_expectations_end_when_no_turn_is_left(left: bool) -> None:
    """A coral that lacks one fish is worth something only while fish can come."""
    tiles = "e2:A1^ d3:1^" if left else " ".join(["e2:A1^", "d3:1^", *LATE])
    state = position(tiles, "d2r", turn=0 if left else 16)
    assert (worth(state, 0) > (state.scores()[0] or 0)) == left


LATE = [
    "b1:3^", "d1:4^", "f1:5^", "h1:6^", "a2:8^", "c2:9^", "g2:10^", "i2:11^",
    "b3:12^", "f3:13^", "h3:14^", "a4:15^", "c4:16^", "e4:17^", "g4:18^", "i4:19^",
]  # fmt: skip


def scenario_positions() -> Iterator[State]:
    """Yield the positions of a planned solo game of each scenario, turn by turn."""
    for scenario in range(1, layout.SCENARIOS + 1):
        state = SEA.deal(1, scenario, {"scenario": str(scenario)})
        while not state.over:
            yield state
            state = played(state, planned(state)[0][0])
        yield state


def test_S52_a_task_lacks_nothing_exactly_when_it_is_done() -> None:
    seen = set()
    for state in scenario_positions():
        number = state.fields.scenario
        lacks = lacking(state.edition.tables[0], state.array[0], 0)
        done = TASKS[number].met(survey(state, 0)) if number in TASKS else True
        assert (lacks == 0) == done
        seen.add((number, done))
    assert {number for number, done in seen if not done} == set(TASKS)
    assert len({number for number, done in seen if done and number in TASKS}) >= 6


def test_solo_play_counts_the_task() -> None:
    last = {state.fields.scenario: state for state in scenario_positions() if state.over}
    for state in last.values():
        lacks = lacking(state.edition.tables[0], state.array[0], 0)
        assert worth(state, 0) + STEP_COST * lacks == state.scores()[0]
    together = SEA.deal(2, 1, {"scenario": "5"})
    alone = SEA.deal(1, 1, {"scenario": "5"})
    assert lacking(together.edition.tables[0], together.array[0], 0) == 5
    assert worth(together, 0) > worth(alone, 0) + 3 * STEP_COST

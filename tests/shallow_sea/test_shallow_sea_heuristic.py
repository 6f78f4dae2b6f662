"""What a player knows beyond the rules: plans are legal turns, and hopes become points."""

from collections.abc import Iterator

import numpy as np
import pytest

from atoll import State
from atoll.core.rng import below
from atoll.games.shallow_sea import heuristic, kernel
from atoll.games.shallow_sea.achievements import TASKS, look
from atoll.games.shallow_sea.heuristic.tasks import TASK, lacking
from conformance.playing import variants
from shallow_sea.oceans import SEA
from shallow_sea.tables import table

WAYS = 6
Way = tuple[tuple[int, ...], float]


def planned(state: State, foresight: float = 1.0, ways: int = WAYS) -> list[Way]:
    """Return the ways to play a turn, with their values."""
    states = SEA.kernel.empty(heuristic.ROWS)
    states[0] = state.array[0]
    turns = np.empty((ways, heuristic.STEPS), np.int64)
    lengths, values = np.empty(ways, np.int64), np.empty(ways)
    number = heuristic.plan(state.edition.tables[0], states, turns, lengths, values, foresight)
    return [(tuple(turns[i, : lengths[i]].tolist()), float(values[i])) for i in range(number)]


def worth(state: State, seat: int) -> float:
    """Return what a seat's position is worth."""
    return heuristic.worth(state.edition.tables[0], state.array[0], seat)


def played(state: State, decisions: tuple[int, ...]) -> State:
    """Play decisions; an illegal one is refused."""
    for decision in decisions:
        state = state.play(decision)
    return state


def random_positions(step: int) -> Iterator[State]:
    """Yield positions out of a game of every variant: random decisions, and now and then a planned turn."""
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
"""By modified rule 1 no coral has a space here, and one of them lies in the creature pool."""


@pytest.mark.parametrize("foresight", [0.0, 1.0])
def test_a_coral_without_a_space_is_taken_from_no_pool(foresight: float) -> None:
    state = SEA.position(CORAL_AMONG_CREATURES)
    ways = planned(state, foresight, 24)
    assert len(ways) > 1
    for decisions, _ in ways:
        played(state, decisions)


def test_every_way_is_a_legal_turn() -> None:
    for state in random_positions(61):
        ways = planned(state)
        seat = state.actor
        assert ways
        for decisions, _ in ways:
            known = state.hide(seat)
            for decision in decisions[:-1]:
                assert known.actor == seat
                known = known.play(decision)
            last = known.play(decisions[-1])
            assert last.actor != seat or known.fill(1).reveals(decisions[-1])


def test_ways_are_sorted_and_distinct() -> None:
    for state in random_positions(89):
        ways = planned(state)
        values = [value for _, value in ways]
        assert values == sorted(values, reverse=True)
        assert len({decisions for decisions, _ in ways}) == len(ways)
        assert len({played(state, decisions) for decisions, _ in ways}) == len(ways)


def test_a_plan_knows_nothing_hidden() -> None:
    for state in random_positions(101):
        known = state.hide(state.actor)
        assert planned(known) == planned(state) == planned(known.fill(5))


def test_first_ways_play_a_game_to_the_end_and_worth_ends_as_points() -> None:
    for seats, options in [(1, {}), (2, {"mode": "family"}), (3, {"modified": "8"}), (2, {"scenario": "14"})]:
        state = SEA.deal(seats, 3, options)
        while not state.over:
            state = played(state, planned(state, ways=1)[0][0])
        assert [worth(state, seat) for seat in range(seats)] == state.scores()


def test_planning_beats_random_play_by_far() -> None:
    state = SEA.deal(1, 4, {"scenario": "1"})
    while not state.over:
        state = played(state, planned(state, ways=1)[0][0])
    assert (state.scores()[0] or 0) > 100


def test_hurry_ends_the_turn() -> None:
    for state in random_positions(73):
        states = SEA.kernel.empty(heuristic.ROWS)
        states[0] = state.hide(state.actor).fill(2).array[0]
        before = int(states[0].turn)
        heuristic.hurry(state.edition.tables[0], states, 7)
        after = State(SEA, state.edition, states[:1].copy())
        assert after.over or after.fields.turn == before + 1


def test_without_foresight_points_of_this_turn_come_first() -> None:
    """A coral can be finished now: the short view takes its points."""
    state = table("e2:A1^ d3:1^", "d2r", fish="rrrrr", corals="20 39 58 21 40", shells=0)
    decisions, value = planned(state, foresight=0.0)[0]
    assert any(kernel.FINISH <= decision < kernel.CREATURE_FINISH for decision in decisions)
    assert value == played(state, decisions).scores()[0]


def test_a_fish_goes_where_a_coral_asks_for_it() -> None:
    """Two red fish are asked and neither lies there: no points yet, but the potential counts."""
    state = table("e2:A1^ d3:1^", "", fish="rrrrr", corals="20 39 58 21 40", shells=0, turn=5)
    near = {bubble for bubble in range(kernel.BUBBLES) if _asks(state, bubble)}
    (decisions, _), *_ = planned(state)
    placed = [decision - kernel.BUBBLE for decision in decisions if kernel.BUBBLE <= decision < kernel.FINISH]
    assert set(placed) <= near


def _asks(state: State, bubble: int) -> bool:
    """Tell whether the coral on d3 asks for a fish at a bubble."""
    t, s = state.edition.tables[0], state.array[0]
    space = next(space for space in range(kernel.SPACES) if 0 <= s.board[0, space] < kernel.CORALS)
    asks = np.roll(t.asks[s.board[0, space]], s.turned[0, space])
    return any(t.bubble[space, corner] == bubble and asks[corner] >= 0 for corner in range(kernel.CORNERS))


@pytest.mark.parametrize("left", [True, False])
def test_hope_fades_when_no_turn_is_left(left: bool) -> None:
    """A coral that lacks one fish is worth something only while fish can come."""
    tiles = "e2:A1^ d3:1^" if left else " ".join(["e2:A1^", "d3:1^", *LATE])
    state = table(tiles, "d2r", turn=0 if left else 16)
    assert (worth(state, 0) > (state.scores()[0] or 0)) == left


LATE = [
    "b1:3^", "d1:4^", "f1:5^", "h1:6^", "a2:8^", "c2:9^", "g2:10^", "i2:11^",
    "b3:12^", "f3:13^", "h3:14^", "a4:15^", "c4:16^", "e4:17^", "g4:18^", "i4:19^",
]  # fmt: skip


def with_scenarios() -> Iterator[State]:
    """Yield the positions of a planned game alone in each scenario, turn by turn."""
    for scenario in range(1, kernel.SCENARIOS + 1):
        state = SEA.deal(1, scenario, {"scenario": str(scenario)})
        while not state.over:
            yield state
            state = played(state, planned(state)[0][0])
        yield state


def test_S52_a_task_lacks_nothing_exactly_when_it_is_done() -> None:
    seen = set()
    for state in with_scenarios():
        number = state.fields.scenario
        lacks = lacking(state.edition.tables[0], state.array[0], 0)
        done = TASKS[number].met(look(state, 0)) if number in TASKS else True
        assert (lacks == 0) == done
        seen.add((number, done))
    assert {number for number, done in seen if not done} == set(TASKS)
    assert len({number for number, done in seen if done and number in TASKS}) >= 6


def test_who_plays_alone_plays_for_the_task_too() -> None:
    last = {state.fields.scenario: state for state in with_scenarios() if state.over}
    for state in last.values():
        lacks = lacking(state.edition.tables[0], state.array[0], 0)
        assert worth(state, 0) + TASK * lacks == state.scores()[0]
    together = SEA.deal(2, 1, {"scenario": "5"})
    alone = SEA.deal(1, 1, {"scenario": "5"})
    assert lacking(together.edition.tables[0], together.array[0], 0) == 5
    assert worth(together, 0) > worth(alone, 0) + 3 * TASK

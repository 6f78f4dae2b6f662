"""What a player of Shallow Sea knows beyond the rules: what a position is worth, and which turns are good."""

import numpy as np

from atoll.core.compiled import compiled
from atoll.core.contract import OVER
from atoll.core.levels import Level
from atoll.games.shallow_sea.heuristic.desk import DESK, STEPS, set_up
from atoll.games.shallow_sea.heuristic.hope import evaluate
from atoll.games.shallow_sea.heuristic.moves import go_on, try_moves
from atoll.games.shallow_sea.heuristic.search import search
from atoll.games.shallow_sea.heuristic.tasks import missed
from atoll.games.shallow_sea.kernel.layout import MOVING, MOVING_CORAL
from atoll.games.shallow_sea.kernel.turns import apply

ROWS = 26
"""The position, two beginnings of a turn, and one for each tile that a turn can finish."""

HORIZON = 100
"""A roll-out goes on to the end of the game."""

TREE = True

LEVELS = (
    Level(foresight=0.01, overlooks=60, slips=40),
    Level(foresight=0.0, overlooks=90),
    Level(foresight=0.01, overlooks=60),
    Level(overlooks=80),
    Level(),
    Level(simulations=1_200, milliseconds=2_500),
)

FEW = 3

__all__ = ["HORIZON", "LEVELS", "ROWS", "STEPS", "TREE", "hurry", "missed", "plan", "worth"]


@compiled
def worth(t: np.record, s: np.record, seat: int) -> float:
    """Return what a seat's final points will be, estimated, less what it lacks of the task that it plays for alone."""
    desk = np.empty(1, DESK)
    return _worth_at(desk, t, s, seat) - missed(t, s, seat)


@compiled
def plan(
    t: np.record, states: np.ndarray, turns: np.ndarray, lengths: np.ndarray, values: np.ndarray, foresight: float
) -> int:
    """Write ways to play the turn that states[0] is in, best first; return how many."""
    desk = np.empty(1, DESK)
    return _plan_at(desk, t, states, turns, lengths, values, foresight, False)


@compiled
def hurry(t: np.record, states: np.ndarray, bits: int) -> None:  # noqa: ARG001 - the contract's signature
    """Play the rest of the turn in states[0] by a narrow plan."""
    desk = np.empty(1, DESK)
    seat = int(states[0].actor)
    turn = int(states[0].turn)
    turns = np.empty((FEW, STEPS), np.int64)
    lengths = np.empty(FEW, np.int64)
    values = np.empty(FEW)
    while states[0].actor == seat and states[0].turn == turn:
        if _plan_at(desk, t, states, turns, lengths, values, 1.0, True) == 0:
            return
        for i in range(lengths[0]):
            apply(t, states[0], int(turns[0, i]))


# A record does not keep the array alive that it was taken from, so the desk is handed on as an array.


@compiled
def _worth_at(desk: np.ndarray, t: np.record, s: np.record, seat: int) -> float:
    set_up(desk[0], 1.0, True)
    return evaluate(t, s, seat, desk[0])


@compiled
def _plan_at(
    desk: np.ndarray,
    t: np.record,
    states: np.ndarray,
    turns: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    foresight: float,
    narrow: bool,
) -> int:
    seat = int(states[0].actor)
    if seat == OVER:
        return 0
    x = desk[0]
    set_up(x, foresight, narrow)
    keys = np.empty(len(turns), np.int64)
    if states[0].credit > 0 or states[0].stage == MOVING or states[0].stage == MOVING_CORAL:
        go_on(t, states, seat, x, turns, lengths, values, keys)
    else:
        search(t, states, 0, seat, x, 0, turns, lengths, values, keys)
        try_moves(t, states, seat, x, turns, lengths, values, keys)
    return int(x.ways)

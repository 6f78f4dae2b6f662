"""The plans for a turn, and the quick turns of rollouts: a search of what may be taken, placed, finished and moved."""

import numpy as np

from atoll.games.shallow_sea.heuristic.moves import continue_turn, try_moves
from atoll.games.shallow_sea.heuristic.scratch import LONGEST_PLAN, SCRATCH, set_up
from atoll.games.shallow_sea.heuristic.search import search
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.turns import apply
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER

ROWS = 26
"""The position, two beginnings of a turn, and one for each tile that a turn can finish."""

ROLLOUT_PLANS = 3


@compiled
def plan(
    t: np.record, states: np.ndarray, plans: np.ndarray, lengths: np.ndarray, values: np.ndarray, foresight: float
) -> int:
    """Write plans for the turn that states[0] is in, best first; return how many."""
    scratch = np.empty(1, SCRATCH)
    return _plan(scratch, t, states, plans, lengths, values, foresight, False)


@compiled
def rollout_turn(t: np.record, states: np.ndarray, bits: int) -> None:  # noqa: ARG001 - the contract's signature
    """Play the rest of the turn in states[0] by the best of a few plans."""
    scratch = np.empty(1, SCRATCH)
    seat = int(states[0].actor)
    turn = int(states[0].turn)
    plans = np.empty((ROLLOUT_PLANS, LONGEST_PLAN), np.int64)
    lengths = np.empty(ROLLOUT_PLANS, np.int64)
    values = np.empty(ROLLOUT_PLANS)
    while states[0].actor == seat and states[0].turn == turn:
        if _plan(scratch, t, states, plans, lengths, values, 1.0, True) == 0:
            return
        for i in range(lengths[0]):
            apply(t, states[0], int(plans[0, i]))


@compiled
def _plan(
    scratch: np.ndarray,
    t: np.record,
    states: np.ndarray,
    plans: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    foresight: float,
    narrow: bool,
) -> int:
    seat = int(states[0].actor)
    if seat == OVER:
        return 0
    x = scratch[0]
    set_up(x, foresight, narrow)
    keys = np.empty(len(plans), np.int64)
    if states[0].credit > 0 or states[0].stage == layout.MOVING or states[0].stage == layout.MOVING_CORAL:
        continue_turn(t, states, seat, x, plans, lengths, values, keys)
    else:
        search(t, states, 0, seat, x, 0, plans, lengths, values, keys)
        try_moves(t, states, seat, x, plans, lengths, values, keys)
    return int(x.plans)

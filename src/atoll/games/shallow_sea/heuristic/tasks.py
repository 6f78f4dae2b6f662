"""What a seat lacks of its scenario's task (S52)."""

import numpy as np

from atoll.games.shallow_sea.kernel.goals import CARD_POINTS, NEEDS, TASKS, task_progress
from atoll.kit.compiled import compiled

STEP_COST = 12.0
"""The penalty for each step still missing: higher than the cost of taking the step, but at most a few turns' worth."""
CARD_POINTS_PER_STEP = 4


@compiled
def missed(t: np.record, s: np.record, seat: int) -> float:
    """Return the points deducted for what a seat lacks of its task; only solo play has one."""
    return STEP_COST * lacking(t, s, seat) if s.seats == 1 else 0.0


@compiled
def lacking(t: np.record, s: np.record, seat: int) -> int:
    """Return how many steps a seat lacks of its scenario's task; 0 if it is done or there is none."""
    lacks = max(0, NEEDS[int(s.scenario)] - task_progress(t, s, seat))
    if TASKS[int(s.scenario)] == CARD_POINTS:
        return (lacks + CARD_POINTS_PER_STEP - 1) // CARD_POINTS_PER_STEP
    return lacks

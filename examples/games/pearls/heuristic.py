"""How to play Pearls: dive as long as the next shell is worth its risk."""

import numpy as np

from atoll.core.compiled import compiled
from atoll.core.contract import OVER, UNKNOWN
from atoll.core.levels import Level
from atoll.core.ways import keep
from atoll.games.pearls.kernel import DIVE, SHELLS, SURFACE, URCHIN, apply

STEPS = 1  # a way is one decision: after a dive everything looks different
ROWS = 1
HORIZON = 4
TREE = True

LEVELS = (
    Level(foresight=0.0, overlooks=60),
    Level(foresight=0.0),
    Level(foresight=0.5),
    Level(overlooks=20),
    Level(),
    Level(simulations=1_000),
)


@compiled
def after_dive(t: np.record, s: np.record, seat: int) -> float:
    """Return how many loose pearls to expect after one more dive of a seat."""
    unseen = 0
    sum_of_loose = 0
    for shell in range(SHELLS):
        seen = False
        for place in range(s.top):
            seen = seen or ((place >= s.seats or place == seat) and s.order[place] == shell)
        if not seen:
            unseen += 1
            if t.pearls[shell] != URCHIN:
                sum_of_loose += s.loose + t.pearls[shell]
    return sum_of_loose / unseen


@compiled
def worth(t: np.record, s: np.record, seat: int) -> float:
    """Return a seat's pearls: kept, dealt and, in its turn, loose ones."""
    pearls = float(s.kept[seat])
    if s.order[seat] != UNKNOWN:
        pearls += t.pearls[s.order[seat]]
    return pearls + s.loose if s.actor == seat else pearls


@compiled
def plan(
    t: np.record, states: np.ndarray, turns: np.ndarray, lengths: np.ndarray, values: np.ndarray, foresight: float
) -> int:
    """Weigh a dive against surfacing."""
    s = states[0]
    way = np.empty(1, np.int64)
    way[0] = DIVE
    number = keep(turns, lengths, values, 0, way, 1, s.kept[s.actor] + foresight * after_dive(t, s, s.actor))
    if s.loose > 0:
        way[0] = SURFACE
        number = keep(turns, lengths, values, number, way, 1, float(s.kept[s.actor] + s.loose))
    return number


@compiled
def hurry(t: np.record, states: np.ndarray, bits: int) -> None:
    """Play a turn: surface as soon as a dive promises less than there is."""
    s = states[0]
    seat = s.actor
    while s.actor == seat and s.actor != OVER:
        apply(t, s, SURFACE if s.loose > 0 and after_dive(t, s, seat) < s.loose else DIVE)

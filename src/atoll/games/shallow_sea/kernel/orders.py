"""In which order what is ready gets finished (S23, S25): what a search has to try."""

import numpy as np

from atoll.core.bits import lowest
from atoll.core.compiled import compiled
from atoll.games.shallow_sea.kernel.finishing import asked, ready_corals, ready_creatures
from atoll.games.shallow_sea.kernel.layout import (
    CORNERS,
    CREATURE_FINISH,
    FINISH,
    FINISHING,
    LONELY_CREATURES,
    NONE,
    SPACES,
)

MOST_CHOICES = CORNERS * SPACES


@compiled
def to_finish(t: np.record, s: np.record, seat: int, out: np.ndarray) -> int:
    """Write the decisions to try next, and return their number: where the order can't matter, those of one tile."""
    if s.stage != FINISHING or s.actor != seat:
        return 0
    creatures = ready_creatures(t, s, seat)
    if creatures and s.modified != LONELY_CREATURES:
        out[0] = CREATURE_FINISH + lowest(creatures)
        return 1
    number = 0
    while creatures:
        out[number] = CREATURE_FINISH + lowest(creatures)
        creatures &= creatures - 1
        number += 1
    corals = ready_corals(t, s, seat)
    if number == 0 and not _share_a_fish(t, s, seat, corals):
        corals &= -corals
    while corals:
        space = lowest(corals)
        corals &= corals - 1
        for corner in range(CORNERS):
            if asked(t, s, seat, space, corner) != NONE:
                out[number] = FINISH + CORNERS * space + corner
                number += 1
    return number


@compiled
def _share_a_fish(t: np.record, s: np.record, seat: int, corals: int) -> bool:
    """Tell whether two of some corals ask for the same fish: then one can break the other."""
    used = 0
    while corals:
        space = lowest(corals)
        corals &= corals - 1
        own = 0
        for corner in range(CORNERS):
            if asked(t, s, seat, space, corner) != NONE:
                own |= 1 << int(t.bubble[space, corner])
        if used & own:
            return True
        used |= own
    return False

"""The orders of finishing ready tiles that a search has to try (S23, S25)."""

import numpy as np

from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.finishing import asked, ready_corals, ready_creatures
from atoll.kit.bits import lowest
from atoll.kit.compiled import compiled

MAX_CHOICES = layout.CORNERS * layout.SPACES


@compiled
def to_finish(t: np.record, s: np.record, seat: int, out: np.ndarray) -> int:
    """Write the decisions to try next and return their number: only those of one tile where the order can't matter."""
    if s.stage != layout.FINISHING or s.actor != seat:
        return 0
    creatures = ready_creatures(t, s, seat)
    if creatures and s.modified != layout.LONELY_CREATURES:
        out[0] = layout.CREATURE_FINISH + lowest(creatures)
        return 1
    number = 0
    while creatures:
        out[number] = layout.CREATURE_FINISH + lowest(creatures)
        creatures &= creatures - 1
        number += 1
    corals = ready_corals(t, s, seat)
    if number == 0 and not _share_a_fish(t, s, seat, corals):
        corals &= -corals
    while corals:
        space = lowest(corals)
        corals &= corals - 1
        for corner in range(layout.CORNERS):
            if asked(t, s, seat, space, corner) != layout.NONE:
                out[number] = layout.FINISH + layout.CORNERS * space + corner
                number += 1
    return number


@compiled
def _share_a_fish(t: np.record, s: np.record, seat: int, corals: int) -> bool:
    """Return whether two of some corals ask for the same fish: then finishing one can spoil the other."""
    used = 0
    while corals:
        space = lowest(corals)
        corals &= corals - 1
        own = 0
        for corner in range(layout.CORNERS):
            if asked(t, s, seat, space, corner) != layout.NONE:
                own |= 1 << int(t.bubble[space, corner])
        if used & own:
            return True
        used |= own
    return False

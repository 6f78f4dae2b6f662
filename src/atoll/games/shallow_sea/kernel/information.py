"""What each seat knows, and guesses of the rest (S55)."""

import numpy as np

from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.bags import draw_coral, draw_creature, draw_fish
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER, UNKNOWN
from atoll.kit.rng import draw as draw_bits


@compiled
def hide(s: np.record, seat: int) -> None:
    """Forget the order of the bags: all else is public (S55)."""
    if s.actor != OVER:
        s.chance = UNKNOWN


@compiled
def fill(t: np.record, s: np.record, seed: int) -> None:
    """Shuffle the bags, and draw from them again what was drawn unseen."""
    if s.chance != UNKNOWN:
        return
    s.chance = draw_bits(seed, 0) << 30 ^ draw_bits(seed, 1)
    for slot in range(layout.SLOTS):
        s.pool[layout.CORAL_POOL, slot] = _seen(s, int(s.pool[layout.CORAL_POOL, slot]))
        s.pool[layout.CREATURE_POOL, slot] = _seen(s, int(s.pool[layout.CREATURE_POOL, slot]))
        if s.pool[layout.FISH_POOL, slot] == UNKNOWN:
            s.pool[layout.FISH_POOL, slot] = draw_fish(s)
    s.tile = _seen(s, int(s.tile))
    if s.fish == UNKNOWN:
        s.fish = draw_fish(s)
    while s.unseen > 0:
        s.unseen -= 1
        s.lionfish[draw_fish(s)] += 1


@compiled
def _seen(s: np.record, tile: int) -> int:
    """Return a tile; one that was drawn unseen is drawn again from its bag."""
    if tile == layout.UNKNOWN_CORAL:
        return draw_coral(s)
    return draw_creature(s) if tile == UNKNOWN else tile

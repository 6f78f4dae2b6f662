"""Who knows what, and guessing the rest (S55)."""

import numpy as np

from atoll.core.compiled import compiled
from atoll.core.contract import OVER, UNKNOWN
from atoll.core.rng import draw as draw_bits
from atoll.core.rng import mix, signed, unsigned
from atoll.games.shallow_sea.kernel.bags import draw_coral, draw_creature, draw_fish
from atoll.games.shallow_sea.kernel.layout import (
    COLOURS,
    CORAL_POOL,
    CREATURE_POOL,
    FISH_POOL,
    SLOTS,
    SPACES,
    TYPES,
    UNKNOWN_CORAL,
)


@compiled
def hide(s: np.record, seat: int) -> None:
    """Forget the order of the bags: all else is public (S55)."""
    if s.actor != OVER:
        s.chance = UNKNOWN


@compiled
def fill(t: np.record, s: np.record, seed: int) -> None:
    """Mix the bags anew, and draw what was drawn from them unseen."""
    if s.chance != UNKNOWN:
        return
    s.chance = draw_bits(seed, 0) << 30 ^ draw_bits(seed, 1)
    for slot in range(SLOTS):
        s.pool[CORAL_POOL, slot] = _seen(s, int(s.pool[CORAL_POOL, slot]))
        s.pool[CREATURE_POOL, slot] = _seen(s, int(s.pool[CREATURE_POOL, slot]))
        if s.pool[FISH_POOL, slot] == UNKNOWN:
            s.pool[FISH_POOL, slot] = draw_fish(s)
    s.tile = _seen(s, int(s.tile))
    if s.fish == UNKNOWN:
        s.fish = draw_fish(s)
    while s.unseen > 0:
        s.unseen -= 1
        s.lionfish[draw_fish(s)] += 1


@compiled
def _seen(s: np.record, tile: int) -> int:
    """Return a tile that was drawn unseen, drawn from the bag it came from; any other as it is."""
    if tile == UNKNOWN_CORAL:
        return draw_coral(s)
    return draw_creature(s) if tile == UNKNOWN else tile


@compiled
def key(s: np.record) -> int:
    """Return a 63-bit hash of everything in the position."""
    code = unsigned(s.seats | s.mode << 4 | s.scenario << 8 | s.modified << 12 | s.orange << 16 | s.blue << 20)
    code = mix(code ^ unsigned(s.creatures << 8 | s.matching_fish << 4 | s.first_player))
    code = mix(code ^ unsigned(s.first | s.turn + 8 << 4 | s.actor + 1 << 16 | s.stage << 20 | s.resume << 24))
    code = mix(code ^ unsigned(s.tile + 3 | s.fish + 2 << 8 | s.lifted + 2 << 16 | s.credit << 24 | s.closed << 32))
    code = mix(code ^ unsigned(s.chance + 2))
    code = mix(code ^ unsigned(s.drawn | s.types << 20 | s.unseen << 48))
    for side in range(2):
        code = mix(code ^ unsigned(s.cards[side, 0] + 1 | s.cards[side, 1] + 1 << 8))
        code = mix(code ^ unsigned(s.coral_bag[side]))
    for colour in range(COLOURS):
        code = mix(code ^ unsigned(s.fish_bag[colour] | s.lionfish[colour] << 16))
    for kind in range(TYPES):
        code = mix(code ^ unsigned(s.creature_bag[kind]))
    for pool in range(3):
        for slot in range(SLOTS):
            code = mix(code ^ unsigned(s.pool[pool, slot] + 3))
    for seat in range(s.seats):
        code = mix(code ^ unsigned(s.shells[seat] | s.done[seat] << 8))
        for colour in range(COLOURS):
            code = mix(code ^ unsigned(s.loose[seat, colour]))
            code = mix(code ^ unsigned(s.finned[seat, colour]))
        for space in range(SPACES):
            code = mix(code ^ unsigned(s.board[seat, space] + 1 | s.turned[seat, space] << 8))
    return signed(code >> 1)

"""Bags and pools: drawing, refreshing, refilling (S8 to S10, S16 to S20)."""

import numpy as np

from atoll.games.shallow_sea.kernel import layout
from atoll.kit.bits import bit_count, nth
from atoll.kit.compiled import compiled
from atoll.kit.contract import UNKNOWN
from atoll.kit.rng import below


@compiled
def _unseen_in_pool(s: np.record, pool: int, piece: int) -> int:
    """Return how many slots of a pool hold a piece that was drawn unseen."""
    number = 0
    for slot in range(layout.SLOTS):
        number += 1 if s.pool[pool, slot] == piece else 0
    return number


@compiled
def fish_left(s: np.record) -> int:
    """Return how many fish the bag holds, without those drawn unseen."""
    left = int(s.fish_bag[0] + s.fish_bag[1] + s.fish_bag[2] + s.fish_bag[3])
    if s.chance == UNKNOWN:
        left -= int(s.unseen) + (1 if s.fish == UNKNOWN else 0) + _unseen_in_pool(s, layout.FISH_POOL, UNKNOWN)
    return left


@compiled
def corals_left(s: np.record) -> int:
    """Return how many corals the bag holds."""
    left = bit_count(int(s.coral_bag[0])) + bit_count(int(s.coral_bag[1]))
    if s.chance == UNKNOWN:
        left -= 1 if s.tile == layout.UNKNOWN_CORAL else 0
        left -= _unseen_in_pool(s, layout.CORAL_POOL, layout.UNKNOWN_CORAL) + _unseen_in_pool(
            s, layout.CREATURE_POOL, layout.UNKNOWN_CORAL
        )
    return left


@compiled
def creatures_left(s: np.record) -> int:
    """Return how many creatures the bag holds."""
    number = 0
    for creature_type in range(layout.TYPES):
        number += s.creature_bag[creature_type]
    if s.chance == UNKNOWN:
        number -= (1 if s.tile == UNKNOWN else 0) + _unseen_in_pool(s, layout.CREATURE_POOL, UNKNOWN)
    return number


@compiled
def _chance(s: np.record, bound: int) -> int:
    index = int(s.drawn)
    s.drawn = index + 1
    return below(s.chance, index, bound)


@compiled
def draw_fish(s: np.record) -> int:
    """Take a fish out of the bag; NONE from an empty one, UNKNOWN where the order of the bags is unknown."""
    left = fish_left(s)
    if left == 0:
        return layout.NONE
    if s.chance == UNKNOWN:
        return UNKNOWN
    choice = _chance(s, left)
    colour = 0
    while choice >= s.fish_bag[colour]:
        choice -= s.fish_bag[colour]
        colour += 1
    s.fish_bag[colour] -= 1
    return colour


@compiled
def draw_coral(s: np.record) -> int:
    """Take a coral out of the bag; NONE from an empty one, UNKNOWN_CORAL where the order of the bags is unknown."""
    left = corals_left(s)
    if left == 0:
        return layout.NONE
    if s.chance == UNKNOWN:
        return layout.UNKNOWN_CORAL
    choice = _chance(s, left)
    low = bit_count(int(s.coral_bag[0]))
    half = 0 if choice < low else 1
    coral = nth(int(s.coral_bag[half]), choice - half * low)
    s.coral_bag[half] ^= 1 << coral
    return coral + half * layout.HALF


@compiled
def draw_creature(s: np.record) -> int:
    """Take a creature out of the bag; when it is empty a coral comes instead, and the pool is closed (S20)."""
    left = creatures_left(s)
    if left == 0:
        s.closed = 1
        return draw_coral(s)
    if s.chance == UNKNOWN:
        return UNKNOWN
    choice = _chance(s, left)
    creature_type = 0
    while choice >= s.creature_bag[creature_type]:
        choice -= s.creature_bag[creature_type]
        creature_type += 1
    s.creature_bag[creature_type] -= 1
    return layout.CREATURE + creature_type


@compiled
def put_back(s: np.record, pool: int, piece: int) -> None:
    """Put a piece of a pool back into its bag."""
    if piece < 0:
        return
    if pool == layout.FISH_POOL:
        s.fish_bag[piece] += 1
    elif piece >= layout.CREATURE:
        s.creature_bag[piece - layout.CREATURE] += 1
    else:
        s.coral_bag[piece // layout.HALF] |= 1 << piece % layout.HALF


@compiled
def draw(s: np.record, pool: int) -> int:
    """Draw a piece for a pool."""
    if pool == layout.FISH_POOL:
        return draw_fish(s)
    return draw_coral(s) if pool == layout.CORAL_POOL else draw_creature(s)


@compiled
def slots(s: np.record) -> int:
    """Return how many slots the pools have (S10; modified rules 2 and 8)."""
    return slots_of(int(s.modified), layout.CORAL_POOL)


@compiled
def slots_of(modified: int, pool: int) -> int:
    """Return how many slots a pool has (S10; modified rules 2, 5 and 8)."""
    if modified == layout.NO_POOLS or (modified == layout.OPEN_FISH and pool == layout.FISH_POOL):
        return 0
    return layout.SMALL_SLOTS if modified == layout.SMALL_POOLS else layout.SLOTS


@compiled
def fill_pools(s: np.record) -> None:
    """Draw a piece into every empty slot (S10, S14)."""
    for pool in range(3):
        if pool == layout.FISH_POOL and s.modified == layout.OPEN_FISH:
            continue
        for slot in range(slots(s)):
            if s.pool[pool, slot] == layout.NONE:
                s.pool[pool, slot] = draw(s, pool)


@compiled
def refresh(s: np.record, pool: int) -> None:
    """Draw new pieces into a pool, then put the old ones back into the bag (S19)."""
    number = slots(s)
    # The old pieces wait, packed in two numbers: they must not be drawn again at once.
    low = 0
    high = 0
    for slot in range(number):
        piece = int(s.pool[pool, slot]) + 3
        if slot < 3:
            low |= piece << 8 * slot
        else:
            high |= piece << 8 * (slot - 3)
        s.pool[pool, slot] = layout.NONE
    for slot in range(number):
        s.pool[pool, slot] = draw(s, pool)
    for slot in range(number):
        put_back(s, pool, (low >> 8 * slot if slot < 3 else high >> 8 * (slot - 3)) % 256 - 3)


@compiled
def most_of_a_colour(t: np.record, s: np.record, pool: int) -> int:
    """Return how many pieces of the most frequent colour lie in the coral or the fish pool (S16)."""
    counts = 0
    for slot in range(slots(s)):
        piece = int(s.pool[pool, slot])
        if piece >= 0:
            counts += 1 << 8 * int(piece if pool == layout.FISH_POOL else t.colour[piece])
    most = 0
    for colour in range(layout.COLOURS):
        most = max(most, counts >> 8 * colour & 0xFF)
    return most


@compiled
def can_refresh(s: np.record, pool: int) -> bool:
    """Return whether a pool may be refreshed: its bag must have enough pieces, and it must not be closed (S20)."""
    if pool == layout.CREATURE_POOL:
        return s.closed == 0 and corals_left(s) + creatures_left(s) >= slots(s)
    if pool == layout.FISH_POOL:
        return s.modified != layout.OPEN_FISH and fish_left(s) >= slots(s)
    return corals_left(s) >= slots(s)

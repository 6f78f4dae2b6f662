"""Bags and pools: drawing, refreshing, refilling (S8 to S10, S16 to S20)."""

import numpy as np

from atoll.core.bits import bit_count, nth
from atoll.core.compiled import compiled
from atoll.core.contract import UNKNOWN
from atoll.core.rng import below
from atoll.games.shallow_sea.kernel.layout import (
    COLOURS,
    CORAL_POOL,
    CREATURE,
    CREATURE_POOL,
    FISH_POOL,
    HALF,
    NO_POOLS,
    NONE,
    OPEN_FISH,
    SLOTS,
    SMALL_POOLS,
    SMALL_SLOTS,
    TYPES,
    UNKNOWN_CORAL,
)


@compiled
def _unseen_in_pool(s: np.record, pool: int, piece: int) -> int:
    """Return how many slots of a pool hold what was drawn unseen."""
    number = 0
    for slot in range(SLOTS):
        number += 1 if s.pool[pool, slot] == piece else 0
    return number


@compiled
def fish_left(s: np.record) -> int:
    """Return how many fish the bag holds; what was drawn from it unseen has left it, whichever it was."""
    left = int(s.fish_bag[0] + s.fish_bag[1] + s.fish_bag[2] + s.fish_bag[3])
    if s.chance == UNKNOWN:
        left -= int(s.unseen) + (1 if s.fish == UNKNOWN else 0) + _unseen_in_pool(s, FISH_POOL, UNKNOWN)
    return left


@compiled
def corals_left(s: np.record) -> int:
    """Return how many corals the bag holds."""
    left = bit_count(int(s.coral_bag[0])) + bit_count(int(s.coral_bag[1]))
    if s.chance == UNKNOWN:
        left -= 1 if s.tile == UNKNOWN_CORAL else 0
        left -= _unseen_in_pool(s, CORAL_POOL, UNKNOWN_CORAL) + _unseen_in_pool(s, CREATURE_POOL, UNKNOWN_CORAL)
    return left


@compiled
def creatures_left(s: np.record) -> int:
    """Return how many creatures the bag holds."""
    number = 0
    for kind in range(TYPES):
        number += s.creature_bag[kind]
    if s.chance == UNKNOWN:
        number -= (1 if s.tile == UNKNOWN else 0) + _unseen_in_pool(s, CREATURE_POOL, UNKNOWN)
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
        return NONE
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
        return NONE
    if s.chance == UNKNOWN:
        return UNKNOWN_CORAL
    choice = _chance(s, left)
    low = bit_count(int(s.coral_bag[0]))
    half = 0 if choice < low else 1
    coral = nth(int(s.coral_bag[half]), choice - half * low)
    s.coral_bag[half] ^= 1 << coral
    return coral + half * HALF


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
    kind = 0
    while choice >= s.creature_bag[kind]:
        choice -= s.creature_bag[kind]
        kind += 1
    s.creature_bag[kind] -= 1
    return CREATURE + kind


@compiled
def put_back(s: np.record, pool: int, piece: int) -> None:
    """Put a piece of a pool back into its bag."""
    if piece < 0:
        return
    if pool == FISH_POOL:
        s.fish_bag[piece] += 1
    elif piece >= CREATURE:
        s.creature_bag[piece - CREATURE] += 1
    else:
        s.coral_bag[piece // HALF] |= 1 << piece % HALF


@compiled
def draw(s: np.record, pool: int) -> int:
    """Draw a piece for a pool."""
    if pool == FISH_POOL:
        return draw_fish(s)
    return draw_coral(s) if pool == CORAL_POOL else draw_creature(s)


@compiled
def slots(s: np.record) -> int:
    """Return how many slots the pools have (S10; modified rules 2 and 8)."""
    if s.modified == NO_POOLS:
        return 0
    return SMALL_SLOTS if s.modified == SMALL_POOLS else SLOTS


@compiled
def fill_pools(s: np.record) -> None:
    """Draw a piece into every empty slot (S10, S14)."""
    for pool in range(3):
        if pool == FISH_POOL and s.modified == OPEN_FISH:
            continue
        for slot in range(slots(s)):
            if s.pool[pool, slot] == NONE:
                s.pool[pool, slot] = draw(s, pool)


@compiled
def refresh(s: np.record, pool: int) -> None:
    """Draw new pieces into a pool, then put the old ones back into the bag (S19)."""
    number = slots(s)
    # What is set aside waits packed in two numbers: a bag must not give it out again at once.
    low = 0
    high = 0
    for slot in range(number):
        piece = int(s.pool[pool, slot]) + 3
        if slot < 3:
            low |= piece << 8 * slot
        else:
            high |= piece << 8 * (slot - 3)
        s.pool[pool, slot] = NONE
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
            counts += 1 << 8 * int(piece if pool == FISH_POOL else t.colour[piece])
    most = 0
    for colour in range(COLOURS):
        most = max(most, counts >> 8 * colour & 0xFF)
    return most


@compiled
def can_refresh(s: np.record, pool: int) -> bool:
    """Tell whether a pool may be refreshed at all: there must be enough in its bag, and it must not be closed (S20)."""
    if pool == CREATURE_POOL:
        return s.closed == 0 and corals_left(s) + creatures_left(s) >= slots(s)
    if pool == FISH_POOL:
        return s.modified != OPEN_FISH and fish_left(s) >= slots(s)
    return corals_left(s) >= slots(s)

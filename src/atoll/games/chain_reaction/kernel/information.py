"""Who knows what, and guessing the rest (C16)."""

import numpy as np

from atoll.core.bits import nth
from atoll.core.compiled import compiled
from atoll.core.contract import OVER, UNKNOWN
from atoll.core.rng import below, mix, signed, unsigned
from atoll.games.chain_reaction.kernel.layout import (
    COLOURS,
    COLUMNS,
    HALF,
    KINDS,
    NONE,
    TILES,
    TOKENS,
    TURNS,
    VALUES,
)


@compiled
def hide(s: np.record, seat: int) -> None:
    """Forget the stack's order, the others' hands and the others' secret colours (C16)."""
    for i in range(s.stack_size):
        s.stack[i] = UNKNOWN
    if s.actor == OVER:
        return
    for other in range(s.seats):
        if other != seat:
            s.secret[other] = UNKNOWN
            if s.hand[other] != NONE and not s.open_hands:
                s.hand[other] = UNKNOWN


@compiled
def fill(t: np.record, s: np.record, seed: int) -> None:
    """Deal what nobody has seen to the places that are unknown, each way equally likely."""
    colours = (1 << COLOURS) - 1
    left = COLOURS
    for seat in range(s.seats):
        if s.secret[seat] >= 0:
            colours ^= 1 << int(s.secret[seat])
            left -= 1
    index = 0
    for seat in range(s.seats):
        if s.secret[seat] == UNKNOWN:
            s.secret[seat] = nth(colours, below(seed, index, left))
            colours ^= 1 << int(s.secret[seat])
            left -= 1
            index += 1
    low = (1 << HALF) - 1 & ~_seen(s, 0)
    high = (1 << HALF) - 1 & ~_seen(s, 1)
    in_low = _size(low)
    in_high = _size(high)
    for place in range(s.seats + s.stack_size):
        hidden = s.hand[place] == UNKNOWN if place < s.seats else s.stack[place - s.seats] == UNKNOWN
        if not hidden:
            continue
        choice = below(seed, index, in_low + in_high)
        index += 1
        if choice < in_low:
            tile = _nth(low, choice)
            low ^= 1 << tile
            in_low -= 1
        else:
            tile = _nth(high, choice - in_low)
            high ^= 1 << tile
            in_high -= 1
            tile += HALF
        if place < s.seats:
            s.hand[place] = tile
        else:
            s.stack[place - s.seats] = tile


@compiled
def _seen(s: np.record, half: int) -> int:
    """Return the tiles of one half that lie somewhere known, as bits."""
    seen = int(s.gone[half])
    for column in range(COLUMNS):
        for level in range(s.height[column]):
            seen |= _bit(int(s.column[column, level]) // TURNS, half)
    for seat in range(s.seats):
        seen |= _bit(int(s.hand[seat]), half)
    for i in range(s.stack_size):
        seen |= _bit(int(s.stack[i]), half)
    return seen


@compiled
def _bit(tile: int, half: int) -> int:
    return 1 << tile % HALF if 0 <= tile < TILES and tile // HALF == half else 0


@compiled
def _size(bits: int) -> int:
    number = 0
    while bits:
        bits &= bits - 1
        number += 1
    return number


@compiled
def _nth(bits: int, n: int) -> int:
    """Return the index of the n-th set bit of a half, which is longer than 32."""
    place = 0
    while True:
        if bits >> place & 1:
            if n == 0:
                return place
            n -= 1
        place += 1


@compiled
def key(s: np.record) -> int:
    """Return a 63-bit hash of everything in the position."""
    code = unsigned(s.seats | s.first_player << 4 | s.open_hands << 8 | s.first << 10 | s.stage << 14)
    code = mix(
        code ^ unsigned(s.turn | (s.actor + 1) << 16 | (s.claimed + 1) << 24 | s.least << 32 | s.stack_size << 40)
    )
    for value in range(VALUES):
        code = mix(code ^ unsigned(s.owed[value]))
    for seat in range(s.seats):
        code = mix(code ^ unsigned(s.hand[seat] + 2 | (s.secret[seat] + 2) << 16))
        for kind in range(KINDS):
            code = mix(code ^ unsigned(s.held[seat, kind]))
    for token in range(TOKENS):
        code = mix(code ^ unsigned(s.token[token] + 1))
    for column in range(COLUMNS):
        code = mix(code ^ unsigned(s.height[column]))
        for level in range(s.height[column]):
            code = mix(code ^ unsigned(s.column[column, level]))
    for i in range(s.stack_size):
        code = mix(code ^ unsigned(s.stack[i] + 2))
    return signed(mix(code ^ unsigned(s.gone[0]) ^ mix(unsigned(s.gone[1]))) >> 1)

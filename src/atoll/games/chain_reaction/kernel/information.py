"""What each seat knows, and guesses of the rest (C16)."""

import numpy as np

from atoll.games.chain_reaction.kernel import layout
from atoll.kit.bits import bit_count, nth
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER, UNKNOWN
from atoll.kit.rng import below


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
            if s.hand[other] != layout.NONE and not s.open_hands:
                s.hand[other] = UNKNOWN


@compiled
def fill(t: np.record, s: np.record, seed: int) -> None:
    """Deal the unseen colours and tiles to the unknown places, each deal equally likely."""
    colours = (1 << layout.COLOURS) - 1
    left = layout.COLOURS
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
    low = (1 << layout.HALF) - 1 & ~_seen(s, 0)
    high = (1 << layout.HALF) - 1 & ~_seen(s, 1)
    in_low = bit_count(low)
    in_high = bit_count(high)
    for place in range(s.seats + s.stack_size):
        hidden = s.hand[place] == UNKNOWN if place < s.seats else s.stack[place - s.seats] == UNKNOWN
        if not hidden:
            continue
        choice = below(seed, index, in_low + in_high)
        index += 1
        if choice < in_low:
            tile = nth(low, choice)
            low ^= 1 << tile
            in_low -= 1
        else:
            tile = nth(high, choice - in_low)
            high ^= 1 << tile
            in_high -= 1
            tile += layout.HALF
        if place < s.seats:
            s.hand[place] = tile
        else:
            s.stack[place - s.seats] = tile


@compiled
def _seen(s: np.record, half: int) -> int:
    """Return the tiles of one half that lie somewhere known, as bits."""
    seen = int(s.gone[half])
    for column in range(layout.COLUMNS):
        for level in range(s.height[column]):
            seen |= _bit(int(s.column[column, level]) // layout.TURNS, half)
    for seat in range(s.seats):
        seen |= _bit(int(s.hand[seat]), half)
    for i in range(s.stack_size):
        seen |= _bit(int(s.stack[i]), half)
    return seen


@compiled
def _bit(tile: int, half: int) -> int:
    return 1 << tile % layout.HALF if 0 <= tile < layout.TILES and tile // layout.HALF == half else 0

"""Scoring a pattern: how often it stands on a board, exactly (R16 to R22)."""

import numpy as np

from atoll.core.bits import bit_count, lowest
from atoll.core.compiled import compiled
from atoll.games.reef.kernel.layout import (
    HEIGHT,
    LANES,
    NONE,
    SPACES,
    TURNS,
    WILD,
)


@compiled
def occurrences(t: np.record, s: np.record, seat: int, card: int) -> int:
    """Return how often a card's pattern stands on a board, seen from above (R16 to R21)."""
    if t.tallest[card] != NONE:
        return _around_tallest(t, s, seat, card)
    masks = _masks(t, s, seat, card)
    if t.cells[card] == 1:
        return bit_count(masks)
    return pack(t, card, t.mirrored[card] if s.mirror_patterns else t.turned[card], masks)


@compiled
def _masks(t: np.record, s: np.record, seat: int, card: int) -> int:
    """Return the spaces that fit each different cell of a pattern, a lane of 16 bits each."""
    masks = 0
    for i in range(t.conditions[card]):
        masks |= _matching(s, seat, t.colour[card, i], t.heights[card, i]) << (SPACES * i)
    return masks


@compiled
def _matching(s: np.record, seat: int, colour: int, heights: int) -> int:
    """Return the spaces whose top piece has the colour and one of the heights (R17, R19)."""
    if colour == WILD:
        spaces = int(s.tops[seat, 0] | s.tops[seat, 1] | s.tops[seat, 2] | s.tops[seat, 3])
    else:
        spaces = int(s.tops[seat, colour])
    if heights != (1 << HEIGHT) - 1:
        fitting = 0
        for i in range(HEIGHT):
            if heights >> i & 1:
                fitting |= int(s.tall[seat, i])
        spaces &= fitting
    return spaces


@compiled
def pack(t: np.record, card: int, turns: int, masks: int) -> int:
    """Return the largest number of occurrences that share no piece (R18, R20).

    An occurrence is known by its lowest cell. Of all of them take the lowest: either one of those that begin there is
    used, in some turn, or that space is used by none. Each choice left open lies on a stack, as two halves of what is
    left of the masks and the number of occurrences used so far.
    """
    total = 0
    for turn in range(turns):
        total += bit_count(_lying(t, card, turn, masks))
    if total <= 1:
        return total
    stack = np.empty((SPACES * (TURNS + 1), 3), np.int64)
    height = _push(stack, 0, masks, 0)
    best = 0
    while height > 0:
        height -= 1
        masks = int(stack[height, 0]) | int(stack[height, 1]) << 32
        used = int(stack[height, 2])
        total = 0
        first = SPACES
        for turn in range(turns):
            lying = _lying(t, card, turn, masks)
            if lying:
                total += bit_count(lying)
                first = min(first, lowest(lying))
        if total <= 1:
            best = max(best, used + total)
        if total <= 1 or used + total <= best:
            continue
        # With two cells, an occurrence that keeps off this space can be exchanged for one on it: nothing to gain there.
        if t.cells[card] > 2:
            height = _push(stack, height, masks & ~(LANES << first), used)
        for turn in range(turns):
            if _lying(t, card, turn, masks) >> first & 1:
                taken = (LANES * int(t.outline[card, turn])) << first
                height = _push(stack, height, masks & ~taken, used + 1)
    return best


@compiled
def _push(stack: np.ndarray, height: int, masks: int, used: int) -> int:
    stack[height, 0] = masks & 0xFFFF_FFFF
    stack[height, 1] = masks >> 32 & 0xFFFF_FFFF
    stack[height, 2] = used
    return height + 1


@compiled
def _lying(t: np.record, card: int, turn: int, masks: int) -> int:
    """Return the lowest cells of a pattern's occurrences in one of its turns."""
    spaces = int(t.fits[card, turn])
    for cell in range(t.cells[card]):
        spaces &= masks >> int(t.shift[card, turn, cell])
    return spaces


@compiled
def _around_tallest(t: np.record, s: np.record, seat: int, card: int) -> int:
    """Count one colour around the tallest stack topped by another; of several tallest the best (R21)."""
    wanted = int(s.tops[seat, t.around[card]])
    for i in range(HEIGHT):
        tallest = int(s.tops[seat, t.tallest[card]] & s.tall[seat, HEIGHT - 1 - i])
        if tallest:
            best = 0
            while tallest:
                best = max(best, bit_count(wanted & int(t.around_space[lowest(tallest)])))
                tallest &= tallest - 1
            return best
    return 0


@compiled
def standing(tables: np.ndarray, position: np.ndarray, seat: int, card: int, out: np.ndarray) -> int:
    """Write one largest set of separate occurrences, each as its spaces; return their number (R20, R21)."""
    t, s = tables[0], position[0]
    if t.tallest[card] != NONE:
        return _standing_around(t, s, seat, card, out)
    masks = _masks(t, s, seat, card)
    turns = t.mirrored[card] if s.mirror_patterns else t.turned[card]
    number = pack(t, card, turns, masks)
    found = 0
    for space in range(SPACES):
        for turn in range(turns):
            if _lying(t, card, turn, masks) >> space & 1:
                outline = int(t.outline[card, turn])
                rest = masks & ~((LANES * outline) << space)
                if found + 1 + pack(t, card, turns, rest) == number:
                    masks = rest
                    out[found] = outline << space
                    found += 1
    return found


@compiled
def _standing_around(t: np.record, s: np.record, seat: int, card: int, out: np.ndarray) -> int:
    """Write the scoring neighbours of the tallest stack that is used, each with that stack (R21)."""
    best = _around_tallest(t, s, seat, card)
    wanted = int(s.tops[seat, t.around[card]])
    found = 0
    for i in range(HEIGHT):
        tallest = int(s.tops[seat, t.tallest[card]] & s.tall[seat, HEIGHT - 1 - i])
        for space in range(SPACES):
            near = wanted & int(t.around_space[space])
            if found == 0 and best > 0 and tallest >> space & 1 and bit_count(near) == best:
                while near:
                    out[found] = (near & -near) | 1 << space
                    near &= near - 1
                    found += 1
        if tallest:
            return found
    return found

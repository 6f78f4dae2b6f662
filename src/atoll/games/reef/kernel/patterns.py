"""Counts exactly how often a card's pattern occurs on a board (R16 to R22)."""

import numpy as np

from atoll.games.reef.kernel import layout
from atoll.kit.bits import bit_count, lowest
from atoll.kit.compiled import compiled


@compiled
def occurrences(t: np.record, s: np.record, seat: int, card: int) -> int:
    """Return how often a card's pattern stands on a board, seen from above (R16 to R21)."""
    if t.tallest[card] != layout.NONE:
        return _around_tallest(t, s, seat, card)
    masks = _masks(t, s, seat, card)
    if t.cells[card] == 1:
        return bit_count(masks)
    return pack(t, card, t.orientations_mirrored[card] if s.mirror_patterns else t.orientations[card], masks)


@compiled
def _masks(t: np.record, s: np.record, seat: int, card: int) -> int:
    """Return the spaces that fit each different cell of a pattern, a field of 16 bits each."""
    masks = 0
    for i in range(t.conditions[card]):
        masks |= _matching(s, seat, t.colour[card, i], t.heights[card, i]) << (layout.SPACES * i)
    return masks


@compiled
def _matching(s: np.record, seat: int, colour: int, heights: int) -> int:
    """Return the spaces whose top piece has the colour and one of the heights (R17, R19)."""
    if colour == layout.WILD:
        spaces = int(s.tops[seat, 0] | s.tops[seat, 1] | s.tops[seat, 2] | s.tops[seat, 3])
    else:
        spaces = int(s.tops[seat, colour])
    if heights != (1 << layout.HEIGHT) - 1:
        fitting = 0
        for i in range(layout.HEIGHT):
            if heights >> i & 1:
                fitting |= int(s.tall[seat, i])
        spaces &= fitting
    return spaces


@compiled
def pack(t: np.record, card: int, orientations: int, masks: int) -> int:
    """Return the largest number of occurrences that share no piece (R18, R20).

    An occurrence is identified by its lowest cell. Take the lowest cell of all: either an occurrence that begins there
    is used, in one of its orientations, or no occurrence uses that space. The alternatives still to be tried are on a
    stack: the remaining masks as two 32-bit halves, and the number of occurrences used so far.
    """
    total = 0
    for orientation in range(orientations):
        total += bit_count(_lying(t, card, orientation, masks))
    if total <= 1:
        return total
    stack = np.empty((layout.SPACES * (layout.ORIENTATIONS + 1), 3), np.int64)
    height = _push(stack, 0, masks, 0)
    best = 0
    while height > 0:
        height -= 1
        masks = int(stack[height, 0]) | int(stack[height, 1]) << 32
        used = int(stack[height, 2])
        total = 0
        first = layout.SPACES
        for orientation in range(orientations):
            lying = _lying(t, card, orientation, masks)
            if lying:
                total += bit_count(lying)
                first = min(first, lowest(lying))
        if total <= 1:
            best = max(best, used + total)
        if total <= 1 or used + total <= best:
            continue
        # With two cells, skipping this space gains nothing: an occurrence elsewhere can be exchanged for one on it.
        if t.cells[card] > 2:
            height = _push(stack, height, masks & ~(layout.BROADCAST << first), used)
        for orientation in range(orientations):
            if _lying(t, card, orientation, masks) >> first & 1:
                taken = (layout.BROADCAST * int(t.outline[card, orientation])) << first
                height = _push(stack, height, masks & ~taken, used + 1)
    return best


@compiled
def _push(stack: np.ndarray, height: int, masks: int, used: int) -> int:
    stack[height, 0] = masks & 0xFFFF_FFFF
    stack[height, 1] = masks >> 32 & 0xFFFF_FFFF
    stack[height, 2] = used
    return height + 1


@compiled
def _lying(t: np.record, card: int, orientation: int, masks: int) -> int:
    """Return the spaces where the lowest cell of an occurrence lies, for one orientation of the pattern.

    The pattern is turned, or turned and mirrored.
    """
    spaces = int(t.fits[card, orientation])
    for cell in range(t.cells[card]):
        spaces &= masks >> int(t.shift[card, orientation, cell])
    return spaces


@compiled
def _around_tallest(t: np.record, s: np.record, seat: int, card: int) -> int:
    """Count the pieces of one colour around the tallest stack topped by another (R21).

    If several stacks are tallest, the best one counts.
    """
    wanted = int(s.tops[seat, t.around[card]])
    for i in range(layout.HEIGHT):
        tallest = int(s.tops[seat, t.tallest[card]] & s.tall[seat, layout.HEIGHT - 1 - i])
        if tallest:
            best = 0
            while tallest:
                best = max(best, bit_count(wanted & int(t.around_space[lowest(tallest)])))
                tallest &= tallest - 1
            return best
    return 0


@compiled
def write_occurrences(t: np.record, s: np.record, seat: int, card: int, out: np.ndarray) -> int:
    """Write one largest set of separate occurrences, each as its spaces; return their number (R20, R21)."""
    if t.tallest[card] != layout.NONE:
        return _standing_around(t, s, seat, card, out)
    masks = _masks(t, s, seat, card)
    orientations = t.orientations_mirrored[card] if s.mirror_patterns else t.orientations[card]
    number = pack(t, card, orientations, masks)
    found = 0
    for space in range(layout.SPACES):
        for orientation in range(orientations):
            if _lying(t, card, orientation, masks) >> space & 1:
                outline = int(t.outline[card, orientation])
                rest = masks & ~((layout.BROADCAST * outline) << space)
                if found + 1 + pack(t, card, orientations, rest) == number:
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
    for i in range(layout.HEIGHT):
        tallest = int(s.tops[seat, t.tallest[card]] & s.tall[seat, layout.HEIGHT - 1 - i])
        for space in range(layout.SPACES):
            near = wanted & int(t.around_space[space])
            if found == 0 and best > 0 and tallest >> space & 1 and bit_count(near) == best:
                while near:
                    out[found] = (near & -near) | 1 << space
                    near &= near - 1
                    found += 1
        if tallest:
            return found
    return found

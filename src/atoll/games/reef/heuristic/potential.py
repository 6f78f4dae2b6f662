"""What a card is likely to score once it is played: what stands on the board, and what the pieces to come can add.

The pieces that a player's cards will bring are one number, eight bits a colour. An occurrence stands already, or misses
one or two pieces: a cell is `near` if one piece of its colour makes it fit, `far` if another piece must go below it.
"""

import numpy as np

from atoll.games.reef.kernel import layout
from atoll.games.reef.kernel.patterns import occurrences
from atoll.kit.bits import bit_count, lowest
from atoll.kit.compiled import compiled

# How much of an occurrence's points to expect, tuned in games of the planner against itself.
STANDING = 0.66
ONE_PIECE = 0.3  # misses a piece that another card in hand brings
TWO_PIECES = 0.2
LATER = 0.1  # misses a piece that no card in hand brings
SINGLE = 0.2  # like ONE_PIECE, for a pattern of one cell
AROUND = 0.28  # like ONE_PIECE, for the special cards


@compiled
def brings(t: np.record, card: int) -> int:
    """Return the two pieces that a card brings, as one number with eight bits per colour."""
    return (1 << 8 * int(t.corals[card, 0])) + (1 << 8 * int(t.corals[card, 1]))


@compiled
def held(t: np.record, s: np.record, seat: int) -> int:
    """Return the pieces that the cards in a hand will bring, as far as they are known."""
    pieces = 0
    for place in range(s.hand_size[seat]):
        card = int(s.hand[seat, place])
        if card >= 0:
            pieces += brings(t, card)
    return pieces


@compiled
def potential(t: np.record, s: np.record, seat: int, card: int, pieces: int) -> float:
    """Return the points to expect from a card if the seat first places these pieces."""
    points = int(t.points[card])
    if t.tallest[card] != layout.NONE:
        stands = occurrences(t, s, seat, card)
        return points * (STANDING * stands + AROUND * _of_colour(pieces, int(t.around[card])))
    fitting = 0
    near = 0
    far = 0
    ready = 0
    number = 0
    for i in range(t.conditions[card]):
        colour = int(t.colour[card, i])
        fits, one, two = _cells(s, seat, colour, int(t.heights[card, i]))
        brought = _of_colour(pieces, colour)
        number += brought
        field = layout.SPACES * i
        fitting |= fits << field
        near |= one << field
        far |= two << field
        if brought > 0:
            ready |= one << field
    if t.cells[card] == 1:
        return points * _of_one_cell(bit_count(fitting), bit_count(near), number)
    orientations = int(t.orientations_mirrored[card] if s.mirror_patterns else t.orientations[card])
    return points * _of_cells(t, card, orientations, fitting, near, far, ready, number)


@compiled
def _of_colour(pieces: int, colour: int) -> int:
    if colour != layout.WILD:
        return pieces >> 8 * colour & 255
    number = 0
    for each in range(layout.COLOURS):
        number += pieces >> 8 * each & 255
    return number


@compiled
def _cells(s: np.record, seat: int, colour: int, heights: int) -> tuple[int, int, int]:
    """Return the spaces that fit a cell, and those that one piece or two pieces can make fit (R17, R19)."""
    covered = int(s.tops[seat, 0] | s.tops[seat, 1] | s.tops[seat, 2] | s.tops[seat, 3])
    fits = covered if colour == layout.WILD else int(s.tops[seat, colour])
    if heights == (1 << layout.HEIGHT) - 1:
        return fits, layout.BOARD & ~fits & ~int(s.tall[seat, layout.HEIGHT - 1]), 0
    empty = layout.BOARD & ~covered
    right = 0
    one = empty if heights & 1 else 0
    two = empty if heights & 2 else 0
    for i in range(layout.HEIGHT):
        spaces = int(s.tall[seat, i])
        if heights >> i & 1:
            right |= spaces
        if heights >> i & 2:
            one |= spaces
        if heights >> i & 4:
            two |= spaces
    fits &= right
    one &= ~fits
    return fits, one, two & ~fits & ~one


@compiled
def _of_one_cell(stands: int, near: int, number: int) -> float:
    """Return how many occurrences to expect of a pattern of one cell."""
    ready = min(near, number)
    expected = STANDING * stands + SINGLE * ready
    return expected + LATER if near > ready else expected


@compiled
def _of_cells(
    t: np.record, card: int, orientations: int, fitting: int, near: int, far: int, ready: int, number: int
) -> float:
    """Return how many occurrences to expect of a pattern, counting separate ones as they are found."""
    expected = 0.0
    for orientation in range(orientations):
        stands, _, _ = _lying(t, card, orientation, fitting, 0, 0)
        while stands:
            expected += STANDING
            rest = _without(t, card, orientation, stands)
            fitting &= rest
            near &= rest
            far &= rest
            ready &= rest
            stands, _, _ = _lying(t, card, orientation, fitting, 0, 0)
    for orientation in range(orientations):
        while number > 0:
            _, one, _ = _lying(t, card, orientation, fitting, ready, 0)
            if one == 0:
                break
            expected += ONE_PIECE
            number -= 1
            rest = _without(t, card, orientation, one)
            fitting &= rest
            near &= rest
            far &= rest
            ready &= rest
    some_one = 0
    some_two = 0
    for orientation in range(orientations):
        _, one, two = _lying(t, card, orientation, fitting, near, far)
        some_one |= one
        some_two |= two
    if some_two and number >= 2:
        return expected + TWO_PIECES
    return expected + LATER if some_one else expected


@compiled
def _lying(t: np.record, card: int, orientation: int, fitting: int, near: int, far: int) -> tuple[int, int, int]:
    """Return the lowest cells of occurrences in one orientation: those that stand, miss one piece, miss two."""
    stands = int(t.fits[card, orientation])
    one = 0
    two = 0
    for cell in range(t.cells[card]):
        shift = int(t.shift[card, orientation, cell])
        fits = fitting >> shift
        lacks = near >> shift
        two = (two & fits) | (one & lacks) | (stands & far >> shift)
        one = (one & fits) | (stands & lacks)
        stands &= fits
    return stands, one, two


@compiled
def _without(t: np.record, card: int, orientation: int, spaces: int) -> int:
    """Return a mask that clears the spaces of the occurrence at the lowest of these spaces, for every cell."""
    return ~((layout.BROADCAST * int(t.outline[card, orientation])) << lowest(spaces))

"""Ecosystem cards (S33 to S46)."""

import numpy as np

from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.finishing import finished_corals, finished_creatures
from atoll.kit.bits import bit_count, lowest
from atoll.kit.compiled import compiled


@compiled
def card_points(t: np.record, s: np.record, seat: int, side: int) -> int:
    """Return what the orange (0) or blue (1) card brings; of two the better one (S53, modified rule 7)."""
    best = 0
    for place in range(2):
        card = int(s.cards[side, place])
        if card != layout.NONE:
            best = max(best, orange_points(t, s, seat, card) if side == 0 else blue_points(t, s, seat, card))
    return best


@compiled
def orange_points(t: np.record, s: np.record, seat: int, card: int) -> int:
    """Return the points of an orange card: corals and finished fish (S33 to S39)."""
    matching = 0
    pairs = 0
    most_fish = 0
    colours = 0
    for colour in range(layout.COLOURS):
        corals = int(s.corals[seat, colour])
        fish = bit_count(int(s.finned[seat, colour]))
        matching += bit_count(corals & int(s.finned[seat, colour]))
        pairs += bit_count(corals) // 2
        most_fish = max(most_fish, fish)
        colours += fish >= 3
    if card == 1:
        return 2 * matching
    if card == 2:
        return 3 * pairs
    if card == 3:
        return min(18, 3 * most_fish)
    if card == 4:
        return 2 * (bit_count(finished_corals(s, seat)) - matching)
    if card == 5:
        return 4 * _coral_rows(t, s, seat)
    if card == 6:
        return 2 * _largest_group(t, finished_corals(s, seat))
    # In scenario 14 this card counts twice.
    return (8 if s.scenario == layout.DOUBLE_SCENARIO else 4) * colours


@compiled
def _coral_rows(t: np.record, s: np.record, seat: int) -> int:
    """Return how many rows have two finished corals of one colour or more."""
    rows = 0
    for row in range(layout.ROWS):
        found = False
        for colour in range(layout.COLOURS):
            if bit_count(int(t.row[row] & s.corals[seat, colour])) >= 2:
                found = True
        rows += found
    return rows


@compiled
def _largest_group(t: np.record, spaces: int) -> int:
    """Return the size of the largest group of adjoining spaces."""
    largest = 0
    while spaces:
        group = first_group(t.adjoining, spaces)
        spaces &= ~group
        largest = max(largest, bit_count(group))
    return largest


@compiled
def first_group(near: np.ndarray, spaces: int) -> int:
    """Return the lowest of some spaces with all those of them that it is connected with; `near` has their links."""
    group = spaces & -spaces
    edge = group
    while edge:
        around = 0
        while edge:
            around |= int(near[lowest(edge)])
            edge &= edge - 1
        edge = around & spaces & ~group
        group |= edge
    return group


@compiled
def connected(t: np.record, spaces: int) -> bool:
    """Return whether some spaces are connected as neighbours (S2)."""
    return first_group(t.neighbouring, spaces) == spaces


@compiled
def touching(near: np.ndarray, spaces: int) -> int:
    """Return those of some spaces that are near another of them; `near` has the spaces near each."""
    found = 0
    rest = spaces
    while rest:
        if int(near[lowest(rest)]) & spaces:
            found |= rest & -rest
        rest &= rest - 1
    return found


@compiled
def blue_points(t: np.record, s: np.record, seat: int, card: int) -> int:
    """Return the points of a blue card: finished creatures (S40 to S46)."""
    creatures = finished_creatures(s, seat)
    number = 0
    if card == 1:
        for row in range(layout.ROWS):
            number += bit_count(int(t.row[row]) & creatures) >= 2
        return 4 * number
    if card == 2:
        return 3 * bit_count(creatures & int(t.inner))
    if card == 3:
        return 2 * bit_count(touching(t.neighbouring, creatures))
    if card == 4:
        for column in range(layout.COLUMNS):
            number += bit_count(int(t.column[column]) & creatures) == 1
        return 2 * number
    if card == 5:
        return 4 * matching(t, creatures)
    return 2 * _kinds(t, s, seat, int(t.inner) if card == 6 else layout.ALL_SPACES & ~int(t.inner))


@compiled
def _kinds(t: np.record, s: np.record, seat: int, where: int) -> int:
    """Return how many different kinds of finished tile lie on some spaces: coral colours and creature types."""
    kinds = 0
    for colour in range(layout.COLOURS):
        kinds += (int(s.corals[seat, colour]) & where) != 0
    return kinds + bit_count(creature_types(s, seat, where))


@compiled
def creature_types(s: np.record, seat: int, where: int) -> int:
    """Return the types of the finished creatures on some spaces."""
    types = 0
    rest = finished_creatures(s, seat) & where
    while rest:
        types |= 1 << int(s.board[seat, lowest(rest)]) - layout.CREATURE
        rest &= rest - 1
    return types


@compiled
def matching(t: np.record, spaces: int) -> int:
    """Return the largest number of pairs of adjoining spaces, each space in at most one pair (S44).

    Adjoining spaces lie in rows of different parity, so augmenting paths from one side find it. Partners are five bits
    each in two numbers, as there are 22 spaces and no place for arrays here.
    """
    even = int(t.row[1] | t.row[3]) & spaces
    odd = spaces & ~even
    low = 0
    high = 0
    pairs = 0
    rest = even
    while rest:
        start = lowest(rest)
        rest &= rest - 1
        # Search breadth first for a free odd space; `came_low` and `came_high` hold the even space it was reached from.
        came_low = 0
        came_high = 0
        seen = 0
        edge = 1 << start
        free = layout.NONE
        while edge and free == layout.NONE:
            after = 0
            while edge and free == layout.NONE:
                here = lowest(edge)
                edge &= edge - 1
                new = int(t.adjoining[here]) & odd & ~seen
                seen |= new
                while new:
                    there = lowest(new)
                    new &= new - 1
                    came_low, came_high = _with(came_low, came_high, there, here)
                    partner = _of(low, high, there)
                    if partner == layout.NONE:
                        free = there
                        break
                    after |= 1 << partner
            edge = after
        if free == layout.NONE:
            continue
        pairs += 1
        while True:
            here = _of(came_low, came_high, free)
            before = _of(low, high, here)
            low, high = _with(low, high, free, here)
            low, high = _with(low, high, here, free)
            if here == start:
                break
            free = before
    return pairs


@compiled
def _of(low: int, high: int, space: int) -> int:
    """Return the number stored for a space, or NONE: places 0 to 10 and 11 to 21, five bits each."""
    return (low >> 5 * space if space < 11 else high >> 5 * (space - 11)) % 32 - 1


@compiled
def _with(low: int, high: int, space: int, number: int) -> tuple[int, int]:
    """Return the two numbers with another one stored for a space."""
    if space < 11:
        return low & ~(31 << 5 * space) | number + 1 << 5 * space, high
    return low, high & ~(31 << 5 * (space - 11)) | number + 1 << 5 * (space - 11)

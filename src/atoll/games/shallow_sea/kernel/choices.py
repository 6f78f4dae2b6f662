"""What is legal (S13 to S18, S21 to S26, S47, S53): the one place of legality."""

import numpy as np

from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.bags import can_refresh, fish_left, most_of_a_colour, slots
from atoll.games.shallow_sea.kernel.finishing import asked, ready_corals, ready_creatures
from atoll.games.shallow_sea.kernel.prices import combination_price, move_price, payable, refresh_price
from atoll.kit.bits import lowest
from atoll.kit.compiled import compiled

Words = tuple[int, int, int, int, int, int, int, int, int, int]
MAX_OF_ONE_COLOUR = 4
HALF_SPACES = layout.SPACES // 2
CREATURES_ONLY = 0b10_10_10_10_10


@compiled
def choices(t: np.record, s: np.record) -> Words:
    """Return the legal decisions as sets, in the order of their ids.

    What is chosen, places (two halves), bubbles, corals to finish (two halves), creatures to finish, fish to move,
    corals to move, the end of the turn.
    """
    seat = int(s.actor)
    heads = 0
    low = 0
    high = 0
    bubbles = 0
    finish_low = 0
    finish_high = 0
    creatures = 0
    moves = 0
    coral_moves = 0
    end = 0
    if s.stage == layout.MOVING:
        return heads, low, high, free_bubbles(s, seat), finish_low, finish_high, creatures, moves, coral_moves, end
    if s.stage == layout.MOVING_CORAL:
        low, high = _coral_places(t, s, seat)
        return heads, low, high, bubbles, finish_low, finish_high, creatures, moves, coral_moves, end
    if (
        s.stage == layout.START_CHOOSING
        or s.stage == layout.COMBINING_TILE
        or s.stage == layout.COMBINING_FISH
        or s.stage == layout.CHOOSING
    ):
        heads = _to_choose(t, s)
    if s.stage == layout.START_PLACING or (s.stage == layout.PLACING and s.tile >= 0):
        spaces = open_spaces(t, s, seat, int(s.tile))
        low = _four_times(spaces & (1 << HALF_SPACES) - 1)
        high = _four_times(spaces >> HALF_SPACES)
    if s.stage == layout.PLACING and s.fish >= 0:
        bubbles = free_bubbles(s, seat)
    if s.stage == layout.FINISHING and s.credit == 0:
        corals = ready_corals(t, s, seat)
        creatures = ready_creatures(t, s, seat)
        end = 1 if corals == 0 and creatures == 0 else 0
        finish_low, finish_high = _finishes(t, s, seat, corals)
    if s.stage == layout.CHOOSING or s.stage == layout.PLACING or s.stage == layout.FINISHING:
        if s.credit > 0:
            low = 0
            high = 0
            bubbles = 0
        movable = _movable(s, seat)
        if payable(s, move_price(s)):
            if s.modified == layout.MOVING_CORALS:
                coral_moves = movable
            else:
                moves = movable
        heads |= _lionfish(s, movable != 0)
    return heads, low, high, bubbles, finish_low, finish_high, creatures, moves, coral_moves, end


@compiled
def _finishes(t: np.record, s: np.record, seat: int, corals: int) -> tuple[int, int]:
    """Return each coral that is ready with the corners of the fish it may take, as two halves (S22)."""
    low = 0
    high = 0
    while corals:
        space = lowest(corals)
        corals &= corals - 1
        corners = 0
        for corner in range(layout.CORNERS):
            if asked(t, s, seat, space, corner) != layout.NONE:
                corners |= 1 << corner
        if space < HALF_SPACES:
            low |= corners << layout.TURNS * space
        else:
            high |= corners << layout.TURNS * (space - HALF_SPACES)
    return low, high


@compiled
def _to_choose(t: np.record, s: np.record) -> int:
    """Return what may be chosen before pieces are placed, as bits of decisions 0 to 41."""
    if s.stage == layout.START_CHOOSING:
        return (_tiles(t, s) & CREATURES_ONLY) << layout.TAKE_TILE
    if s.stage == layout.COMBINING_TILE:
        return _tiles(t, s) << layout.TAKE_TILE
    if s.stage == layout.COMBINING_FISH:
        return _colours(s) << layout.TAKE_COLOUR if s.modified == layout.OPEN_FISH else _fish(s) << layout.TAKE_FISH
    heads = _paid_choices(s)
    if s.credit > 0:
        return heads
    if s.modified == layout.NO_POOLS:
        # An empty bag can't be chosen; the creature bag must not fall back on corals here.
        heads |= 1 << layout.DRAW if s.coral_bag[0] | s.coral_bag[1] else 0
        return heads | (2 << layout.DRAW if s.creature_bag[:].sum() > 0 else 0)
    if s.modified != layout.NO_REFRESH and s.modified != layout.SMALL_POOLS:
        for pool in range(2):
            if can_refresh(s, pool) and most_of_a_colour(t, s, pool) >= MAX_OF_ONE_COLOUR:
                heads |= 1 << (layout.FREE_REFRESH + pool)
    tiles = _tiles(t, s)
    if s.modified == layout.OPEN_FISH:
        return heads | tiles << layout.TAKE_TILE
    for slot in range(slots(s)):
        if s.pool[layout.FISH_POOL, slot] >= 0:
            heads |= (tiles >> 2 * slot & 0b11) << layout.TAKE + 2 * slot
    return heads


@compiled
def _paid_choices(s: np.record) -> int:
    """Return the refreshes and the free combination that can be paid now (S17, S18)."""
    heads = 0
    if s.modified == layout.NO_POOLS:
        return heads
    if s.modified != layout.NO_REFRESH and payable(s, refresh_price(s)):
        for pool in range(3):
            if can_refresh(s, pool):
                heads |= 1 << (layout.REFRESH + pool)
    if s.modified != layout.OPEN_FISH and payable(s, combination_price(s)):
        heads |= 1 << layout.COMBINE
    return heads


@compiled
def _tiles(t: np.record, s: np.record) -> int:
    """Return the tiles of the pools that can be taken: bit 2 * slot the coral, the next one the creature."""
    bits = 0
    creatures = 0
    for slot in range(slots(s)):
        for which in range(2):
            tile = int(s.pool[layout.CORAL_POOL if which == 0 else layout.CREATURE_POOL, slot])
            if tile >= 0:
                bits |= 1 << 2 * slot + which
                creatures |= (tile >= layout.CREATURE) << 2 * slot + which
    # A coral that has no place can't be taken, as long as there is a creature to take (modified rule 1).
    if s.modified == layout.NEAR_CORALS and creatures and _near_corals(t, s, int(s.actor)) == 0:
        return creatures
    return bits


@compiled
def _fish(s: np.record) -> int:
    bits = 0
    for slot in range(slots(s)):
        if s.pool[layout.FISH_POOL, slot] >= 0:
            bits |= 1 << slot
    return bits


@compiled
def _colours(s: np.record) -> int:
    bits = 0
    for colour in range(layout.COLOURS):
        if s.fish_bag[colour] > 0:
            bits |= 1 << colour
    return bits


@compiled
def _lionfish(s: np.record, can_move: bool) -> int:
    """Return whether the lionfish may pay a shell now: in solo play, for something that can then be paid for (S47)."""
    if s.seats != 1 or fish_left(s) == 0:
        return 0
    useful = can_move and _within_reach(s, move_price(s))
    if s.stage == layout.CHOOSING and s.modified != layout.NO_POOLS:
        if s.modified != layout.OPEN_FISH:
            useful = useful or _within_reach(s, combination_price(s))
        if s.modified != layout.NO_REFRESH and _within_reach(s, refresh_price(s)):
            for pool in range(3):
                useful = useful or can_refresh(s, pool)
    if not useful:
        return 0
    return _colours(s) << layout.LIONFISH_COLOUR if s.modified == layout.OPEN_FISH else 1 << layout.LIONFISH


@compiled
def _within_reach(s: np.record, price: int) -> bool:
    """Return whether a price that can then be paid would use up one more fish on the lionfish card."""
    return bool(s.credit < price <= s.shells[s.actor] + s.credit + fish_left(s))


@compiled
def open_spaces(t: np.record, s: np.record, seat: int, tile: int) -> int:
    """Return the spaces where a tile may be placed (S13, S21; modified rules 1 and 8)."""
    empty = layout.ALL_SPACES & ~int(s.filled[seat])
    if s.filled[seat] == 0 or s.modified == layout.NO_POOLS:
        return empty
    if s.modified == layout.NEAR_CORALS and tile < layout.CREATURE:
        spaces = _near_corals(t, s, seat)
        if spaces:
            return spaces
    return _around(t, int(s.filled[seat])) & empty


@compiled
def _near_corals(t: np.record, s: np.record, seat: int) -> int:
    """Return the empty spaces neighbouring a coral, any neighbouring a tile for the first coral (modified rule 1)."""
    corals = int(s.filled[seat] & ~s.creature_spaces[seat])
    return _around(t, corals if corals else int(s.filled[seat])) & layout.ALL_SPACES & ~int(s.filled[seat])


@compiled
def _around(t: np.record, spaces: int) -> int:
    """Return the spaces neighbouring any of some spaces."""
    around = 0
    while spaces:
        around |= int(t.neighbouring[lowest(spaces)])
        spaces &= spaces - 1
    return around


@compiled
def free_bubbles(s: np.record, seat: int) -> int:
    """Return the free bubbles of a seat's tiles; without pools any free bubble (S21, S26; modified rule 8)."""
    taken = int(s.loose[seat, 0] | s.loose[seat, 1] | s.loose[seat, 2] | s.loose[seat, 3])
    if s.modified == layout.NO_POOLS:
        return (1 << 35) - 1 & ~taken
    return int(s.own_bubbles[seat]) & ~taken


@compiled
def _movable(s: np.record, seat: int) -> int:
    """Return the bubbles of the fish that may be moved or, by modified rule 3, the spaces of the corals (S26)."""
    if s.modified == layout.MOVING_CORALS:
        return int(s.filled[seat] & ~s.done[seat] & ~s.creature_spaces[seat])
    if free_bubbles(s, seat) == 0:
        return 0
    return int(s.loose[seat, 0] | s.loose[seat, 1] | s.loose[seat, 2] | s.loose[seat, 3])


@compiled
def _four_times(spaces: int) -> int:
    """Return each space of a half with all four turns."""
    places = 0
    while spaces:
        places |= 0xF << layout.TURNS * lowest(spaces)
        spaces &= spaces - 1
    return places


@compiled
def _coral_places(t: np.record, s: np.record, seat: int) -> tuple[int, int]:
    """Return where a coral that was taken up may lie: elsewhere with its turn, or here turned (modified rule 3)."""
    here = int(s.lifted)
    turn = int(s.turned[seat, here])
    others = int(s.filled[seat]) & ~(1 << here)
    near = _around(t, others) & ~others
    low = 0
    high = 0
    for space in range(layout.SPACES):
        turns = 0
        if space == here:
            turns = 0xF ^ 1 << turn
        elif near >> space & 1:
            turns = 1 << turn
        if space < HALF_SPACES:
            low |= turns << layout.TURNS * space
        else:
            high |= turns << layout.TURNS * (space - HALF_SPACES)
    return low, high

"""The most points that a turn can end with, found by a beam search.

Points come from finished tiles. So a fish is tried only where it makes a coral ready or brings most by itself, and a
coral only where it is ready at once. Ready tiles are finished in every order and with every fish, as finishing one can
spoil another (S23). A creature is laid last, where it brings most.
"""

import numpy as np

from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.bags import slots
from atoll.games.shallow_sea.kernel.choices import choices, free_bubbles, open_spaces
from atoll.games.shallow_sea.kernel.finishing import (
    finish_creature,
    finished_corals,
    finished_creatures,
    fulfilled,
)
from atoll.games.shallow_sea.kernel.orders import to_finish
from atoll.games.shallow_sea.kernel.prices import move_price
from atoll.games.shallow_sea.kernel.result import bubble_points, lionfish_cost, lionfish_fish, score
from atoll.games.shallow_sea.kernel.turns import apply
from atoll.kit.bits import bit_count, lowest
from atoll.kit.compiled import compiled

WORST = -(1 << 40)
MAX_ENDINGS = 64
HALF_PLACES = layout.TURNS * layout.SPACES // 2


@compiled
def best_turn(
    t: np.ndarray,
    states: np.ndarray,
    base: int,
    seat: int,
    decisions: np.ndarray,
    counts: np.ndarray,
    points: np.ndarray,
) -> int:
    """See `core/loops.py`; a lower bound, as the search is a beam, without what chance may bring."""
    s = states[base]
    # In solo play the next turn has the same seat; states[0] has the number of this turn.
    if s.actor != seat or s.turn != states[0].turn or s.stage < layout.CHOOSING:
        return score(t[0], s, seat)
    if s.credit > 0:
        return score(t[0], s, seat) - _still_to_pay(t[0], s, seat)
    if s.stage == layout.MOVING_CORAL:
        return _coral_moved(t[0], states, base, seat, decisions, counts)
    if s.stage == layout.MOVING:
        return _fish_moved(t[0], states, base, seat, decisions, counts)
    return _turn(t[0], states, base, seat, decisions, counts)


@compiled
def _still_to_pay(t: np.record, s: np.record, seat: int) -> int:
    """Return what using up the lionfish's shells can cost: more fish on its card, and a fish moved away."""
    missing = max(0, move_price(s) - int(s.credit) - int(s.shells[seat]))
    cost = lionfish_cost(lionfish_fish(s) + missing) - lionfish_cost(lionfish_fish(s))
    if s.modified == layout.MOVING_CORALS:
        return cost
    least = 1 << 20
    rest = int(s.loose[seat, 0] | s.loose[seat, 1] | s.loose[seat, 2] | s.loose[seat, 3])
    while rest:
        least = min(least, bubble_points(t, s, seat, lowest(rest)))
        rest &= rest - 1
    return cost + (least if least < 1 << 20 else 0)


@compiled
def _fish_moved(
    t: np.record, states: np.ndarray, base: int, seat: int, decisions: np.ndarray, counts: np.ndarray
) -> int:
    """Return the most points after the fish being moved is put down."""
    s = states[base]
    colour = 0
    while not int(s.loose[seat, colour]) >> int(s.lifted) & 1:
        colour += 1
    best = WORST
    rest = _good_bubbles(t, s, seat, colour)
    while rest:
        states[base + 1] = states[base]
        apply(t, states[base + 1], layout.BUBBLE + lowest(rest))
        rest &= rest - 1
        best = max(best, _turn(t, states, base + 1, seat, decisions, counts))
    return best


@compiled
def _coral_moved(
    t: np.record, states: np.ndarray, base: int, seat: int, decisions: np.ndarray, counts: np.ndarray
) -> int:
    """Return the most points after the coral being moved is put down, ready if possible (modified rule 3)."""
    words = choices(t, states[base])
    tile = int(states[base].board[seat, states[base].lifted])
    best = WORST
    anywhere = layout.NONE
    for half in range(2):
        rest = words[1 + half]
        while rest:
            place = lowest(rest) + half * HALF_PLACES
            rest &= rest - 1
            anywhere = place
            if _missing(t, states[base], seat, tile, place // layout.TURNS, place % layout.TURNS) == 0:
                states[base + 1] = states[base]
                apply(t, states[base + 1], layout.PLACE + place)
                best = max(best, _turn(t, states, base + 1, seat, decisions, counts))
    if best == WORST:
        states[base + 1] = states[base]
        apply(t, states[base + 1], layout.PLACE + anywhere)
        best = _turn(t, states, base + 1, seat, decisions, counts)
    return best


@compiled
def _turn(t: np.record, states: np.ndarray, base: int, seat: int, decisions: np.ndarray, counts: np.ndarray) -> int:
    """Return the most points over the pieces that can be taken, or that are in hand."""
    s = states[base]
    tile = int(s.tile)
    if s.stage >= layout.PLACING:
        return _pieces(t, states, base, seat, tile, int(s.fish), decisions, counts)
    best = score(t, s, seat)
    if s.stage == layout.COMBINING_FISH:
        return max(best, _with_each_fish(t, states, base, seat, tile, decisions, counts))
    heads = choices(t, s)[0]
    for option in range(2 * slots(s)):
        tile = int(s.pool[layout.CORAL_POOL if option % 2 == 0 else layout.CREATURE_POOL, option // 2])
        if heads >> layout.TAKE + option & 1 and s.stage == layout.CHOOSING:
            fish = int(s.pool[layout.FISH_POOL, option // 2])
            best = max(best, _pieces(t, states, base, seat, tile, fish, decisions, counts))
        elif heads >> layout.TAKE_TILE + option & 1 and (
            s.stage == layout.COMBINING_TILE or s.modified == layout.OPEN_FISH
        ):
            best = max(best, _with_each_fish(t, states, base, seat, tile, decisions, counts))
    return best


@compiled
def _with_each_fish(
    t: np.record, states: np.ndarray, base: int, seat: int, tile: int, decisions: np.ndarray, counts: np.ndarray
) -> int:
    """Return the most points of a tile with any fish that can be taken with it."""
    s = states[base]
    seen = 0
    for colour in range(layout.COLOURS):
        if s.modified == layout.OPEN_FISH and s.fish_bag[colour] > 0:
            seen |= 1 << colour
    for slot in range(layout.SLOTS):
        if s.modified != layout.OPEN_FISH and s.pool[layout.FISH_POOL, slot] >= 0:
            seen |= 1 << int(s.pool[layout.FISH_POOL, slot])
    best = WORST
    while seen:
        best = max(best, _pieces(t, states, base, seat, tile, lowest(seen), decisions, counts))
        seen &= seen - 1
    return best


@compiled
def _pieces(
    t: np.record,
    states: np.ndarray,
    base: int,
    seat: int,
    tile: int,
    fish: int,
    decisions: np.ndarray,
    counts: np.ndarray,
) -> int:
    """Return the most points that a tile and a fish can bring, either of which may be NONE.

    A coral that can't be finished at once brings nothing wherever it lies, so it isn't laid at all here.
    """
    s = states[base]
    creature = tile if tile >= layout.CREATURE else layout.NONE
    bubbles = _good_bubbles(t, s, seat, fish) if fish >= 0 else 0
    best = WORST
    rest = bubbles
    while rest:
        _put(t, states, base, layout.NONE, 0, fish, lowest(rest))
        rest &= rest - 1
        best = max(best, _endings(t, states, base + 1, seat, creature, decisions, counts))
    if bubbles == 0:
        _put(t, states, base, layout.NONE, 0, layout.NONE, 0)
        best = max(best, _endings(t, states, base + 1, seat, creature, decisions, counts))
    if tile < 0 or tile >= layout.CREATURE:
        return best
    spaces = open_spaces(t, s, seat, tile)
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        for turn in range(layout.TURNS):
            missing = _missing(t, s, seat, tile, space, turn)
            if missing == 0:
                rest = bubbles
                while rest:
                    _put(t, states, base, tile, layout.TURNS * space + turn, fish, lowest(rest))
                    rest &= rest - 1
                    best = max(best, _endings(t, states, base + 1, seat, layout.NONE, decisions, counts))
                if bubbles == 0:
                    _put(t, states, base, tile, layout.TURNS * space + turn, layout.NONE, 0)
                    best = max(best, _endings(t, states, base + 1, seat, layout.NONE, decisions, counts))
            elif fish >= 0 and missing & (missing - 1) == 0 and _asks(t, tile, space, turn, missing) == fish:
                _put(t, states, base, tile, layout.TURNS * space + turn, fish, lowest(missing))
                best = max(best, _endings(t, states, base + 1, seat, layout.NONE, decisions, counts))
    return best


@compiled
def _put(t: np.record, states: np.ndarray, base: int, tile: int, place: int, fish: int, bubble: int) -> None:
    """Lay a tile and a fish, either of which may be NONE, in a copy of states[base] above it."""
    states[base + 1] = states[base]
    s = states[base + 1]
    s.stage = layout.PLACING
    s.tile = tile
    s.fish = fish
    if tile != layout.NONE:
        apply(t, s, layout.PLACE + place)
    if fish != layout.NONE:
        apply(t, s, layout.BUBBLE + bubble)
    s.stage = layout.FINISHING


@compiled
def _missing(t: np.record, s: np.record, seat: int, tile: int, space: int, turn: int) -> int:
    """Return the bubbles where a coral would lack a fish; all of them where one is taken by another fish."""
    missing = 0
    taken = int(s.loose[seat, 0] | s.loose[seat, 1] | s.loose[seat, 2] | s.loose[seat, 3])
    for corner in range(layout.CORNERS):
        colour = int(t.asks[tile, (corner - turn) % layout.TURNS])
        bubble = int(t.bubble[space, corner])
        if colour != layout.NONE and not int(s.loose[seat, colour]) >> bubble & 1:
            missing |= int(t.bubbles[space]) if taken >> bubble & 1 else 1 << bubble
    return missing


@compiled
def _asks(t: np.record, tile: int, space: int, turn: int, bubble: int) -> int:
    """Return the colour that a coral would ask for at one bubble, given as a set."""
    for corner in range(layout.CORNERS):
        if bubble >> int(t.bubble[space, corner]) & 1:
            return int(t.asks[tile, (corner - turn) % layout.TURNS])
    return layout.NONE


@compiled
def _good_bubbles(t: np.record, s: np.record, seat: int, fish: int) -> int:
    """Return the free bubbles where a fish makes a coral ready, and the one where it brings most as it lies."""
    free = free_bubbles(s, seat)
    good = 0
    corals = int(s.filled[seat] & ~s.done[seat] & ~s.creature_spaces[seat])
    while corals:
        space = lowest(corals)
        corals &= corals - 1
        tile = int(s.board[seat, space])
        turn = int(s.turned[seat, space])
        missing = _missing(t, s, seat, tile, space, turn)
        if missing & (missing - 1) == 0 and missing & free and _asks(t, tile, space, turn, missing) == fish:
            good |= missing
    most = -1
    place = 0
    while free:
        around = int(t.around[lowest(free)])
        points = bit_count(around & finished_corals(s, seat))
        if s.modified == layout.PROUD_FISH:
            points += bit_count(around & int(s.corals[seat, fish]))
        if points > most:
            most = points
            place = free & -free
        free &= free - 1
    return good | place


@compiled
def _endings(
    t: np.record, states: np.ndarray, base: int, seat: int, creature: int, decisions: np.ndarray, counts: np.ndarray
) -> int:
    """Return the most points over the orders to finish what is ready, and the places of a creature still to be laid."""
    best = WORST
    leaves = 0
    row = base
    counts[row, 0] = to_finish(t, states[row], seat, decisions[row])
    counts[row, 1] = 0
    while row >= base:
        if counts[row, 0] == 0:
            best = max(best, _points(t, states, row, seat, creature))
            leaves += 1
            row -= 1
            continue
        if counts[row, 1] == counts[row, 0] or (leaves >= MAX_ENDINGS and counts[row, 1] > 0):
            row -= 1
            continue
        states[row + 1] = states[row]
        apply(t, states[row + 1], int(decisions[row, counts[row, 1]]))
        counts[row, 1] += 1
        row += 1
        counts[row, 0] = to_finish(t, states[row], seat, decisions[row])
        counts[row, 1] = 0
    return best


@compiled
def _points(t: np.record, states: np.ndarray, row: int, seat: int, creature: int) -> int:
    """Return the points where nothing more is ready, with the creature laid where it brings most."""
    s = states[row]
    points = score(t, s, seat)
    if creature == layout.NONE:
        return points
    creature_type = creature - layout.CREATURE
    need = int(t.need[creature_type])
    best = 0
    spaces = open_spaces(t, s, seat, creature)
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        most = 0
        for turn in range(layout.TURNS):
            most = max(most, fulfilled(t, s, seat, creature_type, int(t.region[creature_type, turn, space])))
        if (
            s.modified == layout.LONELY_CREATURES and int(t.adjoining[space]) & finished_creatures(s, seat)
        ) or most < need:
            best = max(best, most * int(t.partial[creature_type]))
            continue
        states[row + 1] = states[row]
        after = states[row + 1]
        after.board[seat, space] = creature
        after.filled[seat] |= 1 << space
        after.creature_spaces[seat] |= 1 << space
        finish_creature(after, seat, space)
        best = max(best, score(t, after, seat) - points)
    return points + best

"""What each place would gain, looked at one by one: the rough guide that tells which turns deserve a closer look."""

import numpy as np

from atoll.core.bits import bit_count, lowest
from atoll.core.compiled import compiled
from atoll.games.shallow_sea.heuristic.hope import (
    FISH,
    coral_chance,
    coral_points,
    creature_bonus,
    creature_hope,
    look_at_corals,
    offered,
)
from atoll.games.shallow_sea.heuristic.weights import LOOSE, NEARBY, ROOM
from atoll.games.shallow_sea.kernel.choices import open_spaces
from atoll.games.shallow_sea.kernel.finishing import finished_corals
from atoll.games.shallow_sea.kernel.layout import (
    ALL_SPACES,
    BUBBLES,
    COLOURS,
    CORNERS,
    CREATURE,
    FAMILY,
    NONE,
    PROUD_FISH,
    TURNS,
)

WANTS = 2 * COLOURS


@compiled
def survey(t: np.record, s: np.record, seat: int, x: np.record) -> None:
    """Write what creatures want on each space, by colours of corals and fish, and what a fish gains on each bubble."""
    look_at_corals(t, s, seat, x)
    _find_wants(t, s, seat, x)
    _find_gains(t, s, seat, x)


@compiled
def _find_wants(t: np.record, s: np.record, seat: int, x: np.record) -> None:
    x.wants[:] = 0
    creatures = int(s.creature_spaces[seat] & ~s.done[seat])
    while creatures:
        space = lowest(creatures)
        creatures &= creatures - 1
        kind = int(s.board[seat, space]) - CREATURE
        turn = int(s.turned[seat, space])
        bonus = creature_bonus(t, s, seat, space, kind, x)
        now = creature_hope(t, s, seat, space, kind, turn, NONE, bonus, x)
        shift = FISH if t.wants_fish[kind] else 0
        for colour in range(COLOURS):
            more = creature_hope(t, s, seat, space, kind, turn, colour, bonus, x) - now
            rest = int(t.region[kind, turn, space]) & ~int(s.done[seat]) if more > 0 else 0
            while rest:
                x.wants[lowest(rest), shift + colour] += more
                rest &= rest - 1


@compiled
def wanted(wants: np.ndarray, space: int, offers: int) -> float:
    """Return what a finished coral on a space brings to the creatures: by its colour and the best of its fish."""
    coral = 0.0
    fish = 0.0
    for colour in range(COLOURS):
        if offers >> colour & 1:
            coral = wants[space, colour]
        if offers >> FISH + colour & 1:
            fish = max(fish, wants[space, FISH + colour])
    return coral + fish


@compiled
def _find_gains(t: np.record, s: np.record, seat: int, x: np.record) -> None:
    """Write what a fish of each colour gains on each bubble: loose, and for the corals there."""
    gains = x.gains
    done = finished_corals(s, seat)
    empty = ALL_SPACES & ~int(s.filled[seat])
    for bubble in range(BUBBLES):
        around = int(t.around[bubble])
        gain = 0.0
        if s.mode != FAMILY:
            gain = bit_count(around & done) + x.w[NEARBY] * bit_count(around & empty) * min(1.0, x.left / 5)
        for colour in range(COLOURS):
            gains[colour, bubble] = gain
            if s.modified == PROUD_FISH:
                gains[colour, bubble] += bit_count(around & int(s.corals[seat, colour]))
    rest = int(s.filled[seat] & ~s.done[seat] & ~s.creature_spaces[seat])
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        tile = int(s.board[seat, space])
        turn = int(s.turned[seat, space])
        points = coral_points(t, s, seat, space, tile, int(x.offers[space]), x)
        points += wanted(x.wants, space, int(x.offers[space]))
        for corner in range(CORNERS):
            bubble = int(t.bubble[space, corner])
            if t.asks[tile, (corner - turn) % TURNS] == NONE:
                gains[:, bubble] += x.w[LOOSE] * x.chance[space] if s.mode != FAMILY else 0.0
                continue
            for colour in range(COLOURS):
                chance = coral_chance(t, s, seat, space, tile, turn, colour, bubble, x)
                gains[colour, bubble] += (chance - x.chance[space]) * points


@compiled
def find_places(t: np.record, s: np.record, seat: int, tile: int, option: int, x: np.record) -> None:
    """Write the most promising places of a tile, best first, with their gains.

    For a coral also its chance and what it brings when finished, so that a fish beside it can be weighed later.
    """
    best = x.best[option]
    where = x.where[option]
    number = int(x.most_places)
    found = 0
    spaces = open_spaces(t, s, seat, tile)
    colours = offered(t, tile) if tile < CREATURE else 0
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        loss = 0.0
        for colour in range(WANTS):
            loss = max(loss, x.wants[space, colour])
        chance = 1.0
        points = 0.0
        if tile < CREATURE:
            points = coral_points(t, s, seat, space, tile, colours, x) + wanted(x.wants, space, colours)
        else:
            points = creature_bonus(t, s, seat, space, tile - CREATURE, x)
        for turn in range(TURNS):
            if _same_as_before(t, tile, space, turn):
                continue
            if tile < CREATURE:
                chance = coral_chance(t, s, seat, space, tile, turn, NONE, NONE, x)
                gain = points * chance
            else:
                gain = creature_hope(t, s, seat, space, tile - CREATURE, turn, NONE, points, x)
            gain -= x.w[ROOM] * loss
            if found == number and gain <= best[number - 1, 0]:
                continue
            at = found if found < number else number - 1
            while at > 0 and best[at - 1, 0] < gain:
                best[at] = best[at - 1]
                where[at] = where[at - 1]
                at -= 1
            best[at, 0] = gain
            best[at, 1] = points
            best[at, 2] = chance
            where[at] = TURNS * space + turn
            found = min(found + 1, number)
    x.found[option] = found


@compiled
def _same_as_before(t: np.record, tile: int, space: int, turn: int) -> bool:
    """Tell whether a tile looks the same as with a smaller turn."""
    for before in range(turn):
        same = True
        if tile >= CREATURE:
            same = t.region[tile - CREATURE, turn, space] == t.region[tile - CREATURE, before, space]
        else:
            for corner in range(CORNERS):
                same = same and t.asks[tile, (corner - turn) % TURNS] == t.asks[tile, (corner - before) % TURNS]
        if same:
            return True
    return False

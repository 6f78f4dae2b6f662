"""A rough estimate, for the shortlist, of what a tile or a fish would gain in each place, each valued on its own."""

import numpy as np

from atoll.games.shallow_sea.heuristic import weights
from atoll.games.shallow_sea.heuristic.evaluation import (
    FISH,
    assess_corals,
    coral_chance,
    coral_points,
    creature_bonus,
    creature_value,
    offered,
)
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.choices import open_spaces
from atoll.games.shallow_sea.kernel.finishing import finished_corals
from atoll.kit.bits import bit_count, lowest
from atoll.kit.compiled import compiled

WANTS = 2 * layout.COLOURS


@compiled
def survey(t: np.record, s: np.record, seat: int, x: np.record) -> None:
    """Write what creatures want on each space, by colours of corals and fish, and what a fish gains on each bubble."""
    assess_corals(t, s, seat, x)
    _find_wants(t, s, seat, x)
    _find_gains(t, s, seat, x)


@compiled
def _find_wants(t: np.record, s: np.record, seat: int, x: np.record) -> None:
    x.wants[:] = 0
    creatures = int(s.creature_spaces[seat] & ~s.done[seat])
    while creatures:
        space = lowest(creatures)
        creatures &= creatures - 1
        creature_type = int(s.board[seat, space]) - layout.CREATURE
        turn = int(s.turned[seat, space])
        bonus = creature_bonus(t, s, seat, space, creature_type, x)
        now = creature_value(t, s, seat, space, creature_type, turn, layout.NONE, bonus, x)
        shift = FISH if t.wants_fish[creature_type] else 0
        for colour in range(layout.COLOURS):
            more = creature_value(t, s, seat, space, creature_type, turn, colour, bonus, x) - now
            rest = int(t.region[creature_type, turn, space]) & ~int(s.done[seat]) if more > 0 else 0
            while rest:
                x.wants[lowest(rest), shift + colour] += more
                rest &= rest - 1


@compiled
def wanted(wants: np.ndarray, space: int, offers: int) -> float:
    """Return what a finished coral on a space brings to the creatures: by its colour and the best of its fish."""
    coral = 0.0
    fish = 0.0
    for colour in range(layout.COLOURS):
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
    empty = layout.ALL_SPACES & ~int(s.filled[seat])
    for bubble in range(layout.BUBBLES):
        around = int(t.around[bubble])
        gain = 0.0
        if s.mode != layout.FAMILY:
            gain = bit_count(around & done) + x.w[weights.NEARBY] * bit_count(around & empty) * min(1.0, x.left / 5)
        for colour in range(layout.COLOURS):
            gains[colour, bubble] = gain
            if s.modified == layout.PROUD_FISH:
                gains[colour, bubble] += bit_count(around & int(s.corals[seat, colour]))
    rest = int(s.filled[seat] & ~s.done[seat] & ~s.creature_spaces[seat])
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        tile = int(s.board[seat, space])
        turn = int(s.turned[seat, space])
        points = coral_points(t, s, seat, space, tile, int(x.offers[space]), x)
        points += wanted(x.wants, space, int(x.offers[space]))
        for corner in range(layout.CORNERS):
            bubble = int(t.bubble[space, corner])
            if t.asks[tile, (corner - turn) % layout.TURNS] == layout.NONE:
                gains[:, bubble] += x.w[weights.LOOSE] * x.chance[space] if s.mode != layout.FAMILY else 0.0
                continue
            for colour in range(layout.COLOURS):
                chance = coral_chance(t, s, seat, space, tile, turn, colour, bubble, x)
                gains[colour, bubble] += (chance - x.chance[space]) * points


@compiled
def find_places(t: np.record, s: np.record, seat: int, tile: int, option: int, x: np.record) -> None:
    """Write the most promising places of a tile, best first, with their gains.

    For a coral, also write its chance and its value when finished, so that a fish next to it can be valued later.
    """
    best = x.best[option]
    where = x.where[option]
    number = int(x.most_places)
    found = 0
    spaces = open_spaces(t, s, seat, tile)
    colours = offered(t, tile) if tile < layout.CREATURE else 0
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        loss = 0.0
        for colour in range(WANTS):
            loss = max(loss, x.wants[space, colour])
        chance = 1.0
        points = 0.0
        if tile < layout.CREATURE:
            points = coral_points(t, s, seat, space, tile, colours, x) + wanted(x.wants, space, colours)
        else:
            points = creature_bonus(t, s, seat, space, tile - layout.CREATURE, x)
        for turn in range(layout.TURNS):
            if _same_as_before(t, tile, space, turn):
                continue
            if tile < layout.CREATURE:
                chance = coral_chance(t, s, seat, space, tile, turn, layout.NONE, layout.NONE, x)
                gain = points * chance
            else:
                gain = creature_value(t, s, seat, space, tile - layout.CREATURE, turn, layout.NONE, points, x)
            gain -= x.w[weights.ROOM] * loss
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
            where[at] = layout.TURNS * space + turn
            found = min(found + 1, number)
    x.found[option] = found


@compiled
def _same_as_before(t: np.record, tile: int, space: int, turn: int) -> bool:
    """Return whether a smaller turn of the tile has the same effect."""
    for before in range(turn):
        same = True
        if tile >= layout.CREATURE:
            same = t.region[tile - layout.CREATURE, turn, space] == t.region[tile - layout.CREATURE, before, space]
        else:
            for corner in range(layout.CORNERS):
                same = (
                    same
                    and t.asks[tile, (corner - turn) % layout.TURNS] == t.asks[tile, (corner - before) % layout.TURNS]
                )
        if same:
            return True
    return False

"""The shortlist of a turn: the best pairs of pieces and places by a rough guess."""

import numpy as np

from atoll.games.shallow_sea.heuristic import weights
from atoll.games.shallow_sea.heuristic.evaluation import coral_chance, shell_value, turns_left
from atoll.games.shallow_sea.heuristic.scratch import HELD, OPTIONS
from atoll.games.shallow_sea.heuristic.survey import find_places, survey
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.bags import slots
from atoll.games.shallow_sea.kernel.choices import free_bubbles
from atoll.games.shallow_sea.kernel.prices import combination_price
from atoll.games.shallow_sea.kernel.result import FREE_LIONFISH, lionfish_fish
from atoll.kit.bits import lowest
from atoll.kit.compiled import compiled

# A turn on the shortlist is one number, made of: tile, place, fish, bubble, whether the lionfish must pay.
NO_TILE = OPTIONS
PLACES = layout.TURNS * layout.SPACES
OF_COLOUR, IN_HAND, NO_FISH = layout.SLOTS, layout.SLOTS + layout.COLOURS, layout.SLOTS + layout.COLOURS + 1
FISHES = NO_FISH + 1
NO_BUBBLE = layout.BUBBLES
ALL_TILES = (1 << HELD) - 1
WORST = -1e9


@compiled
def lionfish_can_pay(s: np.record, seat: int, heads: int, price: int) -> bool:
    """Return whether one fish on the lionfish card would make up the price (S47)."""
    return bool(heads >> layout.LIONFISH & 1 and s.shells[seat] + 1 == price)


@compiled
def cost_of(s: np.record, seat: int, price: int, x: np.record) -> float:
    """Return what paying a price costs in points; the lionfish helps where the shells do not suffice."""
    shells = int(s.shells[seat])
    cost = shell_value(s, shells, x) - shell_value(s, max(0, shells - price), x)
    if shells < price:
        cost += 1.0 if lionfish_fish(s) < FREE_LIONFISH else 2.0
    return cost


@compiled
def shorten(t: np.record, s: np.record, seat: int, heads: int, x: np.record) -> None:
    """Write the shortlist: the best turns when tile and fish are valued separately."""
    x.listed = 0
    lays = s.tile == layout.NONE or s.tile >= 0
    if s.stage == layout.START_CHOOSING or s.stage == layout.COMBINING_TILE:
        _find_tiles(s, heads >> layout.TAKE_TILE & ALL_TILES, x)
    elif s.stage == layout.CHOOSING:
        tiles = corals = 0
        for slot in range(slots(s)):
            for which in range(2):
                tile = s.pool[layout.CREATURE_POOL * which, slot]
                tiles |= (tile >= 0) << 2 * slot + which
                corals |= (0 <= tile < layout.CREATURE) << 2 * slot + which
        # Where corals have no place, only creatures can be taken (modified rule 1); corals may lie in both pools.
        open_now = heads >> (layout.TAKE_TILE if s.modified == layout.OPEN_FISH else layout.TAKE) & ALL_TILES
        if open_now & corals == 0:
            tiles &= ~corals
        _find_tiles(s, tiles, x)
    else:
        _find_tiles(s, 0, x)
        x.tiles[HELD] = s.tile
    x.left = turns_left(s, seat)
    any_tile = False
    for option in range(OPTIONS):
        any_tile = any_tile or x.tiles[option] >= 0
    if any_tile:
        x.left = max(0, x.left - 1)
    survey(t, s, seat, x)
    _find_bubbles(s, seat, x)
    for option in range(OPTIONS):
        if x.tiles[option] >= 0:
            x.linked[option] = WORST
            find_places(t, s, seat, int(x.tiles[option]), option, x)
            _pair(t, s, seat, heads, option, x)
    if not any_tile and lays:
        x.found[HELD] = 1
        x.where[HELD, 0] = layout.NONE
        x.best[HELD, 0, 0] = 0.0
        _pair(t, s, seat, heads, HELD, x)


@compiled
def _find_tiles(s: np.record, tiles: int, x: np.record) -> None:
    """Write which tiles can be chosen."""
    for option in range(OPTIONS):
        x.tiles[option] = layout.NONE
        if tiles >> option & 1:
            x.tiles[option] = s.pool[layout.CREATURE_POOL * (option % 2), option // 2]


@compiled
def _find_bubbles(s: np.record, seat: int, x: np.record) -> None:
    """Write the best bubbles for each colour of fish."""
    for colour in range(layout.COLOURS):
        found = 0
        rest = free_bubbles(s, seat)
        top = x.top[colour]
        gains = x.gains[colour]
        while rest:
            bubble = lowest(rest)
            rest &= rest - 1
            if found == x.most_bubbles and gains[bubble] <= gains[top[found - 1]]:
                continue
            at = found if found < x.most_bubbles else found - 1
            while at > 0 and gains[top[at - 1]] < gains[bubble]:
                top[at] = top[at - 1]
                at -= 1
            top[at] = bubble
            found = min(found + 1, int(x.most_bubbles))
        x.tops[colour] = found


@compiled
def _pair(t: np.record, s: np.record, seat: int, heads: int, option: int, x: np.record) -> None:
    """Put a tile on the shortlist with every fish that can go with it."""
    if s.stage == layout.START_CHOOSING or (
        s.fish == layout.NONE and s.stage != layout.CHOOSING and s.stage < layout.COMBINING_TILE
    ):
        _list(t, s, seat, option, NO_FISH, layout.NONE, 0.0, 0, x)
        return
    if s.stage >= layout.PLACING:
        _list(t, s, seat, option, IN_HAND if s.fish >= 0 else NO_FISH, int(s.fish), 0.0, 0, x)
        return
    if s.modified == layout.OPEN_FISH:
        for colour in range(layout.COLOURS):
            if s.fish_bag[colour] > 0:
                _list(t, s, seat, option, OF_COLOUR + colour, colour, 0.0, 0, x)
        return
    linked = layout.NONE
    cost = 0.0
    combines = True
    by_lionfish = 0
    if s.stage == layout.CHOOSING:
        if heads >> layout.TAKE + option & 1:
            linked = int(s.pool[layout.FISH_POOL, option // 2])
            _list(t, s, seat, option, option // 2, linked, 0.0, 0, x)
        if not heads >> layout.COMBINE & 1:
            by_lionfish = 1
            combines = lionfish_can_pay(s, seat, heads, combination_price(s))
        cost = cost_of(s, seat, combination_price(s), x)
    if not combines:
        return
    seen = 1 << linked if linked >= 0 else 0
    for slot in range(slots(s)):
        fish = int(s.pool[layout.FISH_POOL, slot])
        if fish >= 0 and not seen >> fish & 1:
            seen |= 1 << fish
            _list(t, s, seat, option, slot, fish, cost, by_lionfish, x)


@compiled
def _list(
    t: np.record,
    s: np.record,
    seat: int,
    option: int,
    which: int,
    fish: int,
    cost: float,
    by_lionfish: int,
    x: np.record,
) -> None:
    """Put a tile with a fish on the shortlist, in each of its places with each good bubble."""
    taken = int(s.loose[seat, 0] | s.loose[seat, 1] | s.loose[seat, 2] | s.loose[seat, 3])
    tile = int(x.tiles[option])
    for i in range(x.found[option]):
        place = int(x.where[option, i])
        code = ((NO_TILE if place == layout.NONE else option) * PLACES + max(0, place)) * FISHES + which
        gain = x.best[option, i, 0] - cost
        if which == NO_FISH:
            _enter(x, gain, (code * (layout.BUBBLES + 1) + NO_BUBBLE) * 2)
            continue
        corners = 0
        if place != layout.NONE:
            space = place // layout.TURNS
            corners = int(t.bubbles[space])
            for corner in range(layout.CORNERS):
                bubble = int(t.bubble[space, corner])
                if taken >> bubble & 1:
                    continue
                more = x.gains[fish, bubble]
                if tile < layout.CREATURE:
                    if t.asks[tile, (corner - place) % layout.TURNS] == layout.NONE:
                        more += x.w[weights.LOOSE] * x.best[option, i, 2]
                    else:
                        chance = coral_chance(t, s, seat, space, tile, place % layout.TURNS, fish, bubble, x)
                        more += (chance - x.best[option, i, 2]) * x.best[option, i, 1]
                if cost == 0:
                    x.linked[option] = max(x.linked[option], gain + more)
                _enter(x, gain + more, (code * (layout.BUBBLES + 1) + bubble) * 2 + by_lionfish)
        for j in range(x.tops[fish]):
            bubble = int(x.top[fish, j])
            if not corners >> bubble & 1:
                if cost == 0:
                    x.linked[option] = max(x.linked[option], gain + x.gains[fish, bubble])
                _enter(x, gain + x.gains[fish, bubble], (code * (layout.BUBBLES + 1) + bubble) * 2 + by_lionfish)


@compiled
def _enter(x: np.record, gain: float, code: int) -> None:
    """Insert a turn into the shortlist if it is good enough."""
    at = int(x.listed)
    if at == x.width:
        at -= 1
        if x.guess[at] >= gain:
            return
    else:
        x.listed += 1
    while at > 0 and x.guess[at - 1] < gain:
        x.guess[at] = x.guess[at - 1]
        x.code[at] = x.code[at - 1]
        at -= 1
    x.guess[at] = gain
    x.code[at] = code

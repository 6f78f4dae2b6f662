"""The value of a position: its points, and what corals, creatures, cards and shells can still bring."""

import math

import numpy as np

from atoll.games.shallow_sea.heuristic import weights
from atoll.games.shallow_sea.heuristic.cards import blue_gain, orange_gain, orange_progress
from atoll.games.shallow_sea.heuristic.scratch import SCRATCH, set_up
from atoll.games.shallow_sea.heuristic.tasks import missed
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.bags import fish_left
from atoll.games.shallow_sea.kernel.finishing import met
from atoll.games.shallow_sea.kernel.result import FREE_LIONFISH, lionfish_fish, score
from atoll.kit.bits import bit_count, lowest
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER

FISH = layout.COLOURS  # where the fish begin in the set of what a coral offers; its own colour comes before them


@compiled
def turns_left(s: np.record, seat: int) -> int:
    """Return how many more tiles a seat will lay; in solo play the fish can run out first (S29, S48)."""
    left = layout.SPACES - layout.EMPTY_SPACES - bit_count(int(s.filled[seat]))
    if s.seats == 1 and s.modified != layout.OPEN_FISH:
        left = min(left, fish_left(s) - int(s.unseen))
    return max(0, left)


@compiled
def _scarcity(s: np.record, x: np.record) -> None:
    """Write how much easier or harder to get each colour of fish is than the others."""
    total = 0
    for colour in range(layout.COLOURS):
        total += s.fish_bag[colour]
    for colour in range(layout.COLOURS):
        share = (layout.COLOURS * s.fish_bag[colour] + 1) / (total + 1)
        x.rare[colour] = 1 - x.w[weights.SCARCE] * max(0.0, 1 - share)
    for slot in range(layout.SLOTS):
        fish = int(s.pool[layout.FISH_POOL, slot])
        if fish >= 0:
            x.rare[fish] *= 1 + x.w[weights.AT_HAND]


@compiled
def coral_chance(
    t: np.record,
    s: np.record,
    seat: int,
    space: int,
    tile: int,
    turn: int,
    fish: int,
    where: int,
    x: np.record,
) -> float:
    """Return how likely a coral on a space gets finished, given one more fish on the bubble `where` (or NONE)."""
    chance = 1.0
    missing = 0
    taken = int(s.loose[seat, 0] | s.loose[seat, 1] | s.loose[seat, 2] | s.loose[seat, 3])
    for corner in range(layout.CORNERS):
        colour = int(t.asks[tile, (corner - turn) % layout.TURNS])
        if colour == layout.NONE:
            continue
        bubble = int(t.bubble[space, corner])
        if int(s.loose[seat, colour]) >> bubble & 1 or (bubble == where and colour == fish):
            continue
        missing += 1
        chance *= min(0.98, x.w[weights.FED] * x.rare[colour])
        if taken >> bubble & 1 or bubble == where:
            chance *= x.w[weights.BLOCKED]
    if missing == 0:
        return 1.0
    # A turn brings one fish.
    return float(chance * x.left / (x.left + x.w[weights.FEED_PACE] * missing)) if x.left >= missing else 0.0


@compiled
def offered(t: np.record, tile: int) -> int:
    """Return the colours that a finished coral brings: its own, and those of the fish it may take."""
    colours = 1 << int(t.colour[tile])
    for corner in range(layout.CORNERS):
        if t.asks[tile, corner] != layout.NONE:
            colours |= 1 << FISH + int(t.asks[tile, corner])
    return colours


@compiled
def coral_points(t: np.record, s: np.record, seat: int, space: int, tile: int, offers: int, x: np.record) -> float:
    """Return what finishing a coral brings: its value, loose fish beside it, a shell, cards."""
    points = float(t.value[tile] + x.w[weights.GAINED_SHELL] * x.w[weights.SHELL])
    if s.mode == layout.FAMILY:
        return points
    points -= x.w[weights.LOOSE]
    for corner in range(layout.CORNERS):
        points += x.w[weights.LOOSE] * (t.asks[tile, corner] != layout.NONE)
    points += x.w[weights.ORANGE] * orange_gain(t, s, seat, space, int(t.colour[tile]), offers >> FISH)
    blue = int(s.cards[1, 0])
    if blue >= 6 and (blue == 6) == bool(int(t.inner) >> space & 1):
        where = int(t.inner) if blue == 6 else layout.ALL_SPACES & ~int(t.inner)
        if int(s.corals[seat, t.colour[tile]]) & where == 0:
            points += 2 * x.w[weights.BLUE]
    return float(points)


@compiled
def creature_bonus(t: np.record, s: np.record, seat: int, space: int, creature_type: int, x: np.record) -> float:
    """Return what finishing a creature brings beyond its value: a new type, the blue card."""
    shell = float(x.w[weights.GAINED_SHELL] * x.w[weights.SHELL])
    if s.mode == layout.FAMILY:
        return shell
    bonus = shell + x.w[weights.BLUE] * blue_gain(t, s, seat, space, creature_type)
    rest = int(s.creature_spaces[seat]) & ~(1 << space)
    share = x.w[weights.DIVERSITY]
    while rest:
        other = lowest(rest)
        rest &= rest - 1
        if s.board[seat, other] == layout.CREATURE + creature_type:
            share = 0.0 if int(s.done[seat]) >> other & 1 else share / 2
    return float(bonus + 2 * share)


@compiled
def creature_value(
    t: np.record,
    s: np.record,
    seat: int,
    space: int,
    creature_type: int,
    turn: int,
    extra: int,
    bonus: float,
    x: np.record,
) -> float:
    """Return what an unfinished creature is worth, with one more item of the colour `extra` in its region."""
    chance = x.chance
    offers = x.offers
    left = int(x.left)
    region = int(t.region[creature_type, turn, space])
    need = int(t.need[creature_type])
    fish = t.wants_fish[creature_type] != 0
    unfinished = region & int(s.filled[seat] & ~s.done[seat] & ~s.creature_spaces[seat])
    room = bit_count(region & layout.ALL_SPACES & ~int(s.filled[seat] | 1 << space))
    shift = FISH if fish else 0
    met = 0
    least = 100.0
    coming = 0.0
    if t.different[creature_type]:
        have = 0
        for colour in range(layout.COLOURS):
            there = region & int(s.finned[seat, colour] if fish else s.corals[seat, colour])
            have |= (there != 0 or colour == extra) << colour
        met = min(need, bit_count(have))
        lacking = need - met
        number = 0
        for colour in range(layout.COLOURS):
            if have >> colour & 1:
                continue
            best = 0.0
            rest = unfinished
            while rest:
                other = lowest(rest)
                rest &= rest - 1
                if offers[other] >> shift + colour & 1:
                    best = max(best, chance[other])
            coming += best
            number += best > 0
        number = min(number, bit_count(unfinished))
        coming = min(coming, float(lacking), float(number))
        if lacking - number <= min(room, left):
            least = (lacking - coming) / (1 + x.w[weights.WIDE] * (room + number - lacking))
        steep = x.w[weights.DIFFERENT]
    else:
        for colour in range(layout.COLOURS):
            there = region & int(s.finned[seat, colour] if fish else s.corals[seat, colour])
            have = min(need, bit_count(there) + (colour == extra))
            lacking = need - have
            total = 0.0
            number = 0
            rest = unfinished
            while rest:
                other = lowest(rest)
                rest &= rest - 1
                if offers[other] >> shift + colour & 1:
                    total += chance[other]
                    number += 1
            total = min(total, float(lacking))
            met = max(met, have)
            coming = max(coming, have + total)
            if lacking - number <= min(room, left):
                least = min(least, (lacking - total) / (1 + x.w[weights.WIDE] * (room + number - lacking)))
        coming -= met
        steep = x.w[weights.SAME]
    full = float(t.full[creature_type] + bonus)
    if met == need:
        return full
    sure = float(met * t.partial[creature_type])
    partly = float(x.w[weights.PARTLY] * coming * t.partial[creature_type])
    if least > 50 or left == 0:
        return sure + (partly if left > 0 else 0.0)
    likely = float(math.exp(-steep * least) * left / (left + x.w[weights.ITEM_PACE] * least))
    return sure + likely * (full - sure) + (1 - likely) * partly


@compiled
def shell_value(s: np.record, shells: int, x: np.record) -> float:
    """Return what shells are worth; in solo play with the free fish that the lionfish can still take (S12, S47)."""
    value = 0.0
    one = float(x.w[weights.SHELL]) * min(1.0, x.left / x.w[weights.SHELL_SPAN])
    for _ in range(shells):
        value += one
        one *= x.w[weights.SHELL_FADES]
    if s.seats == 1:
        value += x.w[weights.LIONFISH_FADES] * one * max(0, FREE_LIONFISH - lionfish_fish(s))
    return value


@compiled
def assess_corals(t: np.record, s: np.record, seat: int, x: np.record) -> None:
    """Write the chance and the offers of each unfinished coral, and how rare each fish is."""
    _scarcity(s, x)
    rest = int(s.filled[seat] & ~s.done[seat] & ~s.creature_spaces[seat])
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        tile = int(s.board[seat, space])
        x.offers[space] = offered(t, tile)
        x.chance[space] = coral_chance(t, s, seat, space, tile, int(s.turned[seat, space]), layout.NONE, layout.NONE, x)


@compiled
def evaluate(t: np.record, s: np.record, seat: int, x: np.record) -> float:
    """Return a seat's points and what it can expect beyond them."""
    value = float(score(t, s, seat))
    x.left = turns_left(s, seat)
    if s.actor == OVER or x.left == 0:
        return value
    assess_corals(t, s, seat, x)
    rest = int(s.filled[seat] & ~s.done[seat] & ~s.creature_spaces[seat])
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        tile = int(s.board[seat, space])
        value += x.chance[space] * coral_points(t, s, seat, space, tile, int(x.offers[space]), x)
    rest = int(s.creature_spaces[seat] & ~s.done[seat])
    crowd = bit_count(rest)
    hunger = bit_count(int(s.filled[seat] & ~s.done[seat])) - crowd
    value -= (x.w[weights.CROWD] * crowd * crowd + x.w[weights.HUNGER] * hunger * hunger) / (x.left + 1)
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        creature_type = int(s.board[seat, space]) - layout.CREATURE
        bonus = creature_bonus(t, s, seat, space, creature_type, x)
        value += creature_value(t, s, seat, space, creature_type, int(s.turned[seat, space]), layout.NONE, bonus, x)
        value -= met(t, s, seat, space) * t.partial[creature_type]
    if s.mode != layout.FAMILY:
        value += x.w[weights.PROGRESS] * orange_progress(s, seat)
        value += x.w[weights.NEARBY] * _near_empty(t, s, seat) * min(1.0, x.left / 5)
    value += shell_value(s, int(s.shells[seat]), x)
    return float(value + x.left * (x.w[weights.TURN] + x.w[weights.BLOOM] * x.left))


@compiled
def _near_empty(t: np.record, s: np.record, seat: int) -> int:
    """Return how often a loose fish lies at an empty space."""
    loose = int(s.loose[seat, 0] | s.loose[seat, 1] | s.loose[seat, 2] | s.loose[seat, 3])
    rest = layout.ALL_SPACES & ~int(s.filled[seat])
    near = 0
    while rest:
        near += bit_count(loose & int(t.bubbles[lowest(rest)]))
        rest &= rest - 1
    return near


# A record does not keep the array alive that it was taken from, so the scratch is passed on as an array.


@compiled
def worth(t: np.record, s: np.record, seat: int) -> float:
    """Return what a seat's final points will be, estimated, less what it still lacks of its solo task."""
    scratch = np.empty(1, SCRATCH)
    return _worth(scratch, t, s, seat) - missed(t, s, seat)


@compiled
def _worth(scratch: np.ndarray, t: np.record, s: np.record, seat: int) -> float:
    set_up(scratch[0], 1.0, True)
    return evaluate(t, s, seat, scratch[0])

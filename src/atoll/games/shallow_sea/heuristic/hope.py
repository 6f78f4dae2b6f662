"""What corals, creatures, cards and shells may still bring, and what all of that makes a position worth."""

import math

import numpy as np

from atoll.core.bits import bit_count, lowest
from atoll.core.compiled import compiled
from atoll.core.contract import OVER
from atoll.games.shallow_sea.heuristic.cards import blue_hope, orange_hope, orange_progress
from atoll.games.shallow_sea.heuristic.weights import (
    AT_HAND,
    BLOCKED,
    BLOOM,
    BLUE,
    CROWD,
    DIFFERENT,
    DIVERSITY,
    FED,
    FEED_PACE,
    GAINED_SHELL,
    HUNGER,
    ITEM_PACE,
    LIONFISH_FADES,
    LOOSE,
    NEARBY,
    ORANGE,
    PARTLY,
    PROGRESS,
    SAME,
    SCARCE,
    SHELL,
    SHELL_FADES,
    SHELL_SPAN,
    TURN,
    WIDE,
)
from atoll.games.shallow_sea.kernel.bags import fish_left
from atoll.games.shallow_sea.kernel.finishing import met
from atoll.games.shallow_sea.kernel.layout import (
    ALL_SPACES,
    COLOURS,
    CORNERS,
    CREATURE,
    EMPTY_SPACES,
    FAMILY,
    FISH_POOL,
    NONE,
    OPEN_FISH,
    SLOTS,
    SPACES,
    TURNS,
)
from atoll.games.shallow_sea.kernel.result import FREE_LIONFISH, lionfish_fish, score

FISH = COLOURS  # in a set of colours that a coral offers: first its own, then those of the fish it may take


@compiled
def turns_left(s: np.record, seat: int) -> int:
    """Return how many tiles a seat will still lay; alone, fish can run out before (S29, S48)."""
    left = SPACES - EMPTY_SPACES - bit_count(int(s.filled[seat]))
    if s.seats == 1 and s.modified != OPEN_FISH:
        left = min(left, fish_left(s) - int(s.unseen))
    return max(0, left)


@compiled
def _scarcity(s: np.record, x: np.record) -> None:
    """Write for each colour of fish how much easier or harder than others it is to get."""
    total = 0
    for colour in range(COLOURS):
        total += s.fish_bag[colour]
    for colour in range(COLOURS):
        share = (COLOURS * s.fish_bag[colour] + 1) / (total + 1)
        x.rare[colour] = 1 - x.w[SCARCE] * max(0.0, 1 - share)
    for slot in range(SLOTS):
        fish = int(s.pool[FISH_POOL, slot])
        if fish >= 0:
            x.rare[fish] *= 1 + x.w[AT_HAND]


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
    """Return how likely a coral on a space will be finished, with a further fish on the bubble `where` (or NONE)."""
    chance = 1.0
    missing = 0
    taken = int(s.loose[seat, 0] | s.loose[seat, 1] | s.loose[seat, 2] | s.loose[seat, 3])
    for corner in range(CORNERS):
        colour = int(t.asks[tile, (corner - turn) % TURNS])
        if colour == NONE:
            continue
        bubble = int(t.bubble[space, corner])
        if int(s.loose[seat, colour]) >> bubble & 1 or (bubble == where and colour == fish):
            continue
        missing += 1
        chance *= min(0.98, x.w[FED] * x.rare[colour])
        if taken >> bubble & 1 or bubble == where:
            chance *= x.w[BLOCKED]
    if missing == 0:
        return 1.0
    # A turn brings one fish.
    return float(chance * x.left / (x.left + x.w[FEED_PACE] * missing)) if x.left >= missing else 0.0


@compiled
def offered(t: np.record, tile: int) -> int:
    """Return the colours that a finished coral brings: its own, and those of the fish it may take."""
    colours = 1 << int(t.colour[tile])
    for corner in range(CORNERS):
        if t.asks[tile, corner] != NONE:
            colours |= 1 << FISH + int(t.asks[tile, corner])
    return colours


@compiled
def coral_points(t: np.record, s: np.record, seat: int, space: int, tile: int, offers: int, x: np.record) -> float:
    """Return what finishing a coral brings by itself: its value, loose fish beside it, a shell, cards."""
    points = float(t.value[tile] + x.w[GAINED_SHELL] * x.w[SHELL])
    if s.mode == FAMILY:
        return points
    points -= x.w[LOOSE]
    for corner in range(CORNERS):
        points += x.w[LOOSE] * (t.asks[tile, corner] != NONE)
    points += x.w[ORANGE] * orange_hope(t, s, seat, space, int(t.colour[tile]), offers >> FISH)
    blue = int(s.cards[1, 0])
    if blue >= 6 and (blue == 6) == bool(int(t.inner) >> space & 1):
        where = int(t.inner) if blue == 6 else ALL_SPACES & ~int(t.inner)
        if int(s.corals[seat, t.colour[tile]]) & where == 0:
            points += 2 * x.w[BLUE]
    return float(points)


@compiled
def creature_bonus(t: np.record, s: np.record, seat: int, space: int, kind: int, x: np.record) -> float:
    """Return what finishing a creature brings beside its value: a new type, the blue card."""
    shell = float(x.w[GAINED_SHELL] * x.w[SHELL])
    if s.mode == FAMILY:
        return shell
    bonus = shell + x.w[BLUE] * blue_hope(t, s, seat, space, kind)
    rest = int(s.creature_spaces[seat]) & ~(1 << space)
    share = x.w[DIVERSITY]
    while rest:
        other = lowest(rest)
        rest &= rest - 1
        if s.board[seat, other] == CREATURE + kind:
            share = 0.0 if int(s.done[seat]) >> other & 1 else share / 2
    return float(bonus + 2 * share)


@compiled
def creature_hope(
    t: np.record,
    s: np.record,
    seat: int,
    space: int,
    kind: int,
    turn: int,
    extra: int,
    bonus: float,
    x: np.record,
) -> float:
    """Return what an unfinished creature will bring, with one more item of the colour `extra` where it looks."""
    chance = x.chance
    offers = x.offers
    left = int(x.left)
    region = int(t.region[kind, turn, space])
    need = int(t.need[kind])
    fish = t.wants_fish[kind] != 0
    unfinished = region & int(s.filled[seat] & ~s.done[seat] & ~s.creature_spaces[seat])
    room = bit_count(region & ALL_SPACES & ~int(s.filled[seat] | 1 << space))
    shift = FISH if fish else 0
    met = 0
    least = 100.0
    coming = 0.0
    if t.different[kind]:
        have = 0
        for colour in range(COLOURS):
            there = region & int(s.finned[seat, colour] if fish else s.corals[seat, colour])
            have |= (there != 0 or colour == extra) << colour
        met = min(need, bit_count(have))
        lacking = need - met
        number = 0
        for colour in range(COLOURS):
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
            least = (lacking - coming) / (1 + x.w[WIDE] * (room + number - lacking))
        steep = x.w[DIFFERENT]
    else:
        for colour in range(COLOURS):
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
                least = min(least, (lacking - total) / (1 + x.w[WIDE] * (room + number - lacking)))
        coming -= met
        steep = x.w[SAME]
    full = float(t.full[kind] + bonus)
    if met == need:
        return full
    sure = float(met * t.partial[kind])
    partly = float(x.w[PARTLY] * coming * t.partial[kind])
    if least > 50 or left == 0:
        return sure + (partly if left > 0 else 0.0)
    hope = float(math.exp(-steep * least) * left / (left + x.w[ITEM_PACE] * least))
    return sure + hope * (full - sure) + (1 - hope) * partly


@compiled
def shell_value(s: np.record, shells: int, x: np.record) -> float:
    """Return what shells are worth, alone with the free fish that the lionfish may still take (S12, S47)."""
    worth = 0.0
    one = float(x.w[SHELL]) * min(1.0, x.left / x.w[SHELL_SPAN])
    for _ in range(shells):
        worth += one
        one *= x.w[SHELL_FADES]
    if s.seats == 1:
        worth += x.w[LIONFISH_FADES] * one * max(0, FREE_LIONFISH - lionfish_fish(s))
    return worth


@compiled
def look_at_corals(t: np.record, s: np.record, seat: int, x: np.record) -> None:
    """Write the chance and the offers of each unfinished coral, and how rare each fish is."""
    _scarcity(s, x)
    rest = int(s.filled[seat] & ~s.done[seat] & ~s.creature_spaces[seat])
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        tile = int(s.board[seat, space])
        x.offers[space] = offered(t, tile)
        x.chance[space] = coral_chance(t, s, seat, space, tile, int(s.turned[seat, space]), NONE, NONE, x)


@compiled
def evaluate(t: np.record, s: np.record, seat: int, x: np.record) -> float:
    """Return a seat's points and what it may hope for."""
    worth = float(score(t, s, seat))
    x.left = turns_left(s, seat)
    if s.actor == OVER or x.left == 0:
        return worth
    look_at_corals(t, s, seat, x)
    rest = int(s.filled[seat] & ~s.done[seat] & ~s.creature_spaces[seat])
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        tile = int(s.board[seat, space])
        worth += x.chance[space] * coral_points(t, s, seat, space, tile, int(x.offers[space]), x)
    rest = int(s.creature_spaces[seat] & ~s.done[seat])
    crowd = bit_count(rest)
    hunger = bit_count(int(s.filled[seat] & ~s.done[seat])) - crowd
    worth -= (x.w[CROWD] * crowd * crowd + x.w[HUNGER] * hunger * hunger) / (x.left + 1)
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        kind = int(s.board[seat, space]) - CREATURE
        bonus = creature_bonus(t, s, seat, space, kind, x)
        worth += creature_hope(t, s, seat, space, kind, int(s.turned[seat, space]), NONE, bonus, x)
        worth -= met(t, s, seat, space) * t.partial[kind]
    if s.mode != FAMILY:
        worth += x.w[PROGRESS] * orange_progress(s, seat)
        worth += x.w[NEARBY] * _near_empty(t, s, seat) * min(1.0, x.left / 5)
    worth += shell_value(s, int(s.shells[seat]), x)
    return float(worth + x.left * (x.w[TURN] + x.w[BLOOM] * x.left))


@compiled
def _near_empty(t: np.record, s: np.record, seat: int) -> int:
    """Return how often a loose fish lies at an empty space."""
    loose = int(s.loose[seat, 0] | s.loose[seat, 1] | s.loose[seat, 2] | s.loose[seat, 3])
    rest = ALL_SPACES & ~int(s.filled[seat])
    near = 0
    while rest:
        near += bit_count(loose & int(t.bubbles[lowest(rest)]))
        rest &= rest - 1
    return near

"""Points and places (S28 to S31, S47, S50)."""

import numpy as np

from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.cards import card_points, creature_types
from atoll.games.shallow_sea.kernel.finishing import (
    finished_corals,
    met,
)
from atoll.kit.bits import bit_count, lowest
from atoll.kit.compiled import compiled
from atoll.kit.ranking import rank_in_place

FREE_LIONFISH = 2


@compiled
def tile_points(t: np.record, s: np.record, seat: int, space: int) -> int:
    """Return the points of the tile on a space; an unfinished creature counts what it has so far (S28, S30)."""
    tile = int(s.board[seat, space])
    if tile == layout.NONE:
        return 0
    if tile < layout.CREATURE:
        return int(t.value[tile]) if s.done[seat] >> space & 1 else 0
    if s.done[seat] >> space & 1:
        return int(t.full[tile - layout.CREATURE])
    return met(t, s, seat, space) * int(t.partial[tile - layout.CREATURE])


@compiled
def bubble_points(t: np.record, s: np.record, seat: int, bubble: int) -> int:
    """Return what the unfinished fish on a bubble brings: its finished corals (S30; modified rule 9)."""
    for colour in range(layout.COLOURS):
        if s.loose[seat, colour] >> bubble & 1:
            around = int(t.around[bubble])
            points = bit_count(around & finished_corals(s, seat))
            if s.modified == layout.PROUD_FISH:
                points += bit_count(around & int(s.corals[seat, colour]))
            return points
    return 0


@compiled
def fish_points(t: np.record, s: np.record, seat: int) -> int:
    """Return what all unfinished fish bring (S30)."""
    points = 0
    rest = int(s.loose[seat, 0] | s.loose[seat, 1] | s.loose[seat, 2] | s.loose[seat, 3])
    while rest:
        points += bubble_points(t, s, seat, lowest(rest))
        rest &= rest - 1
    return points


@compiled
def diversity_points(s: np.record, seat: int) -> int:
    """Return 2 points for each different type among the finished creatures (S30)."""
    return 2 * bit_count(creature_types(s, seat, layout.ALL_SPACES))


@compiled
def lionfish_fish(s: np.record) -> int:
    """Return how many fish lie on the lionfish card."""
    return int(s.lionfish[0] + s.lionfish[1] + s.lionfish[2] + s.lionfish[3] + s.unseen)


@compiled
def lionfish_cost(fish: int) -> int:
    """Return the points that fish on the lionfish card cost: 2 for each but the first two (S47)."""
    return 2 * max(0, fish - FREE_LIONFISH)


@compiled
def lionfish_points(s: np.record) -> int:
    """Return the points of the lionfish, 0 or fewer (S47)."""
    return -lionfish_cost(lionfish_fish(s))


@compiled
def chosen_colour_points(t: np.record, s: np.record, seat: int) -> int:
    """Return what scenario 15 deducts: the finished corals of the colour where they are worth least (S52)."""
    if s.scenario != layout.CHOSEN_COLOUR_SCENARIO:
        return 0
    least = 1 << 20
    for colour in range(layout.COLOURS):
        lost = 0
        rest = int(s.corals[seat, colour])
        while rest:
            lost += int(t.value[s.board[seat, lowest(rest)]])
            rest &= rest - 1
        least = min(least, lost)
    return -least


@compiled
def score(t: np.record, s: np.record, seat: int) -> int:
    """Return a seat's points, as if the game ended now (S30, S50)."""
    points = lionfish_points(s)
    for space in range(layout.SPACES):
        points += tile_points(t, s, seat, space)
    if s.mode == layout.FAMILY:
        return points
    points += card_points(t, s, seat, 0) + card_points(t, s, seat, 1)
    return points + diversity_points(s, seat) + fish_points(t, s, seat) + chosen_colour_points(t, s, seat)


@compiled
def scores(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Write the points of each seat."""
    for seat in range(s.seats):
        out[seat] = score(t, s, seat)


@compiled
def ranking(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Write the place of each seat: points, then usable shells, then shared (S31)."""
    scores(t, s, out)
    for seat in range(s.seats):
        out[seat] = out[seat] << 4 | s.shells[seat]
    rank_in_place(out, s.seats)

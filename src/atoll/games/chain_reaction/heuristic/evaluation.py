"""What a position is worth to a seat: what it has, and what it can expect to take if it plays next."""

import numpy as np

from atoll.games.chain_reaction.heuristic.prices import plain_tiles, price_of, time_left, tokens_left, value_kinds
from atoll.games.chain_reaction.heuristic.reach import SHAPE, most_taken, write_reach
from atoll.games.chain_reaction.kernel import layout
from atoll.games.chain_reaction.kernel.result import tile_points, token_points
from atoll.kit.bits import bit_count
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER

NEXT_TURN = 0.75
"""The share of the next seat's expected take that counts: what it leaves is there for the others."""


@compiled
def not_laid(s: np.record, tiles: np.ndarray) -> int:
    """Write the tiles in hands and in the stack, known or not; return their number."""
    laid = np.zeros(layout.TILES, np.bool_)
    for column in range(layout.COLUMNS):
        for level in range(s.height[column]):
            laid[s.column[column, level] // layout.TURNS] = True
    number = 0
    half = layout.TILES // 2
    for tile in range(layout.TILES):
        if not laid[tile] and not int(s.gone[tile // half]) >> tile % half & 1:
            tiles[number] = tile
            number += 1
    return number


@compiled
def expected(
    t: np.record,
    s: np.record,
    kinds: np.ndarray,
    tiles: np.ndarray,
    number: int,
    left: np.ndarray,
    right: np.ndarray,
    top: np.ndarray,
) -> float:
    """Return the most that can be taken with one of some tiles, on average; `left`, `right` and `top` are scratch."""
    write_reach(t, s, kinds, left, right, top)
    total = 0.0
    for i in range(number):
        total += most_taken(t, tiles[i], left, right, top)
    return total / number


@compiled
def worth(t: np.record, s: np.record, seat: int) -> float:
    """Return the final points to expect of the seat's tiles and tokens, and of its turn if it plays next.

    Hands do not count, even known ones: so a rollout's value does not depend on the luck of the tile in hand.
    """
    points = float(tile_points(s, seat) + token_points(t, s, seat))
    if s.actor == OVER:
        return points
    share = time_left(s) * tokens_left(bit_count(int(s.left)))
    points += share * price_of(plain_tiles(s, seat))
    if s.actor == seat and s.stage == layout.PLACING:
        kinds = np.empty(layout.KINDS)
        tiles = np.empty(layout.TILES, np.int64)
        value_kinds(s, seat, share, kinds)
        number = not_laid(s, tiles)
        points += NEXT_TURN * expected(
            t, s, kinds, tiles, number, np.empty(SHAPE), np.empty(SHAPE), np.empty(layout.COLUMNS, np.int64)
        )
    return points

"""What a position is worth to a player: what it has, and what it can expect to take if it is to play next."""

import numpy as np

from atoll.core.bits import bit_count
from atoll.core.compiled import compiled
from atoll.core.contract import OVER
from atoll.games.chain_reaction.heuristic.prices import plain_tiles, price_of, time_left, tokens_left, value_kinds
from atoll.games.chain_reaction.heuristic.reach import SHAPE, look, most
from atoll.games.chain_reaction.kernel import COLUMNS, KINDS, PLACING, TILES, TURNS, tile_points, token_points

NEXT_TURN = 0.75
"""How much of what the next player can expect to take counts: what it leaves lying is there for the others."""


@compiled
def not_laid(s: np.record, tiles: np.ndarray) -> int:
    """Write the tiles in hands and in the stack, whether one knows where they are or not; returns their number."""
    laid = np.zeros(TILES, np.bool_)
    for column in range(COLUMNS):
        for level in range(s.height[column]):
            laid[s.column[column, level] // TURNS] = True
    number = 0
    half = TILES // 2
    for tile in range(TILES):
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
    look(t, s, kinds, left, right, top)
    total = 0.0
    for i in range(number):
        total += most(t, tiles[i], left, right, top)
    return total / number


@compiled
def worth(t: np.record, s: np.record, seat: int) -> float:
    """Return the final points that the seat's tiles and tokens will come to, and those of its turn if it is to play.

    The same whatever is known of hands: so a roll-out judges without the luck of the tile in hand.
    """
    points = float(tile_points(s, seat) + token_points(t, s, seat))
    if s.actor == OVER:
        return points
    share = time_left(s) * tokens_left(bit_count(int(s.left)))
    points += share * price_of(plain_tiles(s, seat))
    if s.actor == seat and s.stage == PLACING:
        kinds = np.empty(KINDS)
        tiles = np.empty(TILES, np.int64)
        value_kinds(s, seat, share, kinds)
        number = not_laid(s, tiles)
        points += NEXT_TURN * expected(
            t, s, kinds, tiles, number, np.empty(SHAPE), np.empty(SHAPE), np.empty(COLUMNS, np.int64)
        )
    return points

"""What a chain can take from the columns, without playing it.

A tile placed on a column first takes, at its own level, a run of matching tiles from the left and from the right.
Where it goes down it meets at each level the next tile of either side: what came to lie above that one did not match
before and does not match now. So what is taken on one side depends on the symbol shown to that side and on how deep the
chain goes; and it goes down only with the symbol of the column's top tile below, as deep as that symbol repeats.

The tables of a position: `left` and `right` are what a tile on a column takes by the symbol shown to that side, once
without going down and once going down (then `left` holds what is taken from below as well); `top` is the symbol needed.
"""

import numpy as np

from atoll.games.chain_reaction.kernel import layout
from atoll.kit.compiled import compiled

STAYS, FALLS = 0, 1
SHAPE = (layout.COLUMNS, 2, layout.SYMBOLS)
NO_SYMBOL = 7


@compiled
def _run(t: np.record, s: np.record, column: int, edge: int, level: int, values: np.ndarray, side: np.ndarray) -> None:
    """Write what is taken from a neighbouring column at the level of the placed tile, by the symbol shown to it."""
    if column < 0 or column >= layout.COLUMNS or s.height[column] <= level:
        return
    symbol = int(t.edges[s.column[column, level]]) >> edge & 7
    taken = 0.0
    while level < s.height[column] and int(t.edges[s.column[column, level]]) >> edge & 7 == symbol:
        taken += values[t.kind[s.column[column, level] // layout.TURNS]]
        level += 1
    side[STAYS, symbol] = taken
    side[FALLS, symbol] = taken


@compiled
def _beside(
    t: np.record, s: np.record, column: int, edge: int, level: int, values: np.ndarray, side: np.ndarray
) -> None:
    """Add what is taken from a neighbouring column at a level that the chain goes down to."""
    if 0 <= column < layout.COLUMNS and s.height[column] > level:
        code = s.column[column, level]
        side[FALLS, int(t.edges[code]) >> edge & 7] += values[t.kind[code // layout.TURNS]]


@compiled
def write_reach(
    t: np.record, s: np.record, values: np.ndarray, left: np.ndarray, right: np.ndarray, top: np.ndarray
) -> None:
    """Write the tables of a position, where a tile of each kind is worth `values`."""
    left[:] = 0.0
    right[:] = 0.0
    for column in range(layout.COLUMNS):
        level = int(s.height[column])
        _run(t, s, column - 1, layout.RIGHT, level, values, left[column])
        _run(t, s, column + 1, layout.LEFT, level, values, right[column])
        top[column] = NO_SYMBOL
        if level > 0:
            top[column] = int(t.edges[s.column[column, level - 1]]) >> layout.TOP & 7
        below = 0.0
        while level > 0 and int(t.edges[s.column[column, level - 1]]) >> layout.TOP & 7 == top[column]:
            level -= 1
            below += values[t.kind[s.column[column, level] // layout.TURNS]]
            _beside(t, s, column - 1, layout.RIGHT, level, values, left[column])
            _beside(t, s, column + 1, layout.LEFT, level, values, right[column])
        left[column, FALLS] += below


@compiled
def takes(edges: int, column: int, left: np.ndarray, right: np.ndarray, top: np.ndarray) -> float:
    """Return the worth of what a turned tile takes on a column."""
    depth = FALLS if edges >> layout.BOTTOM & 7 == top[column] else STAYS
    return float(left[column, depth, edges >> layout.LEFT & 7] + right[column, depth, edges >> layout.RIGHT & 7])


@compiled
def most_taken(t: np.record, tile: int, left: np.ndarray, right: np.ndarray, top: np.ndarray) -> float:
    """Return the most that a tile can take, over all columns and turns."""
    best = 0.0
    for turn in range(layout.TURNS):
        edges = int(t.edges[layout.TURNS * tile + turn])
        for column in range(layout.COLUMNS):
            best = max(best, takes(edges, column, left, right, top))
    return best

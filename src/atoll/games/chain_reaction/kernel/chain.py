"""The chain (C7 to C10): which tiles a placed tile takes, one after the other."""

import numpy as np

from atoll.games.chain_reaction.kernel import layout
from atoll.kit.compiled import compiled

STEP_COLUMN, STEP_LEVEL, STEP_TILE, STEP_SYMBOL, STEP_FIELDS = range(5)


@compiled
def put(s: np.record, column: int, code: int) -> int:
    """Lay a turned tile on top of a column and return its level."""
    level = int(s.height[column])
    s.column[column, level] = code
    s.height[column] = level + 1
    return level


@compiled
def step(t: np.record, s: np.record, column: int, level: int) -> int:
    """Return the column whose tile the tile at this place takes next, or NONE: left, right, then below (C8, C9)."""
    edges = t.edges[s.column[column, level]]
    if (
        column > 0
        and s.height[column - 1] > level
        and (t.edges[s.column[column - 1, level]] >> layout.RIGHT ^ edges >> layout.LEFT) & 7 == 0
    ):
        return column - 1
    if (
        column < layout.COLUMNS - 1
        and s.height[column + 1] > level
        and (t.edges[s.column[column + 1, level]] >> layout.LEFT ^ edges >> layout.RIGHT) & 7 == 0
    ):
        return column + 1
    if level > 0 and (t.edges[s.column[column, level - 1]] >> layout.TOP ^ edges >> layout.BOTTOM) & 7 == 0:
        return column
    return layout.NONE


@compiled
def take(s: np.record, column: int, level: int) -> int:
    """Take a tile out of a column; what lies above it slides down. Returns the turned tile."""
    code = int(s.column[column, level])
    top = s.height[column] - 1
    for place in range(level, top):
        s.column[column, place] = s.column[column, place + 1]
    s.column[column, top] = layout.NONE
    s.height[column] = top
    return code


@compiled
def run_chain(t: np.record, s: np.record, column: int, code: int, steps: np.ndarray) -> int:
    """Lay a tile and write what its chain takes, a row a step, in place; returns the number of steps.

    A row: the column taken from, the level, the turned tile, and the symbol that matched.
    """
    level = put(s, column, code)
    number = 0
    while True:
        source = step(t, s, column, level)
        if source == layout.NONE:
            return number
        own = t.edges[code]
        place = level - 1 if source == column else level
        shift = layout.BOTTOM if source == column else layout.LEFT if source < column else layout.RIGHT
        steps[number, STEP_COLUMN] = source
        steps[number, STEP_LEVEL] = place
        steps[number, STEP_TILE] = take(s, source, place)
        steps[number, STEP_SYMBOL] = own >> shift & 7
        level -= source == column
        number += 1

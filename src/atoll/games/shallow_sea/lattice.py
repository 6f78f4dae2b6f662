"""The ocean board (S1 to S4), drawn once: a # is a space for a tile standing on its corner, an o is a bubble.

A row of the drawing is a row of the board, a character a column; spaces are numbered row by row, and so are bubbles.
"""

DRAWING = (
    "..o.o.o.o..",
    ".o#o#o#o#o.",
    "o#o#o#o#o#o",
    ".o#o#o#o#o.",
    "o#o#o#o#o#o",
    ".o#o#o#o#o.",
    "..o.o.o.o..",
)

Point = tuple[int, int]  # row, column


def _marked(mark: str) -> tuple[Point, ...]:
    return tuple((r, c) for r, row in enumerate(DRAWING) for c, found in enumerate(row) if found == mark)


SPACES: tuple[Point, ...] = _marked("#")
BUBBLES: tuple[Point, ...] = _marked("o")
ROWS = range(1, 6)
COLUMNS = range(1, 10)

SIDES: dict[str, Point] = {"NE": (-1, 1), "SE": (1, 1), "SW": (1, -1), "NW": (-1, -1)}
CORNERS: dict[str, Point] = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
"""From the middle of a tile to its four bubbles."""

STEPS: dict[str, Point] = SIDES | {name: (2 * r, 2 * c) for name, (r, c) in CORNERS.items()}
"""From a space to its neighbours (S2): those that share a side, and those that touch by a corner."""

CLOCKWISE = {"N": "E", "E": "S", "S": "W", "W": "N", "NE": "SE", "SE": "SW", "SW": "NW", "NW": "NE"}


def turned(direction: str, turn: int) -> str:
    """Return a direction after some quarter turns clockwise."""
    for _ in range(turn):
        direction = CLOCKWISE[direction]
    return direction


def step(space: Point, direction: str) -> Point:
    """Return the place one step away; it may lie outside the board."""
    r, c = STEPS[direction]
    return space[0] + r, space[1] + c


def ray(space: Point, direction: str) -> list[Point]:
    """Return the spaces in a direction, the nearest first."""
    found = []
    place = step(space, direction)
    while place in SPACES:
        found.append(place)
        place = step(place, direction)
    return found


def corners(space: Point) -> list[Point]:
    """Return the four bubbles of a space: N, E, S, W."""
    return [(space[0] + r, space[1] + c) for r, c in CORNERS.values()]


def bits(places: list[Point], among: tuple[Point, ...]) -> int:
    """Return places as a set of bits; what lies outside the board is left out."""
    return sum(1 << among.index(place) for place in set(places) if place in among)


def outer(space: Point) -> bool:
    """Return whether a space lies at the edge: rows 1 and 5, and the ends of rows 2 and 4 (S3)."""
    return space[0] in (1, 5) or space[1] in (1, 9)


ADJOINING = tuple(bits([step(space, side) for side in SIDES], SPACES) for space in SPACES)
NEIGHBOURING = tuple(bits([step(space, direction) for direction in STEPS], SPACES) for space in SPACES)
OUTER = bits([space for space in SPACES if outer(space)], SPACES)
INNER = (1 << len(SPACES)) - 1 ^ OUTER
ROW_BITS = tuple(bits([space for space in SPACES if space[0] == row], SPACES) for row in ROWS)
COLUMN_BITS = tuple(bits([space for space in SPACES if space[1] == column], SPACES) for column in COLUMNS)
SPACE_BUBBLES = tuple(tuple(BUBBLES.index(corner) for corner in corners(space)) for space in SPACES)
BUBBLE_SPACES = tuple(bits([space for space in SPACES if bubble in corners(space)], SPACES) for bubble in BUBBLES)
SPACE_NAMES = tuple(f"{'abcdefghi'[column - 1]}{row}" for row, column in SPACES)
BUBBLE_NAMES = tuple(f"{'zabcdefghij'[column]}{row}" for row, column in BUBBLES)

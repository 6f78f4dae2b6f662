"""Reads a card file (`cards.toml` or another edition) and builds the kernel's tables from it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from atoll.games.reef.kernel import layout
from atoll.kit.components import Item
from atoll.kit.errors import InvalidComponents

FILE = "cards.toml"
COLOUR_NAMES = ("red", "yellow", "green", "purple")
LETTERS = "rygp"
SPACE_NAMES = tuple(f"{column}{row}" for row in "1234" for column in "abcd")
SIDE = 4


class Cell(NamedTuple):
    """What a cell of a pattern asks for (R19)."""

    colour: int
    heights: int  # bit 0 = height 1

    def __str__(self) -> str:
        letter = "*" if self.colour == layout.WILD else LETTERS[self.colour]
        return letter + HEIGHT_MARKS[self.heights]


Pattern = Mapping[tuple[int, int], Cell]  # (row, column) -> what is asked there

HEIGHT_MARKS = {0b1111: "", **{1 << h - 1: f"{h}" for h in range(1, 5)}, 0b1110: "2+", 0b1100: "3+"}
MARK_HEIGHTS = {mark: heights for heights, mark in HEIGHT_MARKS.items()} | {"1+": 0b1111, "4+": 0b1000}


@dataclass(frozen=True)
class Card:
    """One card: two pieces above, a pattern or a special pattern with its value below (R2, R21)."""

    id: int
    corals: tuple[int, int]
    points: int
    pattern: Pattern
    tallest: int | None = None
    around: int | None = None

    @property
    def grid(self) -> list[list[Cell | None]]:
        """Return the pattern row by row, None where it asks for nothing."""
        height = 1 + max((row for row, _ in self.pattern), default=-1)
        width = 1 + max((column for _, column in self.pattern), default=-1)
        return [[self.pattern.get((row, column)) for column in range(width)] for row in range(height)]

    @property
    def rows(self) -> list[str]:
        """Return the pattern drawn row by row, as in a card file."""
        return [" ".join(str(cell or ".") for cell in row) for row in self.grid]


def describe(card: Card) -> dict[str, Any]:
    """Return a card as plain data: what a client draws it from."""
    return {
        "id": card.id,
        "corals": [COLOUR_NAMES[colour] for colour in card.corals],
        "points": card.points,
        "rows": [[_asked(cell) for cell in row] for row in card.grid],
        "tallest": None if card.tallest is None else COLOUR_NAMES[card.tallest],
        "around": None if card.around is None else COLOUR_NAMES[card.around],
    }


def _asked(cell: Cell | None) -> dict[str, str] | None:
    if cell is None:
        return None
    colour = "wild" if cell.colour == layout.WILD else COLOUR_NAMES[cell.colour]
    return {"colour": colour, "height": HEIGHT_MARKS[cell.heights]}


def build(data: Mapping[str, Any], place: str) -> tuple[np.ndarray, dict[int, Card]]:
    """Check the data of a card file; return the kernel's tables and the cards by id."""
    tables = data.get("card")
    if not isinstance(tables, list):
        raise InvalidComponents(f"{place}: must have its cards as [[card]] tables (R2)")
    if len(tables) != layout.CARDS:
        raise InvalidComponents(f"{place}: must have {layout.CARDS} cards, not {len(tables)} (R2)")
    cards: dict[int, Card] = {}
    for number, table in enumerate(tables, 1):
        card = _card(place, number, table)
        if card.id in cards:
            raise InvalidComponents(f"{place}: card {number}: id {card.id} is used twice (R2)")
        cards[card.id] = card
    return _tables(cards.values()), cards


def _card(place: str, number: int, table: object) -> Card:
    item = Item(f"{place}: card {number}", table, "R2")
    item.only({"id", "corals", "points", "pattern", "tallest", "around"})
    card_id = item.integer("id", 1, layout.CARDS)
    item.place = f"{place}: card {card_id}"
    points = item.integer("points", 1, 99)
    corals = item.texts("corals", 2, 2)
    for name in corals:
        if name not in COLOUR_NAMES:
            item.refuse("corals", f"must be two of {', '.join(COLOUR_NAMES)}")
    colours = COLOUR_NAMES.index(corals[0]), COLOUR_NAMES.index(corals[1])
    if "pattern" in item.fields:
        if "tallest" in item.fields or "around" in item.fields:
            item.refuse("pattern", "excludes tallest and around: a card is one or the other")
        return Card(card_id, colours, points, _pattern(item))
    item.rule = "R21"
    tallest = COLOUR_NAMES.index(item.choice("tallest", COLOUR_NAMES))
    around = COLOUR_NAMES.index(item.choice("around", COLOUR_NAMES))
    return Card(card_id, colours, points, {}, tallest, around)


def _pattern(item: Item) -> Pattern:
    item.rule = "R19"
    pattern: dict[tuple[int, int], Cell] = {}
    for row, line in enumerate(item.texts("pattern", 1, SIDE)):
        cells = line.split()
        if len(cells) > SIDE:
            item.refuse("pattern", f"has a row of {len(cells)} cells, the board has {SIDE}")
        for column, cell in enumerate(cells):
            if cell == ".":
                continue
            colour = (LETTERS + "*").find(cell[0])
            if colour < 0 or cell[1:] not in MARK_HEIGHTS:
                item.refuse(
                    "pattern", f"has a cell {cell!r}: write r y g p or *, then nothing, a height or a height and +"
                )
            pattern[row, column] = Cell(colour, MARK_HEIGHTS[cell[1:]])
    if not 1 <= len(pattern) <= layout.CELLS:
        item.refuse("pattern", f"must ask for 1 to {layout.CELLS} cells")
    if len(set(pattern.values())) > layout.CONDITIONS:
        item.refuse("pattern", f"may have at most {layout.CONDITIONS} different cells")
    return pattern


def _tables(cards: Iterable[Card]) -> np.ndarray:
    array = np.zeros(1, layout.TABLES)
    tables = array[0]
    for space in range(layout.SPACES):
        row, column = divmod(space, SIDE)
        near = [(row + y, column + x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]
        tables.around_space[space] = sum(1 << SIDE * y + x for y, x in near if 0 <= y < SIDE and 0 <= x < SIDE)
    for card in cards:
        index = card.id - 1
        tables.corals[index] = card.corals
        tables.points[index] = card.points
        tables.tallest[index] = layout.NONE if card.tallest is None else card.tallest
        tables.around[index] = layout.NONE if card.around is None else card.around
        if card.pattern:
            _pattern_tables(tables, index, card.pattern)
    return array


def _pattern_tables(tables: np.record, index: int, pattern: Pattern) -> None:
    conditions = sorted(set(pattern.values()))
    tables.cells[index] = len(pattern)
    tables.conditions[index] = len(conditions)
    for field, condition in enumerate(conditions):
        tables.colour[index, field] = condition.colour
        tables.heights[index, field] = condition.heights
    turned = _orientations([pattern])
    turned_and_mirrored = _orientations([pattern, {(row, -column): cell for (row, column), cell in pattern.items()}])
    tables.orientations[index] = len(turned)
    tables.orientations_mirrored[index] = len(turned_and_mirrored)
    for orientation, cells in enumerate(turned_and_mirrored):
        places = {SIDE * row + column: cell for (row, column), cell in cells.items()}
        tables.outline[index, orientation] = sum(1 << place for place in places)
        tables.fits[index, orientation] = sum(1 << space for space in range(layout.SPACES) if _fits(cells, space))
        for i, (place, cell) in enumerate(places.items()):
            tables.shift[index, orientation, i] = layout.SPACES * conditions.index(cell) + place


def _orientations(patterns: Iterable[Pattern]) -> list[Pattern]:
    """Return the different quarter turns of the patterns, each moved so that its lowest cell is (0, 0) (R18)."""
    found: list[Pattern] = []
    for pattern in patterns:
        cells = pattern
        for _ in range(4):
            cells = {(column, -row): cell for (row, column), cell in cells.items()}
            top, left = min(cells)
            moved = {(row - top, column - left): cell for (row, column), cell in cells.items()}
            if moved not in found:
                found.append(moved)
    return found


def _fits(cells: Pattern, space: int) -> bool:
    row, column = divmod(space, SIDE)
    return all(0 <= row + y < SIDE and 0 <= column + x < SIDE for y, x in cells)

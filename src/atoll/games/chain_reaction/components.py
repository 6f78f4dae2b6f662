"""Reads a tile file (`tiles.toml` or another edition) and builds the kernel's tables from it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from atoll.games.chain_reaction.kernel import layout
from atoll.kit.errors import InvalidComponents

FILE = "tiles.toml"
COLOUR_NAMES = ("red", "yellow", "green", "blue")
LETTERS = "rygb"
SYMBOL_NAMES = ("ring", "star", "wave", "moon", "pearls", "cross")
FIRST_TOKEN = 100
"""Tokens are numbered after the tiles: token 1 is item 101."""

TILE = re.compile(rf"(\w+) (\w+) (\w+) (\w+), ({'|'.join(COLOUR_NAMES)}) ([1-{layout.VALUES}])")
TOKEN = re.compile(rf"([1-{layout.VALUES}]( [1-{layout.VALUES}])*), ([1-9][0-9]?) points")


@dataclass(frozen=True)
class Tile:
    """One tile: the symbols on its top, right, bottom and left edge, a colour and a value (C1)."""

    id: int
    edges: tuple[int, int, int, int]
    colour: int
    value: int

    def turned(self, turn: int) -> tuple[int, ...]:
        """Return the edges, top, right, bottom, left, after some quarter turns clockwise (C7)."""
        return tuple(self.edges[(side - turn) % layout.TURNS] for side in range(layout.TURNS))


@dataclass(frozen=True)
class Token:
    """One bonus token: the values of the tiles it costs, and its points (C2)."""

    id: int
    needs: tuple[int, ...]
    points: int


def describe(item: Tile | Token) -> dict[str, Any]:
    """Return a tile or token as plain data: what a client draws it from."""
    if isinstance(item, Token):
        return {"id": FIRST_TOKEN + item.id, "token": item.id, "needs": list(item.needs), "points": item.points}
    return {
        "id": item.id,
        "edges": [SYMBOL_NAMES[edge] for edge in item.edges],
        "colour": COLOUR_NAMES[item.colour],
        "value": item.value,
    }


def build(data: Mapping[str, Any], place: str) -> tuple[np.ndarray, dict[int, Tile | Token]]:
    """Check the data of a tile file; return the kernel's tables and the items by id."""
    for name in data:
        if name not in ("edition", "tiles", "tokens"):
            raise InvalidComponents(f"{place}: {name} is not known here; there are edition, tiles and tokens (C1, C2)")
    tiles = [_tile(place, number, text) for number, text in _lines(data, place, "tiles", layout.TILES, "C1")]
    tokens = [_token(place, number, text) for number, text in _lines(data, place, "tokens", layout.TOKENS, "C2")]
    items: dict[int, Tile | Token] = {tile.id: tile for tile in tiles}
    items |= {FIRST_TOKEN + token.id: token for token in tokens}
    return _tables(tiles, tokens), items


def _lines(data: Mapping[str, Any], place: str, name: str, number: int, rule: str) -> list[tuple[int, str]]:
    table = data.get(name)
    if not isinstance(table, dict) or set(table) != {str(key) for key in range(1, number + 1)}:
        raise InvalidComponents(f"{place}: [{name}] must have a line for each number from 1 to {number} ({rule})")
    return [(key, str(table[str(key)])) for key in range(1, number + 1)]


def _tile(place: str, number: int, text: str) -> Tile:
    match = TILE.fullmatch(text)
    symbols = match.groups()[:4] if match else ()
    if not match or not set(symbols) <= set(SYMBOL_NAMES) or len(set(symbols)) != len(symbols):
        raise InvalidComponents(
            f"{place}: tile {number}: {text!r} must be four different symbols of {', '.join(SYMBOL_NAMES)}, then a "
            f"colour and a value, such as 'ring star wave moon, red 3' (C1)"
        )
    top, right, bottom, left = (SYMBOL_NAMES.index(str(symbol)) for symbol in symbols)
    return Tile(number, (top, right, bottom, left), COLOUR_NAMES.index(match[5]), int(match[6]))


def _token(place: str, number: int, text: str) -> Token:
    match = TOKEN.fullmatch(text)
    if not match:
        raise InvalidComponents(
            f"{place}: token {number}: {text!r} must be values from 1 to {layout.VALUES} and its points, such as "
            f"'1 2 3, 10 points' (C2)"
        )
    needs = tuple(sorted(int(value) for value in match[1].split()))
    if len(needs) > layout.TILES:
        raise InvalidComponents(f"{place}: token {number}: costs more tiles than there are (C2)")
    return Token(number, needs, int(match[3]))


def _tables(tiles: list[Tile], tokens: list[Token]) -> np.ndarray:
    tables = np.zeros(1, layout.TABLES)
    t = tables[0]
    for tile in tiles:
        t.kind[tile.id - 1] = layout.COLOURS * (tile.value - 1) + tile.colour
        for turn in range(layout.TURNS):
            edges = sum(edge << 3 * side for side, edge in enumerate(tile.turned(turn)))
            t.edges[layout.TURNS * (tile.id - 1) + turn] = edges
    for token in tokens:
        for value in token.needs:
            t.needs[token.id - 1, value - 1] += 1
            t.cost[token.id - 1] += 1 << 8 * (value - 1)
        t.worth[token.id - 1] = token.points
    return tables

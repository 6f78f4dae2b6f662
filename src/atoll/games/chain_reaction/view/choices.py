"""The choices of Chain Reaction: what a board highlights."""

from typing import Annotated, Literal

import numpy as np
from msgspec import Struct

from atoll.games.chain_reaction.kernel import layout
from atoll.games.chain_reaction.kernel.chain import (
    STEP_COLUMN,
    STEP_FIELDS,
    STEP_LEVEL,
    STEP_SYMBOL,
    STEP_TILE,
    run_chain,
)
from atoll.games.chain_reaction.kernel.result import plain_tiles, price
from atoll.games.chain_reaction.text.decisions import kind_text
from atoll.kit import view as kit
from atoll.kit.compiled import compiled
from atoll.kit.records import Most, tags

Colour = Literal["red", "yellow", "green", "blue"]
Symbol = Literal["ring", "star", "wave", "moon", "pearls", "cross"]
Side = Literal["below", "left", "right"]
BELOW, LEFT, RIGHT = range(3)
Values = Annotated[list[int], Most(layout.TILES)]
"""Values of tiles, ascending."""

TEXTS = (
    *(f"put {column + 1} turn {turn}" for column in range(layout.COLUMNS) for turn in range(layout.TURNS)),
    "end",
    *(f"claim {token + 1}" for token in range(layout.TOKENS)),
    *(f"pay {kind_text(kind)}" for kind in range(layout.KINDS)),
)
"""The texts of the decisions."""
MOST_CHOICES = max(layout.COLUMNS * layout.TURNS, 1 + layout.TOKENS)


class Step(Struct):
    """A tile that a chain takes: on which side of the tile laid, from where, and the symbol that matches (C8)."""

    side: Side
    column: int
    level: int
    tile: int
    colour: Colour
    value: int
    symbol: Symbol


class Place(kit.Choice):
    """Put the hand tile on a column, some quarter turns clockwise: what its chain takes, in order (C7, C8)."""

    tile: int
    column: int
    turn: int
    takes: Annotated[list[Step], Most(layout.TILES)]


class End(kit.Choice):
    """End the turn (C12)."""


class Claim(kit.Choice):
    """Claim a bonus token: `cost` is the least that the tiles for it are worth to the seat (C11)."""

    token: int
    needs: Values
    points: int
    cost: int


class Pay(kit.Choice):
    """Pay with a tile of a kind (C11)."""

    colour: Colour
    value: int


Choice = Place | End | Claim | Pay
PLACE, END, CLAIM, PAY = tags(Choice)


@compiled
def choice(t: np.record, states: np.ndarray, decision: int, out: np.record) -> None:
    """Fill in a legal decision; states[1] is scratch."""
    s = states[0]
    if decision >= layout.PAY:
        out.kind = PAY
        fill_kind(decision - layout.PAY, out)
    elif decision >= layout.CLAIM:
        out.kind = CLAIM
        token = decision - layout.CLAIM
        out.token = token + 1
        fill_values(t.needs[token], out.needs)
        out.points = t.worth[token]
        # Tiles of the secret colour go last.
        out.cost = price(int(t.cost[token]), plain_tiles(s, int(s.actor)))
    elif decision == layout.END:
        out.kind = END
    else:
        out.kind = PLACE
        _fill_place(t, states, decision - layout.PLACE, out)


@compiled
def _fill_place(t: np.record, states: np.ndarray, place: int, out: np.record) -> None:
    states[1] = states[0]
    s = states[1]
    tile = int(s.hand[s.actor])
    column = place // layout.TURNS
    out.tile = tile + 1
    out.column = column + 1
    out.turn = place % layout.TURNS
    steps = np.empty((layout.TILES, STEP_FIELDS), np.int64)
    out.takes.count = run_chain(t, s, column, layout.TURNS * tile + place % layout.TURNS, steps)
    for number in range(out.takes.count):
        fill_step(t, column, steps[number], out.takes.items[number])


@compiled
def fill_step(t: np.record, column: int, row: np.ndarray, out: np.record) -> None:
    """Fill in a tile that a chain takes, from a row of `run_chain`, for a tile laid on this column (C8)."""
    source = row[STEP_COLUMN]
    out.side = BELOW if source == column else LEFT if source < column else RIGHT
    out.column = source + 1
    out.level = row[STEP_LEVEL] + 1
    fill_tile(t, row[STEP_TILE] // layout.TURNS, out)
    out.symbol = row[STEP_SYMBOL]


@compiled
def fill_tile(t: np.record, tile: int, out: np.record) -> None:
    """Fill in a tile with its colour and value."""
    out.tile = tile + 1
    fill_kind(int(t.kind[tile]), out)


@compiled
def fill_kind(kind: int, out: np.record) -> None:
    """Fill in the colour and value of a kind of tile."""
    out.colour = kind % layout.COLOURS
    out.value = kind // layout.COLOURS + 1


@compiled
def fill_values(numbers: np.ndarray, out: np.record) -> None:
    """Fill in a list of values, from the number of tiles of each value."""
    out.count = 0
    for value in range(layout.VALUES):
        for _ in range(numbers[value]):
            out.items[out.count] = value + 1
            out.count += 1

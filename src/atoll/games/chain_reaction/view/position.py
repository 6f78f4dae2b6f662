"""A position of Chain Reaction as one seat sees it."""

from typing import Annotated, Any, Literal

import numpy as np
from msgspec import Struct

from atoll.games.chain_reaction.kernel import layout
from atoll.games.chain_reaction.kernel.result import scores, secret_points, tile_points, tiles, token_points
from atoll.games.chain_reaction.view.choices import MOST_CHOICES, Choice, Colour, Values, fill_values
from atoll.kit import view as kit
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER
from atoll.kit.game import State
from atoll.kit.ranking import decided_by
from atoll.kit.records import NULL, Bits, Exactly, Most

Phase = Literal["place", "claim", "pay", "over"]
GAME_OVER = 3
"""The phase after the stages of a turn, which come first."""
WonBy = Literal["points", "tiles", "shared"]


class Lying(Struct):
    """A tile in a column, and its quarter turns clockwise."""

    tile: int
    turn: int


class Paying(Struct):
    """The token being paid for, and the values still owed (C11)."""

    token: int
    owed: Values


class Player(Struct):
    """What lies before a player: `tiles` by value, then by colour; their `number` breaks ties (C15).

    `tile_points` include the `secret_points` of the secret colour twice, where it is known (C14).
    """

    hand: int | None
    has_tile: bool
    secret: Colour | None
    tiles: Annotated[list[Annotated[list[int], Exactly(layout.COLOURS)]], Exactly(layout.VALUES)]
    number: int
    tokens: Annotated[list[int], Bits(range(1, layout.TOKENS + 1))]
    tile_points: int
    secret_points: int
    token_points: int


class View(kit.View):
    """A position of Chain Reaction; `columns` from the bottom up, `tokens` as their owners, `stack` as its size."""

    phase: Phase
    first: int
    turn: int
    columns: Annotated[list[Annotated[list[Lying], Most(layout.HEIGHT)]], Exactly(layout.COLUMNS)]
    stack: int
    tokens: Annotated[list[int | None], Exactly(layout.TOKENS)]
    paying: Paying | None
    players: Annotated[list[Player], Most(layout.SEATS)]
    won_by: WonBy | None
    legal: Annotated[list[Choice], Most(MOST_CHOICES)]


@compiled
def view(t: np.record, s: np.record, out: np.record) -> None:
    """Fill in a position."""
    out.phase = GAME_OVER if s.actor == OVER else s.stage
    out.first = s.first
    out.turn = s.turn
    for column in range(layout.COLUMNS):
        shown = out.columns[column]
        shown.count = s.height[column]
        for level in range(s.height[column]):
            lying = shown.items[level]
            code = int(s.column[column, level])
            lying.tile = code // layout.TURNS + 1
            lying.turn = code % layout.TURNS
    out.stack = s.stack_size
    for token in range(layout.TOKENS):
        out.tokens[token] = NULL if s.token[token] == layout.NONE else s.token[token]
    out.paying.present = s.stage == layout.PAYING
    out.paying.token = s.claimed + 1
    fill_values(s.owed, out.paying.owed)
    out.players.count = s.seats
    for seat in range(s.seats):
        _fill_player(t, s, seat, out.players.items[seat])
    out.won_by = won_by(t, s) if s.actor == OVER else -1


@compiled
def _fill_player(t: np.record, s: np.record, seat: int, out: np.record) -> None:
    out.hand = NULL if s.hand[seat] < 0 else s.hand[seat] + 1
    out.has_tile = s.hand[seat] != layout.NONE
    out.secret = s.secret[seat]
    for kind in range(layout.KINDS):
        out.tiles[kind // layout.COLOURS, kind % layout.COLOURS] = s.held[seat, kind]
    out.number = tiles(s, seat)
    owned = 0
    for token in range(layout.TOKENS):
        owned |= (s.token[token] == seat) << token
    out.tokens = owned
    out.tile_points = tile_points(s, seat)
    out.secret_points = secret_points(s, seat)
    out.token_points = token_points(t, s, seat)


@compiled
def won_by(t: np.record, s: np.record) -> int:
    """Return what decided a finished game, as one of WonBy (C15)."""
    marks = np.empty((s.seats, 2), np.int64)
    scores(t, s, marks[:, 0])
    for seat in range(s.seats):
        marks[seat, 1] = tiles(s, seat)
    return decided_by(marks)


def progress(state: State) -> dict[str, int]:
    """Return the round, for lists of games."""
    s = state.fields
    return {"round": max(0, s.turn - (s.actor == OVER)) // s.seats + 1}


def census(state: State) -> dict[str, int]:
    """Count every component, wherever it is; no decision changes the counts (C1, C2)."""
    s: Any = state.fields
    lying = [code // layout.TURNS for column in s.column for code in column if code != layout.NONE]
    gone = [tile for tile in range(layout.TILES) if s.gone[tile // layout.HALF] >> tile % layout.HALF & 1]
    every = [*lying, *gone, *(tile for tile in (*s.hand, *s.stack) if tile != layout.NONE)]
    left = sum(s.left >> token & 1 for token in range(layout.TOKENS))
    taken = sum(owner != layout.NONE for owner in s.token)
    return {"tiles": len(every), "different tiles": len(set(every)), "tokens": left + taken}

"""Chain Reaction as numbers for learning: the layout of an observation as a named table, and what writes it.

Players are relative: player 0 is the observer, then clockwise; players that do not exist are all zeros. A tile is its
value, its colour, and for each edge, top, right, bottom, left as it lies, which of the six symbols it shows.
"""

import numpy as np

from atoll.games.chain_reaction.kernel import layout
from atoll.kit import observation
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER

HEIGHT = 24
TILE = 1 + layout.COLOURS + layout.TURNS * layout.SYMBOLS

LAYOUT = observation.layout([
    ("columns", (layout.COLUMNS, HEIGHT, TILE), "the tiles of each column, from the bottom up: value, colour, edges"),
    ("heights", (layout.COLUMNS,), "tiles in each column"),
    ("hand", (layout.SEATS, TILE), "the tile in a player's hand, unturned, where it is known"),
    ("has_tile", (layout.SEATS,), "1 where a player has a tile in hand"),
    ("secret", (layout.SEATS, layout.COLOURS), "1 for a player's secret colour, where it is known"),
    ("tiles", (layout.SEATS, layout.KINDS), "tiles before each player, by value and colour"),
    ("tokens", (layout.SEATS, layout.TOKENS), "1 for each bonus token that a player has"),
    ("left", (layout.TOKENS,), "1 for each bonus token that nobody has"),
    ("stack", (1,), "tiles in the stack"),
    ("claiming", (1,), "1 while tokens may be claimed"),
    ("paying", (layout.TOKENS,), "1 for the token being paid for"),
    ("owed", (layout.VALUES,), "tiles of each value still to be paid"),
    ("first", (layout.SEATS,), "1 for the first player"),
    ("actor", (layout.SEATS,), "1 for the player to decide"),
])  # fmt: skip
SIZE = observation.size(LAYOUT)

(
    _COLUMNS,
    _HEIGHTS,
    _HAND,
    _HAS_TILE,
    _SECRET,
    _TILES,
    _TOKENS,
    _LEFT,
    _STACK,
    _CLAIMING,
    _PAYING,
    _OWED,
    _FIRST,
    _ACTOR,
) = (part.start for part in LAYOUT.values())


@compiled
def observe(t: np.record, s: np.record, seat: int, out: np.ndarray) -> None:
    """Write what a seat knows; `s` has been through `hide` for it."""
    out[:] = 0
    for column in range(layout.COLUMNS):
        out[_HEIGHTS + column] = s.height[column]
        for level in range(min(HEIGHT, s.height[column])):
            _observe_tile(t, int(s.column[column, level]), _COLUMNS + (column * HEIGHT + level) * TILE, out)
    other = seat
    for player in range(s.seats):
        _observe_player(t, s, player, other, out)
        out[_FIRST + player] = other == s.first
        out[_ACTOR + player] = other == s.actor and s.actor != OVER
        other = other + 1 if other + 1 < s.seats else 0
    for token in range(layout.TOKENS):
        out[_LEFT + token] = s.token[token] == layout.NONE
    out[_STACK] = s.stack_size
    out[_CLAIMING] = s.stage == layout.CLAIMING
    if s.stage == layout.PAYING:
        out[_PAYING + s.claimed] = 1
    for value in range(layout.VALUES):
        out[_OWED + value] = s.owed[value]


@compiled
def _observe_player(t: np.record, s: np.record, player: int, seat: int, out: np.ndarray) -> None:
    out[_HAS_TILE + player] = s.hand[seat] != layout.NONE
    if s.hand[seat] >= 0:
        _observe_tile(t, layout.TURNS * int(s.hand[seat]), _HAND + player * TILE, out)
    if s.secret[seat] >= 0:
        out[_SECRET + player * layout.COLOURS + s.secret[seat]] = 1
    for kind in range(layout.KINDS):
        out[_TILES + player * layout.KINDS + kind] = s.held[seat, kind]
    for token in range(layout.TOKENS):
        out[_TOKENS + player * layout.TOKENS + token] = s.token[token] == seat


@compiled
def _observe_tile(t: np.record, code: int, start: int, out: np.ndarray) -> None:
    kind = int(t.kind[code // layout.TURNS])
    out[start] = kind // layout.COLOURS + 1
    out[start + 1 + kind % layout.COLOURS] = 1
    for side in range(layout.TURNS):
        out[start + 1 + layout.COLOURS + side * layout.SYMBOLS + (t.edges[code] >> 3 * side & 7)] = 1

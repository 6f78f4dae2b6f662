"""Reef as numbers for learning: the layout of an observation as a named table, and the function that writes it.

Players are relative: player 0 is the observer, then clockwise; players that do not exist are all zeros.
"""

import numpy as np

from atoll.core.bits import write_bits
from atoll.core.compiled import compiled
from atoll.core.contract import OVER, UNKNOWN
from atoll.core.layout import layout, size
from atoll.games.reef.kernel import CARDS, COLOURS, DISPLAY, HEIGHT, SEATS, SPACES

LAYOUT = layout([
    ("tops", (SEATS, COLOURS, SPACES), "1 where the top piece of a player's space has the colour"),
    ("heights", (SEATS, HEIGHT, SPACES), "1 where a player's stack has height 1, 2, 3, 4"),
    ("points", (SEATS,), "points of each player, -1 where they are hidden"),
    ("hand", (SEATS, CARDS), "1 for each card known to be in a player's hand"),
    ("hidden", (SEATS,), "cards in a player's hand that the observer does not know"),
    ("display", (DISPLAY, CARDS), "1 for the card in each place of the display"),
    ("tokens", (DISPLAY,), "points lying on each display card"),
    ("top", (CARDS,), "1 for the top card of the pile"),
    ("pile", (1,), "cards in the pile"),
    ("played", (CARDS,), "1 for each card played"),
    ("supply", (COLOURS,), "pieces left of each colour, without those waiting to be placed"),
    ("pending", (COLOURS,), "pieces waiting to be placed now"),
    ("card", (CARDS,), "1 for the card in play"),
    ("first", (SEATS,), "1 for the first player"),
    ("actor", (SEATS,), "1 for the player to decide"),
])  # fmt: skip
SIZE = size(LAYOUT)

(
    _TOPS,
    _HEIGHTS,
    _POINTS,
    _HAND,
    _HIDDEN,
    _DISPLAY,
    _TOKENS,
    _TOP,
    _PILE,
    _PLAYED,
    _SUPPLY,
    _PENDING,
    _CARD,
    _FIRST,
    _ACTOR,
) = (part.start for part in LAYOUT.values())


@compiled
def observe(t: np.record, s: np.record, seat: int, out: np.ndarray) -> None:
    """Write what a seat knows; `s` has been through `hide` for it."""
    boards = int(s.seats) * COLOURS * SPACES  # the boards of who plays are written whole
    out[_TOPS + boards : _HEIGHTS] = 0
    out[_HEIGHTS + boards :] = 0
    other = seat
    for player in range(SEATS):  # so that the compiler knows every place, and writes eight numbers at once
        if player == s.seats:
            break
        _observe_player(s, player, other, out)
        out[_FIRST + player] = other == s.first
        out[_ACTOR + player] = other == s.actor and s.actor != OVER
        other = other + 1 if other + 1 < s.seats else 0
    for i in range(DISPLAY):
        out[_TOKENS + i] = s.tokens[i]
        if s.display[i] >= 0:
            out[_DISPLAY + CARDS * i + s.display[i]] = 1
    out[_PILE] = s.pile_size
    if s.pile_size > 0 and s.pile[s.pile_size - 1] >= 0:
        out[_TOP + s.pile[s.pile_size - 1]] = 1
    for i in range(s.played_size):
        out[_PLAYED + (s.played[i] >> 2 & 63)] = 1  # & 63: so that it can't be a place from the end, which is slower
    for colour in range(COLOURS):
        out[_SUPPLY + colour] = s.supply[colour] - s.pending[colour]
        out[_PENDING + colour] = s.pending[colour]
    if s.card >= 0:
        out[_CARD + s.card] = 1


@compiled
def _observe_player(s: np.record, player: int, seat: int, out: np.ndarray) -> None:
    for i in range(COLOURS):
        write_bits(int(s.tops[seat, i]), SPACES, _TOPS + (player * COLOURS + i) * SPACES, out)
        write_bits(int(s.tall[seat, i]), SPACES, _HEIGHTS + (player * HEIGHT + i) * SPACES, out)
    out[_POINTS + player] = -1 if s.points[seat] == UNKNOWN else s.points[seat]
    for i in range(s.hand_size[seat]):
        if s.hand[seat, i] == UNKNOWN:
            out[_HIDDEN + player] += 1
        else:
            out[_HAND + player * CARDS + s.hand[seat, i]] = 1

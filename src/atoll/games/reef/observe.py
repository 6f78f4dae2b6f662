"""Reef as numbers for learning: the layout of an observation as a named table, and the function that writes it.

Players are relative: player 0 is the observer, then clockwise; players that do not exist are all zeros.
"""

import numpy as np

from atoll.games.reef.kernel import layout
from atoll.kit import observation
from atoll.kit.bits import write_bits
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER, UNKNOWN

LAYOUT = observation.layout([
    ("tops", (layout.SEATS, layout.COLOURS, layout.SPACES), "1 where the top piece of a player's space has the colour"),
    ("heights", (layout.SEATS, layout.HEIGHT, layout.SPACES), "1 where a player's stack has height 1, 2, 3, 4"),
    ("points", (layout.SEATS,), "points of each player, -1 where they are hidden"),
    ("hand", (layout.SEATS, layout.CARDS), "1 for each card known to be in a player's hand"),
    ("hidden", (layout.SEATS,), "cards in a player's hand that the observer does not know"),
    ("display", (layout.DISPLAY, layout.CARDS), "1 for the card in each place of the display"),
    ("tokens", (layout.DISPLAY,), "points lying on each display card"),
    ("top", (layout.CARDS,), "1 for the top card of the pile"),
    ("pile", (1,), "cards in the pile"),
    ("played", (layout.CARDS,), "1 for each card played"),
    ("supply", (layout.COLOURS,), "pieces left of each colour, without those waiting to be placed"),
    ("pending", (layout.COLOURS,), "pieces waiting to be placed now"),
    ("card", (layout.CARDS,), "1 for the card in play"),
    ("first", (layout.SEATS,), "1 for the first player"),
    ("actor", (layout.SEATS,), "1 for the player to decide"),
])  # fmt: skip
SIZE = observation.size(LAYOUT)

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
    boards = int(s.seats) * layout.COLOURS * layout.SPACES  # the boards of the players are overwritten completely
    out[_TOPS + boards : _HEIGHTS] = 0
    out[_HEIGHTS + boards :] = 0
    other = seat
    for player in range(layout.SEATS):  # a constant bound, so that the compiler writes eight numbers at once
        if player == s.seats:
            break
        _observe_player(s, player, other, out)
        out[_FIRST + player] = other == s.first
        out[_ACTOR + player] = other == s.actor and s.actor != OVER
        other = other + 1 if other + 1 < s.seats else 0
    for i in range(layout.DISPLAY):
        out[_TOKENS + i] = s.tokens[i]
        if s.display[i] >= 0:
            out[_DISPLAY + layout.CARDS * i + s.display[i]] = 1
    out[_PILE] = s.pile_size
    if s.pile_size > 0 and s.pile[s.pile_size - 1] >= 0:
        out[_TOP + s.pile[s.pile_size - 1]] = 1
    for i in range(s.played_size):
        out[_PLAYED + (s.played[i] >> 2 & 63)] = (
            1  # & 63 shows the compiler that the index is not negative, which is faster
        )
    for colour in range(layout.COLOURS):
        out[_SUPPLY + colour] = s.supply[colour] - s.pending[colour]
        out[_PENDING + colour] = s.pending[colour]
    if s.card >= 0:
        out[_CARD + s.card] = 1


@compiled
def _observe_player(s: np.record, player: int, seat: int, out: np.ndarray) -> None:
    for i in range(layout.COLOURS):
        write_bits(int(s.tops[seat, i]), layout.SPACES, _TOPS + (player * layout.COLOURS + i) * layout.SPACES, out)
        write_bits(int(s.tall[seat, i]), layout.SPACES, _HEIGHTS + (player * layout.HEIGHT + i) * layout.SPACES, out)
    out[_POINTS + player] = -1 if s.points[seat] == UNKNOWN else s.points[seat]
    for i in range(s.hand_size[seat]):
        if s.hand[seat, i] == UNKNOWN:
            out[_HIDDEN + player] += 1
        else:
            out[_HAND + player * layout.CARDS + s.hand[seat, i]] = 1

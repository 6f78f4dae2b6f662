"""Pearls as numbers for learning. Players are relative: player 0 is the observer, then clockwise."""

import numpy as np

from atoll.core.compiled import compiled
from atoll.core.contract import UNKNOWN
from atoll.core.layout import layout, size
from atoll.games.pearls.kernel import SEATS, SHELLS

LAYOUT = layout([
    ("kept", (SEATS,), "pearls that each player has kept"),
    ("dealt", (SEATS, SHELLS), "1 for the shell that a player was dealt, where it is known"),
    ("opened", (SHELLS,), "1 for each shell that was opened"),
    ("loose", (1,), "pearls that the player to decide would lose"),
    ("actor", (SEATS,), "1 for the player to decide"),
])  # fmt: skip
SIZE = size(LAYOUT)
_KEPT, _DEALT, _OPENED, _LOOSE, _ACTOR = (part.start for part in LAYOUT.values())


@compiled
def observe(t: np.record, s: np.record, seat: int, out: np.ndarray) -> None:
    """Write what a seat knows; `s` has been through `hide` for it."""
    out[:] = 0
    out[_LOOSE] = s.loose
    for player in range(s.seats):
        other = (seat + player) % s.seats
        out[_KEPT + player] = s.kept[other]
        out[_ACTOR + player] = other == s.actor
        if s.order[other] != UNKNOWN:
            out[_DEALT + SHELLS * player + s.order[other]] = 1
    for place in range(s.seats, s.top):
        if s.order[place] != UNKNOWN:
            out[_OPENED + s.order[place]] = 1

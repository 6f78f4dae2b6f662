"""The end of a game: points and places (R23 to R26)."""

import numpy as np

from atoll.games.reef.kernel import layout
from atoll.games.reef.kernel.patterns import occurrences
from atoll.kit.bits import bit_count
from atoll.kit.compiled import compiled
from atoll.kit.contract import HIDDEN_POINTS, OVER, UNKNOWN
from atoll.kit.ranking import rank_in_place


@compiled
def hand_points(t: np.record, s: np.record, seat: int, place: int) -> int:
    """Return what a card left in a hand scores at the end: its value at most once (R25)."""
    card = s.hand[seat, place]
    if card == UNKNOWN or occurrences(t, s, seat, card) == 0:
        return 0
    return int(t.points[card])


@compiled
def write_hand_points(tables: np.ndarray, position: np.ndarray, seat: int, out: np.ndarray) -> int:
    """Write what each card left in a hand scores at the end; return how many there are (R25)."""
    s = position[0]
    for place in range(s.hand_size[seat]):
        out[place] = hand_points(tables[0], s, seat, place)
    return int(s.hand_size[seat])


@compiled
def scores(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Write the points of each seat; at the end with those of the cards left in the hands (R25)."""
    for seat in range(s.seats):
        out[seat] = HIDDEN_POINTS if s.points[seat] == UNKNOWN else s.points[seat]
        if s.actor == OVER:
            for place in range(s.hand_size[seat]):
                out[seat] += hand_points(t, s, seat, place)


@compiled
def covered(s: np.record, seat: int) -> int:
    """Return how many spaces carry a piece, the first tie-break (R26)."""
    return bit_count(int(s.tops[seat, 0] | s.tops[seat, 1] | s.tops[seat, 2] | s.tops[seat, 3]))


@compiled
def towers(s: np.record, seat: int) -> int:
    """Return how many stacks have four pieces, the second tie-break (R26)."""
    return bit_count(int(s.tall[seat, layout.HEIGHT - 1]))


@compiled
def ranking(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Write the place of each seat: points, then covered spaces, then stacks of 4, then shared (R26)."""
    scores(t, s, out)
    for seat in range(s.seats):
        out[seat] = (out[seat] << 16) | covered(s, seat) << 8 | towers(s, seat)
    rank_in_place(out, s.seats)

"""What a seat's final points will be: its points so far, its hand, its board and the display."""

import numpy as np

from atoll.games.reef.heuristic.potential import brings, held, potential
from atoll.games.reef.kernel import layout
from atoll.games.reef.kernel.result import covered, hand_points
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER, UNKNOWN

# Tuned like the numbers of `potential.py`.
CARD = 0.8  # a card in hand, for its two pieces
UNSEEN = 5.0  # a hidden card in hand
SHOWN = 0.17  # the best display card
COVERED = 0.05  # a covered space
PACE = 3.0  # turns of all seats for each piece of the scarcest colour


@compiled
def worth(t: np.record, s: np.record, seat: int) -> float:
    """Return the final points of a seat, exactly at the end and as an estimate before."""
    points = float(_points(s, seat))
    if s.actor == OVER:
        return points + in_hand(t, s, seat)
    return points + outlook(t, s, seat)


@compiled
def _points(s: np.record, seat: int) -> int:
    """Return the points of a seat; hidden ones are taken to be the mean of those that are known."""
    if s.points[seat] != UNKNOWN:
        return int(s.points[seat])
    known = 0
    total = 0
    for other in range(s.seats):
        if s.points[other] != UNKNOWN:
            known += 1
            total += int(s.points[other])
    return total // known if known > 0 else layout.START_POINTS


@compiled
def in_hand(t: np.record, s: np.record, seat: int) -> int:
    """Return what the cards left in a hand would score at the end (R25)."""
    points = 0
    for place in range(s.hand_size[seat]):
        points += hand_points(t, s, seat, place)
    return points


@compiled
def turns_left(s: np.record) -> float:
    """Estimate how many turns each seat has before pieces or cards run out (R23, R24)."""
    scarcest = int(min(s.supply[0], s.supply[1], s.supply[2], s.supply[3]))
    return min(PACE * scarcest, 2.0 * int(s.pile_size)) / int(s.seats)


@compiled
def outlook(t: np.record, s: np.record, seat: int) -> float:
    """Return what a seat can expect beyond the points it has."""
    pieces = held(t, s, seat)
    size = int(s.hand_size[seat])
    left = turns_left(s)
    total = 0.0
    for place in range(size):
        card = int(s.hand[seat, place])
        total += UNSEEN if card < 0 else CARD + potential(t, s, seat, card, pieces - brings(t, card))
    if left < size:
        # Cards that won't be played any more score at most once.
        total = (left * total + (size - left) * in_hand(t, s, seat)) / size
    if size < layout.HAND_LIMIT:
        total += SHOWN * best_shown(t, s, seat, pieces) * min(left / 3, 1.0)
    return total + COVERED * covered(s, seat) * min(left / 10, 1.0)


@compiled
def best_shown(t: np.record, s: np.record, seat: int, pieces: int) -> float:
    """Return the points that a seat can expect of the best display card."""
    best = 0.0
    for place in range(layout.DISPLAY):
        card = int(s.display[place])
        if card >= 0:
            best = max(best, potential(t, s, seat, card, pieces) + s.tokens[place])
    return best

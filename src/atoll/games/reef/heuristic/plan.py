"""The ways to play a turn, best first, found by trying every place of the pieces without copying positions."""

import numpy as np

from atoll.core.bits import lowest
from atoll.core.compiled import compiled
from atoll.core.contract import OVER
from atoll.core.ways import keep
from atoll.games.reef.heuristic.outlook import best_shown, in_hand, outlook, turns_left, worth
from atoll.games.reef.heuristic.potential import held
from atoll.games.reef.kernel.layout import (
    COLOURS,
    DECISIONS,
    HAND_LIMIT,
    LONGEST_TURN,
    NONE,
    PLACE,
    SPACES,
)
from atoll.games.reef.kernel.patterns import occurrences
from atoll.games.reef.kernel.turns import apply, game_ends, legal, open_spaces, put, take_back, waiting

STEPS = LONGEST_TURN
ROWS = 3  # the position, a turn that is tried, and the best of those
BEAM = 24  # the arrangements of four pieces on the central spaces (R8)
GIFT = 0.8  # what the next seat can expect of the display


@compiled
def plan(
    t: np.record, states: np.ndarray, turns: np.ndarray, lengths: np.ndarray, values: np.ndarray, foresight: float
) -> int:
    """Write the best ways to play, or to go on with, the turn that states[0] is in; return their number."""
    before = states[0]
    s = states[1]
    states[1] = before
    if before.turn < 0:
        return _arrange(t, s, turns, lengths, values, foresight)
    way = np.empty(STEPS, np.int64)
    if before.card != NONE:
        return _place(t, s, way, 0, 0.0, turns, lengths, values, 0, foresight)
    seat = before.actor
    kept = foresight * _gift(t, before, seat)
    choices = np.empty(DECISIONS, np.int64)
    number = 0
    for i in range(legal(t, before, choices)):
        states[1] = before
        way[0] = choices[i]
        apply(t, s, choices[i])
        if s.card != NONE:
            number = _place(t, s, way, 1, kept, turns, lengths, values, number, foresight)
        else:
            value = _value(t, s, seat, foresight) - foresight * _gift(t, s, seat)
            number = keep(turns, lengths, values, number, way, 1, value)
    return number


@compiled
def _value(t: np.record, s: np.record, seat: int, foresight: float) -> float:
    """Return the value of a position after the turn of a seat."""
    promised = worth(t, s, seat)
    if s.actor == OVER:
        return promised
    points = int(s.points[seat])
    return points + foresight * (promised - points)


@compiled
def _gift(t: np.record, s: np.record, seat: int) -> float:
    """Return what the display is worth to the seat that comes next."""
    after = seat + 1 if seat + 1 < s.seats else 0
    if s.actor == OVER or s.hand_size[after] == HAND_LIMIT:
        return 0.0
    return GIFT * best_shown(t, s, after, held(t, s, after)) * min(turns_left(s) / 3, 1.0)


@compiled
def _place(
    t: np.record,
    s: np.record,
    way: np.ndarray,
    length: int,
    gift: float,
    turns: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    number: int,
    foresight: float,
) -> int:
    """Keep the best ways to place the pieces of the card in play.

    Two pieces on two spaces come to the same in either order: the other order is tried only on one space.
    """
    seat = int(s.actor)
    first, second = waiting(s)
    spaces = open_spaces(s)
    for swapped in range(2 if second not in (NONE, first) else 1):
        if swapped:
            first, second = second, first
        rest = spaces
        while rest:
            space = lowest(rest)
            put(s, seat, first, space)
            way[length] = PLACE + SPACES * first + space
            others = open_spaces(s) if second != NONE else 0
            if swapped:
                others &= 1 << space
            elif first == second:
                others &= rest
            if others == 0 and not swapped:
                value = _played(t, s, seat, gift, foresight)
                number = keep(turns, lengths, values, number, way, length + 1, value)
            while others:
                other = lowest(others)
                put(s, seat, second, other)
                way[length + 1] = PLACE + SPACES * second + other
                value = _played(t, s, seat, gift, foresight)
                number = keep(turns, lengths, values, number, way, length + 2, value)
                take_back(s, seat, second, other)
                others &= others - 1
            take_back(s, seat, first, space)
            rest &= rest - 1
    return number


@compiled
def _played(t: np.record, s: np.record, seat: int, gift: float, foresight: float) -> float:
    """Return the value of the turn if the card in play is scored now."""
    points = int(s.points[seat]) + int(t.points[s.card]) * occurrences(t, s, seat, s.card)
    if game_ends(s):
        return float(points + in_hand(t, s, seat))
    return points + foresight * outlook(t, s, seat) - gift


@compiled
def _arrange(
    t: np.record, s: np.record, turns: np.ndarray, lengths: np.ndarray, values: np.ndarray, foresight: float
) -> int:
    """Keep the best ways to arrange the start pieces (R8): colour by colour, going on from the best so far."""
    seat = int(s.actor)
    ways = np.empty((2, BEAM, STEPS), np.int64)
    sizes = np.empty((2, BEAM), np.int64)
    marks = np.empty((2, BEAM), np.float64)
    kept = 1
    length = 0
    for colour in range(COLOURS):
        if s.pending[colour] == 0:
            continue
        old = length & 1
        new = 1 - old
        found = 0
        for i in range(kept):
            way = ways[old, i]
            for step in range(length):
                put(s, seat, (way[step] - PLACE) // SPACES, (way[step] - PLACE) % SPACES)
            rest = open_spaces(s)
            while rest:
                space = lowest(rest)
                rest &= rest - 1
                put(s, seat, colour, space)
                way[length] = PLACE + SPACES * colour + space
                value = int(s.points[seat]) + foresight * outlook(t, s, seat)
                found = keep(ways[new], sizes[new], marks[new], found, way, length + 1, value)
                take_back(s, seat, colour, space)
            for step in range(length - 1, -1, -1):
                take_back(s, seat, (way[step] - PLACE) // SPACES, (way[step] - PLACE) % SPACES)
        kept = found
        length += 1
    number = 0
    for i in range(kept):
        number = keep(turns, lengths, values, number, ways[length & 1, i], length, marks[length & 1, i])
    return number

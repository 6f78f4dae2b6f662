"""The plans for a turn, best first, found by trying every place of the pieces without copying positions."""

import numpy as np

from atoll.games.reef.heuristic.evaluation import best_shown, in_hand, outlook, turns_left, worth
from atoll.games.reef.heuristic.potential import held
from atoll.games.reef.kernel import layout
from atoll.games.reef.kernel.patterns import occurrences
from atoll.games.reef.kernel.turns import apply, game_ends, legal, open_spaces, put, take_back, waiting
from atoll.kit.best import insert_best
from atoll.kit.bits import lowest
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER

LONGEST_PLAN = layout.LONGEST_TURN
ROWS = 3  # the position, a turn that is tried, and the best of those
BEAM = 24  # as many as four pieces have arrangements on the central spaces (R8)
GIFT = 0.8  # share of the best display card that the next seat can expect


@compiled
def plan(
    t: np.record, states: np.ndarray, plans: np.ndarray, lengths: np.ndarray, values: np.ndarray, foresight: float
) -> int:
    """Write the best plans for the rest of the turn that states[0] is in; return their number."""
    before = states[0]
    s = states[1]
    states[1] = before
    if before.turn < 0:
        return _arrange(t, s, plans, lengths, values, foresight)
    decisions = np.empty(LONGEST_PLAN, np.int64)
    if before.card != layout.NONE:
        return _place(t, s, decisions, 0, 0.0, plans, lengths, values, 0, foresight)
    seat = before.actor
    gift = foresight * _gift(t, before, seat)
    choices = np.empty(layout.DECISIONS, np.int64)
    number = 0
    for i in range(legal(t, before, choices)):
        states[1] = before
        decisions[0] = choices[i]
        apply(t, s, choices[i])
        if s.card != layout.NONE:
            number = _place(t, s, decisions, 1, gift, plans, lengths, values, number, foresight)
        else:
            value = _value(t, s, seat, foresight) - foresight * _gift(t, s, seat)
            number = insert_best(plans, lengths, values, number, decisions, 1, value)
    return number


@compiled
def _value(t: np.record, s: np.record, seat: int, foresight: float) -> float:
    """Return the value of a position after the turn of a seat."""
    expected = worth(t, s, seat)
    if s.actor == OVER:
        return expected
    points = int(s.points[seat])
    return points + foresight * (expected - points)


@compiled
def _gift(t: np.record, s: np.record, seat: int) -> float:
    """Return what the display is worth to the next seat."""
    after = seat + 1 if seat + 1 < s.seats else 0
    if s.actor == OVER or s.hand_size[after] == layout.HAND_LIMIT:
        return 0.0
    return GIFT * best_shown(t, s, after, held(t, s, after)) * min(turns_left(s) / 3, 1.0)


@compiled
def _place(
    t: np.record,
    s: np.record,
    decisions: np.ndarray,
    length: int,
    gift: float,
    plans: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    number: int,
    foresight: float,
) -> int:
    """Insert the best plans to place the pieces of the card in play.

    Two pieces on two spaces come to the same in either order: the other order is tried only on one space.
    """
    seat = int(s.actor)
    first, second = waiting(s)
    spaces = open_spaces(s)
    for swapped in range(2 if second not in (layout.NONE, first) else 1):
        if swapped:
            first, second = second, first
        rest = spaces
        while rest:
            space = lowest(rest)
            put(s, seat, first, space)
            decisions[length] = layout.PLACE + layout.SPACES * first + space
            others = open_spaces(s) if second != layout.NONE else 0
            if swapped:
                others &= 1 << space
            elif first == second:
                others &= rest
            if others == 0 and not swapped:
                value = _played(t, s, seat, gift, foresight)
                number = insert_best(plans, lengths, values, number, decisions, length + 1, value)
            while others:
                other = lowest(others)
                put(s, seat, second, other)
                decisions[length + 1] = layout.PLACE + layout.SPACES * second + other
                value = _played(t, s, seat, gift, foresight)
                number = insert_best(plans, lengths, values, number, decisions, length + 2, value)
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
    t: np.record, s: np.record, plans: np.ndarray, lengths: np.ndarray, values: np.ndarray, foresight: float
) -> int:
    """Write the best arrangements of the starting pieces (R8): a beam search, colour by colour."""
    seat = int(s.actor)
    beam = np.empty((2, BEAM, LONGEST_PLAN), np.int64)
    sizes = np.empty((2, BEAM), np.int64)
    beam_values = np.empty((2, BEAM), np.float64)
    width = 1
    length = 0
    for colour in range(layout.COLOURS):
        if s.pending[colour] == 0:
            continue
        old = length & 1
        new = 1 - old
        found = 0
        for i in range(width):
            decisions = beam[old, i]
            for step in range(length):
                put(
                    s,
                    seat,
                    (decisions[step] - layout.PLACE) // layout.SPACES,
                    (decisions[step] - layout.PLACE) % layout.SPACES,
                )
            rest = open_spaces(s)
            while rest:
                space = lowest(rest)
                rest &= rest - 1
                put(s, seat, colour, space)
                decisions[length] = layout.PLACE + layout.SPACES * colour + space
                value = int(s.points[seat]) + foresight * outlook(t, s, seat)
                found = insert_best(beam[new], sizes[new], beam_values[new], found, decisions, length + 1, value)
                take_back(s, seat, colour, space)
            for step in range(length - 1, -1, -1):
                take_back(
                    s,
                    seat,
                    (decisions[step] - layout.PLACE) // layout.SPACES,
                    (decisions[step] - layout.PLACE) % layout.SPACES,
                )
        width = found
        length += 1
    number = 0
    for i in range(width):
        number = insert_best(plans, lengths, values, number, beam[length & 1, i], length, beam_values[length & 1, i])
    return number

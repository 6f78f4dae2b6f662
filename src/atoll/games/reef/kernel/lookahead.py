"""The most points that a turn can end with, found by trying the places of its pieces without copying positions."""

import numpy as np

from atoll.games.reef.kernel import layout
from atoll.games.reef.kernel.patterns import occurrences
from atoll.games.reef.kernel.result import hand_points, scores
from atoll.games.reef.kernel.turns import actor, game_ends, open_spaces, put, take_back, waiting
from atoll.kit.bits import lowest
from atoll.kit.compiled import compiled


@compiled
def best_turn(
    t: np.ndarray,
    states: np.ndarray,
    base: int,
    seat: int,
    decisions: np.ndarray,
    counts: np.ndarray,
    points: np.ndarray,
) -> int:
    """See `core/loops.py`; only the pieces of a card in play can add points.

    Two pieces on two spaces come to the same in either order: the order matters only on one space (R13, R22).
    """
    return most_points(t[0], states[base], seat, points)


@compiled
def most_points(t: np.record, s: np.record, seat: int, points: np.ndarray) -> int:
    """Return the most points that the seat can have when its turn ends; `s` and `points` are scratch."""
    if actor(s) != seat or s.card == layout.NONE:
        scores(t, s, points)
        return int(points[seat])
    first, second = waiting(s)
    most = 0
    if second == layout.NONE:
        most = _best_place(t, s, seat, first, open_spaces(s))
    else:
        most = _best_places(t, s, seat, first, second)
    return int(s.points[seat]) + most


@compiled
def _best_places(t: np.record, s: np.record, seat: int, first: int, second: int) -> int:
    """Return the most that the card in play can bring with two more pieces."""
    most = 0
    spaces = open_spaces(s)
    rest = spaces
    while rest:
        space = lowest(rest)
        put(s, seat, first, space)
        # Of two equal pieces the second one goes on the same space or a later one.
        others = open_spaces(s) & (rest if first == second else -1)
        most = max(most, _best_place(t, s, seat, second, others) if others else _worth(t, s, seat))
        take_back(s, seat, first, space)
        rest &= rest - 1
    if first != second:
        rest = spaces
        while rest:
            space = lowest(rest)
            put(s, seat, second, space)
            most = max(most, _best_place(t, s, seat, first, open_spaces(s) & 1 << space))
            take_back(s, seat, second, space)
            rest &= rest - 1
    return most


@compiled
def _best_place(t: np.record, s: np.record, seat: int, colour: int, spaces: int) -> int:
    """Return the most that the card in play can bring with one more piece on one of some spaces."""
    most = 0
    while spaces:
        space = lowest(spaces)
        put(s, seat, colour, space)
        most = max(most, _worth(t, s, seat))
        take_back(s, seat, colour, space)
        spaces &= spaces - 1
    return most


@compiled
def _worth(t: np.record, s: np.record, seat: int) -> int:
    """Return what the turn brings as the board is now: the card in play and, if the game ends, the hand (R16, R25)."""
    points = int(t.points[s.card]) * occurrences(t, s, seat, s.card)
    if game_ends(s):
        for place in range(s.hand_size[seat]):
            points += hand_points(t, s, seat, place)
    return points

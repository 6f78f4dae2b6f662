"""What a finished game of Shallow Sea means (S31, S49)."""

from atoll.core.state import State
from atoll.games.shallow_sea import kernel

RANKS = ((190, "poseidon"), (180, "nymph"), (170, "siren"), (160, "sailor"), (145, "diver"), (130, "swimmer"))
"""The fewest points of each rank of a game alone (S49)."""


def won_by(state: State) -> str:
    """Return what decided a finished game: points, shells or shared (S31)."""
    marks = [(points or 0, state.fields.shells[seat]) for seat, points in enumerate(state.scores())]
    best = max(marks)
    rivals = [mark for mark in marks if mark[0] == best[0]]
    if len(rivals) == 1:
        return "points"
    return "shells" if rivals.count(best) == 1 else "shared"


def rank(state: State) -> str | None:
    """Return the rank that a finished game alone has earned; None below the lowest and in family games (S49, S50)."""
    points = state.scores()[0] or 0
    if state.fields.mode == kernel.FAMILY:
        return None
    return next((name for least, name in RANKS if points >= least), None)


def next_rank(points: int) -> tuple[int, str] | None:
    """Return the next higher rank with the points it needs, None at the top.

    >>> next_rank(74), next_rank(130), next_rank(190)
    ((130, 'swimmer'), (145, 'diver'), None)
    """
    return next((rank for rank in reversed(RANKS) if points < rank[0]), None)

"""What a finished game of Shallow Sea means (S31, S49)."""

from atoll.core.state import State

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
    """Return the rank that a finished game alone has earned, None below the lowest (S49)."""
    points = state.scores()[0] or 0
    return next((name for least, name in RANKS if points >= least), None)

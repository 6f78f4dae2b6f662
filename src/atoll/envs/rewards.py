"""What a game pays: three kinds of reward, the same in every environment.

| kind | when | what a seat gets |
|---|---|---|
| `margin` | at the end | its points less those of the best other seat; in a game alone its points |
| `win` | at the end | 1 for a victory, 0 for a shared one, -1 for a defeat |
| `points` | after every decision | what its points have changed by, so that the sum is what it scored |
"""

import numpy as np

from atoll.core.contract import OVER, actor, ranking, scores
from atoll.core.errors import InvalidOption
from atoll.core.places import points_to_leads

KINDS = ("margin", "win", "points")
MARGIN, WIN, POINTS = range(3)

BOUND = 1000.0
"""No reward of a game is further from 0, nor any number of an observation, with the components that come with it."""

OWN_BOUND = 32767.0
"""The same with components of a player's own, whose cards may bring far more: what an int16 holds."""


def kind_of(name: str, seats: int) -> int:
    """Return the number of a kind of reward, if it means something for so many seats."""
    if name not in KINDS:
        raise InvalidOption(f"reward must be one of {', '.join(KINDS)}, not {name!r}")
    if name == "win" and seats == 1:
        raise InvalidOption("reward: a game alone has no winner; take margin or points")
    return KINDS.index(name)


def pay(t: np.record, s: np.record, kind: int, points: np.ndarray, places: np.ndarray, out: np.ndarray) -> None:
    """Write what each seat gets for the decision that led here; `points` holds the points before, `places` is scratch.

    Bound to each game's functions like everything in `loops.py`.
    """
    over = actor(s) == OVER
    if kind != POINTS and not over:
        for seat in range(len(out)):
            out[seat] = 0
        return
    if kind == WIN:
        ranking(t, s, places)
        winners = 0
        for seat in range(len(out)):
            winners += places[seat] == 1
        for seat in range(len(out)):
            out[seat] = -1 if places[seat] > 1 else 1 if winners == 1 else 0
        return
    scores(t, s, places)
    for seat in range(len(out)):
        out[seat] = places[seat]
        if kind == POINTS:
            out[seat] -= points[seat]
            points[seat] = places[seat]
    if kind == MARGIN:
        points_to_leads(out, len(out))

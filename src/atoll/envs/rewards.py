"""What a game pays: three rewards, the same in every environment.

| reward | when | what a seat gets |
|---|---|---|
| `margin` | at the end | its points less those of the best other seat; in a solo game its points |
| `win` | at the end | 1 for a victory, 0 for a shared one, -1 for a defeat |
| `points` | after every decision | the change of its points, so that the sum is what it scored |
"""

import numpy as np

from atoll.kit.contract import OVER, actor, ranking, scores
from atoll.kit.errors import InvalidOption
from atoll.kit.ranking import margins_in_place

REWARDS = ("margin", "win", "points")
MARGIN, WIN, POINTS = range(3)

BOUND = 1000.0
"""With the standard edition no reward and no number of an observation is further from 0."""

EDITION_BOUND = 32767.0
"""The same for other editions, whose cards may bring far more: the largest int16."""


def reward_code(name: str, seats: int) -> int:
    """Return the number of a reward; refuse one that has no meaning for this number of seats."""
    if name not in REWARDS:
        raise InvalidOption(f"reward must be one of {', '.join(REWARDS)}, not {name!r}")
    if name == "win" and seats == 1:
        raise InvalidOption("reward: a solo game has no winner; take margin or points")
    return REWARDS.index(name)


def write_rewards(
    t: np.record, s: np.record, reward: int, points: np.ndarray, scratch: np.ndarray, rewards: np.ndarray
) -> None:
    """Write what each seat gets for the decision that led to this position; `points` holds the points before it.

    Bound to each game's functions, as everything in `loops.py`.
    """
    over = actor(s) == OVER
    if reward != POINTS and not over:
        for seat in range(len(rewards)):
            rewards[seat] = 0
        return
    if reward == WIN:
        ranking(t, s, scratch)
        winners = 0
        for seat in range(len(rewards)):
            winners += scratch[seat] == 1
        for seat in range(len(rewards)):
            rewards[seat] = -1 if scratch[seat] > 1 else 1 if winners == 1 else 0
        return
    scores(t, s, scratch)
    for seat in range(len(rewards)):
        rewards[seat] = scratch[seat]
        if reward == POINTS:
            rewards[seat] -= points[seat]
            points[seat] = scratch[seat]
    if reward == MARGIN:
        margins_in_place(rewards, len(rewards))

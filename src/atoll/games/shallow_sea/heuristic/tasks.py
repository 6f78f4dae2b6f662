"""What a seat lacks of the task of its scenario (S52); `achievements.py` has the same tasks as questions."""

import numpy as np

from atoll.core.bits import bit_count
from atoll.core.compiled import compiled
from atoll.games.shallow_sea.kernel.cards import card_points, creature_types
from atoll.games.shallow_sea.kernel.layout import ALL_SPACES, COLOURS

TASK = 12.0
"""What a step that is lacking costs: more than it takes, and no more than a few turns are worth."""
A_STEP = 4
"""Card points are counted in steps of so many."""


@compiled
def missed(t: np.record, s: np.record, seat: int) -> float:
    """Return what is taken off a seat's points for what it lacks of its task: nothing where others play, too."""
    return TASK * lacking(t, s, seat) if s.seats == 1 else 0.0


@compiled
def lacking(t: np.record, s: np.record, seat: int) -> int:
    """Return how many steps a seat is away from doing its scenario's task; 0 where it is done or there is none."""
    scenario = int(s.scenario)
    if scenario == 4:
        return _below(s.corals[seat], 2)
    if scenario == 5:
        return max(0, 5 - _most(s.corals[seat]))
    if scenario == 6:
        return max(0, 4 - bit_count(creature_types(s, seat, ALL_SPACES & ~int(t.inner))))
    if scenario == 7 or scenario == 9:
        return 0 if _between(s.finned[seat], 1, 1 if scenario == 7 else 5) else 1
    if scenario == 8 or scenario == 10 or scenario == 11:
        wanted = 4 if scenario == 8 else scenario - 5
        return max(0, wanted - bit_count(creature_types(s, seat, ALL_SPACES)))
    if scenario == 12:
        points = card_points(t, s, seat, 0) + card_points(t, s, seat, 1)
        return (max(0, 30 - points) + A_STEP - 1) // A_STEP
    if scenario == 13:
        return max(0, 2 - int(s.shells[seat]))
    if scenario == 14:
        return max(0, 5 - _most(s.finned[seat]))
    return 0


@compiled
def _below(sets: np.ndarray, wanted: int) -> int:
    """Return how many things are lacking until each colour has so many."""
    lacks = 0
    for colour in range(COLOURS):
        lacks += max(0, wanted - bit_count(int(sets[colour])))
    return lacks


@compiled
def _most(sets: np.ndarray) -> int:
    """Return how many things the colour with the most of them has."""
    most = 0
    for colour in range(COLOURS):
        most = max(most, bit_count(int(sets[colour])))
    return most


@compiled
def _between(sets: np.ndarray, least: int, most: int) -> bool:
    """Tell whether a colour has at least so many things and not more than so many."""
    fitting = 0
    for colour in range(COLOURS):
        fitting += least <= bit_count(int(sets[colour])) <= most
    return fitting > 0

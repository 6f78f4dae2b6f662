"""What seats play for beside winning: ranks, the tasks of scenarios, and modified rules to keep (S49, S52, S53)."""

import numpy as np

from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.cards import card_points, connected, creature_types, touching
from atoll.games.shallow_sea.kernel.finishing import finished_creatures
from atoll.kit.bits import bit_count
from atoll.kit.compiled import compiled

RANK_NAMES = ("swimmer", "diver", "sailor", "siren", "nymph", "poseidon")
RANK_POINTS = (130, 145, 160, 170, 180, 190)
"""The least points of each rank of a solo game (S49)."""

GOAL_NAMES = ("rank", "points", "corals", "types", "colours", "card_points", "shells", "fish")
"""What goals count."""
RANK, POINTS, CORALS, TYPES, COLOURS, CARD_POINTS, SHELLS, FISH = range(8)
NO_TASK = layout.NONE
TASKS = (
    NO_TASK, NO_TASK, NO_TASK, NO_TASK,  # no scenario, 1, 2, 3
    CORALS, CORALS, TYPES, COLOURS, TYPES, COLOURS, TYPES, TYPES, CARD_POINTS, SHELLS, FISH,  # 4 to 14
    NO_TASK,  # 15 changes the scoring instead
)  # fmt: skip
NEEDS = (0, 0, 0, 0, 8, 5, 4, 1, 4, 1, 5, 6, 30, 2, 5, 0)
"""What the task of each scenario counts, and how many it asks for (S52)."""


@compiled
def rank_of(points: int) -> int:
    """Return the rank that points earn, as one of RANK_NAMES, or NONE below the lowest (S49)."""
    return next_rank(points) - 1


@compiled
def next_rank(points: int) -> int:
    """Return the lowest rank that points do not earn; the number of ranks at the top.

    >>> [RANK_NAMES[next_rank(points)] for points in (74, 130, 189)]
    ['swimmer', 'diver', 'poseidon']
    """
    rank = 0
    while rank < len(RANK_POINTS) and points >= RANK_POINTS[rank]:
        rank += 1
    return rank


@compiled
def task_progress(t: np.record, s: np.record, seat: int) -> int:
    """Return how many a seat has of what its scenario's task counts (S52); 0 if there is no task."""
    scenario = int(s.scenario)
    task = TASKS[scenario]
    if scenario == 4:
        return _at_most(s.corals[seat], 2)
    if task == CORALS:
        return _most(s.corals[seat])
    if task == TYPES:
        where = layout.ALL_SPACES & ~int(t.inner) if scenario == 6 else layout.ALL_SPACES
        return bit_count(creature_types(s, seat, where))
    if task == COLOURS:
        return 1 if _between(s.finned[seat], 1, 1 if scenario == 7 else 5) else 0
    if task == CARD_POINTS:
        return card_points(t, s, seat, 0) + card_points(t, s, seat, 1)
    if task == SHELLS:
        return int(s.shells[seat])
    return _most(s.finned[seat]) if task == FISH else 0


@compiled
def _at_most(sets: np.ndarray, most: int) -> int:
    """Return how many items there are, counting at most some of each colour."""
    number = 0
    for colour in range(layout.COLOURS):
        number += min(most, bit_count(int(sets[colour])))
    return number


@compiled
def _most(sets: np.ndarray) -> int:
    """Return the largest number of items of one colour."""
    most = 0
    for colour in range(layout.COLOURS):
        most = max(most, bit_count(int(sets[colour])))
    return most


@compiled
def _between(sets: np.ndarray, least: int, most: int) -> bool:
    """Return whether some colour has between `least` and `most` items."""
    fitting = 0
    for colour in range(layout.COLOURS):
        fitting += least <= bit_count(int(sets[colour])) <= most
    return fitting > 0


@compiled
def broken(t: np.record, s: np.record, seat: int) -> bool:
    """Return whether a seat's ocean breaks its game's modified rule (S53).

    Legal play can break one only: by rule 1, with no place beside a coral and no creature to take, a coral must go
    elsewhere. It is then never connected with the others, as those have no empty neighbour left. A boxed game may
    break rule 10 as well.
    """
    if s.modified == layout.NEAR_CORALS:
        return not connected(t, int(s.filled[seat] & ~s.creature_spaces[seat]))
    return s.modified == layout.LONELY_CREATURES and touching(t.adjoining, finished_creatures(s, seat)) != 0

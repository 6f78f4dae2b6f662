"""Achievements: what a finished game earns a player, whoever won (S51 to S53).

An achievement is called by its kind and number: `scenario.3`, `standard.17`, `modified.10`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from atoll.core.state import State
from atoll.games.shallow_sea import GAME, kernel
from atoll.games.shallow_sea.components import Coral, Scenario, scenarios
from atoll.games.shallow_sea.lattice import ADJOINING, NEIGHBOURING, OUTER
from atoll.games.shallow_sea.outcome import next_rank

SCENARIO, STANDARD, MODIFIED = "scenario", "standard", "modified"
TITLES = (
    (50, "legendary_sailor"),
    (40, "dive_master"),
    (30, "ocean_traveller"),
    (20, "reef_discoverer"),
    (10, "sea_explorer"),
)
"""How many achievements give a collector which title (S51)."""
LEVELS = ("easy", "normal", "hard")
SCENARIOS_A_LEVEL = 5
DEAREST = 9


@dataclass(frozen=True)
class Ocean:
    """What achievements ask about a finished ocean; sets of spaces are bits, lists go by colour."""

    points: int
    orange: int
    blue: int
    loose: int
    shells: int
    filled: int
    done: int
    creatures: int
    corals: list[int]
    fish: list[int]
    types: dict[int, int]
    dearest: int

    @property
    def finished_creatures(self) -> int:
        """The spaces of the finished creatures."""
        return self.creatures & self.done

    def kinds(self, where: int) -> int:
        """Return how many types of creatures are finished on some spaces."""
        return len({kind for space, kind in self.types.items() if where >> space & 1})

    def coral_colours(self) -> int:
        """Return how many colours the finished corals have."""
        return sum(spaces != 0 for spaces in self.corals)

    def fish_colours(self) -> int:
        """Return how many colours the finished fish have."""
        return sum(spaces != 0 for spaces in self.fish)

    def colours(self) -> int:
        """Return how many colours the finished corals and fish have together."""
        return sum(one | other != 0 for one, other in zip(self.corals, self.fish, strict=True))


Test = Callable[[Ocean], bool]


@dataclass(frozen=True)
class Task:
    """What a scenario asks for beside points: how many of what, and how to count them."""

    what: str
    need: int
    count: Callable[[Ocean], int]

    def met(self, ocean: Ocean) -> bool:
        """Tell whether an ocean fulfils the task."""
        return self.count(ocean) >= self.need


TASKS: dict[int, Task] = {
    4: Task("corals", 8, lambda ocean: sum(min(2, spaces.bit_count()) for spaces in ocean.corals)),
    5: Task("corals", 5, lambda ocean: max(map(int.bit_count, ocean.corals))),
    6: Task("types", 4, lambda ocean: ocean.kinds(OUTER)),
    7: Task("colours", 1, lambda ocean: any(spaces.bit_count() == 1 for spaces in ocean.fish)),
    8: Task("types", 4, lambda ocean: ocean.kinds(kernel.ALL_SPACES)),
    9: Task("colours", 1, lambda ocean: any(1 <= spaces.bit_count() <= 5 for spaces in ocean.fish)),
    10: Task("types", 5, lambda ocean: ocean.kinds(kernel.ALL_SPACES)),
    11: Task("types", 6, lambda ocean: ocean.kinds(kernel.ALL_SPACES)),
    12: Task("card_points", 30, lambda ocean: ocean.orange + ocean.blue),
    13: Task("shells", 2, lambda ocean: ocean.shells),
    14: Task("fish", 5, lambda ocean: max(map(int.bit_count, ocean.fish))),
}
"""The tasks of the scenarios that have one; 15 changes the scoring instead (S52)."""

STANDARD_TESTS: tuple[Test, ...] = (
    lambda ocean: ocean.points >= 130,
    lambda ocean: ocean.points >= 145,
    lambda ocean: ocean.points >= 160,
    lambda ocean: ocean.points >= 170,
    lambda ocean: ocean.points >= 180,
    lambda ocean: ocean.points >= 190,
    lambda ocean: ocean.filled & ~ocean.creatures & ~ocean.done == 0 and ocean.coral_colours() > 0,
    lambda ocean: ocean.creatures & ~ocean.done == 0,
    lambda ocean: ocean.filled == ocean.done,
    lambda ocean: ocean.shells == kernel.SHELLS,
    lambda ocean: ocean.loose >= 20,
    lambda ocean: ocean.kinds(kernel.ALL_SPACES) >= 6,
    lambda ocean: ocean.finished_creatures.bit_count() >= 8,
    lambda ocean: ocean.kinds(kernel.ALL_SPACES) == ocean.finished_creatures.bit_count() > 0,
    lambda ocean: ocean.orange >= 20,
    lambda ocean: ocean.blue >= 15,
    lambda ocean: ocean.orange == ocean.blue > 0,
    lambda ocean: 1 <= ocean.coral_colours() <= 3,
    lambda ocean: 1 <= ocean.fish_colours() <= 3,
    lambda ocean: 1 <= ocean.fish_colours() <= 2,
    lambda ocean: 1 <= ocean.colours() <= 3,
    lambda ocean: not touching(kernel.ALL_SPACES & ~ocean.filled, NEIGHBOURING),
    lambda ocean: OUTER & ~ocean.done == 0,
    lambda ocean: ocean.dearest == kernel.COLOURS,
    lambda ocean: min(map(int.bit_count, ocean.corals)) >= 3,
)
"""The standard achievements, 1 to 25 (S53)."""

ACHIEVEMENTS = (
    *(f"{SCENARIO}.{number}" for number in range(1, kernel.SCENARIOS + 1)),
    *(f"{STANDARD}.{number}" for number in range(1, len(STANDARD_TESTS) + 1)),
    *(f"{MODIFIED}.{number}" for number in range(1, kernel.LONELY_CREATURES + 1)),
)


def earned(state: State, seat: int) -> list[str]:
    """Return the achievements that a game earns a seat; none before its end.

    A game is played for one kind: its scenario, its modified rule or the standard list. One with a scenario and a
    modified rule is of no kind, and family games earn nothing (S51).
    """
    s = state.fields
    if not state.over or s.mode == kernel.FAMILY or (s.scenario and s.modified):
        return []
    ocean = look(state, seat)
    if s.scenario:
        least = scenarios(state.edition.text)[s.scenario].points
        task = TASKS.get(s.scenario)
        achieved = ocean.points >= least and (task is None or task.met(ocean))
        return [f"{SCENARIO}.{s.scenario}"] if achieved else []
    if s.modified:
        # Alone the lionfish can empty the bag in the first turn: that is an end, but no game played to it.
        played = s.turn == s.seats * kernel.ROUNDS
        return [f"{MODIFIED}.{s.modified}"] if played and not broken(state, seat) else []
    return [f"{STANDARD}.{number}" for number, test in enumerate(STANDARD_TESTS, 1) if test(ocean)]


def goals(state: State, seat: int) -> list[dict[str, Any]]:
    """Return what a seat plays for beside the victory, and how far it is: a scenario's points and task, or a rank."""
    s = state.fields
    if s.mode == kernel.FAMILY:
        return []
    ocean = look(state, seat)
    if not s.scenario:
        rank = next_rank(ocean.points) if s.seats == 1 else None
        return [{"what": "rank", "rank": rank[1], "have": ocean.points, "need": rank[0]}] if rank else []
    found = [{"what": "points", "have": ocean.points, "need": scenarios(state.edition.text)[s.scenario].points}]
    if task := TASKS.get(s.scenario):
        found.append({"what": task.what, "have": int(task.count(ocean)), "need": task.need})
    return found


def broken(state: State, seat: int) -> bool:
    """Tell whether a seat has broken its game's modified rule by now, seen from the ocean (S53).

    Here legality keeps the rules but for one case of rule 1: with no place beside a coral and no creature to take, a
    coral must go elsewhere. It then never hangs together with the others, as those have no empty neighbour left.
    A boxed game may break rule 10 as well.
    """
    s = state.fields
    if s.modified == kernel.NEAR_CORALS:
        return not connected(s.filled[seat] & ~s.creature_spaces[seat])
    return s.modified == kernel.LONELY_CREATURES and touching(s.creature_spaces[seat] & s.done[seat], ADJOINING)


def asks(name: str) -> dict[str, Any]:
    """Return what the words of an achievement leave out: the level and the points of a scenario (S52).

    >>> asks("scenario.4"), asks("standard.1")
    ({'level': 'easy', 'points': 155}, {})
    """
    kind, _, number = name.partition(".")
    if kind != SCENARIO:
        return {}
    level = LEVELS[(int(number) - 1) // SCENARIOS_A_LEVEL]
    return {"level": level, "points": _scenarios()[int(number)].points}


@cache
def _scenarios() -> dict[int, Scenario]:
    return scenarios(GAME.standard.text)


def title(number: int) -> str | None:
    """Return the title of a collector with some achievements (S51).

    >>> title(9), title(10), title(49), title(50)
    (None, 'sea_explorer', 'dive_master', 'legendary_sailor')
    """
    return next((name for least, name in TITLES if number >= least), None)


def look(state: State, seat: int) -> Ocean:
    """Return what achievements ask about a seat's ocean; the points are the kernel's."""
    s = state.fields
    sheet = np.empty(kernel.SHEET, np.int64)
    kernel.sheet(state.edition.tables, state.array, seat, sheet)
    finished = [space for space in range(kernel.SPACES) if s.done[seat] >> space & 1]
    tiles = [state.edition.items[s.board[seat][space] + 1] for space in finished]
    return Ocean(
        points=int(sheet[kernel.TOTAL]),
        orange=int(sheet[kernel.ORANGE]),
        blue=int(sheet[kernel.BLUE]),
        loose=int(sheet[kernel.FISH]),
        shells=s.shells[seat],
        filled=s.filled[seat],
        done=s.done[seat],
        creatures=s.creature_spaces[seat],
        corals=s.corals[seat],
        fish=s.finned[seat],
        types={space: tile.id for space, tile in zip(finished, tiles, strict=True) if not isinstance(tile, Coral)},
        dearest=len({tile.colour for tile in tiles if isinstance(tile, Coral) and tile.value == DEAREST}),
    )


def touching(spaces: int, near: tuple[int, ...]) -> bool:
    """Tell whether any two of some spaces are near one another."""
    return any(spaces >> space & 1 and near[space] & spaces for space in range(kernel.SPACES))


def connected(spaces: int) -> bool:
    """Tell whether some spaces hang together, each neighbouring the next (S2)."""
    group, grown = 0, spaces & -spaces
    while grown != group:
        group = grown
        for space in range(kernel.SPACES):
            if group >> space & 1:
                grown |= NEIGHBOURING[space] & spaces
    return group == spaces

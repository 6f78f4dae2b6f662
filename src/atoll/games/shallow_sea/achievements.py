"""Achievements, which a finished game earns a player whether it won or not (S51 to S53).

An achievement is named by its kind and number: `scenario.3`, `standard.17`, `modified.10`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from atoll.games.shallow_sea import GAME
from atoll.games.shallow_sea.components import Coral
from atoll.games.shallow_sea.kernel import goals, layout, sheet
from atoll.games.shallow_sea.kernel.cards import touching
from atoll.games.shallow_sea.lattice import OUTER
from atoll.kit.game import State

SCENARIO, STANDARD, MODIFIED = "scenario", "standard", "modified"
TITLES = (
    (50, "legendary_sailor"),
    (40, "dive_master"),
    (30, "ocean_traveller"),
    (20, "reef_discoverer"),
    (10, "sea_explorer"),
)
"""The titles of collectors, by their number of achievements (S51)."""
DIFFICULTIES = ("easy", "normal", "hard")
SCENARIOS_PER_DIFFICULTY = 5
HIGHEST_CORAL_VALUE = 9


@dataclass(frozen=True)
class Ocean:
    """What achievements ask about an ocean; sets of spaces are bits, lists go by colour."""

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
    neighbouring_gaps: int
    task: int

    @property
    def finished_creatures(self) -> int:
        """The spaces of the finished creatures."""
        return self.creatures & self.done

    def count_types(self, where: int) -> int:
        """Return how many creature types are finished on some spaces."""
        return len({creature for space, creature in self.types.items() if where >> space & 1})

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
    """What a scenario asks for beyond points: how many of what."""

    what: str
    need: int

    def met(self, ocean: Ocean) -> bool:
        """Return whether an ocean of its scenario fulfils the task."""
        return ocean.task >= self.need


TASKS: dict[int, Task] = {
    scenario: Task(goals.GOAL_NAMES[what], need)
    for scenario, (what, need) in enumerate(zip(goals.TASKS, goals.NEEDS, strict=True))
    if what != goals.NO_TASK
}
"""The tasks of the scenarios that have one (S52)."""

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
    lambda ocean: ocean.shells == layout.SHELLS,
    lambda ocean: ocean.loose >= 20,
    lambda ocean: ocean.count_types(layout.ALL_SPACES) >= 6,
    lambda ocean: ocean.finished_creatures.bit_count() >= 8,
    lambda ocean: ocean.count_types(layout.ALL_SPACES) == ocean.finished_creatures.bit_count() > 0,
    lambda ocean: ocean.orange >= 20,
    lambda ocean: ocean.blue >= 15,
    lambda ocean: ocean.orange == ocean.blue > 0,
    lambda ocean: 1 <= ocean.coral_colours() <= 3,
    lambda ocean: 1 <= ocean.fish_colours() <= 3,
    lambda ocean: 1 <= ocean.fish_colours() <= 2,
    lambda ocean: 1 <= ocean.colours() <= 3,
    lambda ocean: ocean.neighbouring_gaps == 0,
    lambda ocean: OUTER & ~ocean.done == 0,
    lambda ocean: ocean.dearest == layout.COLOURS,
    lambda ocean: min(map(int.bit_count, ocean.corals)) >= 3,
)
"""The standard achievements, 1 to 25 (S53)."""

ACHIEVEMENTS = (
    *(f"{SCENARIO}.{number}" for number in range(1, layout.SCENARIOS + 1)),
    *(f"{STANDARD}.{number}" for number in range(1, len(STANDARD_TESTS) + 1)),
    *(f"{MODIFIED}.{number}" for number in range(1, layout.LONELY_CREATURES + 1)),
)


def earned(state: State, seat: int) -> list[str]:
    """Return the achievements that a game earns a seat; none before its end.

    A game counts for one kind: its scenario, its modified rule or the standard list. A game with both a scenario and a
    modified rule earns nothing, and neither does a family game (S51).
    """
    s = state.fields
    if not state.over or s.mode == layout.FAMILY or (s.scenario and s.modified):
        return []
    ocean = survey(state, seat)
    if s.scenario:
        least = state.edition.tables[0].scenario_points[s.scenario - 1]
        task = TASKS.get(s.scenario)
        achieved = ocean.points >= least and (task is None or task.met(ocean))
        return [f"{SCENARIO}.{s.scenario}"] if achieved else []
    if s.modified:
        # In solo play the lionfish can empty the bag in the first turn: that ends the game, but does not count.
        played = s.turn == s.seats * layout.ROUNDS
        return [f"{MODIFIED}.{s.modified}"] if played and not broken(state, seat) else []
    return [f"{STANDARD}.{number}" for number, test in enumerate(STANDARD_TESTS, 1) if test(ocean)]


def broken(state: State, seat: int) -> bool:
    """Return whether a seat's ocean breaks its game's modified rule (S53)."""
    return bool(goals.broken(state.edition.tables[0], state.array[0], seat))


def asks(name: str) -> dict[str, Any]:
    """Return the values for the text of an achievement: the difficulty and the points of a scenario (S52).

    >>> asks("scenario.4"), asks("standard.1")
    ({'level': 'easy', 'points': 155}, {})
    """
    kind, _, number = name.partition(".")
    if kind != SCENARIO:
        return {}
    difficulty = DIFFICULTIES[(int(number) - 1) // SCENARIOS_PER_DIFFICULTY]
    return {"level": difficulty, "points": int(GAME.standard.tables[0].scenario_points[int(number) - 1])}


def title(number: int) -> str | None:
    """Return the title of a collector with some achievements (S51).

    >>> title(9), title(10), title(49), title(50)
    (None, 'sea_explorer', 'dive_master', 'legendary_sailor')
    """
    return next((name for least, name in TITLES if number >= least), None)


def survey(state: State, seat: int) -> Ocean:
    """Return what achievements ask about a seat's ocean; the points are the kernel's."""
    s, t = state.fields, state.edition.tables[0]
    lines = np.empty(sheet.SIZE, np.int64)
    sheet.write_sheet(t, state.array[0], seat, lines)
    finished = [space for space in range(layout.SPACES) if s.done[seat] >> space & 1]
    tiles = [state.edition.items[s.board[seat][space] + 1] for space in finished]
    return Ocean(
        points=int(lines[sheet.TOTAL]),
        orange=int(lines[sheet.ORANGE]),
        blue=int(lines[sheet.BLUE]),
        loose=int(lines[sheet.FISH]),
        shells=s.shells[seat],
        filled=s.filled[seat],
        done=s.done[seat],
        creatures=s.creature_spaces[seat],
        corals=s.corals[seat],
        fish=s.finned[seat],
        types={space: tile.id for space, tile in zip(finished, tiles, strict=True) if not isinstance(tile, Coral)},
        dearest=len({tile.colour for tile in tiles if isinstance(tile, Coral) and tile.value == HIGHEST_CORAL_VALUE}),
        neighbouring_gaps=touching(t.neighbouring, layout.ALL_SPACES & ~s.filled[seat]),
        task=goals.task_progress(t, state.array[0], seat),
    )

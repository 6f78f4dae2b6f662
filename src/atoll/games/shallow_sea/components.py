"""Reads a tile file (`tiles.toml` or another edition) and builds the kernel's tables from it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from atoll.games.shallow_sea import COLOUR_NAMES, LETTERS, TYPE_NAMES, lattice
from atoll.games.shallow_sea.kernel import layout
from atoll.kit.errors import InvalidComponents

FILE = "tiles.toml"
FIRST_GAME_SCENARIO = 1
FIRST_SCENARIO_ID = 101
"""Scenarios are numbered after all tiles, so that clients find them among the components."""

CORAL = re.compile(
    rf"([{LETTERS}-]) ([{LETTERS}-]) ([{LETTERS}-]) ([{LETTERS}-]), ({'|'.join(COLOUR_NAMES)}) ([1-9][0-9]?)"
)
CREATURE = re.compile(
    r"([1-9]) (coral|fish) (same|different), (?:(spaces|directions)((?: [NESW]{1,2})+)|(anywhere)), "
    r"([0-9]{1,2})/([0-9]{1,2})"
)
SCENARIO = re.compile(r"([A-F][1-4](?: [A-F][1-4])*), orange ([1-7]), blue ([1-7]), ([1-9][0-9]{0,2}) points")


@dataclass(frozen=True)
class Coral:
    """A coral tile: the fish asked at its corners N, E, S, W, its colour and its value (S6)."""

    id: int
    asks: tuple[int, ...]
    colour: int
    value: int


@dataclass(frozen=True)
class Creature:
    """A creature type: what it looks for and where, how many it needs, and its points (S7, S27, S28)."""

    code: str
    need: int
    fish: bool
    different: bool
    mode: str
    directions: tuple[str, ...]
    partial: int
    full: int

    @property
    def id(self) -> int:
        """The number of its tiles."""
        return layout.CREATURE + TYPE_NAMES.index(self.code) + 1

    def region(self, turn: int, space: lattice.Point) -> int:
        """Return its region on a space in a turn: the spaces where it looks, as bits (S27)."""
        if self.mode == "anywhere":
            return layout.ALL_SPACES
        directions = [lattice.turned(direction, turn) for direction in self.directions]
        if self.mode == "spaces":
            return lattice.bits([lattice.step(space, direction) for direction in directions], lattice.SPACES)
        return lattice.bits(
            [place for direction in directions for place in lattice.ray(space, direction)], lattice.SPACES
        )


@dataclass(frozen=True)
class Scenario:
    """A scenario: its creature types, its ecosystem cards and the least points (S52)."""

    number: int
    types: tuple[str, ...]
    orange: int
    blue: int
    points: int

    @property
    def id(self) -> int:
        """Its number among the components."""
        return FIRST_SCENARIO_ID + self.number - 1


Component = Coral | Creature | Scenario


def describe(item: Component) -> dict[str, Any]:
    """Return a tile or a scenario as plain data: what a client draws it from."""
    if isinstance(item, Scenario):
        return {
            "id": item.id, "scenario": item.number, "types": list(item.types), "orange": item.orange,
            "blue": item.blue, "points": item.points,
        }  # fmt: skip
    if isinstance(item, Creature):
        return {
            "id": item.id, "creature": item.code, "what": "fish" if item.fish else "coral", "need": item.need,
            "relation": "different" if item.different else "same", "mode": item.mode, "ways": list(item.directions),
            "partial": item.partial, "points": item.full,
        }  # fmt: skip
    asks = [None if colour == layout.NONE else COLOUR_NAMES[colour] for colour in item.asks]
    return {"id": item.id, "colour": COLOUR_NAMES[item.colour], "asks": asks, "points": item.value}


def build(data: Mapping[str, Any], place: str) -> tuple[np.ndarray, dict[int, Component]]:
    """Check the data of a tile file; return the kernel's tables, and tiles and scenarios by id."""
    for name in data:
        if name not in ("edition", "corals", "creatures", "scenarios"):
            raise InvalidComponents(
                f"{place}: {name} is not known here; there are edition, corals, creatures and scenarios (S5)"
            )
    numbers = [str(number) for number in range(1, layout.CORALS + 1)]
    corals = [_coral(place, int(key), text) for key, text in _lines(data, place, "corals", numbers, "S6")]
    creatures = [_creature(place, key, text) for key, text in _lines(data, place, "creatures", TYPE_NAMES, "S7")]
    numbers = [str(number) for number in range(1, layout.SCENARIOS + 1)]
    scenarios = [_scenario(place, int(key), text) for key, text in _lines(data, place, "scenarios", numbers, "S52")]
    items: list[Component] = [*corals, *creatures, *scenarios]
    return _tables(corals, creatures, scenarios), {item.id: item for item in items}


def _lines(data: Mapping[str, Any], place: str, name: str, keys: Sequence[str], rule: str) -> list[tuple[str, str]]:
    table = data.get(name)
    if not isinstance(table, dict) or set(table) != set(keys):
        raise InvalidComponents(f"{place}: [{name}] must have a line for each of {keys[0]} to {keys[-1]} ({rule})")
    return [(key, str(table[key])) for key in keys]


def _coral(place: str, number: int, text: str) -> Coral:
    match = CORAL.fullmatch(text)
    if not match or set(match.groups()[:4]) == {"-"}:
        raise InvalidComponents(
            f"{place}: coral {number}: {text!r} must be the fish at its four corners ({' '.join(LETTERS)} or -), its "
            f"colour and its value, such as 'r y - -, red 5' (S6)"
        )
    asks = tuple(layout.NONE if letter == "-" else LETTERS.index(letter) for letter in match.groups()[:4])
    return Coral(number, asks, COLOUR_NAMES.index(match[5]), int(match[6]))


def _creature(place: str, code: str, text: str) -> Creature:
    match = CREATURE.fullmatch(text)
    directions = tuple((match[5] or "").split()) if match else ()
    if not match or any(direction not in lattice.STEPS for direction in directions):
        raise InvalidComponents(
            f"{place}: creature {code}: {text!r} must be what it needs, where, and its points, such as "
            f"'3 coral same, spaces NW NE SE, 3/10' (S7)"
        )
    mode = match[4] or match[6]
    return Creature(
        code, int(match[1]), match[2] == "fish", match[3] == "different", mode, directions, int(match[7]), int(match[8])
    )


def _scenario(place: str, number: int, text: str) -> Scenario:
    match = SCENARIO.fullmatch(text)
    types = tuple(match[1].split()) if match else ()
    if not match or len(set(types)) != layout.CHOSEN_TYPES or not set(types) <= set(TYPE_NAMES):
        raise InvalidComponents(
            f"{place}: scenario {number}: {text!r} must be {layout.CHOSEN_TYPES} creature types, two cards "
            f"and points (S52)"
        )
    return Scenario(number, types, int(match[2]), int(match[3]), int(match[4]))


def type_bits(types: Sequence[str]) -> int:
    """Return creature types as a set."""
    return sum(1 << TYPE_NAMES.index(name) for name in types)


def _tables(corals: list[Coral], creatures: list[Creature], scenarios: list[Scenario]) -> np.ndarray:
    tables = np.zeros(1, layout.TABLES)
    t = tables[0]
    for number, coral in enumerate(corals):
        t.colour[number], t.value[number], t.asks[number] = coral.colour, coral.value, coral.asks
    for number, creature in enumerate(creatures):
        t.wants_fish[number], t.different[number] = creature.fish, creature.different
        t.need[number], t.partial[number], t.full[number] = creature.need, creature.partial, creature.full
        t.group[number] = "ABCDEF".index(creature.code[0])
        for turn in range(layout.TURNS):
            t.region[number, turn] = [creature.region(turn, space) for space in lattice.SPACES]
    for scenario in scenarios:
        t.scenario_types[scenario.number - 1] = type_bits(scenario.types)
        t.scenario_orange[scenario.number - 1] = scenario.orange
        t.scenario_blue[scenario.number - 1] = scenario.blue
        t.scenario_points[scenario.number - 1] = scenario.points
    t.first_game = t.scenario_types[FIRST_GAME_SCENARIO - 1]
    t.bubble[:] = lattice.SPACE_BUBBLES
    t.bubbles[:] = [sum(1 << bubble for bubble in bubbles) for bubbles in lattice.SPACE_BUBBLES]
    t.around[:] = lattice.BUBBLE_SPACES
    t.adjoining[:], t.neighbouring[:] = lattice.ADJOINING, lattice.NEIGHBOURING
    t.row[:], t.column[:] = lattice.ROW_BITS, lattice.COLUMN_BITS
    t.inner = lattice.INNER
    return tables

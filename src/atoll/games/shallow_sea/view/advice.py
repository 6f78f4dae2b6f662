"""Advice before a game of Shallow Sea: options that have no effect because of others, and departures from the guide."""

from collections.abc import Mapping
from typing import Any

from atoll.games.shallow_sea import TYPE_NAMES
from atoll.games.shallow_sea.components import Creature
from atoll.games.shallow_sea.kernel.setup import MAX_PER_GROUP
from atoll.kit.components import Edition

GROUPS = tuple(dict.fromkeys(name[0] for name in TYPE_NAMES))
ALWAYS_ONE = "F"
WITHOUT_FISH_POOL = ("5", "8")
NONE = "none"


def advise(options: Mapping[str, Any], seats: int, edition: Edition) -> dict[str, Any]:
    """Return the names of options that have no effect, and warnings as text keys with values."""
    idle = set(_idle(options, seats))
    advice = []
    if options["scenario"] != NONE and options["modified"] != NONE:
        advice.append({"key": "both_kinds"})
    if "creatures" not in idle and "+" in options["creatures"]:
        advice += guide(options["creatures"].split("+"), edition)
    return {"idle": [name for name in options if name in idle], "advice": advice}


def _idle(options: Mapping[str, Any], seats: int) -> list[str]:
    """Return the options that others override: a scenario sets creatures and cards, and a family game has no cards."""
    idle = []
    if options["scenario"] != NONE:
        idle += ["creatures", "orange", "blue"]
    if options["mode"] == "family":
        idle += ["orange", "blue"]
    if options["modified"] in WITHOUT_FISH_POOL:
        idle.append("matching_fish")
    if seats == 1:
        idle.append("first_player")
    return idle


def guide(types: list[str], edition: Edition) -> list[dict[str, Any]]:
    """Return where a set of creature types departs from the guide: a warning, never a refusal (S54)."""
    found: list[dict[str, Any]] = []
    for group, most in zip(GROUPS, MAX_PER_GROUP, strict=True):
        count = sum(name[0] == group for name in types)
        if count > most:
            found.append({"key": "many", "group": group, "most": most, "count": count})
        elif count == 0 and group == ALWAYS_ONE:
            found.append({"key": "missing", "group": group})
    creatures = [item for item in edition.items.values() if isinstance(item, Creature) and item.code in types]
    if len({creature.fish for creature in creatures}) == 1:
        found.append({"key": "only_fish" if creatures[0].fish else "only_corals"})
    return found

"""What to know before a game of Shallow Sea: which options do nothing beside the others, and what the guide says."""

from collections.abc import Mapping
from typing import Any

from atoll.core.components import Edition
from atoll.games.shallow_sea.components import Creature
from atoll.games.shallow_sea.kernel.deal import MOST_A_GROUP
from atoll.games.shallow_sea.names import TYPE_NAMES

GROUPS = tuple(dict.fromkeys(name[0] for name in TYPE_NAMES))
ALWAYS_ONE = "F"
WITHOUT_FISH_POOL = ("5", "8")
NONE = "none"


def advise(options: Mapping[str, Any], seats: int, edition: Edition) -> dict[str, Any]:
    """Return the names of idle options, and warnings: the keys of their words with what these tell."""
    idle = set(_idle(options, seats))
    advice = []
    if options["scenario"] != NONE and options["modified"] != NONE:
        advice.append({"key": "both_kinds"})
    if "creatures" not in idle and "+" in options["creatures"]:
        advice += guide(options["creatures"].split("+"), edition)
    return {"idle": [name for name in options if name in idle], "advice": advice}


def _idle(options: Mapping[str, Any], seats: int) -> list[str]:
    """Return options that are settled by others: a scenario has its creatures and cards, a family no cards."""
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
    """Return where a set of creature types leaves the guide: a warning, never a refusal (S54)."""
    found: list[dict[str, Any]] = []
    for group, most in zip(GROUPS, MOST_A_GROUP, strict=True):
        count = sum(name[0] == group for name in types)
        if count > most:
            found.append({"key": "many", "group": group, "most": most, "count": count})
        elif count == 0 and group == ALWAYS_ONE:
            found.append({"key": "missing", "group": group})
    creatures = [item for item in edition.items.values() if isinstance(item, Creature) and item.code in types]
    if len({creature.fish for creature in creatures}) == 1:
        found.append({"key": "only_fish" if creatures[0].fish else "only_corals"})
    return found

"""Why something in Shallow Sea counts or not: a tile that lies or might lie somewhere, an ecosystem card.

Topics: `c2` (the tile there), `82@c2>` (tile 82 tried on c2 with its top to the right), `orange 3`, `blue 5`.
"""

import re
from typing import Any

from atoll.core.errors import InvalidNotation
from atoll.core.state import State
from atoll.games.shallow_sea import kernel
from atoll.games.shallow_sea.components import Coral, Creature
from atoll.games.shallow_sea.lattice import (
    ADJOINING,
    BUBBLE_NAMES,
    COLUMN_BITS,
    CORNERS,
    INNER,
    NEIGHBOURING,
    OUTER,
    ROW_BITS,
    SPACE_BUBBLES,
    SPACE_NAMES,
    SPACES,
)
from atoll.games.shallow_sea.names import COLOUR_NAMES
from atoll.games.shallow_sea.positions import MARKS
from atoll.games.shallow_sea.tiles import fish_name, named

TRIED = re.compile(r"([1-9][0-9]?)@([a-i][1-5])([\^>v<])")
CARD = re.compile(r"(orange|blue) ([1-7])")

Group = tuple[int, int]  # spaces, and the points that they bring


def explain(state: State, seat: int, about: str) -> dict[str, Any]:
    """Return what a topic brings a seat: a tile on its space, a tile tried there, or an ecosystem card."""
    s = state.fields
    if about in SPACE_NAMES:
        space = SPACE_NAMES.index(about)
        tile = s.board[seat][space]
        if tile == kernel.NONE:
            raise InvalidNotation(f"{about!r}: there is no tile on {about} to explain")
        done = s.done[seat] >> space & 1 == 1
        return {"about": about, **_tile(state, seat, tile, space, s.turned[seat][space]), "done": done}
    if (match := TRIED.fullmatch(about)) and match[2] in SPACE_NAMES and int(match[1]) in state.edition.items:
        space = SPACE_NAMES.index(match[2])
        return {"about": about, **_tile(state, seat, int(match[1]) - 1, space, MARKS.index(match[3])), "done": False}
    if match := CARD.fullmatch(about):
        return {"about": about, **_card(state, seat, match[1], int(match[2]))}
    raise InvalidNotation(
        f"there is nothing to explain about {about!r}; a topic is a space such as c2, a tile tried on one such as "
        f"82@c2> (^ > v <: where its top points), or a card such as orange 3 or blue 5"
    )


# Tiles (S22, S27, S28)


def _tile(state: State, seat: int, tile: int, space: int, turn: int) -> dict[str, Any]:
    told = {**named(tile), "space": SPACE_NAMES[space], "turn": turn}
    item = state.edition.items[tile + 1]
    if isinstance(item, Coral):
        return {**told, **_coral(state, seat, item, space, turn)}
    return {**told, **_creature(state, seat, item, space, turn)}


def _coral(state: State, seat: int, coral: Coral, space: int, turn: int) -> dict[str, Any]:
    """Return each corner that asks for a fish: its bubble, the fish asked and the one that is there."""
    loose = state.fields.loose[seat]
    corners = []
    for number, corner in enumerate(CORNERS):
        asked = coral.asks[(number - turn) % kernel.TURNS]
        if asked != kernel.NONE:
            bubble = SPACE_BUBBLES[space][number]
            there = next((colour for colour, fish in enumerate(loose) if fish >> bubble & 1), kernel.NONE)
            corners.append({
                "corner": corner, "bubble": BUBBLE_NAMES[bubble], "asks": COLOUR_NAMES[asked],
                "there": fish_name(there), "met": asked == there,
            })  # fmt: skip
    finned = state.fields.finned[seat]
    lies_there = state.fields.board[seat][space] == coral.id - 1
    fish = [name for colour, name in enumerate(COLOUR_NAMES) if lies_there and finned[colour] >> space & 1]
    return {
        "colour": COLOUR_NAMES[coral.colour],
        "points": coral.value,
        "need": len(corners),
        "met": sum(bool(corner["met"]) for corner in corners),
        "corners": corners,
        "fish": fish[0] if fish else None,
    }


def _creature(state: State, seat: int, creature: Creature, space: int, turn: int) -> dict[str, Any]:
    """Return the spaces that a creature looks at, and those that its best single choice counts."""
    counting = _counting(state, seat, creature, space, turn)
    return {
        "looks_for": "fish" if creature.fish else "coral",
        "relation": "different" if creature.different else "same",
        "need": creature.need,
        "met": len(counting),
        "partial": creature.partial,
        "points": creature.full,
        "region": _names(creature.region(turn, SPACES[space])),
        "counting": _names(sum(counting)),
    }


def counting(state: State, seat: int, space: int) -> list[str]:
    """Return the spaces that the creature on a space counts by its best single choice (S28)."""
    s = state.fields
    creature = state.edition.items[s.board[seat][space] + 1]
    assert isinstance(creature, Creature)
    return _names(sum(_counting(state, seat, creature, space, s.turned[seat][space])))


def _counting(state: State, seat: int, creature: Creature, space: int, turn: int) -> list[int]:
    region = creature.region(turn, SPACES[space])
    there = [spaces & region for spaces in (state.fields.finned if creature.fish else state.fields.corals)[seat]]
    if creature.different:
        found = [spaces & -spaces for spaces in there if spaces]
    else:
        most = max(there, key=int.bit_count)
        found = [1 << place for place in range(kernel.SPACES) if most >> place & 1]
    return found[: creature.need]


def _names(spaces: int) -> list[str]:
    return [name for space, name in enumerate(SPACE_NAMES) if spaces >> space & 1]


# Ecosystem cards (S33 to S46)


def _card(state: State, seat: int, side: str, card: int) -> dict[str, Any]:
    """Return what a card brings now, and the groups of spaces that bring it."""
    count, points = (_orange, kernel.orange_points) if side == "orange" else (_blue, kernel.blue_points)
    groups = count(state, seat, card)
    return {
        "points": points(state.edition.tables[0], state.array[0], seat, card),
        "groups": [{"spaces": _names(spaces), "points": worth} for spaces, worth in groups],
    }


def _orange(state: State, seat: int, card: int) -> list[Group]:
    s = state.fields
    corals, fish = s.corals[seat], s.finned[seat]
    all_corals = sum(corals)
    own = sum(coral & fin for coral, fin in zip(corals, fish, strict=True))
    if card == 1:
        return [(space, 2) for space in _singles(own)]
    if card == 2:
        pairs = [_singles(coral) for coral in corals]
        return [(one | two, 3) for found in pairs for one, two in zip(found[0::2], found[1::2], strict=False)]
    if card == 3:
        most = max(fish, key=int.bit_count)
        return [(space, 3) for space in _singles(most)[:6]]
    if card == 4:
        return [(space, 2) for space in _singles(all_corals & ~own)]
    if card == 5:
        rows = [[coral & row for coral in corals if (coral & row).bit_count() >= 2] for row in ROW_BITS]
        return [(sum(found), 4) for found in rows if found]
    if card == 6:
        group = max(_groups(all_corals), key=int.bit_count, default=0)
        return [(group, 2 * group.bit_count())] if group else []
    worth = 8 if s.scenario == kernel.DOUBLE_SCENARIO else 4
    return [(fin, worth) for fin in fish if fin.bit_count() >= 3]


def _blue(state: State, seat: int, card: int) -> list[Group]:
    s = state.fields
    creatures = s.creature_spaces[seat] & s.done[seat]
    if card == 1:
        return [(row & creatures, 4) for row in ROW_BITS if (row & creatures).bit_count() >= 2]
    if card == 2:
        return [(space, 3) for space in _singles(creatures & INNER)]
    if card == 3:
        return [(one, 2) for one in _singles(creatures) if NEIGHBOURING[one.bit_length() - 1] & creatures]
    if card == 4:
        return [(column & creatures, 2) for column in COLUMN_BITS if (column & creatures).bit_count() == 1]
    if card == 5:
        return [(pair, 4) for pair in _pairs(creatures)]
    where = INNER if card == 6 else OUTER
    kinds: dict[object, int] = {colour: coral & where for colour, coral in enumerate(s.corals[seat])}
    for one in _singles(creatures & where):
        tile = s.board[seat][one.bit_length() - 1]
        kinds[tile] = kinds.get(tile, 0) | one
    return [(spaces, 2) for spaces in kinds.values() if spaces]


def _singles(spaces: int) -> list[int]:
    return [1 << space for space in range(kernel.SPACES) if spaces >> space & 1]


def _groups(spaces: int) -> list[int]:
    """Return the groups of adjoining spaces."""
    groups = []
    while spaces:
        group, grown = 0, spaces & -spaces
        while grown != group:
            group = grown
            for one in _singles(group):
                grown |= ADJOINING[one.bit_length() - 1] & spaces
        groups.append(group)
        spaces &= ~group
    return groups


def _pairs(spaces: int) -> list[int]:
    """Return as many pairs of adjoining spaces as there can be, no space in two of them (S44)."""
    partner: dict[int, int] = {}

    def found(one: int, seen: set[int]) -> bool:
        for other in _singles(ADJOINING[one.bit_length() - 1] & spaces):
            if other not in seen:
                seen.add(other)
                if other not in partner or found(partner[other], seen):
                    partner[other] = one
                    return True
        return False

    # Adjoining spaces lie in rows of different parity.
    for one in _singles(spaces & (ROW_BITS[1] | ROW_BITS[3])):
        found(one, set())
    return [one | other for other, one in partner.items()]

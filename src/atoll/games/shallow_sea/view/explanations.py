"""Why something in Shallow Sea scores or not: a tile, a tile tried on a space, or an ecosystem card.

Topics: `c2` (the tile there), `82@c2>` (tile 82 tried on c2 with its top to the right), `orange 3`, `blue 5`.
"""

import re
from typing import Annotated, Literal

import numpy as np
from msgspec import Struct

from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.cards import blue_points, first_group, orange_points, touching
from atoll.games.shallow_sea.kernel.finishing import finished_corals, finished_creatures
from atoll.games.shallow_sea.lattice import SPACE_NAMES
from atoll.games.shallow_sea.text.positions import MARKS
from atoll.games.shallow_sea.view.choices import (
    Bubble,
    Colour,
    Corner,
    Label,
    Space,
    Spaces,
    TileKind,
    colour_of,
    fill_tile,
)
from atoll.kit import view as kit
from atoll.kit.bits import bit_count, lowest
from atoll.kit.compiled import compiled
from atoll.kit.errors import InvalidNotation
from atoll.kit.game import State
from atoll.kit.records import Most, tags

TRIED_TILE = re.compile(r"([1-9][0-9]?)@([a-i][1-5])([\^>v<])")
ECOSYSTEM_CARD = re.compile(r"(orange|blue) ([1-7])")
TILES = layout.CREATURE + layout.TYPES
MOST_FISH = 6
"""How many fish orange card 3 counts (S35)."""

# Numbers of topics: spaces come first, then tiles that are tried, then cards
TRIED = layout.SPACES
ORANGE = TRIED + TILES * layout.SPACES * layout.TURNS
BLUE = ORANGE + layout.CARDS


class AskingCorner(Struct):
    """A corner of a coral that asks for a fish: its bubble, the fish asked and the one that is there (S22)."""

    corner: Corner
    bubble: Bubble
    asks: Colour
    there: Colour | None
    met: bool


class Tile(kit.Explanation):
    """A tile on a space, or tried there: how many things it needs, and how many of them it has."""

    tile: int
    what: TileKind
    label: Label
    space: Space
    turn: int
    done: bool
    points: int
    need: int
    met: int


class Coral(Tile):
    """A coral with the corners that ask for fish, and the fish that finished it (S22)."""

    colour: Colour
    corners: Annotated[list[AskingCorner], Most(layout.CORNERS)]
    fish: Colour | None


class Creature(Tile):
    """A creature with its region, and the spaces that its best single choice counts (S27, S28)."""

    looks_for: Literal["coral", "fish"]
    relation: Literal["same", "different"]
    partial: int
    region: Spaces
    counting: Spaces


class Group(Struct):
    """Spaces, and the points that they bring."""

    spaces: Spaces
    points: int


class Card(kit.Explanation):
    """What an ecosystem card brings now, and the groups of spaces that bring it (S33 to S46)."""

    points: int
    groups: Annotated[list[Group], Most(layout.SPACES)]


Explanation = Coral | Creature | Card
CORAL, CREATURE, CARD = tags(Explanation)


def topic(state: State, seat: int, about: str) -> int:
    """Return the number of a topic."""
    if about in SPACE_NAMES:
        if state.fields.board[seat][SPACE_NAMES.index(about)] == layout.NONE:
            raise InvalidNotation(f"{about!r}: there is no tile on {about} to explain")
        return SPACE_NAMES.index(about)
    if (match := TRIED_TILE.fullmatch(about)) and match[2] in SPACE_NAMES and int(match[1]) <= TILES:
        place = (int(match[1]) - 1) * layout.SPACES + SPACE_NAMES.index(match[2])
        return TRIED + place * layout.TURNS + MARKS.index(match[3])
    if match := ECOSYSTEM_CARD.fullmatch(about):
        return (ORANGE if match[1] == "orange" else BLUE) + int(match[2]) - 1
    raise InvalidNotation(
        f"there is nothing to explain about {about!r}; a topic is a space such as c2, a tile tried on one such as "
        f"82@c2> (^ > v <: where its top points), or a card such as orange 3 or blue 5"
    )


@compiled
def explain(t: np.record, states: np.ndarray, seat: int, topic: int, out: np.record) -> None:
    """Fill in what a topic brings a seat."""
    s = states[0]
    if topic >= ORANGE:
        out.topic = CARD
        out.groups.count = 0
        if topic >= BLUE:
            out.points = blue_points(t, s, seat, topic - BLUE + 1)
            _add_blue_groups(t, s, seat, topic - BLUE + 1, out)
        else:
            out.points = orange_points(t, s, seat, topic - ORANGE + 1)
            _add_orange_groups(t, s, seat, topic - ORANGE + 1, out)
    elif topic >= TRIED:
        tried = (topic - TRIED) // layout.TURNS
        out.turn = (topic - TRIED) % layout.TURNS
        out.space = tried % layout.SPACES
        out.done = 0
        _fill_tile(t, s, seat, tried // layout.SPACES, out)
    else:
        out.turn = s.turned[seat, topic]
        out.space = topic
        out.done = s.done[seat] >> topic & 1
        _fill_tile(t, s, seat, int(s.board[seat, topic]), out)


# Tiles (S22, S27, S28)


@compiled
def _fill_tile(t: np.record, s: np.record, seat: int, tile: int, out: np.record) -> None:
    """Fill in a tile on the space and in the turn that are there already."""
    fill_tile(tile, out)
    if tile < layout.CREATURE:
        out.topic = CORAL
        _fill_coral(t, s, seat, tile, out)
    else:
        out.topic = CREATURE
        _fill_creature(t, s, seat, tile - layout.CREATURE, out)


@compiled
def _fill_coral(t: np.record, s: np.record, seat: int, coral: int, out: np.record) -> None:
    space = int(out.space)
    out.colour = t.colour[coral]
    out.points = t.value[coral]
    out.need = 0
    out.met = 0
    for number in range(layout.CORNERS):
        asks = int(t.asks[coral, (number - int(out.turn)) % layout.TURNS])
        if asks != layout.NONE:
            corner = out.corners.items[out.need]
            corner.corner = number
            corner.bubble = t.bubble[space, number]
            corner.asks = asks
            corner.there = colour_of(s.loose[seat], int(corner.bubble))
            corner.met = corner.asks == corner.there
            out.need += 1
            out.met += corner.met
    out.corners.count = out.need
    out.fish = colour_of(s.finned[seat], space) if s.board[seat, space] == coral else layout.NONE


@compiled
def _fill_creature(t: np.record, s: np.record, seat: int, creature_type: int, out: np.record) -> None:
    out.looks_for = t.wants_fish[creature_type]
    out.relation = t.different[creature_type]
    out.need = t.need[creature_type]
    out.partial = t.partial[creature_type]
    out.points = t.full[creature_type]
    region = int(t.region[creature_type, out.turn, out.space])
    counted = counting(t, s, seat, creature_type, region)
    out.region = region
    out.counting = counted
    out.met = bit_count(counted)


@compiled
def counting(t: np.record, s: np.record, seat: int, creature_type: int, region: int) -> int:
    """Return the spaces of a region that a creature type counts by its best single choice (S28)."""
    found = 0
    for colour in range(layout.COLOURS):
        there = region & int(s.finned[seat, colour] if t.wants_fish[creature_type] else s.corals[seat, colour])
        if t.different[creature_type]:
            if bit_count(found) < t.need[creature_type]:
                found |= there & -there
        elif bit_count(there) > bit_count(found):
            found = there
    return _lowest_of(found, int(t.need[creature_type]))


@compiled
def _lowest_of(spaces: int, most: int) -> int:
    """Return the lowest of some spaces, at most `most`."""
    rest = spaces
    for _ in range(most):
        rest &= rest - 1
    return spaces & ~rest


# Ecosystem cards (S33 to S46)


@compiled
def _add_group(out: np.record, spaces: int, points: int) -> None:
    group = out.groups.items[out.groups.count]
    out.groups.count += 1
    group.spaces = spaces
    group.points = points


@compiled
def _add_singles(out: np.record, spaces: int, points: int) -> None:
    """Add each of some spaces as a group."""
    while spaces:
        _add_group(out, spaces & -spaces, points)
        spaces &= spaces - 1


@compiled
def _add_orange_groups(t: np.record, s: np.record, seat: int, card: int, out: np.record) -> None:
    corals = finished_corals(s, seat)
    own = 0
    most_fish = 0
    for colour in range(layout.COLOURS):
        fish = int(s.finned[seat, colour])
        own |= fish & int(s.corals[seat, colour])
        if bit_count(fish) > bit_count(most_fish):
            most_fish = fish
    if card == 1:
        _add_singles(out, own, 2)
    elif card == 2:
        _add_coral_pairs(s, seat, out)
    elif card == 3:
        _add_singles(out, _lowest_of(most_fish, MOST_FISH), 3)
    elif card == 4:
        _add_singles(out, corals & ~own, 2)
    elif card == 5:
        _add_coral_rows(t, s, seat, out)
    elif card == 6:
        _add_largest_group(t, corals, out)
    else:
        for colour in range(layout.COLOURS):
            if bit_count(int(s.finned[seat, colour])) >= 3:
                _add_group(out, int(s.finned[seat, colour]), 8 if s.scenario == layout.DOUBLE_SCENARIO else 4)


@compiled
def _add_coral_pairs(s: np.record, seat: int, out: np.record) -> None:
    for colour in range(layout.COLOURS):
        rest = int(s.corals[seat, colour])
        while bit_count(rest) >= 2:
            pair = _lowest_of(rest, 2)
            _add_group(out, pair, 3)
            rest ^= pair


@compiled
def _add_coral_rows(t: np.record, s: np.record, seat: int, out: np.record) -> None:
    for row in range(layout.ROWS):
        found = 0
        for colour in range(layout.COLOURS):
            there = int(t.row[row] & s.corals[seat, colour])
            if bit_count(there) >= 2:
                found |= there
        if found:
            _add_group(out, found, 4)


@compiled
def _add_largest_group(t: np.record, spaces: int, out: np.record) -> None:
    largest = 0
    while spaces:
        group = first_group(t.adjoining, spaces)
        spaces &= ~group
        if bit_count(group) > bit_count(largest):
            largest = group
    if largest:
        _add_group(out, largest, 2 * bit_count(largest))


@compiled
def _add_blue_groups(t: np.record, s: np.record, seat: int, card: int, out: np.record) -> None:
    creatures = finished_creatures(s, seat)
    if card == 1:
        for row in range(layout.ROWS):
            if bit_count(int(t.row[row]) & creatures) >= 2:
                _add_group(out, int(t.row[row]) & creatures, 4)
    elif card == 2:
        _add_singles(out, creatures & int(t.inner), 3)
    elif card == 3:
        _add_singles(out, touching(t.neighbouring, creatures), 2)
    elif card == 4:
        for column in range(layout.COLUMNS):
            if bit_count(int(t.column[column]) & creatures) == 1:
                _add_group(out, int(t.column[column]) & creatures, 2)
    elif card == 5:
        _add_pairs(t, creatures, out)
    else:
        _add_kinds(s, seat, int(t.inner) if card == 6 else layout.ALL_SPACES & ~int(t.inner), out)


@compiled
def _add_kinds(s: np.record, seat: int, where: int, out: np.record) -> None:
    """Add the finished tiles on some spaces by kind: coral colours, then creature types."""
    for colour in range(layout.COLOURS):
        if int(s.corals[seat, colour]) & where:
            _add_group(out, int(s.corals[seat, colour]) & where, 2)
    creatures = finished_creatures(s, seat) & where
    while creatures:
        first = int(s.board[seat, lowest(creatures)])
        alike = 0
        for space in range(layout.SPACES):
            if creatures >> space & 1 and s.board[seat, space] == first:
                alike |= 1 << space
        _add_group(out, alike, 2)
        creatures &= ~alike


@compiled
def _add_pairs(t: np.record, spaces: int, out: np.record) -> None:
    """Add as many pairs of adjoining spaces as there can be, no space in two of them (S44).

    Adjoining spaces lie in rows of different parity, so augmenting paths from one side find them.
    """
    partner = np.full(layout.SPACES, layout.NONE, np.int64)
    path = np.empty((layout.SPACES, 2), np.int64)  # a space of an even row, and the one of an odd row that it tries
    rest = int(t.row[1] | t.row[3]) & spaces
    found = np.empty(layout.SPACES, np.int64)  # the paired spaces of odd rows, in the order that they were found
    pairs = 0
    while rest:
        path[0, 0] = lowest(rest)
        rest &= rest - 1
        seen = 0
        depth = 0
        while depth >= 0:
            new = int(t.adjoining[path[depth, 0]]) & spaces & ~seen
            if new == 0:
                depth -= 1
                continue
            other = lowest(new)
            seen |= 1 << other
            path[depth, 1] = other
            if partner[other] == layout.NONE:
                found[pairs] = other
                pairs += 1
                for step in range(depth + 1):
                    partner[path[step, 1]] = path[step, 0]
                break
            depth += 1
            path[depth, 0] = partner[other]
    for pair in range(pairs):
        _add_group(out, 1 << int(found[pair]) | 1 << int(partner[found[pair]]), 4)

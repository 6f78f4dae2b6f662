"""Reference implementation of Shallow Sea, slow and plain, written from the specification (S1 to S55) alone.

A place is (row, column), a colour is a number, a tile is a number: corals from 0, then the creature types. Bags are
random, so `play` takes what the position shows afterwards (`Seen`) as an argument, and checks that it can have come out
of the bags.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

Point = tuple[int, int]

# --- The board (S1 to S4) ---

SPACES: list[Point] = [(row, column) for row in range(1, 6) for column in range(1 + row % 2, 10, 2)]
SIDES = {"NE": (-1, 1), "SE": (1, 1), "SW": (1, -1), "NW": (-1, -1)}
TIPS = {"N": (-2, 0), "E": (0, 2), "S": (2, 0), "W": (0, -2)}
CORNERS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
ROUND_SIDES, ROUND_TIPS = ["NE", "SE", "SW", "NW"], ["N", "E", "S", "W"]
LETTERS = "rygp"
CODES = [letter + number for letter in "ABCDE" for number in "1234"] + ["F1", "F2"]


def moved(place: Point, step: Point) -> Point:
    """Return the place one step on."""
    return place[0] + step[0], place[1] + step[1]


@cache
def corners(space: Point) -> list[Point]:
    """Return the bubbles N, E, S, W of a space (S4)."""
    return [moved(space, step) for step in CORNERS.values()]


@cache
def adjoining(space: Point) -> list[Point]:
    """Return the spaces that share a side (S2)."""
    return [place for step in SIDES.values() if (place := moved(space, step)) in SPACES]


@cache
def neighbouring(space: Point) -> list[Point]:
    """Return the spaces that share a side or a corner (S2)."""
    return adjoining(space) + [place for step in TIPS.values() if (place := moved(space, step)) in SPACES]


def outer(space: Point) -> bool:
    """Return whether a space is one of the 12 at the edge (S3)."""
    return space[0] in (1, 5) or space in ((2, 1), (2, 9), (4, 1), (4, 9))


BUBBLES: list[Point] = sorted({corner for space in SPACES for corner in corners(space)})

# --- Tiles (S6, S7) ---


@dataclass(frozen=True)
class Coral:
    """The fish that a coral asks for at N, E, S, W, its colour and its value."""

    asks: tuple[int | None, ...]
    colour: int
    value: int


@dataclass(frozen=True)
class Creature:
    """What a creature needs, where it looks and what it brings."""

    code: str
    need: int
    fish: bool
    different: bool
    where: str
    ways: tuple[str, ...]
    partial: int
    full: int


Tile = Coral | Creature


def load_tiles(path: Path) -> list[Tile]:
    """Read a tile file: 76 corals, then 22 creature types."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    tiles: list[Tile] = []
    for number in range(1, 77):
        asks, name = data["corals"][str(number)].split(", ")
        colour, value = name.split()
        wanted = tuple(None if letter == "-" else LETTERS.index(letter) for letter in asks.split())
        tiles.append(Coral(wanted, LETTERS.index(colour[0]), int(value)))
    for code in CODES:
        need, where, points = data["creatures"][code].split(", ")
        number, what, relation = need.split()
        mode, *ways = where.split()
        partial, full = points.split("/")
        tiles.append(
            Creature(
                code, int(number), what == "fish", relation == "different", mode, tuple(ways), int(partial), int(full)
            )
        )
    return tiles


# --- Oceans ---


@dataclass
class Laid:
    """A tile on a board; a finished coral has a fish."""

    tile: int
    turn: int
    done: bool = False
    fish: int | None = None


@dataclass
class Ocean:
    """One player's board: tiles by space, unfinished fish by bubble, usable shells."""

    tiles: dict[Point, Laid] = field(default_factory=dict)
    loose: dict[Point, int] = field(default_factory=dict)
    shells: int = 2


def asked(coral: Coral, space: Point, turn: int) -> dict[Point, int]:
    """Return the colour of fish that a coral on a space, turned, asks for at each of its bubbles (S6)."""
    around = corners(space)
    return {around[(corner + turn) % 4]: colour for corner, colour in enumerate(coral.asks) if colour is not None}


def coral_ready(tiles: list[Tile], ocean: Ocean, space: Point) -> bool:
    """Return whether an unfinished coral has all its fish (S22, S23)."""
    laid = ocean.tiles[space]
    tile = tiles[laid.tile]
    if laid.done or not isinstance(tile, Coral):
        return False
    return all(ocean.loose.get(bubble) == colour for bubble, colour in asked(tile, space, laid.turn).items())


def turned(way: str, turn: int) -> str:
    """Return a direction after quarter turns clockwise."""
    ring = ROUND_SIDES if way in ROUND_SIDES else ROUND_TIPS
    return ring[(ring.index(way) + turn) % 4]


def looked_at(creature: Creature, space: Point, turn: int) -> set[Point]:
    """Return the spaces that a creature looks at (S27)."""
    if creature.where == "anywhere":
        return set(SPACES)
    found = set()
    for way in creature.ways:
        step = (SIDES | TIPS)[turned(way, turn)]
        place = moved(space, step)
        while place in SPACES:
            found.add(place)
            if creature.where == "spaces":
                break
            place = moved(place, step)
    return found


def items_met(tiles: list[Tile], ocean: Ocean, space: Point) -> int:
    """Return how many items of a creature's condition hold, counting the best colour (S27, S28)."""
    laid = ocean.tiles[space]
    creature = tiles[laid.tile]
    assert isinstance(creature, Creature)
    colours: Counter[int] = Counter()
    for place in looked_at(creature, space, laid.turn):
        other = ocean.tiles.get(place)
        if other is None or not other.done:
            continue
        kind = tiles[other.tile]
        if isinstance(kind, Coral):
            assert other.fish is not None
            colours[other.fish if creature.fish else kind.colour] += 1
    best = len(colours) if creature.different else max(colours.values(), default=0)
    return min(best, creature.need)


def creature_ready(tiles: list[Tile], ocean: Ocean, space: Point, modified: int = 0) -> bool:
    """Return whether an unfinished creature can be finished (S24; S53 modified rule 10)."""
    laid = ocean.tiles[space]
    creature = tiles[laid.tile]
    if laid.done or not isinstance(creature, Creature):
        return False
    if modified == 10 and any(place in finished_creatures(tiles, ocean) for place in adjoining(space)):
        return False
    return items_met(tiles, ocean, space) == creature.need


def finished_corals(tiles: list[Tile], ocean: Ocean) -> dict[Point, tuple[int, int]]:
    """Return the colours of the finished corals and of their fish by space."""
    found = {}
    for space, laid in ocean.tiles.items():
        tile = tiles[laid.tile]
        if laid.done and isinstance(tile, Coral):
            assert laid.fish is not None
            found[space] = tile.colour, laid.fish
    return found


def finished_creatures(tiles: list[Tile], ocean: Ocean) -> dict[Point, str]:
    """Return the types of the finished creatures by space."""
    found = {}
    for space, laid in ocean.tiles.items():
        tile = tiles[laid.tile]
        if laid.done and isinstance(tile, Creature):
            found[space] = tile.code
    return found


# --- Ecosystem cards (S33 to S46) ---


def largest_group(spaces: Iterable[Point]) -> int:
    """Return the size of the largest group of adjoining spaces."""
    left, largest = set(spaces), 0
    while left:
        group = [left.pop()]
        for space in group:
            for place in adjoining(space):
                if place in left:
                    left.remove(place)
                    group.append(place)
        largest = max(largest, len(group))
    return largest


def orange(tiles: list[Tile], ocean: Ocean, card: int) -> int:
    """Return what an orange card brings (S33 to S39)."""
    done = finished_corals(tiles, ocean)
    colours = Counter(colour for colour, _ in done.values())
    fish = Counter(fish for _, fish in done.values())
    same = sum(colour == fish for colour, fish in done.values())
    if card == 1:
        return 2 * same
    if card == 2:
        return 3 * sum(number // 2 for number in colours.values())
    if card == 3:
        return min(18, 3 * max(fish.values(), default=0))
    if card == 4:
        return 2 * (len(done) - same)
    if card == 5:
        rows = [Counter(colour for (row, _), (colour, _) in done.items() if row == wanted) for wanted in range(1, 6)]
        return 4 * sum(max(row.values(), default=0) >= 2 for row in rows)
    if card == 6:
        return 2 * largest_group(done)
    assert card == 7
    return 4 * sum(number >= 3 for number in fish.values())


def most_pairs(spaces: Sequence[Point]) -> int:
    """Return the most pairs of adjoining spaces, each space in one pair at most, by trying all pairings (S44)."""
    for first, second in combinations(spaces, 2):
        if second in adjoining(first):
            others = [space for space in spaces if space not in (first, second)]
            without = [space for space in spaces if space != first]
            return max(1 + most_pairs(others), most_pairs(without))
    return 0


def blue(tiles: list[Tile], ocean: Ocean, card: int) -> int:
    """Return what a blue card brings (S40 to S46)."""
    done = finished_creatures(tiles, ocean)
    if card == 1:
        return 4 * sum(sum(row == wanted for row, _ in done) >= 2 for wanted in range(1, 6))
    if card == 2:
        return 3 * sum(not outer(space) for space in done)
    if card == 3:
        return 2 * sum(any(place in done for place in neighbouring(space)) for space in done)
    if card == 4:
        return 2 * sum(sum(column == wanted for _, column in done) == 1 for wanted in range(1, 10))
    if card == 5:
        return 4 * most_pairs(list(done))
    assert card in (6, 7)
    kinds: dict[Point, str | int] = {**done}
    kinds |= {space: colour for space, (colour, _) in finished_corals(tiles, ocean).items()}
    return 2 * len({kind for space, kind in kinds.items() if outer(space) == (card == 7)})


# --- The score sheet (S30) ---


@dataclass
class Sheet:
    """The numbers of a score sheet."""

    orange: int
    blue: int
    rows: list[int]
    diversity: int
    fish: int
    lionfish: int
    scenario: int

    @property
    def total(self) -> int:
        """The total score."""
        return self.orange + self.blue + sum(self.rows) + self.diversity + self.fish + self.lionfish + self.scenario


def tile_points(tiles: list[Tile], ocean: Ocean, space: Point) -> int:
    """Return what one tile brings by itself (S28, S30)."""
    laid = ocean.tiles[space]
    tile = tiles[laid.tile]
    if isinstance(tile, Coral):
        return tile.value if laid.done else 0
    return tile.full if laid.done else tile.partial * items_met(tiles, ocean, space)


def fish_points(tiles: list[Tile], ocean: Ocean, bubble: Point, modified: int = 0) -> int:
    """Return what an unfinished fish brings (S30; S53 modified rule 9)."""
    done = finished_corals(tiles, ocean)
    beside = [done[space][0] for space in done if bubble in corners(space)]
    return len(beside) + (beside.count(ocean.loose[bubble]) if modified == 9 else 0)


def sheet(state: "State", seat: int) -> Sheet:
    """Return the score sheet of a seat."""
    tiles, ocean = state.tiles, state.oceans[seat]
    rows = [sum(tile_points(tiles, ocean, space) for space in ocean.tiles if space[0] == row) for row in range(1, 6)]
    paid = -2 * max(0, sum(state.lionfish) - 2)  # S47
    if state.family:  # S50
        return Sheet(0, 0, rows, 0, 0, paid, 0)
    oranges = [orange(tiles, ocean, card) * (2 if state.scenario == 14 and card == 7 else 1) for card in state.cards[0]]
    blues = [blue(tiles, ocean, card) for card in state.cards[1]]
    return Sheet(
        max(oranges, default=0),  # the best of two by modified rule 7
        max(blues, default=0),
        rows,
        2 * len(set(finished_creatures(tiles, ocean).values())),
        sum(fish_points(tiles, ocean, bubble, state.modified) for bubble in ocean.loose),
        paid,
        chosen_loss(state, ocean),
    )


def chosen_loss(state: "State", ocean: Ocean) -> int:
    """Return the points lost to the colour of scenario 15, chosen to lose the least (S52)."""
    if state.scenario != 15:
        return 0
    values = [0] * 4
    for space, (colour, _) in finished_corals(state.tiles, ocean).items():
        values[colour] += tile_points(state.tiles, ocean, space)
    return -min(values)


def ranking(state: "State") -> list[int]:
    """Rank the seats by points, then usable shells, else shared (S31)."""
    marks = [(sheet(state, seat).total, state.oceans[seat].shells) for seat in range(state.seats)]
    return [1 + sum(other > mark for other in marks) for mark in marks]


# --- Positions ---

FISH_A_COLOUR = {1: 9, 2: 14, 3: 19, 4: 24}
COPIES = {1: 2, 2: 2, 3: 3, 4: 4}
FREE = frozenset(("choosing", "placing", "finishing"))  # a move in mid-combination equals one before or after it
STAGES = (
    "start_choosing", "start_placing", "choosing", "combining_tile", "combining_fish", "placing", "finishing",
    "moving", "moving_coral",
)  # fmt: skip


@dataclass
class State:
    """A full position. Pools: corals, fish, creatures."""

    tiles: list[Tile]
    seats: int
    family: bool
    scenario: int
    modified: int
    first: int
    turn: int
    actor: int | None
    stage: str
    resume: str
    tile: int | None
    fish: int | None
    lifted: Point | None
    credit: int
    closed: bool
    cards: list[list[int]]
    pools: list[list[int | None]]
    coral_bag: set[int]
    fish_bag: list[int]
    creature_bag: list[int]
    lionfish: list[int]
    oceans: list[Ocean]

    @property
    def ocean(self) -> Ocean:
        """The board of the seat to decide."""
        assert self.actor is not None
        return self.oceans[self.actor]


@dataclass(frozen=True)
class Seen:
    """What lies open after a decision: the only source for what was drawn."""

    pools: Sequence[Sequence[int]]
    tile: int
    fish: int
    lionfish: Sequence[int]


def copied(state: State) -> State:
    """Return a copy that shares nothing but the tiles."""
    copy: State = deepcopy(state, {id(state.tiles): state.tiles})
    return copy


def bits(number: int, among: Sequence[Point]) -> list[Point]:
    """Return the places of a bit set."""
    return [place for index, place in enumerate(among) if number >> index & 1]


def number_of(places: Iterable[Point], among: Sequence[Point]) -> int:
    """Return places as a bit set."""
    return sum(1 << among.index(place) for place in set(places))


def known(number: int) -> int | None:
    """Return a number from a record, or None if it is negative."""
    return None if number < 0 else number


def read(f: SimpleNamespace, tiles: list[Tile]) -> State:
    """Build a position from the fields of a record."""
    oceans = []
    for seat in range(f.seats):
        ocean = Ocean(shells=f.shells[seat])
        for index, space in enumerate(SPACES):
            if f.board[seat][index] >= 0:
                fish = [colour for colour in range(4) if f.finned[seat][colour] >> index & 1]
                ocean.tiles[space] = Laid(
                    f.board[seat][index], f.turned[seat][index], bool(f.done[seat] >> index & 1), *fish
                )
        for colour in range(4):
            ocean.loose |= dict.fromkeys(bits(f.loose[seat][colour], BUBBLES), colour)
        oceans.append(ocean)
    stage = STAGES[f.stage]
    lifted = (BUBBLES if stage == "moving" else SPACES)[f.lifted] if stage in ("moving", "moving_coral") else None
    return State(
        tiles=tiles, seats=f.seats, family=f.mode == 1, scenario=f.scenario, modified=f.modified, first=f.first,
        turn=f.turn, actor=known(f.actor), stage=stage, resume=STAGES[f.resume], tile=known(f.tile),
        fish=known(f.fish), lifted=lifted, credit=f.credit, closed=bool(f.closed),
        cards=[[card for card in side if card > 0] for side in f.cards],
        pools=[[known(piece) for piece in pool] for pool in f.pool],
        coral_bag={38 * half + index for half in range(2) for index in range(38) if f.coral_bag[half] >> index & 1},
        fish_bag=list(f.fish_bag), creature_bag=list(f.creature_bag), lionfish=list(f.lionfish), oceans=oceans,
    )  # fmt: skip


def derived(state: State, seat: int) -> dict[str, object]:
    """Return the bit sets that a record derives from a seat's board."""
    tiles, ocean = state.tiles, state.oceans[seat]
    done = finished_corals(tiles, ocean)
    creatures = [space for space, laid in ocean.tiles.items() if isinstance(tiles[laid.tile], Creature)]
    return {
        "filled": number_of(ocean.tiles, SPACES),
        "done": number_of([space for space, laid in ocean.tiles.items() if laid.done], SPACES),
        "creature_spaces": number_of(creatures, SPACES),
        "own_bubbles": number_of(own_bubbles(ocean), BUBBLES),
        "corals": tuple(number_of([s for s, (c, _) in done.items() if c == colour], SPACES) for colour in range(4)),
        "finned": tuple(
            number_of([s for s, (_, fish) in done.items() if fish == colour], SPACES) for colour in range(4)
        ),
        "loose": tuple(
            number_of([b for b, fish in ocean.loose.items() if fish == colour], BUBBLES) for colour in range(4)
        ),
    }


def own_bubbles(ocean: Ocean) -> set[Point]:
    """Return the bubbles of a player's tiles."""
    return {corner for space in ocean.tiles for corner in corners(space)}


# --- Legality (S13 to S26, S47, S53) ---


def slots(state: State) -> int:
    """Return the size of the pools (S10; S53 modified rules 2 and 8)."""
    return {2: 3, 8: 0}.get(state.modified, 5)


def dearer(state: State) -> int:
    """Return how many more shells an action costs (S53 modified rule 4)."""
    return 1 if state.modified == 4 else 0


def affordable(state: State, price: int) -> bool:
    """Return whether the shells and the lionfish's credit cover a price."""
    return state.ocean.shells + state.credit >= price


def may_refresh(state: State, pool: int) -> bool:
    """Return whether a pool can be refreshed at all (S17, S19, S20, S53)."""
    if state.modified in (6, 8) or (pool == 1 and state.modified == 5):
        return False
    if pool == 0:
        return len(state.coral_bag) >= slots(state)
    if pool == 1:
        return sum(state.fish_bag) >= slots(state)
    return not state.closed


def four_alike(state: State, pool: int) -> bool:
    """Return whether a pool shows four of a colour (S16)."""
    colours: list[int | None] = []
    for piece in state.pools[pool]:
        tile = None if piece is None or pool == 1 else state.tiles[piece]
        colours.append(tile.colour if isinstance(tile, Coral) else piece if pool == 1 else None)
    return any(colours.count(colour) >= 4 for colour in range(4))


def spaces_for(state: State, tile: int) -> list[Point]:
    """Return the spaces where a tile may be laid (S13, S21; S53 modified rules 1 and 8)."""
    ocean = state.ocean
    empty = [space for space in SPACES if space not in ocean.tiles]
    if state.stage.startswith("start") or state.modified == 8:
        return empty
    near = [space for space, laid in ocean.tiles.items()]
    if state.modified == 1 and isinstance(state.tiles[tile], Coral):
        corals = [space for space, laid in ocean.tiles.items() if isinstance(state.tiles[laid.tile], Coral)]
        found = beside(empty, corals or near)
        if found or any(piece is not None and piece >= 76 for piece in state.pools[2]):
            return found  # without a creature to take instead, corals go beside any tile (RULES.md)
    return beside(empty, near)


def beside(spaces: list[Point], others: list[Point]) -> list[Point]:
    """Return the spaces that neighbour one of the others."""
    return [space for space in spaces if any(place in others for place in neighbouring(space))]


def bubbles_for(state: State) -> list[Point]:
    """Return the free bubbles where a fish may be laid (S21; S53 modified rule 8)."""
    among = set(BUBBLES) if state.modified == 8 else own_bubbles(state.ocean)
    return sorted(among - set(state.ocean.loose))


def coral_spaces(state: State, space: Point) -> list[tuple[Point, int]]:
    """Return where and how an unfinished coral may be moved or turned (S53 modified rule 3)."""
    ocean = state.ocean
    turn = ocean.tiles[space].turn
    others = [place for place in ocean.tiles if place != space]
    found = [(space, other) for other in range(4) if other != turn]
    return found + [(place, turn) for place in beside(SPACES, others) if place not in ocean.tiles]


def moves(state: State) -> set[int]:
    """Return the decisions that begin a free action (S26; S53 modified rule 3)."""
    ocean = state.ocean
    if state.modified == 3:
        if not affordable(state, 2):
            return set()
        return {
            310 + SPACES.index(space)
            for space, laid in ocean.tiles.items()
            if isinstance(state.tiles[laid.tile], Coral) and not laid.done
        }
    if not affordable(state, 2 + dearer(state)) or not bubbles_for(state):
        return set()
    return {275 + BUBBLES.index(bubble) for bubble in ocean.loose}


def placements(state: State) -> set[int]:
    """Return the decisions that lay the tile in hand."""
    assert state.tile is not None
    return {42 + 4 * SPACES.index(space) + turn for space in spaces_for(state, state.tile) for turn in range(4)}


def drops(state: State) -> set[int]:
    """Return the decisions that lay a fish."""
    return {130 + BUBBLES.index(bubble) for bubble in bubbles_for(state)}


def takeable(state: State, pool: int, slot: int) -> bool:
    """Return whether a slot has a tile, and the board a space for it (S53 modified rule 1)."""
    tile = state.pools[pool][slot]
    return tile is not None and bool(spaces_for(state, tile))


def choices(state: State) -> set[int]:
    """Return what may be done before a tile and a fish are chosen (S15 to S18)."""
    found = set()
    if state.modified == 8:
        if state.coral_bag:
            found.add(40)
        if any(state.creature_bag):
            found.add(41)
        return found
    price = 1 + dearer(state)
    for pool in range(3):
        if may_refresh(state, pool) and affordable(state, price):
            found.add(pool)
    for pool in range(2):
        if may_refresh(state, pool) and four_alike(state, pool):
            found.add(3 + pool)
    tiles = [(slot, pool) for slot in range(slots(state)) for pool in (0, 2) if takeable(state, pool, slot)]
    if state.modified == 5:
        return found | {21 + 2 * slot + pool // 2 for slot, pool in tiles}
    if affordable(state, price) and tiles:
        found.add(5)
    return found | {11 + 2 * slot + pool // 2 for slot, pool in tiles if state.pools[1][slot] is not None}


def ready(state: State) -> set[int]:
    """Return the decisions that finish a tile (S22, S24)."""
    found = set()
    for space, laid in state.ocean.tiles.items():
        tile, index = state.tiles[laid.tile], SPACES.index(space)
        if isinstance(tile, Coral):
            if coral_ready(state.tiles, state.ocean, space):
                around = corners(space)
                found |= {165 + 4 * index + around.index(bubble) for bubble in asked(tile, space, laid.turn)}
        elif creature_ready(state.tiles, state.ocean, space, state.modified):
            found.add(253 + index)
    return found


def own_decisions(state: State) -> set[int]:
    """Return the decisions of the stage itself, without free actions and the lionfish."""
    if state.stage == "start_choosing":
        return {22 + 2 * slot for slot, tile in enumerate(state.pools[2]) if tile is not None}
    if state.stage == "start_placing":
        return placements(state)
    if state.stage == "choosing":
        return choices(state)
    if state.stage == "combining_tile":
        return {21 + 2 * i + pool // 2 for i in range(slots(state)) for pool in (0, 2) if takeable(state, pool, i)}
    if state.stage == "combining_fish":
        if state.modified == 5:
            return {36 + colour for colour in range(4) if state.fish_bag[colour]}
        return {31 + slot for slot, fish in enumerate(state.pools[1]) if fish is not None}
    if state.stage == "placing":
        found = placements(state) if state.tile is not None else set()
        return found | (drops(state) if state.fish is not None else set())
    if state.stage == "finishing":
        return ready(state) or {332}
    if state.stage == "moving":
        return drops(state) - {130 + BUBBLES.index(state.lifted or (0, 0))}
    assert state.stage == "moving_coral"
    assert state.lifted is not None
    return {42 + 4 * SPACES.index(space) + turn for space, turn in coral_spaces(state, state.lifted)}


def legal(state: State) -> set[int]:
    """Return the legal decisions."""
    if state.actor is None:
        return set()
    found = own_decisions(state)
    if state.stage in FREE:
        found |= moves(state)
    if state.credit:  # the next action must spend all of the lionfish's credit
        found = {decision for decision in found if price_of(state, decision) >= state.credit}
    return found | lionfish(state)


def price_of(state: State, decision: int) -> int:
    """Return the price of a decision in shells (S17, S18, S26; S53 modified rule 4)."""
    if decision in (0, 1, 2, 5):
        return 1 + dearer(state)
    return 2 + dearer(state) if decision in range(275, 332) else 0


def lionfish(state: State) -> set[int]:
    """Return the decisions that let the lionfish pay (S47; S53 modified rule 5)."""
    if state.seats > 1 or not useful(state):
        return set()
    if state.modified == 5:
        return {7 + colour for colour in range(4) if state.fish_bag[colour]}
    return {6} if sum(state.fish_bag) else set()


def useful(state: State) -> bool:
    """Return whether one more fish helps to pay for an action that can be paid for in full."""
    rich = copied(state)
    rich.oceans[0].shells = 5
    found = choices(rich) if state.stage == "choosing" else set()
    found |= moves(rich) if state.stage in FREE else set()
    payable = state.ocean.shells + state.credit + sum(state.fish_bag)
    return any(state.credit < price_of(state, decision) <= payable for decision in found)


# --- Playing ---


def draw(state: State, pool: int, piece: int) -> None:
    """Take a piece out of its bag, which must hold it (S20: a coral may replace a creature)."""
    if pool == 1:
        state.fish_bag[piece] -= 1
        assert state.fish_bag[piece] >= 0
    elif piece < 76:
        state.coral_bag.remove(piece)
    else:
        state.creature_bag[piece - 76] -= 1
        assert state.creature_bag[piece - 76] >= 0


def put_back(state: State, pool: int, piece: int) -> None:
    """Put a piece into its bag."""
    if pool == 1:
        state.fish_bag[piece] += 1
    elif piece < 76:
        state.coral_bag.add(piece)
    else:
        state.creature_bag[piece - 76] += 1


def fill(state: State, pool: int, seen: Seen) -> None:
    """Fill the empty slots of a pool (S14, S20)."""
    for slot in range(slots(state)):
        if state.pools[pool][slot] is None:
            piece = seen.pools[pool][slot]
            if pool == 2:
                assert (piece < 76) == (not any(state.creature_bag)), "a coral only when the creature bag is empty"
                state.closed = state.closed or piece < 76
            draw(state, pool, piece)
            state.pools[pool][slot] = piece


def refresh(state: State, pool: int, seen: Seen) -> None:
    """Refresh a pool: new pieces are drawn before the old ones go back (S19)."""
    old = state.pools[pool]
    state.pools[pool] = [None] * 5
    fill(state, pool, seen)
    for piece in old:
        if piece is not None:
            put_back(state, pool, piece)


def pay(state: State, price: int) -> None:
    """Pay a price, first from the lionfish's credit (S47)."""
    credit = min(state.credit, price)
    state.credit -= credit
    state.ocean.shells -= price - credit


def take(state: State, pool: int, slot: int) -> None:
    """Take a piece from a pool into the hand."""
    piece = state.pools[pool][slot]
    assert piece is not None
    state.pools[pool][slot] = None
    if pool == 1:
        state.fish = piece
    else:
        state.tile = piece


def feed_lionfish(state: State, seen: Seen) -> None:
    """Put a fish from the bag onto the lionfish card (S47, S48)."""
    colour = next(colour for colour in range(4) if seen.lionfish[colour] > state.lionfish[colour])
    draw(state, 1, colour)
    state.lionfish[colour] += 1
    state.credit += 1
    if not any(state.fish_bag):
        state.actor = None


def lay(state: State, space: Point, turn: int) -> None:
    """Lay the tile in hand, or the coral being moved."""
    if state.stage == "moving_coral":
        assert state.lifted is not None
        laid = state.ocean.tiles.pop(state.lifted)
        state.ocean.tiles[space] = Laid(laid.tile, turn)
        state.lifted, state.stage = None, state.resume
        return
    assert state.tile is not None
    state.ocean.tiles[space] = Laid(state.tile, turn)
    state.tile = None


def drop(state: State, bubble: Point) -> None:
    """Lay the fish in hand, or the one being moved."""
    if state.stage == "moving":
        assert state.lifted is not None
        state.ocean.loose[bubble] = state.ocean.loose.pop(state.lifted)
        state.lifted, state.stage = None, state.resume
        return
    assert state.fish is not None
    state.ocean.loose[bubble] = state.fish
    state.fish = None


def finish(state: State, space: Point, corner: int | None) -> None:
    """Finish a tile: a coral with the fish at a corner; gain a shell (S22, S24, S25)."""
    laid = state.ocean.tiles[space]
    laid.done = True
    if corner is not None:
        laid.fish = state.ocean.loose.pop(corners(space)[corner])
    state.ocean.shells = min(5, state.ocean.shells + 1)


def end_of_setup_turn(state: State, seen: Seen) -> None:
    """Go on to the next seat of the set-up, backwards, or to the first turn (S13)."""
    assert state.actor is not None
    state.turn += 1
    state.tile = None
    if state.turn == 0:
        if state.modified != 8:
            fill(state, 2, seen)
        state.actor, state.stage = state.first, "choosing"
        return
    state.actor = (state.actor - 1) % state.seats
    state.stage = "start_choosing"
    if state.modified == 8:
        draw(state, 2, seen.tile)
        state.tile, state.stage = seen.tile, "start_placing"
    elif not any(tile is not None for tile in state.pools[2]):  # S53 modified rule 2
        fill(state, 2, seen)


def end_of_turn(state: State, seen: Seen) -> None:
    """Refill the pools and go on to the next seat, or end the game (S14, S29, S48)."""
    assert state.actor is not None
    state.turn += 1
    state.credit = 0
    state.stage = "choosing"
    state.actor = (state.actor + 1) % state.seats
    for pool in range(3):
        if not (pool == 1 and state.modified == 5):
            fill(state, pool, seen)
    if state.turn == 17 * state.seats or (state.seats == 1 and not any(state.fish_bag)):
        state.actor = None


def play(state: State, decision: int, seen: Seen) -> State:
    """Return the position after a legal decision, with the draws taken from `seen`."""
    assert decision in legal(state)
    s = copied(state)
    if decision in range(3):
        pay(s, 1 + dearer(s))
        refresh(s, decision, seen)
    elif decision in (3, 4):
        refresh(s, decision - 3, seen)
    elif decision == 5:
        pay(s, 1 + dearer(s))
        s.stage = "combining_tile"
    elif decision in range(6, 11):
        feed_lionfish(s, seen)
        assert decision == 6 or s.lionfish[decision - 7] == state.lionfish[decision - 7] + 1
    elif decision in range(11, 42):
        choose(s, decision, seen)
    elif decision in range(275, 332):
        pay(s, 2 + dearer(s))
        coral = decision >= 310
        s.lifted = SPACES[decision - 310] if coral else BUBBLES[decision - 275]
        s.stage, s.resume = ("moving_coral" if coral else "moving"), s.stage
    elif decision == 332:
        end_of_turn(s, seen)
    else:
        put(s, decision, seen)
    return s


def choose(s: State, decision: int, seen: Seen) -> None:
    """Take a tile, a fish or both into the hand (S13, S15, S18, S53)."""
    if decision in range(11, 31):
        slot, side = divmod((decision - 11) % 10, 2)
        take(s, 2 * side, slot)
        if decision < 21:
            take(s, 1, slot)
    elif decision in range(31, 36):
        take(s, 1, decision - 31)
    elif decision in range(36, 40):
        s.fish = decision - 36
        draw(s, 1, s.fish)
    else:
        assert (seen.tile >= 76) == (decision == 41)
        draw(s, 2, seen.tile)
        draw(s, 1, seen.fish)
        s.tile, s.fish = seen.tile, seen.fish
    if s.stage == "start_choosing":
        s.stage = "start_placing"
    else:
        s.stage = "combining_fish" if s.fish is None else "placing"
        if s.modified in (5, 8) and s.seats == 1 and not any(s.fish_bag):  # S48
            s.actor = None


def put(s: State, decision: int, seen: Seen) -> None:
    """Lay a tile or a fish, or finish a tile."""
    if decision < 130:
        index, turn = divmod(decision - 42, 4)
        lay(s, SPACES[index], turn)
    elif decision < 165:
        drop(s, BUBBLES[decision - 130])
    elif decision < 253:
        index, corner = divmod(decision - 165, 4)
        finish(s, SPACES[index], corner)
    else:
        finish(s, SPACES[decision - 253], None)
    if s.stage == "start_placing":
        end_of_setup_turn(s, seen)
    elif s.stage == "placing" and s.tile is None and s.fish is None:
        s.stage = "finishing"


def seen(f: SimpleNamespace) -> Seen:
    """Return what a record shows."""
    return Seen(f.pool, f.tile, f.fish, f.lionfish)


def differences(mine: State, theirs: State) -> Mapping[str, object]:
    """Return the fields in which two positions differ."""
    return {
        name: (value, getattr(theirs, name))
        for name, value in vars(mine).items()
        if name not in ("tiles", "resume") and value != getattr(theirs, name)
    }

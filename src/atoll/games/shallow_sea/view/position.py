"""A position of Shallow Sea as one seat sees it."""

from typing import Annotated, Any, Literal

import numpy as np
from msgspec import Struct

from atoll.games.shallow_sea import COLOUR_NAMES, TYPE_NAMES
from atoll.games.shallow_sea.kernel import goals, layout, sheet
from atoll.games.shallow_sea.kernel.bags import slots_of
from atoll.games.shallow_sea.kernel.cards import blue_points, orange_points
from atoll.games.shallow_sea.kernel.prices import combination_price, move_price, refresh_price
from atoll.games.shallow_sea.kernel.result import score, scores
from atoll.games.shallow_sea.lattice import BUBBLE_NAMES, SPACE_NAMES
from atoll.games.shallow_sea.view.choices import Bubble, Choice, Colour, Space, Spaces, colour_of
from atoll.games.shallow_sea.view.explanations import counting
from atoll.kit import view as kit
from atoll.kit.bits import bit_count
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER, UNKNOWN
from atoll.kit.game import State
from atoll.kit.ranking import decided_by
from atoll.kit.records import NULL, Bits, Exactly, Keys, Most, Names

Phase = Literal[
    "start", "start_place", "choose", "combine_tile", "combine_fish", "place", "finish", "move", "move_coral", "over"
]
GAME_OVER = 9
Cards = Annotated[list[int], Most(2)]
GoalName = Annotated[str, Names(goals.GOAL_NAMES)]
Place = Annotated[str, Names(SPACE_NAMES + BUBBLE_NAMES)]
RankName = Annotated[str, Names(goals.RANK_NAMES)]
Tiles = Annotated[list[int | None], Most(layout.SLOTS)]
WonBy = Literal["points", "shells", "shared"]


class BySide(Struct):
    """Numbers for the orange and the blue ecosystem cards: the cards, or what each of them scores."""

    orange: Cards
    blue: Cards


class Prices(Struct):
    """What actions cost in shells (S17, S18, S26)."""

    refresh: int
    combination: int
    move: int


class Pools(Struct):
    """What lies in the slots of each pool; null for nothing, or something unknown."""

    corals: Tiles
    fish: Annotated[list[Colour | None], Most(layout.SLOTS)]
    creatures: Tiles


class Bags(Struct):
    """What the bags hold; of creatures, the types in the game."""

    fish: Annotated[dict[str, int], Keys(COLOUR_NAMES)]
    corals: int
    creatures: Annotated[dict[str, int], Keys(TYPE_NAMES)]


class Lionfish(Struct):
    """The fish on the lionfish card (S47)."""

    red: int
    yellow: int
    green: int
    purple: int


class Lying(Struct):
    """A tile on a space; for a creature, what it has met and, unfinished, the spaces that it counts (S28)."""

    space: Space
    tile: int
    turn: int
    done: bool
    fish: Colour | None
    points: int
    met: int | None
    counting: Spaces


class LooseFish(Struct):
    """An unfinished fish on a bubble, and its points (S30)."""

    bubble: Bubble
    fish: Colour
    points: int


class Goal(Struct):
    """A goal beyond winning, with the progress: a scenario's points and task (S52), or the next rank (S49)."""

    what: GoalName
    rank: RankName | None
    have: int
    need: int


class Sheet(Struct):
    """The lines of a score sheet (S30)."""

    orange: int
    blue: int
    rows: Annotated[list[int], Exactly(layout.ROWS)]
    diversity: int
    fish: int
    lionfish: int
    scenario: int
    total: int


class Player(Struct):
    """What lies before a player; of two ecosystem cards, the better one counts (S53)."""

    board: Annotated[list[Lying], Most(layout.SPACES)]
    loose: Annotated[list[LooseFish], Most(layout.BUBBLES)]
    shells: int
    broken: bool
    goals: Annotated[list[Goal], Most(2)]
    cards: BySide
    sheet: Sheet


class RankPoints(Struct):
    """A rank, and the least points that earn it (S49)."""

    rank: RankName
    points: int


class View(kit.View):
    """A position of Shallow Sea; `tile` and `fish` are to be placed, `credit` are shells that the lionfish has paid."""

    phase: Phase
    first: int
    turn: int
    round: int
    rounds: int
    cards: BySide
    doubled: Literal["orange"] | None
    prices: Prices
    types: Annotated[list[str], Bits(TYPE_NAMES)]
    pools: Pools
    bags: Bags
    tile: int | None
    fish: Colour | None
    lifted: Place | None
    credit: int
    closed: bool
    lionfish: Lionfish | None
    players: Annotated[list[Player], Most(layout.SEATS)]
    won_by: WonBy | None
    rank: RankName | None
    ranks: Annotated[list[RankPoints], Most(len(goals.RANK_NAMES))] | None
    legal: Annotated[list[Choice], Most(layout.DECISIONS)]


@compiled
def view(t: np.record, s: np.record, out: np.record) -> None:
    """Fill in a position."""
    over = s.actor == OVER
    out.phase = GAME_OVER if over else int(s.stage)
    out.first = s.first
    out.turn = s.turn
    out["round"] = round_number(s)
    out.rounds = layout.ROUNDS
    _fill_cards(s, out.cards)
    out.doubled = 0 if s.scenario == layout.DOUBLE_SCENARIO else -1
    out.prices.refresh = refresh_price(s)
    out.prices.combination = combination_price(s)
    out.prices.move = move_price(s)
    out.types = s.types
    _fill_pools(s, out.pools)
    _fill_bags(s, out.bags)
    out.tile = _tile_id(int(s.tile))
    out.fish = s.fish
    out.lifted = int(s.lifted) + (layout.SPACES if s.stage == layout.MOVING else 0)
    out.credit = s.credit
    out.closed = s.closed
    out.lionfish.present = s.seats == 1
    out.lionfish.red = s.lionfish[0]
    out.lionfish.yellow = s.lionfish[1]
    out.lionfish.green = s.lionfish[2]
    out.lionfish.purple = s.lionfish[3]
    out.players.count = s.seats
    for seat in range(s.seats):
        _fill_player(t, s, seat, out.players.items[seat])
    out.won_by = won_by(t, s) if over and s.seats > 1 else -1
    out.rank = rank(t, s)
    out.ranks.count = -1
    if over and ranked(s):
        out.ranks.count = len(goals.RANK_POINTS)
        for number in range(len(goals.RANK_POINTS)):
            out.ranks.items[number].rank = number
            out.ranks.items[number].points = goals.RANK_POINTS[number]


@compiled
def round_number(s: np.record) -> int:
    """Return the round, from 1."""
    return min(layout.ROUNDS, max(0, int(s.turn)) // int(s.seats) + 1)


@compiled
def won_by(t: np.record, s: np.record) -> int:
    """Return what decided a finished game, as one of WonBy (S31)."""
    marks = np.empty((s.seats, 2), np.int64)
    scores(t, s, marks[:, 0])
    for seat in range(s.seats):
        marks[seat, 1] = s.shells[seat]
    return decided_by(marks)


@compiled
def ranked(s: np.record) -> bool:
    """Return whether a game gives a rank: solo games do, family games do not (S49)."""
    return bool(s.seats == 1 and s.mode != layout.FAMILY)


@compiled
def rank(t: np.record, s: np.record) -> int:
    """Return the rank that a finished solo game has earned; NONE below the lowest and in other games (S49, S50)."""
    return goals.rank_of(score(t, s, 0)) if s.actor == OVER and ranked(s) else layout.NONE


@compiled
def _tile_id(tile: int) -> int:
    return NULL if tile < 0 else tile + 1


@compiled
def _fill_cards(s: np.record, out: np.record) -> None:
    out.orange.count = 0
    out.blue.count = 0
    for place in range(2):
        if s.cards[0, place] != layout.NONE:
            out.orange.items[out.orange.count] = s.cards[0, place]
            out.orange.count += 1
        if s.cards[1, place] != layout.NONE:
            out.blue.items[out.blue.count] = s.cards[1, place]
            out.blue.count += 1


@compiled
def _fill_pools(s: np.record, out: np.record) -> None:
    out.corals.count = slots_of(int(s.modified), layout.CORAL_POOL)
    out.fish.count = slots_of(int(s.modified), layout.FISH_POOL)
    out.creatures.count = slots_of(int(s.modified), layout.CREATURE_POOL)
    for slot in range(layout.SLOTS):
        out.corals.items[slot] = _tile_id(int(s.pool[layout.CORAL_POOL, slot]))
        out.fish.items[slot] = s.pool[layout.FISH_POOL, slot]
        out.creatures.items[slot] = _tile_id(int(s.pool[layout.CREATURE_POOL, slot]))


@compiled
def _fill_bags(s: np.record, out: np.record) -> None:
    for colour in range(layout.COLOURS):
        out.fish[colour] = s.fish_bag[colour]
    out.corals = bit_count(int(s.coral_bag[0])) + bit_count(int(s.coral_bag[1]))
    for creature_type in range(layout.TYPES):
        out.creatures[creature_type] = s.creature_bag[creature_type] if s.types >> creature_type & 1 else NULL


@compiled
def _fill_player(t: np.record, s: np.record, seat: int, out: np.record) -> None:
    lines = np.empty(sheet.SIZE, np.int64)
    sheet.write_sheet(t, s, seat, lines)
    out.board.count = 0
    for space in range(layout.SPACES):
        if s.board[seat, space] != layout.NONE:
            _fill_lying(t, s, seat, space, lines, out.board.items[out.board.count])
            out.board.count += 1
    out.loose.count = 0
    for bubble in range(layout.BUBBLES):
        fish = colour_of(s.loose[seat], bubble)
        if fish != layout.NONE:
            loose = out.loose.items[out.loose.count]
            out.loose.count += 1
            loose.bubble = bubble
            loose.fish = fish
            loose.points = lines[sheet.BUBBLE_POINTS + bubble]
    out.shells = s.shells[seat]
    out.broken = goals.broken(t, s, seat)
    _fill_goals(t, s, seat, int(lines[sheet.TOTAL]), out.goals)
    _fill_cards(s, out.cards)
    for place in range(out.cards.orange.count):
        out.cards.orange.items[place] = orange_points(t, s, seat, int(out.cards.orange.items[place]))
    for place in range(out.cards.blue.count):
        out.cards.blue.items[place] = blue_points(t, s, seat, int(out.cards.blue.items[place]))
    out.sheet.orange = lines[sheet.ORANGE]
    out.sheet.blue = lines[sheet.BLUE]
    for row in range(layout.ROWS):
        out.sheet.rows[row] = lines[sheet.ROW_POINTS + row]
    out.sheet.diversity = lines[sheet.DIVERSITY]
    out.sheet.fish = lines[sheet.FISH]
    out.sheet.lionfish = lines[sheet.LIONFISH_COST]
    out.sheet.scenario = lines[sheet.SCENARIO]
    out.sheet.total = lines[sheet.TOTAL]


@compiled
def _fill_lying(t: np.record, s: np.record, seat: int, space: int, lines: np.ndarray, out: np.record) -> None:
    tile = int(s.board[seat, space])
    out.space = space
    out.tile = tile + 1
    out.turn = s.turned[seat, space]
    out.done = s.done[seat] >> space & 1
    out.fish = colour_of(s.finned[seat], space)
    out.points = lines[sheet.SPACE_POINTS + space]
    out.met = NULL
    out.counting = 0
    if tile >= layout.CREATURE:
        out.met = lines[sheet.MET + space]
        if not out.done:
            creature_type = tile - layout.CREATURE
            region = int(t.region[creature_type, out.turn, space])
            out.counting = counting(t, s, seat, creature_type, region)


@compiled
def _fill_goals(t: np.record, s: np.record, seat: int, points: int, out: np.record) -> None:
    out.count = 0
    if s.mode == layout.FAMILY:
        return
    if not s.scenario:
        rank = goals.next_rank(points)
        if s.seats == 1 and rank < len(goals.RANK_POINTS):
            _add_goal(out, goals.RANK, points, goals.RANK_POINTS[rank])
            out.items[0].rank = rank
        return
    scenario = int(s.scenario)
    _add_goal(out, goals.POINTS, points, int(t.scenario_points[scenario - 1]))
    if goals.TASKS[scenario] != goals.NO_TASK:
        _add_goal(out, goals.TASKS[scenario], goals.task_progress(t, s, seat), goals.NEEDS[scenario])


@compiled
def _add_goal(out: np.record, what: int, have: int, need: int) -> None:
    goal = out.items[out.count]
    out.count += 1
    goal.what = what
    goal.rank = layout.NONE
    goal.have = have
    goal.need = need


def progress(state: State) -> dict[str, Any]:
    """Return the round and the final rank, for lists of games."""
    s, number = state.array[0], int(rank(state.edition.tables[0], state.array[0]))
    name = None if number == layout.NONE else goals.RANK_NAMES[number]
    return {"round": int(round_number(s)), "rounds": layout.ROUNDS, "rank": name}


def census(state: State) -> dict[str, int]:
    """Count every component, wherever it is; no decision changes the counts (S5, S8, S9)."""
    s = state.fields
    lying = [tile for board in s.board for tile in board]
    tiles = [tile for tile in (*lying, *s.pool[layout.CORAL_POOL], *s.pool[layout.CREATURE_POOL], s.tile) if tile >= 0]
    corals = [tile for tile in tiles if tile < layout.CREATURE]
    bagged = [place + half * layout.HALF for half in range(2) for place in _bits(s.coral_bag[half])]
    counts = {"corals": len(corals) + len(bagged), "different corals": len({*corals, *bagged})}
    for creature_type, name in enumerate(TYPE_NAMES):
        counts[name] = tiles.count(layout.CREATURE + creature_type) + s.creature_bag[creature_type]
    for colour, name in enumerate(COLOUR_NAMES):
        places = [fish[colour] for rows in (s.loose, s.finned) for fish in rows]
        held = s.pool[layout.FISH_POOL].count(colour) + (s.fish == colour)
        counts[name] = sum(place.bit_count() for place in places) + held + s.fish_bag[colour] + s.lionfish[colour]
    unknown = [*s.pool[0], *s.pool[1], *s.pool[2], s.tile, s.fish]
    counts["unknown"] = unknown.count(UNKNOWN) + unknown.count(layout.UNKNOWN_CORAL)
    return counts


def _bits(number: int) -> list[int]:
    return [place for place in range(number.bit_length()) if number >> place & 1]

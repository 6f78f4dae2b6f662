"""Reads a position of Shallow Sea from text and refuses impossible ones; `positions.py` lists the fields."""

import re
from collections.abc import Callable

import numpy as np

from atoll.games.shallow_sea import GAME, LETTERS, TYPE_NAMES, kernel
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.bags import corals_left, creatures_left, fish_left, slots_of
from atoll.games.shallow_sea.kernel.cards import connected
from atoll.games.shallow_sea.kernel.finishing import met, ready_corals, ready_creatures
from atoll.games.shallow_sea.lattice import ADJOINING, BUBBLE_NAMES, SPACE_BUBBLES, SPACE_NAMES
from atoll.games.shallow_sea.text.positions import MARKS, STAGES, UNKNOWN_CORAL_TEXT
from atoll.kit.components import Edition
from atoll.kit.contract import OVER, UNKNOWN
from atoll.kit.position_text import PositionText

FIELDS = (
    "seats", *(option.name for option in GAME.options), "first", "turn", "chance", "drawn", "cards", "types", "shells",
    "boards", "loose", "coral_pool", "fish_pool", "creature_pool", "lionfish", "closed", "tile", "fish_in_hand",
    "credit", "stage",
)  # fmt: skip
TILE = r"(?:[1-9][0-9]?|[A-F][1-4])"
UNKNOWN_TILE = rf"\?|{re.escape(UNKNOWN_CORAL_TEXT)}"
UNSEEN = (UNKNOWN, layout.UNKNOWN_CORAL)
LYING = re.compile(rf"([a-i][1-5]):({TILE})([\^>v<])([{LETTERS}*]?)")


def parse_position(text: str, edition: Edition, array: np.ndarray) -> None:
    """Read a line of text into an array of one position; refuse an impossible one."""
    fields = PositionText(GAME, edition, text, FIELDS)
    s, t = array[0], edition.tables[0]
    s.seats = fields.integer("seats", GAME.min_players, GAME.max_players)
    for option in GAME.options:
        s[option.name] = fields.option(option)
    _read_turn(fields, s)
    _read_chance(fields, s)
    _read_cards(fields, s, t)
    _read_types(fields, s, t)
    _read_boards(fields, s, t)
    _read_loose(fields, s)
    _read_shells(fields, s)
    for pool, name in enumerate(("coral_pool", "fish_pool", "creature_pool")):
        _read_pool(fields, s, pool, name)
    _read_hand(fields, s)
    _read_stage(fields, s)
    _fill_bags(fields, s)
    _check_counts(fields, s, t)
    _check_slots(fields, s)
    _check_finished(fields, s, t)
    # A solo game ends at once when the last fish has left the bag (S48).
    if s.turn == s.seats * layout.ROUNDS or (s.seats == 1 and fish_left(s) == 0):
        s.actor = OVER
    elif _all_known(s) and kernel.legal(t, s, np.empty(layout.DECISIONS, np.int64)) == 0:
        raise fields.refusal("stage", "leaves no legal decision")


def _all_known(s: np.record) -> bool:
    return s.tile not in UNSEEN and s.fish != UNKNOWN and not np.isin(s.pool, UNSEEN).any()


# Fields


def _read_turn(fields: PositionText, s: np.record) -> None:
    seats = int(s.seats)
    s.first = fields.integer("first", 0, seats - 1)
    if s.first_player != layout.RANDOM and s.first != (s.first_player - 1) % seats:
        raise fields.refusal("first", "must be the seat that the option first_player names (S13)")
    s.turn = fields.integer("turn", -seats, seats * layout.ROUNDS)
    # Set-up goes round in reverse, and the first player comes last (S13).
    s.actor = (s.first - s.turn - 1 if s.turn < 0 else s.first + s.turn) % seats


def _read_chance(fields: PositionText, s: np.record) -> None:
    text = fields.values["chance"]
    if text != "?" and (not re.fullmatch("[0-9]{1,19}", text) or int(text) >= 1 << 62):
        raise fields.refusal("chance", f"must be a whole number from 0 to {(1 << 62) - 1}, or ?")
    s.chance = UNKNOWN if text == "?" else int(text)
    s.drawn = fields.integer("drawn", 0, 9_999_999)


def _read_cards(fields: PositionText, s: np.record, t: np.record) -> None:
    s.cards[:] = layout.NONE
    number = 0 if s.mode == layout.FAMILY else 2 if s.modified == layout.BEST_OF_TWO else 1
    sides = fields.by_seat("cards", "|", 2)
    for side, (text, option) in enumerate(zip(sides, (s.orange, s.blue), strict=True)):
        cards = [] if text == "-" else text.split("+")
        if not all(re.fullmatch(f"[1-{layout.CARDS}]", card) for card in cards) or len(set(cards)) != number:
            raise fields.refusal("cards", f"must be different cards from 1 to {layout.CARDS}, {number} a side (S11)")
        s.cards[side, :number] = [int(card) for card in cards]
        scenario = (t.scenario_orange, t.scenario_blue)[side][s.scenario - 1] if s.scenario else layout.RANDOM
        wanted = scenario or option
        if number and wanted not in (layout.RANDOM, s.cards[side, 0]):
            raise fields.refusal("cards", "must be the cards that the options or the scenario name (S11, S52)")


def _read_types(fields: PositionText, s: np.record, t: np.record) -> None:
    names = fields.values["types"].split("+")
    if len(set(names)) != len(names) or len(names) != layout.CHOSEN_TYPES or not set(names) <= set(TYPE_NAMES):
        raise fields.refusal("types", f"must be {layout.CHOSEN_TYPES} different creature types joined by + (S9)")
    s.types = sum(1 << TYPE_NAMES.index(name) for name in names)
    wanted = None
    if s.scenario > 0:
        wanted = t.scenario_types[s.scenario - 1]
    elif s.creatures > 1:
        wanted = s.creatures >> 2
    elif s.creatures == 1:
        wanted = t.first_game
    if wanted is not None and s.types != wanted:
        raise fields.refusal("types", "must be the creature types that the options or the scenario name (S9, S52)")


def _read_tile(fields: PositionText, name: str, text: str) -> int:
    if text == "?":
        return layout.UNKNOWN_CORAL if name == "coral_pool" else UNKNOWN
    if text == UNKNOWN_CORAL_TEXT:
        return layout.UNKNOWN_CORAL
    if text == "-":
        return layout.NONE
    if text in TYPE_NAMES:
        return layout.CREATURE + TYPE_NAMES.index(text)
    if not text.isdigit() or not 1 <= int(text) <= layout.CORALS:
        raise fields.refusal(name, f"there is no tile {text}; corals are 1 to {layout.CORALS}, creatures A1 to F2 (S5)")
    return int(text) - 1


def _is_coral(tile: int) -> bool:
    return 0 <= tile < layout.CREATURE or tile == layout.UNKNOWN_CORAL


def _read_fish(text: str) -> int:
    return UNKNOWN if text == "?" else layout.NONE if text == "-" else LETTERS.index(text)


def _read_boards(fields: PositionText, s: np.record, t: np.record) -> None:
    s.board[:] = layout.NONE
    for seat, text in enumerate(fields.by_seat("boards", "|", s.seats)):
        for lying in fields.listed("boards", text, LYING.pattern):
            match = LYING.fullmatch(lying)
            assert match is not None
            if match[1] not in SPACE_NAMES:
                raise fields.refusal("boards", f"there is no space {match[1]} (S1)")
            space = SPACE_NAMES.index(match[1])
            if s.board[seat, space] != layout.NONE:
                raise fields.refusal("boards", f"two tiles lie on {match[1]}")
            _lay(fields, s, t, seat, space, match)


def _lay(fields: PositionText, s: np.record, t: np.record, seat: int, space: int, match: re.Match[str]) -> None:
    tile, finished = _read_tile(fields, "boards", match[2]), match[4]
    s.board[seat, space], s.turned[seat, space] = tile, MARKS.index(match[3])
    s.filled[seat] |= 1 << space
    for bubble in SPACE_BUBBLES[space]:
        s.own_bubbles[seat] |= 1 << bubble
    if tile >= layout.CREATURE:
        s.creature_spaces[seat] |= 1 << space
    if finished:
        s.done[seat] |= 1 << space
        if (finished == "*") != (tile >= layout.CREATURE):
            raise fields.refusal(
                "boards", f"{match[0]}: a finished coral has a fish, a finished creature a * (S22, S24)"
            )
    if finished and finished != "*":
        if LETTERS.index(finished) not in t.asks[tile]:
            raise fields.refusal("boards", f"{match[0]}: coral {tile + 1} asks for no such fish (S22)")
        s.finned[seat, LETTERS.index(finished)] |= 1 << space
        s.corals[seat, t.colour[tile]] |= 1 << space


def _read_loose(fields: PositionText, s: np.record) -> None:
    anywhere = s.modified in (layout.MOVING_CORALS, layout.NO_POOLS)
    for seat, text in enumerate(fields.by_seat("loose", "|", s.seats)):
        taken = 0
        for fish in fields.listed("loose", text, f"[a-jz][0-6][{LETTERS}]"):
            if fish[:2] not in BUBBLE_NAMES:
                raise fields.refusal("loose", f"there is no bubble {fish[:2]} (S4)")
            bubble = 1 << BUBBLE_NAMES.index(fish[:2])
            if bubble & taken:
                raise fields.refusal("loose", f"two fish are on {fish[:2]} (S21)")
            if not anywhere and not bubble & int(s.own_bubbles[seat]):
                raise fields.refusal("loose", f"{fish[:2]} is not a bubble of a tile of seat {seat} (S21)")
            taken |= bubble
            s.loose[seat, LETTERS.index(fish[2])] |= bubble


def _read_shells(fields: PositionText, s: np.record) -> None:
    for seat, text in enumerate(fields.by_seat("shells", ",", s.seats)):
        most = min(layout.SHELLS, layout.START_SHELLS + int(s.done[seat]).bit_count())
        if not re.fullmatch("[0-9]", text) or int(text) > most:
            raise fields.refusal("shells", f"{text!r} must be from 0 to {most}: 2 and one for each finished tile (S12)")
        s.shells[seat] = int(text)


def _read_pool(fields: PositionText, s: np.record, pool: int, name: str) -> None:
    s.pool[pool] = layout.NONE
    fish = pool == layout.FISH_POOL
    pieces = fields.listed(name, fields.values[name], rf"[{LETTERS}]|\?|-" if fish else rf"{TILE}|{UNKNOWN_TILE}|-")
    number = slots_of(int(s.modified), pool)
    if len(pieces) != number:
        raise fields.refusal(name, f"must have {number or 'no'} slots joined by , (S10)")
    for slot, text in enumerate(pieces):
        piece = _read_fish(text) if fish else _read_tile(fields, name, text)
        if piece in UNSEEN and s.chance != UNKNOWN:
            raise fields.refusal(name, "pieces can be unknown only if chance is")
        if pool == layout.CORAL_POOL and piece >= layout.CREATURE:
            raise fields.refusal(name, f"{text} is a creature (S10)")
        s.pool[pool, slot] = piece


def _read_hand(fields: PositionText, s: np.record) -> None:
    for name, pattern, read in (
        ("tile", rf"{TILE}|{UNKNOWN_TILE}|-", lambda text: _read_tile(fields, "tile", text)),
        ("fish_in_hand", rf"[{LETTERS}]|\?|-", _read_fish),
    ):
        reader: Callable[[str], int] = read
        if not re.fullmatch(pattern, fields.values[name]):
            raise fields.refusal(name, "must be a piece, ? or -")
        piece = reader(fields.values[name])
        if piece in UNSEEN and s.chance != UNKNOWN:
            raise fields.refusal(name, "a piece can be unknown only if chance is")
        s["tile" if name == "tile" else "fish"] = piece
    text, _, unseen = fields.values["lionfish"].partition("+")
    numbers = text.split(",")
    if unseen and (s.chance != UNKNOWN or not re.fullmatch("[1-9][0-9]?", unseen)):
        raise fields.refusal("lionfish", "fish can be unknown only if chance is")
    s.unseen = int(unseen or 0)
    if len(numbers) != layout.COLOURS or not all(re.fullmatch("[0-9]{1,2}", number) for number in numbers):
        raise fields.refusal("lionfish", f"must be {layout.COLOURS} numbers joined by , (S47)")
    s.lionfish[:] = [int(number) for number in numbers]
    if s.seats > 1 and (s.lionfish.any() or s.unseen):
        raise fields.refusal("lionfish", "only solo play has the lionfish (S47)")
    if fields.values["closed"] not in ("no", "yes"):
        raise fields.refusal("closed", "must be yes or no")
    s.closed = fields.values["closed"] == "yes"
    if s.closed and (s.turn < 0 or s.modified == layout.NO_POOLS):
        raise fields.refusal("closed", "can't be yes yet: the creature bag can't have been empty (S20)")
    if not s.closed and any(map(_is_coral, s.pool[layout.CREATURE_POOL])):
        raise fields.refusal("closed", "must be yes if a coral lies in the pool of the creatures (S20)")


def _read_stage(fields: PositionText, s: np.record) -> None:
    match = re.fullmatch("(?:(move|move_coral):([a-jz][0-6]):)?([a-z_]+)", fields.values["stage"])
    if not match or match[3] not in STAGES:
        raise fields.refusal(
            "stage", f"must be one of {', '.join(STAGES)}, or a move such as move:b2:place or move_coral:c2:finish"
        )
    stage = base = STAGES.index(match[3])
    s.lifted, s.resume = layout.NONE, 0
    if match[1]:
        names = BUBBLE_NAMES if match[1] == "move" else SPACE_NAMES
        if match[2] not in names or base not in (layout.CHOOSING, layout.PLACING, layout.FINISHING):
            raise fields.refusal("stage", "names nothing that can be moved now (S26)")
        s.lifted, s.resume = names.index(match[2]), base
        seat = s.actor
        if match[1] == "move":
            stage = layout.MOVING
            movable = np.bitwise_or.reduce(s.loose[seat])
        else:
            stage = layout.MOVING_CORAL
            movable = s.filled[seat] & ~s.done[seat] & ~s.creature_spaces[seat]
        if (s.modified == layout.MOVING_CORALS) != (match[1] == "move_coral") or not int(movable) >> int(s.lifted) & 1:
            raise fields.refusal("stage", f"nothing on {match[2]} can be moved (S26, S53)")
    s.stage = stage
    _check_stage(fields, s, base)
    s.credit = fields.integer("credit", 0, 3)
    if s.credit and (s.seats > 1 or match[1] or base not in (layout.CHOOSING, layout.PLACING, layout.FINISHING)):
        raise fields.refusal("credit", "must be 0: the lionfish has nothing to pay for now (S47)")


def _check_stage(fields: PositionText, s: np.record, stage: int) -> None:
    if (s.turn < 0) != (stage in (layout.START_CHOOSING, layout.START_PLACING)):
        raise fields.refusal("stage", "is start or start_place during set-up, and only then (S13)")
    if s.turn == s.seats * layout.ROUNDS and s.stage != layout.CHOOSING:
        raise fields.refusal("stage", "must be choose when all turns are played (S29)")
    combining = stage in (layout.COMBINING_TILE, layout.COMBINING_FISH, layout.START_CHOOSING)
    if (s.modified == layout.NO_POOLS and combining) or (
        s.modified == layout.OPEN_FISH and stage == layout.COMBINING_TILE
    ):
        raise fields.refusal("stage", "this modified rule has no such stage (S53)")
    tile, fish = s.tile != layout.NONE, s.fish != layout.NONE
    held = stage in (layout.START_PLACING, layout.COMBINING_FISH)
    if tile != held and not (stage == layout.PLACING and (tile or fish)):
        raise fields.refusal("tile", f"there must be {'a' if held else 'no'} tile to place in this stage (S14)")
    if fish and stage != layout.PLACING:
        raise fields.refusal("fish_in_hand", "there must be no fish to place in this stage (S14)")
    if stage == layout.START_PLACING and _is_coral(int(s.tile)):
        raise fields.refusal("tile", "the first tile is a creature (S13)")


# Consistency


def _fill_bags(fields: PositionText, s: np.record) -> None:
    """Put into the bags what lies nowhere else (S8, S9)."""
    for colour in range(layout.COLOURS):
        lying = sum(int(places).bit_count() for places in (*s.loose[:, colour], *s.finned[:, colour]))
        lying += int((s.pool[layout.FISH_POOL] == colour).sum()) + int(s.fish == colour) + int(s.lionfish[colour])
        s.fish_bag[colour] = layout.FISH_PER_COLOUR[s.seats] - lying
        if s.fish_bag[colour] < 0:
            raise fields.refusal("loose", f"has more {LETTERS[colour]} fish than there are with {s.seats} players (S8)")
    s.coral_bag[:] = (1 << layout.HALF) - 1
    s.creature_bag[:] = [
        layout.COPIES_PER_TYPE[s.seats] if s.types >> creature_type & 1 else 0 for creature_type in range(layout.TYPES)
    ]
    lying_tiles = [*s.board.flat, *s.pool[layout.CORAL_POOL], *s.pool[layout.CREATURE_POOL], s.tile]
    for tile in (int(tile) for tile in lying_tiles if tile >= 0):
        if tile >= layout.CREATURE:
            s.creature_bag[tile - layout.CREATURE] -= 1
            if s.creature_bag[tile - layout.CREATURE] < 0:
                name = TYPE_NAMES[tile - layout.CREATURE]
                raise fields.refusal("boards", f"has more {name} creatures than there are (S9)")
        else:
            half, place = divmod(tile, layout.HALF)
            if not int(s.coral_bag[half]) >> place & 1:
                raise fields.refusal("boards", f"coral {tile + 1} lies in two places")
            s.coral_bag[half] ^= 1 << place
    if fish_left(s) < 0 or corals_left(s) < 0 or creatures_left(s) < 0:
        raise fields.refusal("chance", "more pieces are unknown than the bags can hold (S8, S9)")


def _check_counts(fields: PositionText, s: np.record, t: np.record) -> None:
    """Refuse boards with a wrong number of tiles or fish, or with tiles that are not connected (S13, S14, S21)."""
    seats, turn, stage = int(s.seats), int(s.turn), _base_stage(s)
    for seat in range(seats):
        if turn < 0:
            tiles, fish = int((s.first - 1 - seat) % seats < turn + seats), 0
        else:
            fish = (turn - (seat - int(s.first)) % seats + seats - 1) // seats
            tiles = fish + 1
        if seat == s.actor and stage in (layout.PLACING, layout.FINISHING):
            tiles += s.tile == layout.NONE
            fish += s.fish == layout.NONE
        filled = int(s.filled[seat])
        if filled.bit_count() != tiles:
            raise fields.refusal("boards", f"seat {seat} must have {tiles} tiles in this turn (S14)")
        if sum(int(bubbles).bit_count() for bubbles in (*s.loose[seat], *s.finned[seat])) != fish:
            raise fields.refusal(
                "loose", f"seat {seat} must have {fish} fish in this turn, finished ones included (S14)"
            )
        if s.modified not in (layout.MOVING_CORALS, layout.NO_POOLS) and not connected(t, filled):
            raise fields.refusal("boards", f"the tiles of seat {seat} must neighbour one another (S21)")


def _base_stage(s: np.record) -> int:
    return int(s.resume if s.stage in (layout.MOVING, layout.MOVING_CORAL) else s.stage)


def _check_slots(fields: PositionText, s: np.record) -> None:
    """Refuse empty slots other than those of the pieces taken in this turn (S13 to S15)."""
    stage = _base_stage(s)
    corals, fish, creatures = (
        int((s.pool[pool, : slots_of(int(s.modified), pool)] == layout.NONE).sum()) for pool in range(3)
    )
    if s.modified == layout.NO_POOLS:
        return
    if s.turn < 0:
        taken = int(s.turn + s.seats) % slots_of(int(s.modified), layout.CREATURE_POOL)
        fits = corals == 0 and fish == 0 and creatures == taken + (stage == layout.START_PLACING)
    else:
        placing = stage in (layout.PLACING, layout.FINISHING)
        fits = corals + creatures == (placing or stage == layout.COMBINING_FISH)
        fits = fits and fish == (placing and s.modified != layout.OPEN_FISH)
    if not fits:
        raise fields.refusal("creature_pool", "only the slots of the pieces taken in this turn can be empty (S14)")


def _check_finished(fields: PositionText, s: np.record, t: np.record) -> None:
    """Refuse creatures finished too early and, except for the actor, unfinished tiles that are ready (S24, S25)."""
    for seat in range(s.seats):
        for space in range(layout.SPACES):
            if not int(s.creature_spaces[seat] & s.done[seat]) >> space & 1:
                continue
            if met(t, s, seat, space) < t.need[s.board[seat, space] - layout.CREATURE]:
                raise fields.refusal("boards", f"the creature on {SPACE_NAMES[space]} can't be finished yet (S24)")
            others = int(s.creature_spaces[seat] & s.done[seat]) & ADJOINING[space]
            if s.modified == layout.LONELY_CREATURES and others:
                raise fields.refusal("boards", f"the creature on {SPACE_NAMES[space]} adjoins a finished one (S53)")
        playing = seat == s.actor and s.turn < s.seats * layout.ROUNDS
        if not playing and ready_corals(t, s, seat) | ready_creatures(t, s, seat):
            raise fields.refusal("boards", f"seat {seat} has a tile that is ready: it must be finished (S25)")

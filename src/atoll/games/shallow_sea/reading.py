"""Reads a position of Shallow Sea from text and refuses what can't lie on a table; `positions.py` tells its fields."""

import re
from collections.abc import Callable

import numpy as np

from atoll.core.components import Edition
from atoll.core.contract import OVER, UNKNOWN
from atoll.core.fields import Fields
from atoll.games.shallow_sea import GAME, kernel
from atoll.games.shallow_sea.lattice import ADJOINING, BUBBLE_NAMES, NEIGHBOURING, SPACE_BUBBLES, SPACE_NAMES
from atoll.games.shallow_sea.names import LETTERS, TYPE_NAMES
from atoll.games.shallow_sea.positions import CORAL_UNSEEN, MARKS, STAGES, slots_of

FIELDS = (
    "seats", *(option.name for option in GAME.options), "first", "turn", "chance", "drawn", "cards", "types", "shells",
    "boards", "loose", "coral_pool", "fish_pool", "creature_pool", "lionfish", "closed", "tile", "fish_in_hand",
    "credit", "stage",
)  # fmt: skip
TILE = r"(?:[1-9][0-9]?|[A-F][1-4])"
MAYBE = rf"\?|{re.escape(CORAL_UNSEEN)}"
UNSEEN = (UNKNOWN, kernel.UNKNOWN_CORAL)
LYING = re.compile(rf"([a-i][1-5]):({TILE})([\^>v<])([{LETTERS}*]?)")


def parse_position(text: str, edition: Edition, array: np.ndarray) -> None:
    """Read a line of text into an array of one position; refuses what can't lie on a table."""
    fields = Fields(GAME, edition, text, FIELDS)
    s, t = array[0], edition.tables[0]
    s.seats = fields.whole("seats", GAME.fewest, GAME.most)
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
    _check_counts(fields, s)
    _check_slots(fields, s)
    _check_finished(fields, s, t)
    # Alone, the game ends at once when the last fish has left the bag (S48).
    if s.turn == s.seats * kernel.ROUNDS or (s.seats == 1 and kernel.fish_left(s) == 0):
        s.actor = OVER
    elif _all_known(s) and kernel.legal(t, s, np.empty(kernel.DECISIONS, np.int64)) == 0:
        raise fields.refuse("stage", "nothing could be decided there")


def _all_known(s: np.record) -> bool:
    return s.tile not in UNSEEN and s.fish != UNKNOWN and not np.isin(s.pool, UNSEEN).any()


# What is read field by field


def _read_turn(fields: Fields, s: np.record) -> None:
    seats = int(s.seats)
    s.first = fields.whole("first", 0, seats - 1)
    if s.first_player != kernel.RANDOM and s.first != (s.first_player - 1) % seats:
        raise fields.refuse("first", "must be the seat that the option first_player names (S13)")
    s.turn = fields.whole("turn", -seats, seats * kernel.ROUNDS)
    # Set-up goes round in reverse, and the first player comes last (S13).
    s.actor = (s.first - s.turn - 1 if s.turn < 0 else s.first + s.turn) % seats


def _read_chance(fields: Fields, s: np.record) -> None:
    text = fields.values["chance"]
    if text != "?" and (not re.fullmatch("[0-9]{1,19}", text) or int(text) >= 1 << 62):
        raise fields.refuse("chance", f"must be a whole number from 0 to {(1 << 62) - 1}, or ?")
    s.chance = UNKNOWN if text == "?" else int(text)
    s.drawn = fields.whole("drawn", 0, 9_999_999)


def _read_cards(fields: Fields, s: np.record, t: np.record) -> None:
    s.cards[:] = kernel.NONE
    number = 0 if s.mode == kernel.FAMILY else 2 if s.modified == kernel.BEST_OF_TWO else 1
    sides = fields.by_seat("cards", "|", 2)
    for side, (text, option) in enumerate(zip(sides, (s.orange, s.blue), strict=True)):
        cards = [] if text == "-" else text.split("+")
        if not all(re.fullmatch(f"[1-{kernel.CARDS}]", card) for card in cards) or len(set(cards)) != number:
            raise fields.refuse("cards", f"must be different cards from 1 to {kernel.CARDS}, {number} a side (S11)")
        s.cards[side, :number] = [int(card) for card in cards]
        scenario = (t.scenario_orange, t.scenario_blue)[side][s.scenario - 1] if s.scenario else kernel.RANDOM
        wanted = scenario or option
        if number and wanted not in (kernel.RANDOM, s.cards[side, 0]):
            raise fields.refuse("cards", "must be the cards that the options or the scenario name (S11, S52)")


def _read_types(fields: Fields, s: np.record, t: np.record) -> None:
    names = fields.values["types"].split("+")
    if len(set(names)) != len(names) or len(names) != kernel.CHOSEN_TYPES or not set(names) <= set(TYPE_NAMES):
        raise fields.refuse("types", f"must be {kernel.CHOSEN_TYPES} different creature types joined by + (S9)")
    s.types = sum(1 << TYPE_NAMES.index(name) for name in names)
    wanted = None
    if s.scenario > 0:
        wanted = t.scenario_types[s.scenario - 1]
    elif s.creatures > 1:
        wanted = s.creatures >> 2
    elif s.creatures == 1:
        wanted = t.first_game
    if wanted is not None and s.types != wanted:
        raise fields.refuse("types", "must be the creature types that the options or the scenario name (S9, S52)")


def _read_tile(fields: Fields, name: str, text: str) -> int:
    if text == "?":
        return kernel.UNKNOWN_CORAL if name == "coral_pool" else UNKNOWN
    if text == CORAL_UNSEEN:
        return kernel.UNKNOWN_CORAL
    if text == "-":
        return kernel.NONE
    if text in TYPE_NAMES:
        return kernel.CREATURE + TYPE_NAMES.index(text)
    if not text.isdigit() or not 1 <= int(text) <= kernel.CORALS:
        raise fields.refuse(name, f"there is no tile {text}; corals are 1 to {kernel.CORALS}, creatures A1 to F2 (S5)")
    return int(text) - 1


def _is_coral(tile: int) -> bool:
    return 0 <= tile < kernel.CREATURE or tile == kernel.UNKNOWN_CORAL


def _read_fish(text: str) -> int:
    return UNKNOWN if text == "?" else kernel.NONE if text == "-" else LETTERS.index(text)


def _read_boards(fields: Fields, s: np.record, t: np.record) -> None:
    s.board[:] = kernel.NONE
    for seat, text in enumerate(fields.by_seat("boards", "|", s.seats)):
        for lying in fields.listed("boards", text, LYING.pattern):
            match = LYING.fullmatch(lying)
            assert match is not None
            if match[1] not in SPACE_NAMES:
                raise fields.refuse("boards", f"there is no space {match[1]} (S1)")
            space = SPACE_NAMES.index(match[1])
            if s.board[seat, space] != kernel.NONE:
                raise fields.refuse("boards", f"two tiles lie on {match[1]}")
            _lay(fields, s, t, seat, space, match)


def _lay(fields: Fields, s: np.record, t: np.record, seat: int, space: int, match: re.Match[str]) -> None:
    tile, finished = _read_tile(fields, "boards", match[2]), match[4]
    s.board[seat, space], s.turned[seat, space] = tile, MARKS.index(match[3])
    s.filled[seat] |= 1 << space
    for bubble in SPACE_BUBBLES[space]:
        s.own_bubbles[seat] |= 1 << bubble
    if tile >= kernel.CREATURE:
        s.creature_spaces[seat] |= 1 << space
    if finished:
        s.done[seat] |= 1 << space
        if (finished == "*") != (tile >= kernel.CREATURE):
            raise fields.refuse(
                "boards", f"{match[0]}: a finished coral has a fish, a finished creature a * (S22, S24)"
            )
    if finished and finished != "*":
        if LETTERS.index(finished) not in t.asks[tile]:
            raise fields.refuse("boards", f"{match[0]}: coral {tile + 1} asks for no such fish (S22)")
        s.finned[seat, LETTERS.index(finished)] |= 1 << space
        s.corals[seat, t.colour[tile]] |= 1 << space


def _read_loose(fields: Fields, s: np.record) -> None:
    anywhere = s.modified in (kernel.MOVING_CORALS, kernel.NO_POOLS)
    for seat, text in enumerate(fields.by_seat("loose", "|", s.seats)):
        taken = 0
        for fish in fields.listed("loose", text, f"[a-jz][0-6][{LETTERS}]"):
            if fish[:2] not in BUBBLE_NAMES:
                raise fields.refuse("loose", f"there is no bubble {fish[:2]} (S4)")
            bubble = 1 << BUBBLE_NAMES.index(fish[:2])
            if bubble & taken:
                raise fields.refuse("loose", f"two fish are on {fish[:2]} (S21)")
            if not anywhere and not bubble & int(s.own_bubbles[seat]):
                raise fields.refuse("loose", f"{fish[:2]} is a bubble of none of the tiles of seat {seat} (S21)")
            taken |= bubble
            s.loose[seat, LETTERS.index(fish[2])] |= bubble


def _read_shells(fields: Fields, s: np.record) -> None:
    for seat, text in enumerate(fields.by_seat("shells", ",", s.seats)):
        most = min(kernel.SHELLS, kernel.START_SHELLS + int(s.done[seat]).bit_count())
        if not re.fullmatch("[0-9]", text) or int(text) > most:
            raise fields.refuse("shells", f"{text!r} must be from 0 to {most}: 2 and one for each finished tile (S12)")
        s.shells[seat] = int(text)


def _read_pool(fields: Fields, s: np.record, pool: int, name: str) -> None:
    s.pool[pool] = kernel.NONE
    fish = pool == kernel.FISH_POOL
    pieces = fields.listed(name, fields.values[name], rf"[{LETTERS}]|\?|-" if fish else rf"{TILE}|{MAYBE}|-")
    number = slots_of(int(s.modified), pool)
    if len(pieces) != number:
        raise fields.refuse(name, f"must have {number or 'no'} slots joined by , (S10)")
    for slot, text in enumerate(pieces):
        piece = _read_fish(text) if fish else _read_tile(fields, name, text)
        if piece in UNSEEN and s.chance != UNKNOWN:
            raise fields.refuse(name, "pieces are unknown only where chance is")
        if pool == kernel.CORAL_POOL and piece >= kernel.CREATURE:
            raise fields.refuse(name, f"{text} is a creature (S10)")
        s.pool[pool, slot] = piece


def _read_hand(fields: Fields, s: np.record) -> None:
    for name, pattern, read in (
        ("tile", rf"{TILE}|{MAYBE}|-", lambda text: _read_tile(fields, "tile", text)),
        ("fish_in_hand", rf"[{LETTERS}]|\?|-", _read_fish),
    ):
        reader: Callable[[str], int] = read
        if not re.fullmatch(pattern, fields.values[name]):
            raise fields.refuse(name, "must be a piece, ? or -")
        piece = reader(fields.values[name])
        if piece in UNSEEN and s.chance != UNKNOWN:
            raise fields.refuse(name, "a piece is unknown only where chance is")
        s["tile" if name == "tile" else "fish"] = piece
    text, _, unseen = fields.values["lionfish"].partition("+")
    numbers = text.split(",")
    if unseen and (s.chance != UNKNOWN or not re.fullmatch("[1-9][0-9]?", unseen)):
        raise fields.refuse("lionfish", "fish are unknown only where chance is")
    s.unseen = int(unseen or 0)
    if len(numbers) != kernel.COLOURS or not all(re.fullmatch("[0-9]{1,2}", number) for number in numbers):
        raise fields.refuse("lionfish", f"must be {kernel.COLOURS} numbers joined by , (S47)")
    s.lionfish[:] = [int(number) for number in numbers]
    if s.seats > 1 and (s.lionfish.any() or s.unseen):
        raise fields.refuse("lionfish", "only who plays alone has the lionfish (S47)")
    if fields.values["closed"] not in ("no", "yes"):
        raise fields.refuse("closed", "must be yes or no")
    s.closed = fields.values["closed"] == "yes"
    if s.closed and (s.turn < 0 or s.modified == kernel.NO_POOLS):
        raise fields.refuse("closed", "the bag of creatures can't have been empty yet (S20)")
    if not s.closed and any(map(_is_coral, s.pool[kernel.CREATURE_POOL])):
        raise fields.refuse("closed", "must be yes where a coral lies among the creatures (S20)")


def _read_stage(fields: Fields, s: np.record) -> None:
    match = re.fullmatch("(?:(move|move_coral):([a-jz][0-6]):)?([a-z_]+)", fields.values["stage"])
    if not match or match[3] not in STAGES:
        raise fields.refuse(
            "stage", f"must be one of {', '.join(STAGES)}, or a move such as move:b2:place or move_coral:c2:finish"
        )
    stage = base = STAGES.index(match[3])
    s.lifted, s.resume = kernel.NONE, 0
    if match[1]:
        names = BUBBLE_NAMES if match[1] == "move" else SPACE_NAMES
        if match[2] not in names or base not in (kernel.CHOOSING, kernel.PLACING, kernel.FINISHING):
            raise fields.refuse("stage", "moves a fish or a coral that is not there, or in between of nothing (S26)")
        s.lifted, s.resume = names.index(match[2]), base
        seat = s.actor
        if match[1] == "move":
            stage = kernel.MOVING
            movable = np.bitwise_or.reduce(s.loose[seat])
        else:
            stage = kernel.MOVING_CORAL
            movable = s.filled[seat] & ~s.done[seat] & ~s.creature_spaces[seat]
        if (s.modified == kernel.MOVING_CORALS) != (match[1] == "move_coral") or not int(movable) >> int(s.lifted) & 1:
            raise fields.refuse("stage", f"nothing on {match[2]} can be moved (S26, S53)")
    s.stage = stage
    _check_stage(fields, s, base)
    s.credit = fields.whole("credit", 0, 3)
    if s.credit and (s.seats > 1 or match[1] or base not in (kernel.CHOOSING, kernel.PLACING, kernel.FINISHING)):
        raise fields.refuse("credit", "the lionfish has nothing to pay for now (S47)")


def _check_stage(fields: Fields, s: np.record, stage: int) -> None:
    if (s.turn < 0) != (stage in (kernel.START_CHOOSING, kernel.START_PLACING)):
        raise fields.refuse("stage", "is start or start_place during set-up, and only then (S13)")
    if s.turn == s.seats * kernel.ROUNDS and s.stage != kernel.CHOOSING:
        raise fields.refuse("stage", "must be choose when all turns are played (S29)")
    combining = stage in (kernel.COMBINING_TILE, kernel.COMBINING_FISH, kernel.START_CHOOSING)
    if (s.modified == kernel.NO_POOLS and combining) or (
        s.modified == kernel.OPEN_FISH and stage == kernel.COMBINING_TILE
    ):
        raise fields.refuse("stage", "there is no such choice by this modified rule (S53)")
    tile, fish = s.tile != kernel.NONE, s.fish != kernel.NONE
    held = stage in (kernel.START_PLACING, kernel.COMBINING_FISH)
    if tile != held and not (stage == kernel.PLACING and (tile or fish)):
        raise fields.refuse("tile", f"there must be {'a' if held else 'no'} tile to place in this stage (S14)")
    if fish and stage != kernel.PLACING:
        raise fields.refuse("fish_in_hand", "there must be no fish to place in this stage (S14)")
    if stage == kernel.START_PLACING and _is_coral(int(s.tile)):
        raise fields.refuse("tile", "the first tile is a creature (S13)")


# What must fit together


def _fill_bags(fields: Fields, s: np.record) -> None:
    """Put into the bags what lies nowhere else (S8, S9)."""
    for colour in range(kernel.COLOURS):
        lying = sum(int(places).bit_count() for places in (*s.loose[:, colour], *s.finned[:, colour]))
        lying += int((s.pool[kernel.FISH_POOL] == colour).sum()) + int(s.fish == colour) + int(s.lionfish[colour])
        s.fish_bag[colour] = kernel.FISH_A_COLOUR[s.seats] - lying
        if s.fish_bag[colour] < 0:
            raise fields.refuse("loose", f"there are more fish {LETTERS[colour]} than {s.seats} players use (S8)")
    s.coral_bag[:] = (1 << kernel.HALF) - 1
    s.creature_bag[:] = [kernel.COPIES_A_TYPE[s.seats] if s.types >> kind & 1 else 0 for kind in range(kernel.TYPES)]
    lying_tiles = [*s.board.flat, *s.pool[kernel.CORAL_POOL], *s.pool[kernel.CREATURE_POOL], s.tile]
    for tile in (int(tile) for tile in lying_tiles if tile >= 0):
        if tile >= kernel.CREATURE:
            s.creature_bag[tile - kernel.CREATURE] -= 1
            if s.creature_bag[tile - kernel.CREATURE] < 0:
                name = TYPE_NAMES[tile - kernel.CREATURE]
                raise fields.refuse("boards", f"there are more creatures {name} than the game has (S9)")
        else:
            half, place = divmod(tile, kernel.HALF)
            if not int(s.coral_bag[half]) >> place & 1:
                raise fields.refuse("boards", f"coral {tile + 1} lies in two places")
            s.coral_bag[half] ^= 1 << place
    if kernel.fish_left(s) < 0 or kernel.corals_left(s) < 0 or kernel.creatures_left(s) < 0:
        raise fields.refuse("chance", "more pieces are unknown than the bags can have held (S8, S9)")


def _check_counts(fields: Fields, s: np.record) -> None:
    """Refuse boards that can't have got their number of tiles and fish, or not in their places (S13, S14, S21)."""
    seats, turn, stage = int(s.seats), int(s.turn), _base_stage(s)
    for seat in range(seats):
        if turn < 0:
            tiles, fish = int((s.first - 1 - seat) % seats < turn + seats), 0
        else:
            fish = (turn - (seat - int(s.first)) % seats + seats - 1) // seats
            tiles = fish + 1
        if seat == s.actor and stage in (kernel.PLACING, kernel.FINISHING):
            tiles += s.tile == kernel.NONE
            fish += s.fish == kernel.NONE
        filled = int(s.filled[seat])
        if filled.bit_count() != tiles:
            raise fields.refuse("boards", f"seat {seat} must have {tiles} tiles by now (S14)")
        if sum(int(bubbles).bit_count() for bubbles in (*s.loose[seat], *s.finned[seat])) != fish:
            raise fields.refuse("loose", f"seat {seat} must have {fish} fish by now, with the finished ones (S14)")
        if s.modified not in (kernel.MOVING_CORALS, kernel.NO_POOLS) and _group(filled) != filled:
            raise fields.refuse("boards", f"the tiles of seat {seat} must neighbour one another (S21)")


def _base_stage(s: np.record) -> int:
    return int(s.resume if s.stage in (kernel.MOVING, kernel.MOVING_CORAL) else s.stage)


def _group(spaces: int) -> int:
    """Return the spaces that hang together with the lowest of them."""
    group, grown = 0, spaces & -spaces
    while grown != group:
        group = grown
        for space in range(kernel.SPACES):
            if group >> space & 1:
                grown |= NEIGHBOURING[space] & spaces
    return group


def _check_slots(fields: Fields, s: np.record) -> None:
    """Refuse pools with other empty slots than what was taken in this turn leaves (S13 to S15)."""
    stage = _base_stage(s)
    corals, fish, creatures = (
        int((s.pool[pool, : slots_of(int(s.modified), pool)] == kernel.NONE).sum()) for pool in range(3)
    )
    if s.modified == kernel.NO_POOLS:
        return
    if s.turn < 0:
        taken = int(s.turn + s.seats) % slots_of(int(s.modified), kernel.CREATURE_POOL)
        fits = corals == 0 and fish == 0 and creatures == taken + (stage == kernel.START_PLACING)
    else:
        placing = stage in (kernel.PLACING, kernel.FINISHING)
        fits = corals + creatures == (placing or stage == kernel.COMBINING_FISH)
        fits = fits and fish == (placing and s.modified != kernel.OPEN_FISH)
    if not fits:
        raise fields.refuse("creature_pool", "empty slots of the pools must be those of the pieces just taken (S14)")


def _check_finished(fields: Fields, s: np.record, t: np.record) -> None:
    """Refuse creatures finished too early and, but for who is playing, tiles that are ready (S24, S25)."""
    for seat in range(s.seats):
        for space in range(kernel.SPACES):
            if not int(s.creature_spaces[seat] & s.done[seat]) >> space & 1:
                continue
            if kernel.met(t, s, seat, space) < t.need[s.board[seat, space] - kernel.CREATURE]:
                raise fields.refuse("boards", f"the creature on {SPACE_NAMES[space]} can't be finished yet (S24)")
            others = int(s.creature_spaces[seat] & s.done[seat]) & ADJOINING[space]
            if s.modified == kernel.LONELY_CREATURES and others:
                raise fields.refuse("boards", f"the creature on {SPACE_NAMES[space]} adjoins a finished one (S53)")
        playing = seat == s.actor and s.turn < s.seats * kernel.ROUNDS
        if not playing and kernel.ready_corals(t, s, seat) | kernel.ready_creatures(t, s, seat):
            raise fields.refuse("boards", f"seat {seat} has a tile that is ready: it must be finished (S25)")

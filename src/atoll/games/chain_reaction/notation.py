"""Chain Reaction as text.

A decision: `put 3 turn 1` (the hand tile on column 3, turned a quarter clockwise), `claim 12`, `pay r2`, `end`.

A position is `chain_reaction:1` and these fields, each `name=value`, in this order:
    seats, first_player, open_hands, first, turn
    columns  five columns joined by |, each its tiles from the bottom up; 17^ 17> 17v 17<: where the tile's top points
    hands    a tile of each seat, - for none, ? for unknown
    secrets  a colour of each seat, ? for unknown
    tiles    what lies before each seat, smallest values first, such as g1,r2,r2
    tokens   token:seat for each one taken
    gone     every tile ever taken out of a column
    stack    tiles from the top down
    stage    place, claim, or token:values still to pay:first colour that may pay, such as 15:3,4:r
"""

import re
from typing import Any

import numpy as np

from atoll.core.components import Edition
from atoll.core.contract import OVER, UNKNOWN
from atoll.core.errors import InvalidNotation
from atoll.core.fields import Fields, joined, line
from atoll.core.game import written
from atoll.core.state import State
from atoll.games.chain_reaction import GAME, kernel
from atoll.games.chain_reaction.components import COLOUR_NAMES, LETTERS

FIELDS = (
    "seats", *(option.name for option in GAME.options), "first", "turn", "columns", "hands", "secrets", "tiles",
    "tokens", "gone", "stack", "stage",
)  # fmt: skip
MARKS = "^>v<"
DECISION = re.compile(r"put ([1-5]) turn ([0-3])|claim ([1-9][0-9]?)|pay ([rygb])([1-4])|(end)")


# Decisions


def format_decision(_state: State, decision: int) -> str:
    """Return a decision as text."""
    if decision >= kernel.PAY:
        return f"pay {kind_text(decision - kernel.PAY)}"
    if decision >= kernel.CLAIM:
        return f"claim {decision - kernel.CLAIM + 1}"
    if decision == kernel.END:
        return "end"
    column, turn = divmod(decision - kernel.PLACE, kernel.TURNS)
    return f"put {column + 1} turn {turn}"


def kind_text(kind: int) -> str:
    """Return a kind of tile, its colour and value, such as r2."""
    value, colour = divmod(kind, kernel.COLOURS)
    return f"{LETTERS[colour]}{value + 1}"


def parse_decision(_state: State, text: str) -> int:
    """Return the decision that a text names, legal or not."""
    match = DECISION.fullmatch(" ".join(text.lower().split()))
    if match is None or (match[3] and int(match[3]) > kernel.TOKENS):
        raise InvalidNotation(
            f"{text!r} is not a decision: write put 3 turn 1 (columns 1 to 5, turns 0 to 3), claim 12, pay r2 or end"
        )
    if match[1]:
        return kernel.PLACE + kernel.TURNS * (int(match[1]) - 1) + int(match[2])
    if match[3]:
        return kernel.CLAIM + int(match[3]) - 1
    if match[4]:
        return kernel.PAY + kernel.COLOURS * (int(match[5]) - 1) + LETTERS.index(match[4])
    return kernel.END


def refusal(state: State, decision: int) -> tuple[str, dict[str, object]]:
    """Return why a decision is not legal here: the key of a text and its values."""
    s = state.fields
    if decision >= kernel.PAY:
        value, colour = divmod(decision - kernel.PAY, kernel.COLOURS)
        named: dict[str, object] = {"value": value + 1, "colour": COLOUR_NAMES[colour]}
        return ("nothing_to_pay" if s.stage != kernel.PAYING else "not_that_tile"), named
    if s.stage == kernel.PAYING:
        return "pay_first", {"token": s.claimed + 1}
    if decision >= kernel.CLAIM:
        token = decision - kernel.CLAIM
        if s.stage == kernel.PLACING:
            return "place_first", {}
        return ("token_gone" if s.token[token] != kernel.NONE else "not_enough"), {"token": token + 1}
    if decision == kernel.END:
        return "place_first", {}
    return "placed_already", {}


# Positions


def format_position(state: State) -> str:
    """Return everything in a position as one line."""
    s = state.fields
    seats = range(s.seats)
    columns = [
        joined([_lying(code) for code in column[:height]]) for column, height in zip(s.column, s.height, strict=True)
    ]
    held = [[kind_text(kind) for kind, number in enumerate(s.held[seat]) for _ in range(number)] for seat in seats]
    fields = {
        "seats": s.seats,
        **{name: written(value) for name, value in state.options.items()},
        "first": s.first,
        "turn": s.turn,
        "columns": "|".join(columns),
        "hands": ",".join(_tile(s.hand[seat]) for seat in seats),
        "secrets": ",".join("?" if s.secret[seat] == UNKNOWN else LETTERS[s.secret[seat]] for seat in seats),
        "tiles": "|".join(joined(tiles) for tiles in held),
        "tokens": joined([f"{token}:{seat}" for token, seat in enumerate(s.token, 1) if seat != kernel.NONE]),
        "gone": joined([str(tile + 1) for tile in range(kernel.TILES) if _is_gone(s, tile)]),
        "stack": joined([_tile(tile) for tile in reversed(s.stack[: s.stack_size])]),
        "stage": _stage(s),
    }
    return line(GAME, state.edition, fields)


def _tile(tile: int) -> str:
    return "?" if tile == UNKNOWN else "-" if tile == kernel.NONE else str(tile + 1)


def _lying(code: int) -> str:
    tile, turn = divmod(code, kernel.TURNS)
    return f"{tile + 1}{MARKS[turn]}"


def _is_gone(s: Any, tile: int) -> bool:
    return bool(s.gone[tile // kernel.HALF] >> tile % kernel.HALF & 1)


def _stage(s: Any) -> str:
    if s.stage == kernel.PAYING:
        owed = [str(value + 1) for value in range(kernel.VALUES) for _ in range(s.owed[value])]
        return f"{s.claimed + 1}:{','.join(owed)}:{LETTERS[s.least]}"
    return "claim" if s.stage == kernel.CLAIMING else "place"


def parse_position(text: str, edition: Edition, array: np.ndarray) -> None:
    """Read a line of text into an array of one position; refuses what can't lie on a table."""
    fields = Fields(GAME, edition, text, FIELDS)
    s, t = array[0], edition.tables[0]
    s.seats = seats = fields.whole("seats", GAME.fewest, GAME.most)
    for option in GAME.options:
        s[option.name] = fields.option(option)
    s.first = fields.whole("first", 0, seats - 1)
    s.turn = fields.whole("turn", 0, kernel.STACK)
    s.actor = (s.first + s.turn) % seats
    _read_columns(fields, s)
    _read_hands(fields, s)
    _read_secrets(fields, s)
    _read_gone(fields, s)
    _read_stack(fields, s)
    _check_tiles(fields, s)
    _read_tokens(fields, s)
    _read_stage(fields, s, t)
    _read_held(fields, s, t)
    _check_hands(fields, s)
    if s.stage == kernel.PLACING:
        if s.hand[s.actor] == kernel.NONE or (s.height == 0).any():
            s.actor = OVER
    elif s.hand[s.actor] != kernel.NONE:
        raise fields.refuse("stage", "who claims or pays has laid the hand tile already (C7)")
    elif s.stage == kernel.CLAIMING and not kernel.affordable(t, s, int(s.actor)):
        raise fields.refuse("stage", "there is no token to claim: the turn would be over (C11)")
    elif s.stage == kernel.PAYING and kernel.payments(s).bit_count() < 2:
        raise fields.refuse("stage", "there must be a choice of tiles to pay with (C11)")
    _check_turn(fields, s)


def _read_columns(fields: Fields, s: np.record) -> None:
    s.column[:] = kernel.NONE
    for number, text in enumerate(fields.by_seat("columns", "|", kernel.COLUMNS)):
        tiles = fields.listed("columns", text, r"[0-9]{1,2}[\^>v<]")
        if len(tiles) > kernel.HEIGHT:
            raise fields.refuse("columns", f"column {number + 1} has more than {kernel.HEIGHT} tiles")
        s.height[number] = len(tiles)
        for level, lying in enumerate(tiles):
            s.column[number, level] = kernel.TURNS * _read_tile(fields, "columns", lying[:-1]) + MARKS.index(lying[-1])


def _read_tile(fields: Fields, name: str, text: str) -> int:
    if text == "?":
        return UNKNOWN
    if not 1 <= int(text) <= kernel.TILES:
        raise fields.refuse(name, f"there is no tile {text}; tiles are 1 to {kernel.TILES}")
    return int(text) - 1


def _read_hands(fields: Fields, s: np.record) -> None:
    s.hand[:] = kernel.NONE
    for seat, text in enumerate(fields.by_seat("hands", ",", s.seats)):
        if not re.fullmatch(r"[0-9]{1,2}|\?|-", text):
            raise fields.refuse("hands", f"{text!r} must be a tile, ? or -")
        if text != "-":
            s.hand[seat] = _read_tile(fields, "hands", text)


def _check_turn(fields: Fields, s: np.record) -> None:
    """Refuse a number of turns that did not lay the tiles on the table, each turn one (C7)."""
    laid = int(s.height.sum()) + sum(int(half).bit_count() for half in s.gone) - kernel.START_TILES
    turns = int(s.turn) + int(s.stage != kernel.PLACING)
    if laid != turns:
        raise fields.refuse("turn", f"{laid} tiles were laid, so it must be {int(s.turn) + laid - turns} (C7)")


def _check_hands(fields: Fields, s: np.record) -> None:
    """Refuse a hand without a tile while there is a stack, but for who has just laid it (C12)."""
    waiting = [(int(s.actor) + later) % int(s.seats) for later in range(int(s.stage != kernel.PLACING), s.seats)]
    empty = [seat for seat in waiting if s.hand[seat] == kernel.NONE]
    if s.stack_size > 0 and empty:
        raise fields.refuse("hands", f"seat {empty[0]} must have a tile as long as there is a stack (C12)")
    if empty != waiting[len(waiting) - len(empty) :]:
        raise fields.refuse("hands", f"seat {empty[0]} must have a tile as long as who plays later has one (C12)")


def _read_secrets(fields: Fields, s: np.record) -> None:
    s.secret[:] = kernel.NONE
    known = []
    for seat, text in enumerate(fields.by_seat("secrets", ",", s.seats)):
        if text not in (*LETTERS, "?"):
            raise fields.refuse("secrets", f"{text!r} must be one of {' '.join(LETTERS)} or ?")
        s.secret[seat] = UNKNOWN if text == "?" else LETTERS.index(text)
        known += [text] if text != "?" else []
    if len(set(known)) != len(known):
        raise fields.refuse("secrets", "no two players have the same colour (C5)")


def _read_gone(fields: Fields, s: np.record) -> None:
    numbers = fields.listed("gone", fields.values["gone"], r"[0-9]{1,2}")
    tiles = [_read_tile(fields, "gone", number) for number in numbers]
    if tiles != sorted(set(tiles)):
        raise fields.refuse("gone", "must be in order, each tile once")
    for tile in tiles:
        s.gone[tile // kernel.HALF] |= 1 << tile % kernel.HALF


def _read_stack(fields: Fields, s: np.record) -> None:
    tiles = fields.listed("stack", fields.values["stack"], r"[0-9]{1,2}|\?")
    if len(tiles) > kernel.STACK:
        raise fields.refuse("stack", f"has {len(tiles)} tiles, of at most {kernel.STACK} (C4)")
    s.stack[:] = kernel.NONE
    s.stack_size = len(tiles)
    for place, text in enumerate(reversed(tiles)):
        s.stack[place] = _read_tile(fields, "stack", text)


def _check_tiles(fields: Fields, s: np.record) -> None:
    """Refuse a position that does not hold every tile exactly once."""
    gone = [tile for tile in range(kernel.TILES) if int(s.gone[tile // kernel.HALF]) >> tile % kernel.HALF & 1]
    lying = [int(code) // kernel.TURNS for code in s.column.flat if code != kernel.NONE]
    places = [*gone, *lying, *(int(tile) for tile in (*s.hand, *s.stack) if tile != kernel.NONE)]
    if len(places) != kernel.TILES:
        raise fields.refuse(
            "stack", f"columns, hands, gone and stack must hold {kernel.TILES} tiles together, not {len(places)}"
        )
    known = [tile for tile in places if tile != UNKNOWN]
    for tile in known:
        if known.count(tile) > 1:
            raise fields.refuse("stack", f"tile {tile + 1} lies in two places")


def _read_tokens(fields: Fields, s: np.record) -> None:
    s.token[:] = kernel.NONE
    s.left = (1 << kernel.TOKENS) - 1
    for text in fields.listed("tokens", fields.values["tokens"], f"[0-9]{{1,2}}:[0-{s.seats - 1}]"):
        number, _, seat = text.partition(":")
        token = int(number) - 1
        if not 0 <= token < kernel.TOKENS or not s.left >> token & 1:
            raise fields.refuse("tokens", f"{number} must be a token from 1 to {kernel.TOKENS}, each once")
        s.token[token] = int(seat)
        s.left ^= 1 << token


def _read_stage(fields: Fields, s: np.record, t: np.record) -> None:
    text = fields.values["stage"]
    s.claimed = kernel.NONE
    if text in ("place", "claim"):
        s.stage = kernel.PLACING if text == "place" else kernel.CLAIMING
        return
    match = re.fullmatch(r"([1-9][0-9]?):([1-4](?:,[1-4])*):([rygb])", text)
    if not match or int(match[1]) > kernel.TOKENS:
        raise fields.refuse("stage", "must be place, claim, or a token, what is owed and a colour, such as 15:3,4:r")
    s.stage = kernel.PAYING
    s.claimed = int(match[1]) - 1
    s.least = LETTERS.index(match[3])
    for value in match[2].split(","):
        s.owed[int(value) - 1] += 1
    owed = s.owed[:].tolist()
    needed = t.needs[s.claimed].tolist()
    begun = next(value for value in range(kernel.VALUES) if owed[value])
    whole = [owed[value] == needed[value] for value in range(begun + 1, kernel.VALUES)]
    if not s.left >> int(s.claimed) & 1 or owed[begun] > needed[begun] or not all(whole):
        raise fields.refuse("stage", f"is not a part of what token {s.claimed + 1} costs, smallest values first (C11)")
    if owed[begun] == needed[begun] and s.least:
        raise fields.refuse("stage", f"the colour must be {LETTERS[0]}: no {begun + 1} was paid yet (C11)")


def _read_held(fields: Fields, s: np.record, t: np.record) -> None:
    """Read the tiles before each player: with those paid for tokens they are the tiles that are gone."""
    for seat, text in enumerate(fields.by_seat("tiles", "|", s.seats)):
        for kind_name in fields.listed("tiles", text, "[rygb][1-4]"):
            value = int(kind_name[1]) - 1
            s.held[seat, kernel.COLOURS * value + LETTERS.index(kind_name[0])] += 1
            s.tiles[seat] += 1 << 8 * value
    taken = np.zeros(kernel.KINDS, np.int64)
    for tile in range(kernel.TILES):
        if int(s.gone[tile // kernel.HALF]) >> tile % kernel.HALF & 1:
            taken[t.kind[tile]] += 1
    paid = taken - s.held.sum(axis=0)
    costs = sum(
        (t.needs[token] for token in range(kernel.TOKENS) if s.token[token] != kernel.NONE), np.zeros(4, np.int64)
    )
    if s.stage == kernel.PAYING:
        costs = costs + t.needs[s.claimed] - s.owed
    if paid.min() < 0 or (paid.reshape(kernel.VALUES, kernel.COLOURS).sum(axis=1) != costs).any():
        raise fields.refuse("tiles", "must be the tiles that are gone, less those that paid for the tokens taken (C11)")

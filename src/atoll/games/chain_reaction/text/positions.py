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

from atoll.games.chain_reaction import GAME
from atoll.games.chain_reaction.components import LETTERS
from atoll.games.chain_reaction.kernel import layout
from atoll.games.chain_reaction.kernel.turns import affordable, payments
from atoll.games.chain_reaction.text.decisions import kind_text
from atoll.kit.components import Edition
from atoll.kit.contract import OVER, UNKNOWN
from atoll.kit.game import State
from atoll.kit.options import option_text
from atoll.kit.position_text import PositionText, joined, line

FIELDS = (
    "seats", *(option.name for option in GAME.options), "first", "turn", "columns", "hands", "secrets", "tiles",
    "tokens", "gone", "stack", "stage",
)  # fmt: skip
MARKS = "^>v<"


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
        **{name: option_text(value) for name, value in state.options.items()},
        "first": s.first,
        "turn": s.turn,
        "columns": "|".join(columns),
        "hands": ",".join(_tile(s.hand[seat]) for seat in seats),
        "secrets": ",".join("?" if s.secret[seat] == UNKNOWN else LETTERS[s.secret[seat]] for seat in seats),
        "tiles": "|".join(joined(tiles) for tiles in held),
        "tokens": joined([f"{token}:{seat}" for token, seat in enumerate(s.token, 1) if seat != layout.NONE]),
        "gone": joined([str(tile + 1) for tile in range(layout.TILES) if _is_gone(s, tile)]),
        "stack": joined([_tile(tile) for tile in reversed(s.stack[: s.stack_size])]),
        "stage": _stage(s),
    }
    return line(GAME, state.edition, fields)


def _tile(tile: int) -> str:
    return "?" if tile == UNKNOWN else "-" if tile == layout.NONE else str(tile + 1)


def _lying(code: int) -> str:
    tile, turn = divmod(code, layout.TURNS)
    return f"{tile + 1}{MARKS[turn]}"


def _is_gone(s: Any, tile: int) -> bool:
    return bool(s.gone[tile // layout.HALF] >> tile % layout.HALF & 1)


def _stage(s: Any) -> str:
    if s.stage == layout.PAYING:
        owed = [str(value + 1) for value in range(layout.VALUES) for _ in range(s.owed[value])]
        return f"{s.claimed + 1}:{','.join(owed)}:{LETTERS[s.least]}"
    return "claim" if s.stage == layout.CLAIMING else "place"


def parse_position(text: str, edition: Edition, array: np.ndarray) -> None:
    """Read a line of text into an array of one position; refuse an impossible one."""
    fields = PositionText(GAME, edition, text, FIELDS)
    s, t = array[0], edition.tables[0]
    s.seats = seats = fields.integer("seats", GAME.min_players, GAME.max_players)
    for option in GAME.options:
        s[option.name] = fields.option(option)
    s.first = fields.integer("first", 0, seats - 1)
    s.turn = fields.integer("turn", 0, layout.STACK)
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
    if s.stage == layout.PLACING:
        if s.hand[s.actor] == layout.NONE or (s.height == 0).any():
            s.actor = OVER
    elif s.hand[s.actor] != layout.NONE:
        raise fields.refusal("stage", "a seat that claims or pays has laid its hand tile (C7)")
    elif s.stage == layout.CLAIMING and not affordable(t, s, int(s.actor)):
        raise fields.refusal("stage", "must not be claim: no token can be claimed, so the turn is over (C11)")
    elif s.stage == layout.PAYING and payments(s).bit_count() < 2:
        raise fields.refusal("stage", "there must be a choice of tiles to pay with (C11)")
    _check_turn(fields, s)


def _read_columns(fields: PositionText, s: np.record) -> None:
    s.column[:] = layout.NONE
    for number, text in enumerate(fields.by_seat("columns", "|", layout.COLUMNS)):
        tiles = fields.listed("columns", text, r"[0-9]{1,2}[\^>v<]")
        if len(tiles) > layout.HEIGHT:
            raise fields.refusal("columns", f"column {number + 1} has more than {layout.HEIGHT} tiles")
        s.height[number] = len(tiles)
        for level, lying in enumerate(tiles):
            s.column[number, level] = layout.TURNS * _read_tile(fields, "columns", lying[:-1]) + MARKS.index(lying[-1])


def _read_tile(fields: PositionText, name: str, text: str) -> int:
    if text == "?":
        return UNKNOWN
    if not 1 <= int(text) <= layout.TILES:
        raise fields.refusal(name, f"there is no tile {text}; tiles are 1 to {layout.TILES}")
    return int(text) - 1


def _read_hands(fields: PositionText, s: np.record) -> None:
    s.hand[:] = layout.NONE
    for seat, text in enumerate(fields.by_seat("hands", ",", s.seats)):
        if not re.fullmatch(r"[0-9]{1,2}|\?|-", text):
            raise fields.refusal("hands", f"{text!r} must be a tile, ? or -")
        if text != "-":
            s.hand[seat] = _read_tile(fields, "hands", text)


def _check_turn(fields: PositionText, s: np.record) -> None:
    """Refuse a number of turns that does not match the tiles laid, one a turn (C7)."""
    laid = int(s.height.sum()) + sum(int(half).bit_count() for half in s.gone) - layout.START_TILES
    turns = int(s.turn) + int(s.stage != layout.PLACING)
    if laid != turns:
        raise fields.refusal("turn", f"{laid} tiles were laid, so it must be {int(s.turn) + laid - turns} (C7)")


def _check_hands(fields: PositionText, s: np.record) -> None:
    """Refuse an empty hand while there is a stack, except that of a seat that has just laid its tile (C12)."""
    waiting = [(int(s.actor) + later) % int(s.seats) for later in range(int(s.stage != layout.PLACING), s.seats)]
    empty = [seat for seat in waiting if s.hand[seat] == layout.NONE]
    if s.stack_size > 0 and empty:
        raise fields.refusal("hands", f"seat {empty[0]} must have a tile as long as the stack has one (C12)")
    if empty != waiting[len(waiting) - len(empty) :]:
        raise fields.refusal("hands", f"seat {empty[0]} must have a tile as long as a later seat has one (C12)")


def _read_secrets(fields: PositionText, s: np.record) -> None:
    s.secret[:] = layout.NONE
    known = []
    for seat, text in enumerate(fields.by_seat("secrets", ",", s.seats)):
        if text not in (*LETTERS, "?"):
            raise fields.refusal("secrets", f"{text!r} must be one of {' '.join(LETTERS)} or ?")
        s.secret[seat] = UNKNOWN if text == "?" else LETTERS.index(text)
        known += [text] if text != "?" else []
    if len(set(known)) != len(known):
        raise fields.refusal("secrets", "no two players have the same colour (C5)")


def _read_gone(fields: PositionText, s: np.record) -> None:
    numbers = fields.listed("gone", fields.values["gone"], r"[0-9]{1,2}")
    tiles = [_read_tile(fields, "gone", number) for number in numbers]
    if tiles != sorted(set(tiles)):
        raise fields.refusal("gone", "must be in order, each tile once")
    for tile in tiles:
        s.gone[tile // layout.HALF] |= 1 << tile % layout.HALF


def _read_stack(fields: PositionText, s: np.record) -> None:
    tiles = fields.listed("stack", fields.values["stack"], r"[0-9]{1,2}|\?")
    if len(tiles) > layout.STACK:
        raise fields.refusal("stack", f"has {len(tiles)} tiles, of at most {layout.STACK} (C4)")
    s.stack[:] = layout.NONE
    s.stack_size = len(tiles)
    for place, text in enumerate(reversed(tiles)):
        s.stack[place] = _read_tile(fields, "stack", text)


def _check_tiles(fields: PositionText, s: np.record) -> None:
    """Refuse a position that does not hold every tile exactly once."""
    gone = [tile for tile in range(layout.TILES) if int(s.gone[tile // layout.HALF]) >> tile % layout.HALF & 1]
    lying = [int(code) // layout.TURNS for code in s.column.flat if code != layout.NONE]
    places = [*gone, *lying, *(int(tile) for tile in (*s.hand, *s.stack) if tile != layout.NONE)]
    if len(places) != layout.TILES:
        raise fields.refusal(
            "stack", f"columns, hands, gone and stack must hold {layout.TILES} tiles together, not {len(places)}"
        )
    known = [tile for tile in places if tile != UNKNOWN]
    for tile in known:
        if known.count(tile) > 1:
            raise fields.refusal("stack", f"tile {tile + 1} lies in two places")


def _read_tokens(fields: PositionText, s: np.record) -> None:
    s.token[:] = layout.NONE
    s.left = (1 << layout.TOKENS) - 1
    for text in fields.listed("tokens", fields.values["tokens"], f"[0-9]{{1,2}}:[0-{s.seats - 1}]"):
        number, _, seat = text.partition(":")
        token = int(number) - 1
        if not 0 <= token < layout.TOKENS or not s.left >> token & 1:
            raise fields.refusal("tokens", f"{number} must be a token from 1 to {layout.TOKENS}, each once")
        s.token[token] = int(seat)
        s.left ^= 1 << token


def _read_stage(fields: PositionText, s: np.record, t: np.record) -> None:
    text = fields.values["stage"]
    s.claimed = layout.NONE
    if text in ("place", "claim"):
        s.stage = layout.PLACING if text == "place" else layout.CLAIMING
        return
    match = re.fullmatch(r"([1-9][0-9]?):([1-4](?:,[1-4])*):([rygb])", text)
    if not match or int(match[1]) > layout.TOKENS:
        raise fields.refusal("stage", "must be place, claim, or a token, what is owed and a colour, such as 15:3,4:r")
    s.stage = layout.PAYING
    s.claimed = int(match[1]) - 1
    s.least = LETTERS.index(match[3])
    for value in match[2].split(","):
        s.owed[int(value) - 1] += 1
    owed = s.owed[:].tolist()
    needed = t.needs[s.claimed].tolist()
    begun = next(value for value in range(layout.VALUES) if owed[value])
    untouched = [owed[value] == needed[value] for value in range(begun + 1, layout.VALUES)]
    if not s.left >> int(s.claimed) & 1 or owed[begun] > needed[begun] or not all(untouched):
        raise fields.refusal("stage", f"is not a part of what token {s.claimed + 1} costs, smallest values first (C11)")
    if owed[begun] == needed[begun] and s.least:
        raise fields.refusal("stage", f"the colour must be {LETTERS[0]}: no {begun + 1} was paid yet (C11)")


def _read_held(fields: PositionText, s: np.record, t: np.record) -> None:
    """Read the tiles before each player; together with those paid for tokens they are the tiles gone."""
    for seat, text in enumerate(fields.by_seat("tiles", "|", s.seats)):
        for kind_name in fields.listed("tiles", text, "[rygb][1-4]"):
            value = int(kind_name[1]) - 1
            s.held[seat, layout.COLOURS * value + LETTERS.index(kind_name[0])] += 1
            s.tiles[seat] += 1 << 8 * value
    taken = np.zeros(layout.KINDS, np.int64)
    for tile in range(layout.TILES):
        if int(s.gone[tile // layout.HALF]) >> tile % layout.HALF & 1:
            taken[t.kind[tile]] += 1
    paid = taken - s.held.sum(axis=0)
    costs = sum(
        (t.needs[token] for token in range(layout.TOKENS) if s.token[token] != layout.NONE), np.zeros(4, np.int64)
    )
    if s.stage == layout.PAYING:
        costs = costs + t.needs[s.claimed] - s.owed
    if paid.min() < 0 or (paid.reshape(layout.VALUES, layout.COLOURS).sum(axis=1) != costs).any():
        raise fields.refusal("tiles", "must be the tiles that are gone, without those paid for the tokens taken (C11)")

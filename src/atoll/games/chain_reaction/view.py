"""What one seat sees of Chain Reaction, and what it sees happen, as data; every position has been through `hide`."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from atoll.core.contract import OVER, UNKNOWN
from atoll.core.errors import InvalidNotation
from atoll.core.state import State
from atoll.games.chain_reaction import kernel
from atoll.games.chain_reaction.components import COLOUR_NAMES, FIRST_TOKEN, SYMBOL_NAMES

Event = dict[str, Any]
PHASES = ("place", "claim", "pay")
TOPICS = {str(token): FIRST_TOKEN + token for token in range(1, kernel.TOKENS + 1)}


def view(state: State) -> dict[str, Any]:
    """Return the position as data."""
    s = state.fields
    over = s.actor == OVER
    return {
        "phase": "over" if over else PHASES[s.stage],
        "first": s.first,
        "turn": s.turn,
        "columns": [
            [_lying(code) for code in column[:height]] for column, height in zip(s.column, s.height, strict=True)
        ],
        "stack": s.stack_size,
        "tokens": [None if owner == kernel.NONE else owner for owner in s.token],
        "paying": None
        if s.stage != kernel.PAYING
        else {"token": s.claimed + 1, "owed": [v + 1 for v in range(kernel.VALUES) for _ in range(s.owed[v])]},
        "players": [_player(state, seat) for seat in range(s.seats)],
        "won_by": won_by(state) if over else None,
    }


def progress(state: State) -> dict[str, int]:
    """Return how far a game is, for lists of games."""
    s = state.fields
    return {"round": max(0, s.turn - (s.actor == OVER)) // s.seats + 1}


def _lying(code: int) -> dict[str, int]:
    tile, turn = divmod(code, kernel.TURNS)
    return {"tile": tile + 1, "turn": turn}


def _player(state: State, seat: int) -> dict[str, Any]:
    s = state.fields
    held = s.held[seat]
    secret = s.secret[seat]
    tables, record = state.edition.tables[0], state.array[0]
    return {
        "hand": None if s.hand[seat] < 0 else s.hand[seat] + 1,
        "has_tile": s.hand[seat] != kernel.NONE,
        "secret": None if secret == UNKNOWN else COLOUR_NAMES[secret],
        # By value, then by colour.
        "tiles": [list(held[start : start + kernel.COLOURS]) for start in range(0, kernel.KINDS, kernel.COLOURS)],
        "number": sum(held),
        "tokens": [token for token, owner in enumerate(s.token, 1) if owner == seat],
        "tile_points": kernel.tile_points(record, seat),
        "secret_points": kernel.secret_points(record, seat),
        "token_points": kernel.token_points(tables, record, seat),
    }


def won_by(state: State) -> str:
    """Return what decided a finished game: points, tiles or shared (C15)."""
    s = state.fields
    marks = [(points, sum(s.held[seat])) for seat, points in enumerate(state.scores())]
    best = max(marks)
    rivals = [mark for mark in marks if mark[0] == best[0]]
    if len(rivals) == 1:
        return "points"
    return "tiles" if rivals.count(best) == 1 else "shared"


def choice(state: State, decision: int) -> dict[str, Any]:
    """Return a legal decision as data: what a board must light up."""
    if decision >= kernel.PAY:
        value, colour = divmod(decision - kernel.PAY, kernel.COLOURS)
        return {"kind": "pay", "colour": COLOUR_NAMES[colour], "value": value + 1}
    if decision >= kernel.CLAIM:
        token = state.edition.items[FIRST_TOKEN + decision - kernel.CLAIM + 1]
        return {
            "kind": "claim",
            "token": token.id,
            "needs": list(token.needs),
            "points": token.points,
            "cost": _cost(state, token.needs),
        }
    if decision == kernel.END:
        return {"kind": "end"}
    column, turn = divmod(decision - kernel.PLACE, kernel.TURNS)
    tile = state.fields.hand[state.fields.actor]
    return {
        "kind": "place",
        "tile": tile + 1,
        "column": column + 1,
        "turn": turn,
        "takes": _chain(state, column, tile, turn),
    }


def _cost(state: State, needs: Sequence[int]) -> int:
    """Return the least that the tiles for a token are worth to the actor: the secret colour is kept if it can be."""
    s = state.fields
    held, secret = s.held[s.actor], s.secret[s.actor]
    cost = 0
    for value in set(needs):
        kinds = held[kernel.COLOURS * (value - 1) : kernel.COLOURS * value]
        doubled = max(0, needs.count(value) - sum(kinds) + kinds[secret])
        cost += value * (needs.count(value) + doubled)
    return cost


def _chain(state: State, column: int, tile: int, turn: int) -> list[dict[str, Any]]:
    """Return what a tile takes if it is laid on a column, in order (C8)."""
    array = state.array.copy()
    steps = np.empty((kernel.TILES, kernel.STEP_FIELDS), np.int64)
    number = kernel.chain(state.edition.tables[0], array[0], column, kernel.TURNS * tile + turn, steps)
    return [_step(state, column, row) for row in steps[:number].tolist()]


def _step(state: State, column: int, row: list[int]) -> dict[str, Any]:
    source = row[kernel.STEP_COLUMN]
    return {
        "side": "below" if source == column else "left" if source < column else "right",
        "column": source + 1,
        "level": row[kernel.STEP_LEVEL] + 1,
        **_named(state, row[kernel.STEP_TILE] // kernel.TURNS),
        "symbol": SYMBOL_NAMES[row[kernel.STEP_SYMBOL]],
    }


def _named(state: State, number: int) -> dict[str, Any]:
    """Return a tile by its id and by what a person calls it."""
    tile = state.edition.items[number + 1]
    return {"tile": tile.id, "colour": COLOUR_NAMES[tile.colour], "value": tile.value}


def explain(state: State, seat: int, about: str) -> dict[str, Any]:
    """Return how far a seat is from a bonus token: the values it costs, and how many tiles of each there are (C11)."""
    if about not in TOPICS:
        raise InvalidNotation(f"{about!r}: must be the number of a bonus token, 1 to {kernel.TOKENS} (C2)")
    token = state.edition.items[TOPICS[about]]
    held = [sum(row) for row in _player(state, seat)["tiles"]]
    met = [min(held[value - 1], token.needs.count(value)) for value in sorted(set(token.needs))]
    return {"about": about, "points": token.points, "needs": list(token.needs), "met": sum(met)}


EVENTS = (
    "place", "match", "claim", "pay", "token", "draw", "draw_tile", "no_draw", "end_column", "end_tiles", "secret",
    "win_points", "win_tiles", "win_shared",
)  # fmt: skip


def events(before: State, decision: int, after: State) -> list[Event]:
    """Return what happened between two positions, in order."""
    return [*_deed(before, decision, after), *_claims(before, decision, after), *_consequences(before, after)]


def _deed(before: State, decision: int, after: State) -> Iterator[Event]:
    """Tell where a tile was laid and, step by step, what its chain took (C8)."""
    if decision >= kernel.END:
        return
    b, a = before.fields, after.fields
    column, turn = divmod(decision - kernel.PLACE, kernel.TURNS)
    # Who watches learns the tile now: it was hidden in the hand, and stays in its column.
    known = {code // kernel.TURNS for code in b.column[column] if code != kernel.NONE}
    tile = next(code // kernel.TURNS for code in a.column[column] if code // kernel.TURNS not in known)
    seat = b.actor
    yield {"event": "place", "seat": seat, **_named(before, tile), "column": column + 1, "turn": turn}
    for step in _chain(before, column, tile, turn):
        yield {"event": "match", "seat": seat, **step, "points": step["value"]}


def _claims(before: State, decision: int, after: State) -> Iterator[Event]:
    """Tell what was claimed, and which tiles paid for it (C11)."""
    b, a = before.fields, after.fields
    seat = b.actor
    if kernel.CLAIM <= decision < kernel.PAY:
        yield {"event": "claim", "seat": seat, "token": decision - kernel.CLAIM + 1}
    if decision >= kernel.CLAIM:
        for kind in range(kernel.KINDS):
            for _ in range(b.held[seat][kind] - a.held[seat][kind]):
                value, colour = divmod(kind, kernel.COLOURS)
                yield {"event": "pay", "seat": seat, "colour": COLOUR_NAMES[colour], "value": value + 1}
    for token in range(kernel.TOKENS):
        if b.token[token] != a.token[token]:
            points = after.edition.items[FIRST_TOKEN + token + 1].points
            yield {"event": "token", "seat": seat, "token": token + 1, "points": points}


def _consequences(before: State, after: State) -> Iterator[Event]:
    """Tell what followed: the next tile, the end."""
    b, a = before.fields, after.fields
    if a.turn == b.turn:
        return
    seat = b.actor
    if a.hand[seat] >= 0:
        yield {"event": "draw_tile", "seat": seat, **_named(after, a.hand[seat])}
    else:
        yield {"event": "draw" if a.hand[seat] == UNKNOWN else "no_draw", "seat": seat}
    if a.actor != OVER:
        return
    empty = [column for column, height in enumerate(a.height, 1) if height == 0]
    yield {"event": "end_column", "column": empty[0]} if empty else {"event": "end_tiles"}
    for player in range(a.seats):
        yield {"event": "secret", "seat": player, "colour": COLOUR_NAMES[a.secret[player]]}
    winners = [player for player, place in enumerate(after.ranking()) if place == 1]
    yield {"event": f"win_{won_by(after)}", "seats": winners, "scores": after.scores()}


def census(state: State) -> dict[str, int]:
    """Count every component wherever it lies; no decision ever changes the numbers (C1, C2)."""
    s = state.fields
    lying = [code // kernel.TURNS for column in s.column for code in column if code != kernel.NONE]
    gone = [tile for tile in range(kernel.TILES) if s.gone[tile // kernel.HALF] >> tile % kernel.HALF & 1]
    tiles = [*lying, *gone, *(tile for tile in (*s.hand, *s.stack) if tile != kernel.NONE)]
    left = sum(s.left >> token & 1 for token in range(kernel.TOKENS))
    taken = sum(owner != kernel.NONE for owner in s.token)
    return {"tiles": len(tiles), "different tiles": len(set(tiles)), "tokens": left + taken}

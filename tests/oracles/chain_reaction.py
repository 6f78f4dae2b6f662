"""Reference implementation of Chain Reaction, slow and plain, written from the specification (C1 to C16) alone."""

import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

COLOURS = {"red": "r", "yellow": "y", "green": "g", "blue": "b"}
LETTERS = "rygb"
VALUES = (1, 2, 3, 4)
KINDS = [f"{letter}{value}" for value in VALUES for letter in LETTERS]
COLUMNS = 5
START_HEIGHT = 8
TOP, RIGHT, BOTTOM, LEFT = range(4)
MARKS = "^>v<"
STACK = 50


@dataclass(frozen=True)
class Tile:
    """A tile (C1): the symbols on its top, right, bottom and left edge when unturned, and its kind, such as r2."""

    symbols: tuple[str, ...]
    kind: str


@dataclass(frozen=True)
class Token:
    """A bonus token (C2): the values that it costs, the smallest first, and its points."""

    cost: tuple[int, ...]
    points: int


@dataclass(frozen=True)
class Box:
    """What is in the box, by number (C1, C2)."""

    tiles: dict[int, Tile]
    tokens: dict[int, Token]


@dataclass(frozen=True)
class Lying:
    """A tile on the table, and its quarter turns clockwise (C7)."""

    tile: int
    turn: int


Columns = list[list[Lying]]  # from left to right, each from the bottom up


@dataclass(frozen=True)
class Step:
    """A tile that a chain takes, where it lay, and the symbol that matched (C8)."""

    column: int
    level: int
    lying: Lying
    symbol: str


@dataclass
class Claim:
    """A token being paid for: the values still owed, the smallest first, and the first colour that may pay (C11)."""

    token: int
    owed: list[int]
    least: str


@dataclass
class State:
    """A position. Numbers are those of the box; a hand is None when played; "?" or 0 stands for what is not known."""

    box: Box
    seats: int
    first_player: str
    open_hands: bool
    first: int
    turn: int
    columns: Columns
    hands: list[int | None]
    secrets: list[str]
    tiles: list[Counter[str]]
    tokens: dict[int, int]
    gone: set[int]
    stack: list[int]
    placed: bool = False
    claim: Claim | None = None
    edition: str = ""


# --- The box ---


def load(path: Path) -> Box:
    """Read the tiles and tokens of an edition file (C1, C2)."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    tiles = {}
    for number, text in tables["tiles"].items():
        symbols, _, face = text.partition(", ")
        colour, value = face.split(" ")
        tiles[int(number)] = Tile(tuple(symbols.split(" ")), COLOURS[colour] + value)
    tokens = {}
    for number, text in tables["tokens"].items():
        cost, _, points = text.partition(", ")
        tokens[int(number)] = Token(tuple(sorted(map(int, cost.split(" ")))), int(points.split(" ")[0]))
    return Box(tiles, tokens)


# --- Positions as text ---


def items(text: str, separator: str = ",") -> list[str]:
    """Split a list, where "-" stands for an empty one."""
    return [] if text == "-" else text.split(separator)


def number(text: str) -> int:
    """Read a tile's number; an unknown tile is 0."""
    return 0 if text == "?" else int(text)


def parse(text: str, box: Box) -> State:
    """Read a position; raise ValueError unless writing it gives the same text again."""
    fields = dict(part.split("=", 1) for part in text.split(" ")[1:])
    stage = fields["stage"]
    claim = None
    if ":" in stage:
        token, owed, least = stage.split(":")
        claim = Claim(int(token), [int(value) for value in owed.split(",")], least)
    state = State(
        box=box,
        seats=int(fields["seats"]),
        first_player=fields["first_player"],
        open_hands=fields["open_hands"] == "yes",
        first=int(fields["first"]),
        turn=int(fields["turn"]),
        columns=[
            [Lying(int(tile[:-1]), MARKS.index(tile[-1])) for tile in items(column)]
            for column in fields["columns"].split("|")
        ],
        hands=[None if hand == "-" else number(hand) for hand in fields["hands"].split(",")],
        secrets=fields["secrets"].split(","),
        tiles=[Counter(items(tiles)) for tiles in fields["tiles"].split("|")],
        tokens={int(item.split(":")[0]): int(item.split(":")[1]) for item in items(fields["tokens"])},
        gone={int(tile) for tile in items(fields["gone"])},
        stack=[number(tile) for tile in items(fields["stack"])],
        placed=stage != "place",
        claim=claim,
        edition=fields.get("edition", ""),
    )
    if position(state) != text:
        raise ValueError(f"not in the exact form: {text!r}")
    return state


def position(state: State) -> str:
    """Write a position."""

    def listed(texts: Sequence[str]) -> str:
        return ",".join(texts) or "-"

    def tile(known: int | None) -> str:
        return "-" if known is None else str(known or "?")

    stage = "claim" if state.placed else "place"
    if state.claim:
        stage = f"{state.claim.token}:{listed([str(value) for value in state.claim.owed])}:{state.claim.least}"
    fields = {
        **({"edition": state.edition} if state.edition else {}),
        "seats": state.seats,
        "first_player": state.first_player,
        "open_hands": "yes" if state.open_hands else "no",
        "first": state.first,
        "turn": state.turn,
        "columns": "|".join(
            listed([f"{lying.tile}{MARKS[lying.turn]}" for lying in column]) for column in state.columns
        ),
        "hands": ",".join(tile(hand) for hand in state.hands),
        "secrets": ",".join(state.secrets),
        "tiles": "|".join(listed([kind for kind in KINDS for _ in range(held[kind])]) for held in state.tiles),
        "tokens": listed([f"{token}:{seat}" for token, seat in sorted(state.tokens.items())]),
        "gone": listed([str(tile) for tile in sorted(state.gone)]),
        "stack": listed([tile(known) for known in state.stack]),
        "stage": stage,
    }
    return "chain_reaction:1 " + " ".join(f"{name}={value}" for name, value in fields.items())


# --- Set-up ---


def set_up_faults(state: State) -> list[str]:
    """List the set-up rules (C1 to C6) that a newly dealt position breaks."""
    lying = [lying.tile for column in state.columns for lying in column]
    places = lying + [hand for hand in state.hands if hand is not None] + state.stack
    checks = {
        "C1 each of the 90 tiles is in one place": sorted(places) == list(range(1, 91)),
        "C4 2 to 4 players": state.seats in (2, 3, 4),
        "C4 five columns of eight": [len(column) for column in state.columns] == [START_HEIGHT] * COLUMNS,
        "C5 no token is taken": not state.tokens,
        "C5 one colour each, all different": len(set(state.secrets)) == state.seats
        and set(state.secrets) <= {*LETTERS},
        "C6 a hand tile each": len(state.hands) == state.seats and None not in state.hands,
        "C6 the hands come out of the stack": len(state.stack) == STACK - state.seats,
        "C6 somebody begins": state.turn == 0 and state.first in range(state.seats),
        "C7 a turn begins with placing": not state.placed and state.claim is None,
        "C10 nobody has a tile": not state.gone and not any(held.total() for held in state.tiles),
    }
    return [rule for rule, kept in checks.items() if not kept]


# --- The chain ---


def symbol(box: Box, lying: Lying, side: int) -> str:
    """Return the symbol on one side of a tile as it lies: a clockwise turn brings the left edge to the top (C7)."""
    return box.tiles[lying.tile].symbols[(side - lying.turn) % 4]


def neighbour(columns: Columns, column: int, level: int) -> Lying | None:
    """Find the tile at a level of a column, if the column exists and is high enough (C7)."""
    if column not in range(COLUMNS) or level not in range(len(columns[column])):
        return None
    return columns[column][level]


def next_match(box: Box, columns: Columns, column: int) -> tuple[int, int] | None:
    """Find the column and level of the tile that a column's top tile takes next: left, right, below (C8, C9)."""
    level = len(columns[column]) - 1
    placed = columns[column][level]
    for where, at, own_side, other_side in (
        (column - 1, level, LEFT, RIGHT),
        (column + 1, level, RIGHT, LEFT),
        (column, level - 1, BOTTOM, TOP),
    ):
        other = neighbour(columns, where, at)
        if other is not None and symbol(box, placed, own_side) == symbol(box, other, other_side):
            return where, at
    return None


def chain(box: Box, columns: Columns, column: int) -> tuple[Columns, list[Step]]:
    """Return the columns after the chain of a column's top tile, and the tiles taken, in order (C8)."""
    columns = [list(tiles) for tiles in columns]
    steps = []
    while (found := next_match(box, columns, column)) is not None:
        where, level = found
        side = {-1: LEFT, 0: BOTTOM, 1: RIGHT}[where - column]
        matched = symbol(box, columns[column][-1], side)
        # Popping an item lets everything above it slide down: the upper tiles of a column, or the placed tile.
        steps.append(Step(where, level, columns[where].pop(level), matched))
    return columns, steps


# --- A turn ---


def actor(state: State) -> int:
    """Return the seat whose turn it is, clockwise from the first (C6)."""
    return (state.first + state.turn) % state.seats


def over(state: State) -> bool:
    """Return whether the game has ended: between turns, with an empty column or with nothing left to play (C13)."""
    if state.placed:
        return False
    return not all(state.columns) or (not state.stack and all(hand is None for hand in state.hands))


def affordable(state: State) -> list[int]:
    """List the tokens that the seat to decide can pay for (C11)."""
    held = Counter[int]()
    for kind, count in state.tiles[actor(state)].items():
        held[int(kind[1])] += count
    return [token for token in state.box.tokens if token not in state.tokens and covers(held, state.box.tokens[token])]


def covers(held: Counter[int], token: Token) -> bool:
    """Return whether tiles, counted by value, cover what a token shows (C11)."""
    return all(held[value] >= count for value, count in Counter(token.cost).items())


def ways_to_pay(held: Counter[str], owed: Sequence[int], least: str = "r") -> list[tuple[str, ...]]:
    """List every set of tiles that pays what is owed, each in the order in which it is handed in (C11).

    The smallest value can be paid only in colours from `least` on: earlier colours were passed over.
    """
    if not owed:
        return [()]
    value, count = owed[0], owed.count(owed[0])
    purse = [letter for letter in LETTERS[LETTERS.index(least) :] for _ in range(held[f"{letter}{value}"])]
    sets = sorted(set(combinations(purse, count)), key=lambda way: [LETTERS.index(letter) for letter in way])
    rest = ways_to_pay(held, owed[count:])
    return [tuple(f"{letter}{value}" for letter in way) + other for way in sets for other in rest]


def payments(state: State) -> list[str]:
    """List the kinds of tile that may be handed in next: those that begin a complete payment (C11)."""
    assert state.claim is not None
    ways = ways_to_pay(state.tiles[actor(state)], state.claim.owed, state.claim.least)
    return [kind for kind in KINDS if kind in {way[0] for way in ways}]


def legal(state: State) -> list[str]:
    """List all legal decisions in the order of their ids (C7, C11)."""
    if over(state):
        return []
    if not state.placed:
        return [f"put {column} turn {turn}" for column in range(1, COLUMNS + 1) for turn in range(4)]
    if state.claim is None:
        return ["end", *(f"claim {token}" for token in affordable(state))]
    return [f"pay {kind}" for kind in payments(state)]


def decision_id(text: str) -> int:
    """Return the id of a decision: 0 to 19 put, 20 end, 21 to 40 claim, 41 to 56 pay."""
    verb, _, what = text.partition(" ")
    if verb == "put":
        column, _, turn = what.split(" ")
        return 4 * (int(column) - 1) + int(turn)
    if verb == "claim":
        return 20 + int(what)
    return 20 if verb == "end" else 41 + KINDS.index(what)


def put(state: State, column: int, turn: int) -> None:
    """Put the hand tile on a column and take what the chain takes (C7, C8, C10)."""
    seat = actor(state)
    tile = state.hands[seat]
    assert tile is not None
    state.hands[seat] = None
    state.columns[column].append(Lying(tile, turn))
    state.columns, steps = chain(state.box, state.columns, column)
    for step in steps:
        state.gone.add(step.lying.tile)
        state.tiles[seat][state.box.tiles[step.lying.tile].kind] += 1
    state.placed = True
    end_turn_without_choice(state)


def pay(state: State, kind: str) -> None:
    """Hand in one tile for the claimed token (C11)."""
    assert state.claim is not None
    state.tiles[actor(state)][kind] -= 1
    value = state.claim.owed.pop(0)
    state.claim.least = kind[0] if value in state.claim.owed else "r"
    pay_without_choice(state)


def pay_without_choice(state: State) -> None:
    """Hand in tiles while there is only one choice; take the token once it is paid for (C11)."""
    assert state.claim is not None
    if not state.claim.owed:
        state.tokens[state.claim.token] = actor(state)
        state.claim = None
        end_turn_without_choice(state)
    elif len(payments(state)) == 1:
        pay(state, payments(state)[0])


def end_turn_without_choice(state: State) -> None:
    """End the turn if the player can claim no token (C11, C12)."""
    if not affordable(state):
        end_turn(state)


def end_turn(state: State) -> None:
    """Draw a tile if one is left, and pass the turn (C12). After the game's last turn the draw has no effect (C13)."""
    state.placed = False
    if state.stack:
        state.hands[actor(state)] = state.stack.pop(0)
    state.turn += 1


def play(state: State, decision: str) -> State:
    """Return the position after a decision; raise ValueError if it is not legal."""
    if decision not in legal(state):
        raise ValueError(f"not legal: {decision!r}")
    new = copied(state)
    verb, _, what = decision.partition(" ")
    if verb == "put":
        column, _, turn = what.split(" ")
        put(new, int(column) - 1, int(turn))
    elif verb == "claim":
        new.claim = Claim(int(what), list(state.box.tokens[int(what)].cost), "r")
        pay_without_choice(new)
    elif verb == "pay":
        pay(new, what)
    else:
        end_turn(new)
    return new


def copied(state: State) -> State:
    """Copy a state; the copy shares nothing mutable."""
    return replace(
        state,
        columns=[list(column) for column in state.columns],
        hands=list(state.hands),
        secrets=list(state.secrets),
        tiles=[held.copy() for held in state.tiles],
        tokens=dict(state.tokens),
        gone=set(state.gone),
        stack=list(state.stack),
        claim=state.claim and replace(state.claim, owed=list(state.claim.owed)),
    )


# --- The end ---


def points(state: State, seat: int, secret: str) -> int:
    """Count the points of a seat if this were its secret colour; "?" doubles nothing (C14)."""
    held = state.tiles[seat]
    values = sum(int(kind[1]) * count for kind, count in held.items())
    doubled = sum(int(kind[1]) * count for kind, count in held.items() if kind[0] == secret)
    return (
        values + doubled + sum(state.box.tokens[token].points for token, owner in state.tokens.items() if owner == seat)
    )


def scores(state: State) -> list[int]:
    """Count the points of every seat, with the secret colours (C14)."""
    return [points(state, seat, state.secrets[seat]) for seat in range(state.seats)]


def ranking(state: State) -> list[int]:
    """Rank the seats by points, then by tiles still held, else shared (C15)."""
    results = [(total, state.tiles[seat].total()) for seat, total in enumerate(scores(state))]
    return [1 + sum(other > result for other in results) for result in results]


# --- Information ---


def hidden(state: State, viewer: int | None) -> State:
    """Return what a seat, or a spectator, knows: not others' hands and colours, nor the stack's order (C16).

    With the option, hands lie open. At the end all players show their colours, as the rulebook says. The specification
    leaves open whether they also show their hands; nothing depends on it by then, and here they do.
    """
    new = copied(state)
    new.stack = [0] * len(state.stack)
    for seat in range(state.seats):
        if seat != viewer and not over(state):
            new.secrets[seat] = "?"
            if state.hands[seat] is not None and not state.open_hands:
                new.hands[seat] = 0
    return new


def agrees(guess: State, known: State) -> bool:
    """Return whether a full position is consistent with what a viewer knows (C5, C16)."""
    tiles = [lying.tile for column in guess.columns for lying in column]
    tiles += [hand for hand in guess.hands if hand is not None] + guess.stack + sorted(guess.gone)
    unknown = copied(guess)
    for seat, secret in enumerate(known.secrets):
        unknown.secrets[seat] = guess.secrets[seat] if secret != "?" else "?"
        unknown.hands[seat] = guess.hands[seat] if known.hands[seat] != 0 else guess.hands[seat] and 0
    unknown.stack = [tile if shown else 0 for tile, shown in zip(guess.stack, known.stack, strict=True)]
    return (
        position(unknown) == position(known)
        and sorted(tiles) == sorted(guess.box.tiles)
        and len(set(guess.secrets)) == guess.seats
        and set(guess.secrets) <= {*LETTERS}
    )


# --- The best turn ---


def most_points(state: State, turn: int) -> int:
    """Return the most points that a turn can end with, by trying every sequence of decisions (C11)."""
    seat = (state.first + turn) % state.seats
    waiting, seen, most = [state], {position(state)}, 0
    while waiting:
        now = waiting.pop()
        if now.turn != turn:
            most = max(most, points(now, seat, now.secrets[seat]))
            continue
        for after in (play(now, decision) for decision in legal(now)):
            if position(after) not in seen:
                seen.add(position(after))
                waiting.append(after)
    return most

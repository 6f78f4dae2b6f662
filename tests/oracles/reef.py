"""Reference implementation of Reef, slow and plain, written from the specification (R1 to R27) alone."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

COLOURS = {"red": "r", "yellow": "y", "green": "g", "purple": "p"}
LETTERS = "rygp"
COLUMNS = "abcd"
ROWS = "1234"
SPACES = [column + row for row in ROWS for column in COLUMNS]
CENTRE = {"b2", "c2", "b3", "c3"}
SUPPLY = {2: 18, 3: 24, 4: 28}
HIGHEST = 4
HAND_LIMIT = 4
DISPLAY_SIZE = 3

Board = dict[str, str]
AnyBoard = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Cell:
    """One cell of a pattern: where it lies, which colour it asks for ("*": any) and which heights fit (R19)."""

    row: int
    column: int
    colour: str
    heights: frozenset[int]


@dataclass(frozen=True)
class Card:
    """A card (R2): it has a pattern, or the two colours of a special card (R21)."""

    id: int
    corals: str
    points: int
    pattern: tuple[Cell, ...]
    tallest: str
    around: str


class State(TypedDict):
    """A full position; `placing` is (card id or "start", letters still to be placed) or None."""

    cards: dict[int, Card]
    seats: int
    setup: str
    mirror_patterns: bool
    hidden_scores: bool
    first: int
    turn: int
    boards: list[Board]
    points: list[int]
    hands: list[list[tuple[int, bool]]]
    display: list[tuple[int, int]]
    pile: list[int]
    played: list[tuple[int, int]]
    placing: tuple[str, str] | None


# --- Cards ---


def read_pattern(rows: Sequence[str]) -> tuple[Cell, ...]:
    """Read a drawn pattern with cells such as r, r2, r2+, *3, or "." where the card asks for nothing (R19)."""
    cells = []
    for row, line in enumerate(rows):
        for column, text in enumerate(line.split()):
            if text == ".":
                continue
            match = re.fullmatch(r"([rygp*])(?:([1-4])(\+?))?", text)
            if match is None:
                raise ValueError(f"pattern cell {text!r}")
            colour, number, plus = match.groups()
            low = int(number) if number else 1
            high = low if number and not plus else HIGHEST
            cells.append(Cell(row, column, colour, frozenset(range(low, high + 1))))
    return tuple(cells)


def read_card(table: Mapping[str, Any]) -> Card:
    """Read one card table (R2, R21)."""
    special = "tallest" in table
    return Card(
        id=table["id"],
        corals="".join(COLOURS[name] for name in table["corals"]),
        points=table["points"],
        pattern=() if special else read_pattern(table["pattern"]),
        tallest=COLOURS[table["tallest"]] if special else "",
        around=COLOURS[table["around"]] if special else "",
    )


def load_cards(path: Path) -> dict[int, Card]:
    """Load the deck, by card id (R2)."""
    with path.open("rb") as file:
        tables = tomllib.load(file)["card"]
    return {table["id"]: read_card(table) for table in tables}


# --- Positions as text ---


def parse_items(text: str) -> list[str]:
    """Split a list field, where "-" stands for an empty list."""
    return [] if text == "-" else text.split(",")


def parse_board(text: str) -> Board:
    """Read a board, row by row from the top (R4)."""
    stacks = [stack for row in text.split("/") for stack in row.split(",")]
    return {space: stack.strip(".") for space, stack in zip(SPACES, stacks, strict=True)}


def parse_pair(text: str, separator: str) -> tuple[int, int]:
    """Read two numbers; a missing second one is 0."""
    left, _, right = text.partition(separator)
    return int(left), int(right or 0)


def parse(text: str, cards: dict[int, Card]) -> State:
    """Read a position; raise ValueError unless writing it gives the same text again."""
    fields = dict(part.split("=", 1) for part in text.split(" ")[1:])
    source, _, letters = fields["placing"].partition(":")
    state: State = {
        "cards": cards,
        "seats": int(fields["seats"]),
        "setup": fields["setup"],
        "mirror_patterns": fields["mirror_patterns"] == "yes",
        "hidden_scores": fields["hidden_scores"] == "yes",
        "first": int(fields["first"]),
        "turn": int(fields["turn"]),
        "boards": [parse_board(board) for board in fields["boards"].split("|")],
        "points": [int(number) for number in fields["points"].split(",")],
        "hands": [
            [(int(item.rstrip("*")), item.endswith("*")) for item in parse_items(hand)]
            for hand in fields["hands"].split("|")
        ],
        "display": [parse_pair(item, "+") for item in parse_items(fields["display"])],
        "pile": [int(item) for item in parse_items(fields["pile"])],
        "played": [parse_pair(item, ":") for item in parse_items(fields["played"])],
        "placing": None if source == "-" else (source, letters),
    }
    if position(state) != text:
        raise ValueError(f"not in the exact form: {text!r}")
    return state


def board_text(board: Board) -> str:
    """Write a board, row by row from the top (R4)."""
    return "/".join(",".join(board[column + row] or "." for column in COLUMNS) for row in ROWS)


def position(state: State) -> str:
    """Write a position."""
    hands = [",".join(f"{card}*" if dealt else f"{card}" for card, dealt in hand) for hand in state["hands"]]
    display = [f"{card}+{tokens}" if tokens else f"{card}" for card, tokens in state["display"]]
    fields = {
        "seats": state["seats"],
        "setup": state["setup"],
        "mirror_patterns": "yes" if state["mirror_patterns"] else "no",
        "hidden_scores": "yes" if state["hidden_scores"] else "no",
        "first": state["first"],
        "turn": state["turn"],
        "boards": "|".join(board_text(board) for board in state["boards"]),
        "points": ",".join(str(points) for points in state["points"]),
        "hands": "|".join(hand or "-" for hand in hands),
        "display": ",".join(display) or "-",
        "pile": ",".join(str(card) for card in state["pile"]) or "-",
        "played": ",".join(f"{seat}:{card}" for seat, card in state["played"]) or "-",
        "placing": ":".join(state["placing"] or ["-"]),
    }
    return "reef:1 " + " ".join(f"{name}={value}" for name, value in fields.items())


# --- Scoring a pattern ---


def orientations(pattern: Sequence[Cell], mirror: bool) -> list[list[Cell]]:
    """Turn a pattern by 0, 90, 180 and 270 degrees, and with the option also its mirror image (R18)."""
    sides = [list(pattern)]
    if mirror:
        sides.append([Cell(cell.row, -cell.column, cell.colour, cell.heights) for cell in pattern])
    result = []
    for side in sides:
        cells = side
        for _ in range(4):
            result.append(cells)
            cells = [Cell(cell.column, -cell.row, cell.colour, cell.heights) for cell in cells]
    return result


def space_at(row: int, column: int) -> str | None:
    """Return the name of the space at a row and column counted from 0, or None off the board (R4)."""
    return COLUMNS[column] + ROWS[row] if row in range(4) and column in range(4) else None


def matches(stack: Sequence[str], cell: Cell) -> bool:
    """Return whether a stack, seen from above, fits a cell (R17, R19)."""
    return len(stack) in cell.heights and cell.colour in ("*", stack[-1])


def occurrence_at(board: AnyBoard, cells: Sequence[Cell], row: int, column: int) -> frozenset[str] | None:
    """Find the spaces of the occurrence with its first cell at a row and column, if there is one (R16)."""
    found = set()
    for cell in cells:
        space = space_at(row + cell.row - cells[0].row, column + cell.column - cells[0].column)
        if space is None or not matches(board.get(space, ""), cell):
            return None
        found.add(space)
    return frozenset(found)


def all_occurrences(board: AnyBoard, pattern: Sequence[Cell], mirror: bool) -> list[frozenset[str]]:
    """Find every occurrence of a pattern, overlapping ones too, each set of spaces once (R16, R18)."""
    found = set()
    for cells in orientations(pattern, mirror):
        for row in range(4):
            for column in range(4):
                spaces = occurrence_at(board, cells, row, column)
                if spaces is not None:
                    found.add(spaces)
    return sorted(found, key=sorted)


def most_disjoint(found: Sequence[frozenset[str]]) -> int:
    """Find the maximum number of pairwise disjoint occurrences, by trying all choices (R20)."""
    if not found:
        return 0
    first, rest = found[0], found[1:]
    compatible = [spaces for spaces in rest if not spaces & first]
    with_first = 1 + most_disjoint(compatible)
    if len(compatible) == len(rest):
        return with_first
    return max(with_first, most_disjoint(rest))


def neighbours(space: str) -> list[str]:
    """List the up to 8 spaces around a space (R21)."""
    row, column = ROWS.index(space[1]), COLUMNS.index(space[0])
    around = [space_at(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return [other for other in around if other is not None and other != space]


def scoring_neighbours(board: AnyBoard, tallest: str, around: str) -> int:
    """Count how often a special card scores, with the best of the equally tallest stacks (R21)."""
    tops = {space: stack[-1] for space, stack in board.items() if stack}
    topped = [space for space in tops if tops[space] == tallest]
    height = max((len(board[space]) for space in topped), default=0)
    tallest_ones = [space for space in topped if len(board[space]) == height]
    counts = [sum(tops.get(other) == around for other in neighbours(space)) for space in tallest_ones]
    return max(counts, default=0)


def occurrences(board: AnyBoard, card: Card, mirror: bool) -> int:
    """Count how many times a card scores its value on a board (R16 to R21)."""
    if card.tallest:
        return scoring_neighbours(board, card.tallest, card.around)
    return most_disjoint(all_occurrences(board, card.pattern, mirror))


# --- The game ---


def actor(state: State) -> int:
    """Return the seat to decide (R7)."""
    return (state["first"] + state["turn"]) % state["seats"]


def supplies(state: State) -> dict[str, int]:
    """Count what is left of each colour (R5)."""
    on_boards = "".join("".join(board.values()) for board in state["boards"])
    return {letter: SUPPLY[state["seats"]] - on_boards.count(letter) for letter in LETTERS}


def over(state: State) -> bool:
    """Return whether the game has ended, by an empty pile (R24) or at the end of the last round (R23)."""
    if state["turn"] < 0:
        return False
    if not state["pile"]:
        return True
    round_complete = state["turn"] > 0 and state["turn"] % state["seats"] == 0 and state["placing"] is None
    return round_complete and 0 in supplies(state).values()


def room(board: Board) -> list[str]:
    """List the spaces that can take a piece (R13)."""
    return [space for space in SPACES if len(board[space]) < HIGHEST]


def allowed_spaces(state: State, source: str) -> list[str]:
    """List where a piece may go: by the kind of set-up (R8), or wherever there is room (R13)."""
    board = state["boards"][actor(state)]
    if source == "start" and state["setup"] == "standard":
        return [space for space in SPACES if space in CENTRE and not board[space]]
    if source == "start" and state["setup"] == "expert":
        return [space for space in room(board) if space not in CENTRE]
    return room(board)


def lowest_printed(state: State) -> list[int]:
    """List the display cards of the lowest printed value, whatever tokens lie on them (R11)."""
    values = {card: state["cards"][card].points for card, _ in state["display"]}
    return [card for card in values if values[card] == min(values.values())]


def legal(state: State) -> set[str]:
    """List all legal decisions (R8, R10 to R15)."""
    if over(state):
        return set()
    if state["placing"] is not None:
        source, letters = state["placing"]
        return {f"{letter} {space}" for letter in letters for space in allowed_spaces(state, source)}
    hand = state["hands"][actor(state)]
    decisions = {f"play {card}" for card, _ in hand}
    if len(hand) < HAND_LIMIT:
        decisions |= {f"take {card}" for card, _ in state["display"]}
        if state["points"][actor(state)] > 0:
            decisions |= {f"top {card}" for card in lowest_printed(state)}
    return decisions


def copied(state: State) -> State:
    """Copy a state; the copy shares nothing mutable."""
    new = state.copy()
    new["boards"] = [dict(board) for board in state["boards"]]
    new["points"] = list(state["points"])
    new["hands"] = [list(hand) for hand in state["hands"]]
    new["display"] = list(state["display"])
    new["pile"] = list(state["pile"])
    new["played"] = list(state["played"])
    return new


def take(state: State, card: int) -> None:
    """Take a display card with its tokens and fill the gap (R10)."""
    seat = actor(state)
    number = [shown for shown, _ in state["display"]].index(card)
    state["points"][seat] += state["display"][number][1]
    state["hands"][seat].append((card, False))
    state["display"][number] = (state["pile"].pop(0), 0)
    state["turn"] += 1


def take_top(state: State, paid: int) -> None:
    """Pay a point onto a display card and take the top card of the pile (R11)."""
    seat = actor(state)
    state["points"][seat] -= 1
    state["display"] = [(card, tokens + (card == paid)) for card, tokens in state["display"]]
    state["hands"][seat].append((state["pile"].pop(0), False))
    state["turn"] += 1


def play_card(state: State, card: int) -> None:
    """Play a card from the hand and take the pieces the supplies can give (R13, R14)."""
    seat = actor(state)
    state["hands"][seat] = [held for held in state["hands"][seat] if held[0] != card]
    state["played"].append((seat, card))
    corals, left = state["cards"][card].corals, supplies(state)
    taken = "".join(letter * min(corals.count(letter), left[letter]) for letter in LETTERS)
    state["placing"] = (str(card), taken)
    finish_if_placed(state)


def place(state: State, letter: str, space: str) -> None:
    """Put one of the pending pieces on a space (R8, R13)."""
    assert state["placing"] is not None
    source, letters = state["placing"]
    state["boards"][actor(state)][space] += letter
    state["placing"] = (source, letters.replace(letter, "", 1))
    finish_if_placed(state)


def finish_if_placed(state: State) -> None:
    """Once no more pieces can be placed, score the card (R13, R14) or go on with the set-up (R8, R9)."""
    assert state["placing"] is not None
    source, letters = state["placing"]
    seat = actor(state)
    if letters and room(state["boards"][seat]):
        return
    state["placing"] = None
    state["turn"] += 1
    if source != "start":
        card = state["cards"][int(source)]
        count = occurrences(state["boards"][seat], card, state["mirror_patterns"])
        state["points"][seat] += card.points * count
    elif state["turn"] < 0:
        state["placing"] = ("start", LETTERS)
    else:
        state["display"] = [(dealt, 0) for dealt in state["pile"][:DISPLAY_SIZE]]
        state["pile"] = state["pile"][DISPLAY_SIZE:]


def play(state: State, decision: str) -> State:
    """Return the position after a decision; raise ValueError if it is not legal."""
    if decision not in legal(state):
        raise ValueError(f"not legal: {decision!r}")
    new = copied(state)
    verb, what = decision.split(" ")
    if verb == "take":
        take(new, int(what))
    elif verb == "top":
        take_top(new, int(what))
    elif verb == "play":
        play_card(new, int(what))
    else:
        place(new, verb, what)
    return new


# --- The end ---


def hand_points(state: State, seat: int) -> int:
    """Count what the cards left in a hand score, each at most once (R25)."""
    board, mirror = state["boards"][seat], state["mirror_patterns"]
    cards = [state["cards"][card] for card, _ in state["hands"][seat]]
    return sum(card.points for card in cards if occurrences(board, card, mirror) > 0)


def scores(state: State) -> list[int]:
    """Count the points of each seat, with those of the hands once the game is over (R25)."""
    if not over(state):
        return list(state["points"])
    return [points + hand_points(state, seat) for seat, points in enumerate(state["points"])]


def ranking(state: State) -> list[int]:
    """Rank the seats by points, then covered spaces, then stacks of height 4, else shared (R26)."""
    heights = [[len(stack) for stack in board.values()] for board in state["boards"]]
    results = [
        (points, sum(height > 0 for height in own), sum(height == HIGHEST for height in own))
        for points, own in zip(scores(state), heights, strict=True)
    ]
    return [1 + sum(other > result for other in results) for result in results]

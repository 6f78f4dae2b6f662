"""Positions of Reef as text, each one line.

A position is `reef:1` and these fields, each `name=value`, in this order:
    seats, the options, first (seat of the first player), turn (finished turns; -seats to -1 while arranging)
    boards   by seat, joined by |; 4 rows joined by /; 4 stacks joined by , ; a stack is its letters bottom to top, or .
    points   by seat                  hands   by seat, joined by |; a * marks a card that the others don't know
    display  17 or 17+2 (with tokens) pile    from the top down
    played   seat:card, in order      placing the card in play (or `start`) and the pieces still to be placed: 42:rg
Something empty is written -, something unknown ?. Supplies follow from the boards.
"""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from atoll.games.reef import GAME
from atoll.games.reef.components import COLOUR_NAMES, LETTERS, SPACE_NAMES
from atoll.games.reef.kernel import layout
from atoll.kit.components import Edition
from atoll.kit.contract import OVER, UNKNOWN
from atoll.kit.game import State
from atoll.kit.options import option_text
from atoll.kit.position_text import PositionText, joined, line

FIELDS = (
    "seats", *(option.name for option in GAME.options), "first", "turn",
    "boards", "points", "hands", "display", "pile", "played", "placing",
)  # fmt: skip
ALL_COLOURS = range(layout.COLOURS)


def format_position(state: State) -> str:
    """Return everything in a position as one line."""
    s = state.fields
    seats = range(s.seats)
    hands = [
        [_card(s.hand[seat][i]) + "*" * (s.secret[seat] >> i & 1) for i in range(s.hand_size[seat])] for seat in seats
    ]
    display = [
        _card(card) + (f"+{tokens}" if tokens else "")
        for card, tokens in zip(s.display, s.tokens, strict=True)
        if card != layout.NONE
    ]
    fields = {
        "seats": s.seats,
        **{name: option_text(value) for name, value in state.options.items()},
        "first": s.first,
        "turn": s.turn,
        "boards": "|".join(_board(s.stack[seat]) for seat in seats),
        "points": ",".join("?" if s.points[seat] == UNKNOWN else str(s.points[seat]) for seat in seats),
        "hands": "|".join(joined(hand) for hand in hands),
        "display": joined(display),
        "pile": joined([_card(card) for card in reversed(s.pile[: s.pile_size])]),
        "played": joined([f"{code & 3}:{_card(code >> 2)}" for code in s.played[: s.played_size]]),
        "placing": _placing(s),
    }
    return line(GAME, state.edition, fields)


def _letters(stack: int) -> str:
    return _letters(stack >> 2) + LETTERS[stack & 3] if stack > layout.EMPTY else ""


STACKS = tuple(_letters(stack) for stack in range(1 << 2 * layout.HEIGHT + 1))
"""The pieces of every stack there can be, from the bottom up, by the kernel's number for it."""


def lay_stack(s: np.record, seat: int, space: int, letters: str) -> None:
    """Lay a stack, given from the bottom up, on an empty space and take its pieces from the supply."""
    stack = layout.EMPTY
    for letter in letters:
        stack = stack << 2 | LETTERS.index(letter)
        s.supply[LETTERS.index(letter)] -= 1
    s.stack[seat, space] = stack
    s.tops[seat, LETTERS.index(letters[-1])] |= 1 << space
    s.tall[seat, len(letters) - 1] |= 1 << space


def _card(card: int) -> str:
    return "?" if card == UNKNOWN else str(card + 1)


def _board(stacks: Sequence[int]) -> str:
    spaces = [STACKS[stack] or "." for stack in stacks]
    return "/".join(",".join(spaces[row : row + 4]) for row in range(0, layout.SPACES, 4))


def _pieces(pending: Sequence[int]) -> str:
    return "".join(LETTERS[colour] * pending[colour] for colour in ALL_COLOURS)


def _placing(s: Any) -> str:
    if s.card == layout.NONE and s.turn >= 0:
        return "-"
    return f"{'start' if s.card == layout.NONE else s.card + 1}:{_pieces(s.pending)}"


def parse_position(text: str, edition: Edition, array: np.ndarray) -> None:
    """Read a line of text into an array of one position; refuse an impossible one."""
    fields = PositionText(GAME, edition, text, FIELDS)
    s = array[0]
    s.seats = seats = fields.integer("seats", GAME.min_players, GAME.max_players)
    for option in GAME.options:
        s[option.name] = fields.option(option)
    s.first = fields.integer("first", 0, seats - 1)
    s.turn = fields.integer("turn", 0 if s.setup == layout.RANDOM else -seats, 1 << 20)
    s.actor = (s.first + s.turn) % seats
    _read_boards(fields, s)
    if s.turn < 0:
        _check_start(fields, s)
    _read_points(fields, s)
    _read_hands(fields, s)
    _read_display(fields, s)
    _read_pile(fields, s)
    _read_played(fields, s)
    _check_cards(fields, s)
    _read_placing(fields, s, edition)
    if s.turn >= 0 and (s.pile_size == 0 or (_between_rounds(s) and not s.supply.all())):
        s.actor = OVER


def _between_rounds(s: np.record) -> bool:
    return bool(s.card == layout.NONE and s.turn > 0 and s.turn % s.seats == 0)


def _read_boards(fields: PositionText, s: np.record) -> None:
    s.stack[:] = layout.EMPTY
    s.supply[:] = layout.SUPPLY[s.seats]
    for seat, board in enumerate(fields.by_seat("boards", "|", s.seats)):
        rows = [row.split(",") for row in board.split("/")]
        if [len(row) for row in rows] != [4, 4, 4, 4]:
            raise fields.refusal("boards", f"board {seat} must have 4 rows joined by /, each of 4 stacks joined by ,")
        for space, letters in enumerate(stack for row in rows for stack in row):
            if letters == ".":
                continue
            if not re.fullmatch("[rygp]{1,4}", letters):
                raise fields.refusal(
                    "boards", f"{SPACE_NAMES[space]} must be . or 1 to 4 of the letters r y g p, not {letters!r}"
                )
            lay_stack(s, seat, space, letters)
    if s.supply.min() < 0:
        colour = COLOUR_NAMES[int(s.supply.argmin())]
        raise fields.refusal("boards", f"has more {colour} pieces than the {layout.SUPPLY[s.seats]} of the game (R5)")


def _check_start(fields: PositionText, s: np.record) -> None:
    """Refuse starting pieces that can't have been arranged like this, seat after seat (R8)."""
    arranged = s.seats + s.turn
    for seat in range(s.seats):
        step = (seat - s.first) % s.seats
        numbers = _colours_on(s, seat)
        if step > arranged and any(numbers):
            raise fields.refusal("boards", f"seat {seat} has not begun to arrange its starting pieces (R8)")
        if max(numbers) > 1 or (step < arranged and min(numbers) == 0):
            raise fields.refusal("boards", f"seat {seat} must have one starting piece of each colour (R8)")
        for space in range(layout.SPACES):
            if s.stack[seat, space] != layout.EMPTY and not _may_start(s, seat, space):
                raise fields.refusal(
                    "boards",
                    f"the starting pieces of seat {seat} can't be arranged like this on {SPACE_NAMES[space]} (R8)",
                )


def _colours_on(s: np.record, seat: int) -> list[int]:
    """Return how many pieces of each colour lie on a board."""
    letters = "".join(STACKS[int(stack)] for stack in s.stack[seat])
    return [letters.count(letter) for letter in LETTERS]


def _may_start(s: np.record, seat: int, space: int) -> bool:
    """Return whether the stack on a space can be starting pieces (R8)."""
    central = layout.CENTRE >> space & 1 == 1
    if s.setup == layout.STANDARD:
        return central and len(STACKS[int(s.stack[seat, space])]) == 1
    return not (central and s.setup == layout.EXPERT)


def _read_points(fields: PositionText, s: np.record) -> None:
    for seat, text in enumerate(fields.by_seat("points", ",", s.seats)):
        if not re.fullmatch(r"[0-9]{1,6}|\?", text):
            raise fields.refusal("points", f"{text!r} must be a whole number or ?")
        s.points[seat] = UNKNOWN if text == "?" else int(text)


def _read_hands(fields: PositionText, s: np.record) -> None:
    s.hand[:] = layout.NONE
    for seat, text in enumerate(fields.by_seat("hands", "|", s.seats)):
        cards = fields.listed("hands", text, r"([0-9]{1,2}|\?)\*?")
        if len(cards) > layout.HAND_LIMIT:
            raise fields.refusal("hands", f"a hand has at most {layout.HAND_LIMIT} cards (R12)")
        if sum(card.endswith("*") for card in cards) > layout.DEALT_CARDS:
            raise fields.refusal(
                "hands", f"only the {layout.DEALT_CARDS} dealt cards of a hand are unknown to the others (R27)"
            )
        s.hand_size[seat] = len(cards)
        for i, card in enumerate(cards):
            s.hand[seat, i] = _read_card(fields, "hands", card.rstrip("*"))
            s.secret[seat] |= card.endswith("*") << i


def _read_card(fields: PositionText, name: str, text: str) -> int:
    if text == "?":
        return UNKNOWN
    if not 1 <= int(text) <= layout.CARDS:
        raise fields.refusal(name, f"there is no card {text}; cards are 1 to {layout.CARDS}")
    return int(text) - 1


def _read_display(fields: PositionText, s: np.record) -> None:
    cards = fields.listed("display", fields.values["display"], r"([0-9]{1,2}|\?)(\+[1-9][0-9]{0,5})?")
    if len(cards) != (0 if s.turn < 0 else layout.DISPLAY):
        raise fields.refusal("display", "must be - while the starting pieces are arranged and three cards later (R9)")
    s.display[:] = layout.NONE
    for i, text in enumerate(cards):
        card, _, tokens = text.partition("+")
        s.display[i] = _read_card(fields, "display", card)
        s.tokens[i] = int(tokens or 0)


def _read_pile(fields: PositionText, s: np.record) -> None:
    pile = fields.listed("pile", fields.values["pile"], r"[0-9]{1,2}|\?")
    s.pile[:] = layout.NONE
    s.pile_size = len(pile)
    if len(pile) > layout.CARDS or (s.turn < 0 and len(pile) <= layout.DISPLAY):
        raise fields.refusal("pile", f"has {len(pile)} cards, of {layout.CARDS} in all")
    for i, card in enumerate(reversed(pile)):
        s.pile[i] = _read_card(fields, "pile", card)


def _read_played(fields: PositionText, s: np.record) -> None:
    played = fields.listed("played", fields.values["played"], f"[0-{s.seats - 1}]:[0-9]{{1,2}}")
    s.played[:] = layout.NONE
    s.played_size = len(played)
    if len(played) > layout.CARDS:
        raise fields.refusal("played", f"has {len(played)} cards, of {layout.CARDS} in all")
    for i, text in enumerate(played):
        s.played[i] = 4 * _read_card(fields, "played", text[2:]) + int(text[0])


def _check_cards(fields: PositionText, s: np.record) -> None:
    """Refuse a position that does not hold every card exactly once."""
    places = [*s.display, *s.hand.flat, *s.pile, *(s.played >> 2)]
    cards = [int(card) for card in places if card != layout.NONE]
    if len(cards) != layout.CARDS:
        raise fields.refusal(
            "pile", f"hands, display, pile and played must hold {layout.CARDS} cards together, not {len(cards)}"
        )
    known = [card for card in cards if card != UNKNOWN]
    for card in known:
        if known.count(card) > 1:
            raise fields.refusal("pile", f"card {card + 1} lies in two places")


def _read_placing(fields: PositionText, s: np.record, edition: Edition) -> None:
    s.card = layout.NONE
    text = fields.values["placing"]
    if text == "-" and s.turn >= 0:
        return
    match = re.fullmatch(r"(start|[0-9]{1,2}):(r*y*g*p*)", text)
    if not match or not match[2] or (match[1] == "start") != (s.turn < 0):
        raise fields.refusal(
            "placing", "must be - or a card in play and its pieces, such as 42:rg, or start:rygp while arranging"
        )
    s.pending[:] = [match[2].count(letter) for letter in LETTERS]
    if s.turn < 0:
        wanted = [1 - number for number in _colours_on(s, int(s.actor))]
        if list(s.pending) != wanted:
            raise fields.refusal(
                "placing", f"{_pieces(wanted)} are the starting pieces that are not on the board yet (R8)"
            )
        return
    if s.pile_size == 0:
        raise fields.refusal(
            "pile", "can't be empty while a card is in play: the last card ends the game at once (R24)"
        )
    s.card = _read_card(fields, "placing", match[1])
    if s.played_size == 0 or s.played[s.played_size - 1] != 4 * s.card + s.actor:
        raise fields.refusal("placing", "the card in play must be the last one played, by the seat whose turn it is")
    corals = edition.items[int(s.card) + 1].corals
    if any(s.pending[colour] > min(corals.count(colour), s.supply[colour]) for colour in ALL_COLOURS):
        raise fields.refusal(
            "placing", f"card {match[1]} has the pieces {_pieces([corals.count(c) for c in ALL_COLOURS])}"
        )

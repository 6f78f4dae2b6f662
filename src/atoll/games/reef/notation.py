"""Reef as text: decisions (`take 17`, `top 17`, `play 42`, `r b3`) and whole positions in one line.

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

from atoll.core.components import Edition
from atoll.core.contract import OVER, UNKNOWN
from atoll.core.errors import InvalidNotation
from atoll.core.fields import Fields, joined, line
from atoll.core.game import written
from atoll.core.state import State
from atoll.games.reef import GAME, kernel
from atoll.games.reef.components import COLOUR_NAMES, LETTERS, SPACE_NAMES

FIELDS = (
    "seats", *(option.name for option in GAME.options), "first", "turn",
    "boards", "points", "hands", "display", "pile", "played", "placing",
)  # fmt: skip
ALL_COLOURS = range(kernel.COLOURS)
PLACINGS = tuple(f"{letter} {space}" for letter in LETTERS for space in SPACE_NAMES)


# Decisions


def format_decision(state: State, decision: int) -> str:
    """Return a decision that makes sense in this position as text."""
    s = state.fields
    if decision >= kernel.PLACE:
        return PLACINGS[decision - kernel.PLACE]
    if decision >= kernel.PLAY:
        return f"play {s.hand[s.actor][decision - kernel.PLAY] + 1}"
    if decision >= kernel.TOP:
        return f"top {s.display[decision - kernel.TOP] + 1}"
    return f"take {s.display[decision - kernel.TAKE] + 1}"


def parse_decision(state: State, text: str) -> int:
    """Return the decision that a text names, legal or not."""
    s = state.fields
    words = text.lower().split()
    if len(words) == 2:
        verb, place = words
        if verb in LETTERS and len(verb) == 1 and place in SPACE_NAMES:
            return kernel.PLACE + kernel.SPACES * LETTERS.index(verb) + SPACE_NAMES.index(place)
        cards = {
            "take": (s.display, kernel.TAKE),
            "top": (s.display, kernel.TOP),
            "play": (s.hand[s.actor], kernel.PLAY),
        }
        if verb in cards and re.fullmatch("[0-9]{1,9}", place):
            where, first = cards[verb]
            card = int(place) - 1
            if card >= 0 and card in where:
                return first + int(where.index(card))
            home = "your hand" if verb == "play" else "the display"
            raise InvalidNotation(f"{text!r}: card {place} is not in {home}")
    raise InvalidNotation(
        f"{text!r} is not a decision: write take 17, top 17, play 42 or r b3 (letters r y g p, spaces a1 to d4)"
    )


def refusal(state: State, decision: int) -> tuple[str, dict[str, object]]:
    """Return why a decision is not legal here: the key of a text and its values."""
    s = state.fields
    placing = any(s.pending)
    if decision >= kernel.PLACE:
        colour, space = divmod(decision - kernel.PLACE, kernel.SPACES)
        where: dict[str, object] = {"colour": COLOUR_NAMES[colour], "space": SPACE_NAMES[space]}
        if not placing:
            return "nothing_to_place", where
        if not s.pending[colour]:
            return "not_that_colour", where
        return "not_there" if s.turn < 0 else "stack_full", where
    if placing:
        return "place_first", {"pieces": [name for name, number in zip(COLOUR_NAMES, s.pending, strict=True) if number]}
    if decision >= kernel.PLAY:
        known = s.hand[s.actor][decision - kernel.PLAY] != UNKNOWN
        return "no_such_card" if known else "unknown_card", {}
    if s.hand_size[s.actor] == kernel.HAND_LIMIT:
        return "hand_full", {}
    if decision >= kernel.TOP and s.points[s.actor] == 0:
        return "no_points", {}
    return "unknown_card" if UNKNOWN in s.display else "not_lowest", {}


# Positions


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
        if card != kernel.NONE
    ]
    fields = {
        "seats": s.seats,
        **{name: written(value) for name, value in state.options.items()},
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
    return _letters(stack >> 2) + LETTERS[stack & 3] if stack > kernel.EMPTY else ""


STACKS = tuple(_letters(stack) for stack in range(1 << 2 * kernel.HEIGHT + 1))
"""The pieces of every stack there can be, from the bottom up, by the kernel's number for it."""


def lay_stack(s: np.record, seat: int, space: int, letters: str) -> None:
    """Lay a stack, given from the bottom up, on an empty space and take its pieces from the supply."""
    stack = kernel.EMPTY
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
    return "/".join(",".join(spaces[row : row + 4]) for row in range(0, kernel.SPACES, 4))


def _pieces(pending: Sequence[int]) -> str:
    return "".join(LETTERS[colour] * pending[colour] for colour in ALL_COLOURS)


def _placing(s: Any) -> str:
    if s.card == kernel.NONE and s.turn >= 0:
        return "-"
    return f"{'start' if s.card == kernel.NONE else s.card + 1}:{_pieces(s.pending)}"


def parse_position(text: str, edition: Edition, array: np.ndarray) -> None:
    """Read a line of text into an array of one position; refuses what can't lie on a table."""
    fields = Fields(GAME, edition, text, FIELDS)
    s = array[0]
    s.seats = seats = fields.whole("seats", GAME.fewest, GAME.most)
    for option in GAME.options:
        s[option.name] = fields.option(option)
    s.first = fields.whole("first", 0, seats - 1)
    s.turn = fields.whole("turn", 0 if s.setup == kernel.RANDOM else -seats, 1 << 20)
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
    return bool(s.card == kernel.NONE and s.turn > 0 and s.turn % s.seats == 0)


def _read_boards(fields: Fields, s: np.record) -> None:
    s.stack[:] = kernel.EMPTY
    s.supply[:] = kernel.SUPPLY[s.seats]
    for seat, board in enumerate(fields.by_seat("boards", "|", s.seats)):
        rows = [row.split(",") for row in board.split("/")]
        if [len(row) for row in rows] != [4, 4, 4, 4]:
            raise fields.refuse("boards", f"board {seat} must have 4 rows joined by /, each of 4 stacks joined by ,")
        for space, letters in enumerate(stack for row in rows for stack in row):
            if letters == ".":
                continue
            if not re.fullmatch("[rygp]{1,4}", letters):
                raise fields.refuse(
                    "boards", f"{SPACE_NAMES[space]} must be . or 1 to 4 of the letters r y g p, not {letters!r}"
                )
            lay_stack(s, seat, space, letters)
    if s.supply.min() < 0:
        colour = COLOUR_NAMES[int(s.supply.argmin())]
        raise fields.refuse("boards", f"has more {colour} pieces than the {kernel.SUPPLY[s.seats]} of the game (R5)")


def _check_start(fields: Fields, s: np.record) -> None:
    """Refuse start pieces that can't lie so while they are arranged, seat after seat (R8)."""
    arranged = s.seats + s.turn
    for seat in range(s.seats):
        step = (seat - s.first) % s.seats
        numbers = _colours_on(s, seat)
        if step > arranged and any(numbers):
            raise fields.refuse("boards", f"seat {seat} has not begun to arrange its start pieces (R8)")
        if max(numbers) > 1 or (step < arranged and min(numbers) == 0):
            raise fields.refuse("boards", f"seat {seat} must have one start piece of each colour (R8)")
        for space in range(kernel.SPACES):
            if s.stack[seat, space] != kernel.EMPTY and not _may_start(s, seat, space):
                raise fields.refuse(
                    "boards", f"the start pieces of seat {seat} can't lie so on {SPACE_NAMES[space]} (R8)"
                )


def _colours_on(s: np.record, seat: int) -> list[int]:
    """Return how many pieces of each colour lie on a board."""
    letters = "".join(STACKS[int(stack)] for stack in s.stack[seat])
    return [letters.count(letter) for letter in LETTERS]


def _may_start(s: np.record, seat: int, space: int) -> bool:
    """Tell whether what lies on a space can be start pieces (R8)."""
    central = kernel.CENTRE >> space & 1 == 1
    if s.setup == kernel.STANDARD:
        return central and len(STACKS[int(s.stack[seat, space])]) == 1
    return not (central and s.setup == kernel.EXPERT)


def _read_points(fields: Fields, s: np.record) -> None:
    for seat, text in enumerate(fields.by_seat("points", ",", s.seats)):
        if not re.fullmatch(r"[0-9]{1,6}|\?", text):
            raise fields.refuse("points", f"{text!r} must be a whole number or ?")
        s.points[seat] = UNKNOWN if text == "?" else int(text)


def _read_hands(fields: Fields, s: np.record) -> None:
    s.hand[:] = kernel.NONE
    for seat, text in enumerate(fields.by_seat("hands", "|", s.seats)):
        cards = fields.listed("hands", text, r"([0-9]{1,2}|\?)\*?")
        if len(cards) > kernel.HAND_LIMIT:
            raise fields.refuse("hands", f"a hand has at most {kernel.HAND_LIMIT} cards (R12)")
        if sum(card.endswith("*") for card in cards) > kernel.DEALT_CARDS:
            raise fields.refuse(
                "hands", f"only the {kernel.DEALT_CARDS} dealt cards of a hand are unknown to the others (R27)"
            )
        s.hand_size[seat] = len(cards)
        for i, card in enumerate(cards):
            s.hand[seat, i] = _read_card(fields, "hands", card.rstrip("*"))
            s.secret[seat] |= card.endswith("*") << i


def _read_card(fields: Fields, name: str, text: str) -> int:
    if text == "?":
        return UNKNOWN
    if not 1 <= int(text) <= kernel.CARDS:
        raise fields.refuse(name, f"there is no card {text}; cards are 1 to {kernel.CARDS}")
    return int(text) - 1


def _read_display(fields: Fields, s: np.record) -> None:
    cards = fields.listed("display", fields.values["display"], r"([0-9]{1,2}|\?)(\+[1-9][0-9]{0,5})?")
    if len(cards) != (0 if s.turn < 0 else kernel.DISPLAY):
        raise fields.refuse("display", "must be - while the start pieces are arranged and three cards later (R9)")
    s.display[:] = kernel.NONE
    for i, text in enumerate(cards):
        card, _, tokens = text.partition("+")
        s.display[i] = _read_card(fields, "display", card)
        s.tokens[i] = int(tokens or 0)


def _read_pile(fields: Fields, s: np.record) -> None:
    pile = fields.listed("pile", fields.values["pile"], r"[0-9]{1,2}|\?")
    s.pile[:] = kernel.NONE
    s.pile_size = len(pile)
    if len(pile) > kernel.CARDS or (s.turn < 0 and len(pile) <= kernel.DISPLAY):
        raise fields.refuse("pile", f"has {len(pile)} cards, of {kernel.CARDS} in all")
    for i, card in enumerate(reversed(pile)):
        s.pile[i] = _read_card(fields, "pile", card)


def _read_played(fields: Fields, s: np.record) -> None:
    played = fields.listed("played", fields.values["played"], f"[0-{s.seats - 1}]:[0-9]{{1,2}}")
    s.played[:] = kernel.NONE
    s.played_size = len(played)
    if len(played) > kernel.CARDS:
        raise fields.refuse("played", f"has {len(played)} cards, of {kernel.CARDS} in all")
    for i, text in enumerate(played):
        s.played[i] = 4 * _read_card(fields, "played", text[2:]) + int(text[0])


def _check_cards(fields: Fields, s: np.record) -> None:
    """Refuse a position that does not hold every card exactly once."""
    places = [*s.display, *s.hand.flat, *s.pile, *(s.played >> 2)]
    cards = [int(card) for card in places if card != kernel.NONE]
    if len(cards) != kernel.CARDS:
        raise fields.refuse(
            "pile", f"hands, display, pile and played must hold {kernel.CARDS} cards together, not {len(cards)}"
        )
    known = [card for card in cards if card != UNKNOWN]
    for card in known:
        if known.count(card) > 1:
            raise fields.refuse("pile", f"card {card + 1} lies in two places")


def _read_placing(fields: Fields, s: np.record, edition: Edition) -> None:
    s.card = kernel.NONE
    text = fields.values["placing"]
    if text == "-" and s.turn >= 0:
        return
    match = re.fullmatch(r"(start|[0-9]{1,2}):(r*y*g*p*)", text)
    if not match or not match[2] or (match[1] == "start") != (s.turn < 0):
        raise fields.refuse(
            "placing", "must be - or a card in play and its pieces, such as 42:rg, or start:rygp while arranging"
        )
    s.pending[:] = [match[2].count(letter) for letter in LETTERS]
    if s.turn < 0:
        wanted = [1 - number for number in _colours_on(s, int(s.actor))]
        if list(s.pending) != wanted:
            raise fields.refuse("placing", f"{_pieces(wanted)} are the start pieces that are not on the board yet (R8)")
        return
    if s.pile_size == 0:
        raise fields.refuse("pile", "can't be empty while a card is in play: the last card ends the game at once (R24)")
    s.card = _read_card(fields, "placing", match[1])
    if s.played_size == 0 or s.played[s.played_size - 1] != 4 * s.card + s.actor:
        raise fields.refuse("placing", "the card in play must be the last one played, by the seat whose turn it is")
    corals = edition.items[int(s.card) + 1].corals
    if any(s.pending[colour] > min(corals.count(colour), s.supply[colour]) for colour in ALL_COLOURS):
        raise fields.refuse(
            "placing", f"card {match[1]} has the pieces {_pieces([corals.count(c) for c in ALL_COLOURS])}"
        )

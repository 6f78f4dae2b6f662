"""Decisions of Chain Reaction as text, and why one is refused."""

import re

from atoll.games.chain_reaction.components import COLOUR_NAMES, LETTERS
from atoll.games.chain_reaction.kernel import layout
from atoll.kit.errors import InvalidNotation
from atoll.kit.game import State

DECISION = re.compile(r"put ([1-5]) turn ([0-3])|claim ([1-9][0-9]?)|pay ([rygb])([1-4])|(end)")


def format_decision(_state: State, decision: int) -> str:
    """Return a decision as text."""
    if decision >= layout.PAY:
        return f"pay {kind_text(decision - layout.PAY)}"
    if decision >= layout.CLAIM:
        return f"claim {decision - layout.CLAIM + 1}"
    if decision == layout.END:
        return "end"
    column, turn = divmod(decision - layout.PLACE, layout.TURNS)
    return f"put {column + 1} turn {turn}"


def kind_text(kind: int) -> str:
    """Return a kind of tile, its colour and value, such as r2."""
    value, colour = divmod(kind, layout.COLOURS)
    return f"{LETTERS[colour]}{value + 1}"


def parse_decision(_state: State, text: str) -> int:
    """Return the decision that a text names, legal or not."""
    match = DECISION.fullmatch(" ".join(text.lower().split()))
    if match is None or (match[3] and int(match[3]) > layout.TOKENS):
        raise InvalidNotation(
            f"{text!r} is not a decision: write put 3 turn 1 (columns 1 to 5, turns 0 to 3), claim 12, pay r2 or end"
        )
    if match[1]:
        return layout.PLACE + layout.TURNS * (int(match[1]) - 1) + int(match[2])
    if match[3]:
        return layout.CLAIM + int(match[3]) - 1
    if match[4]:
        return layout.PAY + layout.COLOURS * (int(match[5]) - 1) + LETTERS.index(match[4])
    return layout.END


def refusal(state: State, decision: int) -> tuple[str, dict[str, object]]:
    """Return why a decision is not legal here: the key of a text and its values."""
    s = state.fields
    if decision >= layout.PAY:
        value, colour = divmod(decision - layout.PAY, layout.COLOURS)
        named: dict[str, object] = {"value": value + 1, "colour": COLOUR_NAMES[colour]}
        return ("nothing_to_pay" if s.stage != layout.PAYING else "not_that_tile"), named
    if s.stage == layout.PAYING:
        return "pay_first", {"token": s.claimed + 1}
    if decision >= layout.CLAIM:
        token = decision - layout.CLAIM
        if s.stage == layout.PLACING:
            return "place_first", {}
        return ("token_gone" if s.token[token] != layout.NONE else "not_enough"), {"token": token + 1}
    if decision == layout.END:
        return "place_first", {}
    return "placed_already", {}

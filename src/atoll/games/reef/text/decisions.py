"""Decisions of Reef as text, and why one is refused."""

import re

from atoll.games.reef.components import COLOUR_NAMES, LETTERS, SPACE_NAMES
from atoll.games.reef.kernel import layout
from atoll.kit.contract import UNKNOWN
from atoll.kit.errors import InvalidNotation
from atoll.kit.game import State

PLACINGS = tuple(f"{letter} {space}" for letter in LETTERS for space in SPACE_NAMES)


def format_decision(state: State, decision: int) -> str:
    """Return a decision as text."""
    s = state.fields
    if decision >= layout.PLACE:
        return PLACINGS[decision - layout.PLACE]
    if decision >= layout.PLAY:
        return f"play {s.hand[s.actor][decision - layout.PLAY] + 1}"
    if decision >= layout.TOP:
        return f"top {s.display[decision - layout.TOP] + 1}"
    return f"take {s.display[decision - layout.TAKE] + 1}"


def parse_decision(state: State, text: str) -> int:
    """Return the decision that a text names, legal or not."""
    s = state.fields
    words = text.lower().split()
    if len(words) == 2:
        verb, place = words
        if verb in LETTERS and len(verb) == 1 and place in SPACE_NAMES:
            return layout.PLACE + layout.SPACES * LETTERS.index(verb) + SPACE_NAMES.index(place)
        cards = {
            "take": (s.display, layout.TAKE),
            "top": (s.display, layout.TOP),
            "play": (s.hand[s.actor], layout.PLAY),
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
    if decision >= layout.PLACE:
        colour, space = divmod(decision - layout.PLACE, layout.SPACES)
        where: dict[str, object] = {"colour": COLOUR_NAMES[colour], "space": SPACE_NAMES[space]}
        if not placing:
            return "nothing_to_place", where
        if not s.pending[colour]:
            return "not_that_colour", where
        return "not_there" if s.turn < 0 else "stack_full", where
    if placing:
        return "place_first", {"pieces": [name for name, number in zip(COLOUR_NAMES, s.pending, strict=True) if number]}
    if decision >= layout.PLAY:
        known = s.hand[s.actor][decision - layout.PLAY] != UNKNOWN
        return "no_such_card" if known else "unknown_card", {}
    if s.hand_size[s.actor] == layout.HAND_LIMIT:
        return "hand_full", {}
    if decision >= layout.TOP and s.points[s.actor] == 0:
        return "no_points", {}
    return "unknown_card" if UNKNOWN in s.display else "not_lowest", {}

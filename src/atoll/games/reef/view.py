"""What one seat sees of Reef, and what it sees happen, as plain data; every position here has been through `hide`."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from atoll.core.contract import OVER, UNKNOWN
from atoll.core.errors import InvalidNotation
from atoll.core.state import State
from atoll.games.reef import kernel
from atoll.games.reef.components import COLOUR_NAMES, LETTERS, SPACE_NAMES
from atoll.games.reef.notation import STACKS

Event = dict[str, Any]


def view(state: State) -> dict[str, Any]:
    """Return the position as data."""
    s = state.fields
    over, placing = s.actor == OVER, any(s.pending)
    # Pieces are taken before they are placed (R13); the kernel takes each one as it is placed.
    left = [supply - pending for supply, pending in zip(s.supply, s.pending, strict=True)]
    discards: list[list[int]] = [[] for _ in range(s.seats)]
    for code in s.played[: s.played_size]:
        discards[code & 3].append((code >> 2) + 1)
    return {
        "phase": "over" if over else "arrange" if s.turn < 0 else "place" if placing else "turn",
        "first": s.first,
        "turn": s.turn,
        **progress(state),
        "last_round": not all(left),
        "supply": dict(zip(COLOUR_NAMES, left, strict=True)),
        "display": [
            {"card": _card(card), "tokens": tokens}
            for card, tokens in zip(s.display, s.tokens, strict=True)
            if card != kernel.NONE
        ],
        "top": _card(s.pile[s.pile_size - 1]) if s.pile_size else None,
        "pile": s.pile_size,
        "placing": {"card": None if s.card == kernel.NONE else _card(s.card), "pieces": _pieces(s.pending)}
        if placing
        else None,
        "players": [_player(state, seat, discard) for seat, discard in enumerate(discards)],
        "won_by": won_by(state) if over else None,
    }


def progress(state: State) -> dict[str, int]:
    """Return how far a game is, for lists of games."""
    s = state.fields
    return {"round": max(0, s.turn - (s.actor == OVER)) // s.seats + 1}


def _card(card: int) -> int | None:
    return None if card == UNKNOWN else card + 1


def _pieces(pending: Sequence[int]) -> list[str]:
    return [COLOUR_NAMES[colour] for colour in range(kernel.COLOURS) for _ in range(pending[colour])]


def _player(state: State, seat: int, discard: list[int]) -> dict[str, Any]:
    s = state.fields
    stacks = [STACKS[stack] for stack in s.stack[seat]]
    secret, points = s.secret[seat], s.points[seat]
    covered, towers = _covered_and_towers(s, seat)
    return {
        "board": [stacks[0:4], stacks[4:8], stacks[8:12], stacks[12:16]],
        "points": None if points == UNKNOWN else points,
        "hand": [
            {"card": _card(card), "secret": secret >> place & 1 == 1}
            for place, card in enumerate(s.hand[seat][: s.hand_size[seat]])
        ],
        "hand_points": hand_values(state, seat) if s.actor == OVER else None,
        "discard": discard,
        "covered": covered,
        "towers": towers,
    }


def _covered_and_towers(s: Any, seat: int) -> tuple[int, int]:
    """Return what decides between equal points: covered spaces and stacks of four (R26)."""
    tall = s.tall[seat]
    return sum(tall).bit_count(), tall[-1].bit_count()


def hand_values(state: State, seat: int) -> list[int]:
    """Return what each card left in a hand scores at the end (R25)."""
    points = np.empty(kernel.HAND_LIMIT, np.int64)
    number = kernel.hand_values(state.edition.tables, state.array, seat, points)
    values: list[int] = points[:number].tolist()
    return values


def won_by(state: State) -> str:
    """Return what decided a finished game: points, covered, towers or shared (R26)."""
    marks = [(points, *_covered_and_towers(state.fields, seat)) for seat, points in enumerate(state.scores())]
    best = max(marks)
    rivals = [mark for mark in marks if mark[0] == best[0]]
    if len(rivals) == 1:
        return "points"
    if sum(mark[1] == best[1] for mark in rivals) == 1:
        return "covered"
    return "towers" if rivals.count(best) == 1 else "shared"


PLACES = [
    [{"kind": "place", "colour": colour, "space": space, "level": level + 1} for level in range(kernel.HEIGHT)]
    for colour in COLOUR_NAMES
    for space in SPACE_NAMES
]
"""Every way to put a piece somewhere, by decision and by what lies there: most of what is offered, so made once."""


def choice(state: State, decision: int) -> dict[str, Any]:
    """Return a legal decision as data, only to be read: what a board must light up."""
    s = state.fields
    if decision >= kernel.PLACE:
        place = decision - kernel.PLACE
        return PLACES[place][len(STACKS[s.stack[s.actor][place % kernel.SPACES]])]
    if decision >= kernel.PLAY:
        place = decision - kernel.PLAY
        return _play(state, s.hand[s.actor][place] + 1, place)
    if decision >= kernel.TOP:
        place = decision - kernel.TOP
        return {"kind": "top", "card": _card(s.pile[s.pile_size - 1]), "pay": s.display[place] + 1, "place": place}
    place = decision - kernel.TAKE
    return {"kind": "take", "card": s.display[place] + 1, "place": place, "tokens": s.tokens[place]}


def _play(before: State, card: int, place: int) -> dict[str, Any]:
    """Return the playing of a card with the pieces that it brings, as far as the supplies have them (R14)."""
    corals, supply = before.edition.items[card].corals, before.fields.supply
    pieces = [COLOUR_NAMES[colour] for i, colour in enumerate(corals) if corals[:i].count(colour) < supply[colour]]
    return {"kind": "play", "card": card, "place": place, "pieces": pieces}


def standing(state: State, seat: int, card: int) -> list[list[str]]:
    """Return where a card's pattern stands on a board, each counted occurrence as its spaces (R20)."""
    masks = np.zeros(kernel.SPACES, np.int64)
    number = kernel.standing(state.edition.tables, state.array, seat, card - 1, masks)
    return [[name for space, name in enumerate(SPACE_NAMES) if mask >> space & 1] for mask in masks[:number].tolist()]


def explain(state: State, seat: int, about: str) -> dict[str, Any]:
    """Return what a card would score on a board as it is, and where its pattern stands there.

    With `display`: the most that each card that can be taken would bring, if the seat could play it at once.
    """
    if about == "display":
        return {"about": about, "cards": promises(state, seat)}
    cards = {str(card): card for card in state.edition.items}
    if about not in cards:
        raise InvalidNotation(
            f"there is nothing to explain about {about!r}; a topic is a card from 1 to {len(cards)}, or display"
        )
    spaces = standing(state, seat, cards[about])
    return {"about": about, "points": len(spaces) * state.edition.items[cards[about]].points, "spaces": spaces}


def promises(state: State, seat: int) -> dict[str, int]:
    """Return the most that each card of the display, and the top card, would bring to a seat that played it at once."""
    s = state.fields
    cards = [*s.display, *s.pile[s.pile_size - 1 : s.pile_size]]
    return {str(card + 1): promise(state, seat, card) for card in cards if card >= 0}


def promise(state: State, seat: int, card: int) -> int:
    """Return the most that a card would bring, were it the only one in the hand of a seat whose turn it is."""
    array = state.array.copy()
    s = array[0]
    s["actor"], s["turn"], s["card"] = seat, max(0, s["turn"]), kernel.NONE
    s["pending"][:] = 0
    s["hand"][seat, 0], s["hand_size"][seat] = card, 1
    previews = state.game.kernel.previews(state.edition.tables, array)
    return next(best for decision, _, best, _ in previews if decision == kernel.PLAY)


EVENTS = (
    "arrange", "display", "take", "take_tokens", "refill", "top", "play", "place", "score", "last_piece",
    "end_supply", "end_pile", "hand", "win_points", "win_covered", "win_towers", "win_shared",
)  # fmt: skip


def events(before: State, decision: int, after: State) -> list[Event]:
    """Return what happened between two positions, in order."""
    return [*_deed(before, decision, after), *_consequences(before, after)]


def _deed(before: State, decision: int, after: State) -> Iterator[Event]:
    """Tell the decision itself and what scored."""
    b, a = before.fields, after.fields
    seat = b.actor
    if kernel.PLAY <= decision < kernel.PLACE:
        # Who watches learns the card now: it lies on the discard pile afterwards, but was hidden in the hand before.
        deed = _play(before, (a.played[a.played_size - 1] >> 2) + 1, decision - kernel.PLAY)
    else:
        deed = {**choice(before, decision)}
    kind = deed.pop("kind")
    if kind == "place" and b.turn < 0:
        kind = "arrange"
    if kind == "take" and deed["tokens"]:
        kind = "take_tokens"
    yield {"event": kind, "seat": seat, **deed}
    if kind in ("take", "take_tokens"):
        yield {"event": "refill", "card": _card(a.display[deed["place"]]), "place": deed["place"]}
    card = deed["card"] if kind == "play" else b.card + 1
    if kind in ("play", "place") and a.card == kernel.NONE:
        spaces = standing(after, seat, card)
        times, points = len(spaces), len(spaces) * after.edition.items[card].points
        yield {"event": "score", "seat": seat, "card": card, "times": times, "points": points, "spaces": spaces}


def _consequences(before: State, after: State) -> Iterator[Event]:
    """Tell what followed from the decision."""
    b, a = before.fields, after.fields
    if b.turn < 0 <= a.turn:
        yield {"event": "display", "cards": [_card(card) for card in a.display]}
    for colour, name in enumerate(COLOUR_NAMES):
        if b.supply[colour] and not a.supply[colour]:
            yield {"event": "last_piece", "colour": name}
    if a.actor != OVER:
        return
    yield {"event": "end_supply" if a.pile_size else "end_pile"}
    for seat in range(a.seats):
        for card, points in zip(a.hand[seat], hand_values(after, seat), strict=False):
            yield {"event": "hand", "seat": seat, "card": _card(card), "points": points}
    winners = [seat for seat, place in enumerate(after.ranking()) if place == 1]
    yield {"event": f"win_{won_by(after)}", "seats": winners, "scores": after.scores()}


def census(state: State) -> dict[str, int]:
    """Count every component wherever it lies; no decision ever changes the numbers (R1, R2)."""
    s = state.fields
    places = [*s.display, *(card for hand in s.hand for card in hand), *s.pile, *(code >> 2 for code in s.played)]
    stacks = "".join(STACKS[stack] for board in s.stack for stack in board)
    pieces = {name: s.supply[i] + stacks.count(LETTERS[i]) for i, name in enumerate(COLOUR_NAMES)}
    cards = [card for card in places if card != kernel.NONE]
    return {"cards": len(cards), "different cards": len(set(cards)), **pieces}

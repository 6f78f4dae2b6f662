"""Builders of Reef positions from drawings, and helpers to play and inspect them."""

from collections.abc import Mapping, Sequence

import atoll

REEF = atoll.find_game("reef")
DECK = range(1, 61)

EMPTY = """
    .  .  .  .
    .  .  .  .
    .  .  .  .
    .  .  .  .
"""
START = """
    .  .  .  .
    .  r  y  .
    .  g  p  .
    .  .  .  .
"""


def position(
    boards: Sequence[str] = (START, START),
    *,
    hands: Sequence[str] = (),
    points: Sequence[int] = (),
    display: str = "",
    top: str = "",
    pile: str = "",
    first: int = 0,
    turn: int | None = None,
    options: Mapping[str, str] | None = None,
    edition: atoll.Edition | None = None,
) -> atoll.State:
    """Return a position with a drawn board for each seat; by default seat 0 begins the second round.

    Hands, display and pile are card numbers separated by spaces: `7* 32` is a dealt and a taken card, `17+2` is a card
    with two points on it. `top` begins a pile of all cards not named; `pile` is the whole pile, and the cards not named
    were played.
    """
    seats = len(boards)
    hands = hands or [""] * seats
    named = [_number(card) for text in [*hands, display, top, pile] for card in text.split()]
    free = [card for card in DECK if card not in named]
    if not display:
        display = " ".join(map(str, free[-3:]))
        free = free[:-3]
    stock = pile.split() or [*top.split(), *map(str, free)]
    played = [f"{i % seats}:{card}" for i, card in enumerate(free)] if pile else []
    chosen = {"setup": "standard", "mirror_patterns": "no", "hidden_scores": "no", **(options or {})}
    fields = {
        **({"edition": edition.label} if edition else {}),
        "seats": seats,
        **chosen,
        "first": first,
        "turn": seats if turn is None else turn,
        "boards": "|".join(
            "/".join(",".join(stack or "." for stack in row) for row in rows(board)) for board in boards
        ),
        "points": ",".join(map(str, points or [3] * seats)),
        "hands": "|".join(_listed(hand.split()) for hand in hands),
        "display": _listed(display.split()),
        "pile": _listed(stock),
        "played": _listed(played),
        "placing": "-",
    }
    line = " ".join(["reef:1", *(f"{name}={value}" for name, value in fields.items())])
    return REEF.position(line, edition)


def _number(card: str) -> int:
    return int(card.partition("+")[0].rstrip("*"))


def _listed(items: Sequence[str]) -> str:
    return ",".join(items) or "-"


def rows(drawing: str) -> list[list[str]]:
    """Return a drawn board as views show it: rows of stacks from the bottom up, an empty space as no text."""
    stacks = [stack.replace(".", "") for stack in drawing.split()]
    assert len(stacks) == 16, "a board has 16 spaces"
    return [stacks[row : row + 4] for row in range(0, 16, 4)]


def play(state: atoll.State, *texts: str) -> atoll.State:
    """Return the position after some decisions."""
    for text in texts:
        state = state.play(REEF.parse(state, text))
    return state


def legal(state: atoll.State) -> set[str]:
    """Return the legal decisions as texts."""
    return {REEF.format(state, decision) for decision in state.legal()}


def board(state: atoll.State, seat: int) -> list[list[str]]:
    """Return a player's board, to be compared with `rows` of a drawing."""
    stacks: list[list[str]] = state.view(None).players[seat].board
    return stacks


def supply(state: atoll.State) -> tuple[int, int, int, int]:
    """Return how many red, yellow, green and purple pieces are left in the supplies."""
    left = state.view(None).supply
    return left["red"], left["yellow"], left["green"], left["purple"]


def display(state: atoll.State) -> list[tuple[int, int]]:
    """Return the display cards with the points lying on them."""
    return [(place.card, place.tokens) for place in state.view(None).display]


def hand(state: atoll.State, owner: int, viewer: int | None) -> list[int | None]:
    """Return a player's cards as a seat (None: a spectator) sees them, known ones first."""
    cards = [held.card for held in state.view(viewer).players[owner].hand]
    return sorted(cards, key=lambda card: (card is None, card or 0))


def gained(
    drawing: str,
    *texts: str,
    options: Mapping[str, str] | None = None,
    edition: atoll.Edition | None = None,
) -> int:
    """Return what playing a card (`play 42` and its pieces) earns a player with this board."""
    card = texts[0].removeprefix("play ")
    before = position((drawing, EMPTY), hands=(card, ""), points=(0, 0), options=options, edition=edition)
    after = play(before, *texts)
    assert after.actor == 1, "the turn must be over"
    points = after.scores()[0]
    assert points is not None
    return points

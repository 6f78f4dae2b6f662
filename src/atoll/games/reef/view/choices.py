"""The choices of Reef: what a board highlights."""

from typing import Annotated, Literal

import numpy as np

from atoll.games.reef.components import LETTERS, SPACE_NAMES
from atoll.games.reef.kernel import layout
from atoll.kit import view as kit
from atoll.kit.compiled import compiled
from atoll.kit.contract import UNKNOWN
from atoll.kit.records import NULL, Most, Names, tags

Colour = Literal["red", "yellow", "green", "purple"]
Space = Annotated[str, Names(SPACE_NAMES)]
CardPieces = Annotated[list[Colour], Most(layout.CARD_PIECES)]

TEXTS = (
    *["take {card}"] * layout.DISPLAY,
    *["top {pay}"] * layout.DISPLAY,
    *["play {card}"] * layout.HAND_LIMIT,
    *(f"{letter} {space}" for letter in LETTERS for space in SPACE_NAMES),
)
"""The texts of the decisions, with fields of their choices."""


class Take(kit.Choice):
    """Take a card from a place of the display, with the tokens on it (R10)."""

    card: int
    place: int
    tokens: int


class Top(kit.Choice):
    """Take the top card of the pile and pay a point on the card `pay` (R11)."""

    card: int | None
    place: int
    pay: int


class Play(kit.Choice):
    """Play a card from a place in the hand: the pieces that it brings, as far as the supplies have them (R13, R14)."""

    card: int
    place: int
    pieces: CardPieces


class Place(kit.Choice):
    """Put a piece on a space, at a level from 1 (R8, R13)."""

    colour: Colour
    space: Space
    level: int


Choice = Take | Top | Play | Place
TAKE, TOP, PLAY, PLACE = tags(Choice)


@compiled
def choice(t: np.record, states: np.ndarray, decision: int, out: np.record) -> None:
    """Fill in a legal decision."""
    s = states[0]
    if decision >= layout.PLACE:
        out.kind = PLACE
        fill_place(s, decision, out)
    elif decision >= layout.PLAY:
        out.kind = PLAY
        out.place = decision - layout.PLAY
        fill_play(t, s, int(s.hand[s.actor, out.place]), out)
    elif decision >= layout.TOP:
        out.kind = TOP
        fill_top(s, decision, out)
    else:
        out.kind = TAKE
        fill_take(s, decision, out)


@compiled
def shown_card(card: int) -> int:
    """Return the number of a card as shown: from 1, or NULL if the viewer does not know it."""
    return NULL if card == UNKNOWN else card + 1


@compiled
def fill_place(s: np.record, decision: int, out: np.record) -> None:
    """Fill in the placement of a piece."""
    out.colour = (decision - layout.PLACE) // layout.SPACES
    out.space = (decision - layout.PLACE) % layout.SPACES
    out.level = 1
    stack = int(s.stack[s.actor, out.space])
    while stack > layout.EMPTY:
        out.level += 1
        stack >>= 2


@compiled
def fill_play(t: np.record, s: np.record, card: int, out: np.record) -> None:
    """Fill in a card to play with the pieces that it brings."""
    out.card = card + 1
    out.pieces.count = 0
    for piece in range(layout.CARD_PIECES):
        colour = int(t.corals[card, piece])
        before = 0
        for other in range(piece):
            before += t.corals[card, other] == colour
        if before < s.supply[colour]:
            out.pieces.items[out.pieces.count] = colour
            out.pieces.count += 1


@compiled
def fill_top(s: np.record, decision: int, out: np.record) -> None:
    """Fill in the taking of the top card."""
    out.place = decision - layout.TOP
    out.card = shown_card(int(s.pile[s.pile_size - 1]))
    out.pay = s.display[out.place] + 1


@compiled
def fill_take(s: np.record, decision: int, out: np.record) -> None:
    """Fill in the taking of a card on display."""
    out.place = decision - layout.TAKE
    out.card = s.display[out.place] + 1
    out.tokens = s.tokens[out.place]

"""What a card of Reef is worth to a seat: topics are the number of a card, and `display`."""

from typing import Annotated

import numpy as np
from msgspec import Struct

from atoll.games.reef.kernel import layout
from atoll.games.reef.kernel.lookahead import most_points
from atoll.games.reef.kernel.patterns import write_occurrences
from atoll.games.reef.kernel.turns import apply
from atoll.games.reef.view.events import Spaces
from atoll.kit import view as kit
from atoll.kit.compiled import compiled
from atoll.kit.errors import InvalidNotation
from atoll.kit.game import State
from atoll.kit.records import Most, tags

ALL_OFFERS = 0
"""The topic `display`; others are the number of a card."""


class Card(kit.Explanation):
    """What a card would score on a board as it is, and where its pattern stands there (R20)."""

    points: int
    spaces: Annotated[list[Spaces], Most(layout.SPACES)]


class Potential(Struct):
    """The most points that a card would bring a seat if it could be played at once."""

    card: int
    points: int


class Display(kit.Explanation):
    """The potential of each card on offer: on display, and on top of the pile."""

    cards: Annotated[list[Potential], Most(layout.DISPLAY + 1)]


Explanation = Card | Display
CARD, DISPLAY = tags(Explanation)


def topic(_state: State, _seat: int, about: str) -> int:
    """Return the number of a topic."""
    if about == "display":
        return ALL_OFFERS
    if about.isascii() and about.isdigit() and about[0] != "0" and int(about) <= layout.CARDS:
        return int(about)
    raise InvalidNotation(
        f"there is nothing to explain about {about!r}; a topic is a card from 1 to {layout.CARDS}, or display"
    )


@compiled
def explain(t: np.record, states: np.ndarray, seat: int, topic: int, out: np.record) -> None:
    """Fill in what a topic is worth to a seat; states[1] is scratch."""
    s = states[0]
    if topic != ALL_OFFERS:
        out.topic = CARD
        out.spaces.count = write_occurrences(t, s, seat, topic - 1, out.spaces.items)
        out.points = out.spaces.count * t.points[topic - 1]
        return
    out.topic = DISPLAY
    out.cards.count = 0
    for place in range(layout.DISPLAY):
        _add_potential(t, states, seat, int(s.display[place]), out)
    if s.pile_size:
        _add_potential(t, states, seat, int(s.pile[s.pile_size - 1]), out)


@compiled
def _add_potential(t: np.record, states: np.ndarray, seat: int, card: int, out: np.record) -> None:
    if card < 0:
        return
    offer = out.cards.items[out.cards.count]
    out.cards.count += 1
    offer.card = card + 1
    offer.points = potential(t, states, seat, card)


@compiled
def potential(t: np.record, states: np.ndarray, seat: int, card: int) -> int:
    """Return the most points that a card would bring if the seat had it and could play it now."""
    states[1] = states[0]
    s = states[1]
    s.actor = seat
    s.turn = max(0, s.turn)
    s.card = layout.NONE
    s.pending[:] = 0
    s.hand[seat, 0] = card
    s.hand_size[seat] = 1
    before = int(s.points[seat])
    apply(t, s, layout.PLAY)
    return most_points(t, s, seat, np.empty(layout.SEATS, np.int64)) - before

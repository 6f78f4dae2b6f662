"""What one seat sees happen in Reef; both positions have been through `hide` for it."""

from typing import Annotated

import numpy as np

from atoll.games.reef.components import SPACE_NAMES
from atoll.games.reef.kernel import layout
from atoll.games.reef.kernel.patterns import write_occurrences
from atoll.games.reef.kernel.result import hand_points, ranking, scores
from atoll.games.reef.view.choices import (
    CardPieces,
    Colour,
    Space,
    fill_place,
    fill_play,
    fill_take,
    fill_top,
    shown_card,
)
from atoll.games.reef.view.position import won_by
from atoll.kit import view as kit
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER
from atoll.kit.records import Bits, Most, tags

Spaces = Annotated[list[str], Bits(SPACE_NAMES)]


class SeatEvent(kit.Event):
    """Something that a seat did."""

    seat: int


class Arrange(SeatEvent):
    """A starting piece was placed (R8)."""

    colour: Colour
    space: Space
    level: int


class Place(Arrange):
    """A piece was placed (R13)."""


class Display(kit.Event):
    """The display was dealt (R9)."""

    cards: Annotated[list[int | None], Most(layout.DISPLAY)]


class Take(SeatEvent):
    """A card without tokens was taken from the display (R10)."""

    card: int
    place: int
    tokens: int


class TakeTokens(Take):
    """A card was taken from the display, with the tokens on it (R10)."""


class Refill(kit.Event):
    """A card came from the pile to a place of the display (R12)."""

    card: int | None
    place: int


class Top(SeatEvent):
    """The top card was taken for a point, which lies on the card `pay` (R11)."""

    card: int | None
    place: int
    pay: int


class Play(SeatEvent):
    """A card was played, which brings pieces (R13)."""

    card: int
    place: int
    pieces: CardPieces


class Score(SeatEvent):
    """A card scored, each time on some spaces (R16, R20)."""

    card: int
    times: int
    points: int
    spaces: Annotated[list[Spaces], Most(layout.SPACES)]


class LastPiece(kit.Event):
    """The last piece of a colour is gone (R23)."""

    colour: Colour


class EndSupply(kit.Event):
    """The game is over: a supply is empty (R23)."""


class EndPile(kit.Event):
    """The game is over: the pile is empty (R23)."""


class Hand(SeatEvent):
    """A card left in a hand scores at the end (R25)."""

    card: int | None
    points: int


class WinPoints(kit.Event):
    """The game was won by points (R26)."""

    seats: kit.Winners
    scores: kit.Points


class WinCovered(WinPoints):
    """The game was won by covered spaces (R26)."""


class WinTowers(WinPoints):
    """The game was won by stacks of four (R26)."""


class WinShared(WinPoints):
    """The victory is shared (R26)."""


Event = (
    Arrange | Place | Display | Take | TakeTokens | Refill | Top | Play | Score | LastPiece | EndSupply | EndPile | Hand
    | WinPoints | WinCovered | WinTowers | WinShared
)  # fmt: skip
(
    ARRANGE, PLACE, DISPLAY, TAKE, TAKE_TOKENS, REFILL, TOP, PLAY, SCORE, LAST_PIECE, END_SUPPLY, END_PILE, HAND,
    WIN_POINTS, *_,
) = tags(Event)  # fmt: skip
MOST_EVENTS = 32
"""The last decision: its own event, its score, the last pieces, the end, four cards of each hand, the result."""


@compiled
def events(t: np.record, states: np.ndarray, decision: int, out: np.record) -> None:
    """Fill in what happened between states[0] and states[1], in order."""
    before, after = states[0], states[1]
    _add_action(t, before, decision, after, out)
    if decision >= layout.PLAY and after.card == layout.NONE and before.turn >= 0:
        card = int(before.card if decision >= layout.PLACE else after.played[after.played_size - 1] >> 2)
        _add_score(t, after, int(before.actor), card, out)
    if before.turn < 0 <= after.turn:
        event = kit.add_event(out, DISPLAY)
        event.cards.count = layout.DISPLAY
        for place in range(layout.DISPLAY):
            event.cards.items[place] = shown_card(int(after.display[place]))
    for colour in range(layout.COLOURS):
        if before.supply[colour] and not after.supply[colour]:
            kit.add_event(out, LAST_PIECE).colour = colour
    if after.actor == OVER:
        _add_result(t, after, out)


@compiled
def _add_action(t: np.record, before: np.record, decision: int, after: np.record, out: np.record) -> None:
    """Add the decision itself, and the card that fills the display."""
    event = kit.add_event(out, PLACE)
    event.seat = before.actor
    if decision >= layout.PLACE:
        event.event = ARRANGE if before.turn < 0 else PLACE
        fill_place(before, decision, event)
    elif decision >= layout.PLAY:
        event.event = PLAY
        event.place = decision - layout.PLAY
        # A spectator learns the card now: it lies on the discard pile afterwards, but was hidden in the hand before.
        fill_play(t, before, int(after.played[after.played_size - 1]) >> 2, event)
    elif decision >= layout.TOP:
        event.event = TOP
        fill_top(before, decision, event)
    else:
        fill_take(before, decision, event)
        event.event = TAKE_TOKENS if event.tokens else TAKE
        refill = kit.add_event(out, REFILL)
        refill.place = event.place
        refill.card = shown_card(int(after.display[refill.place]))


@compiled
def _add_score(t: np.record, s: np.record, seat: int, card: int, out: np.record) -> None:
    event = kit.add_event(out, SCORE)
    event.seat = seat
    event.card = card + 1
    event.times = write_occurrences(t, s, seat, card, event.spaces.items)
    event.spaces.count = event.times
    event.points = event.times * t.points[card]


@compiled
def _add_result(t: np.record, s: np.record, out: np.record) -> None:
    kit.add_event(out, END_SUPPLY if s.pile_size else END_PILE)
    for seat in range(s.seats):
        for place in range(s.hand_size[seat]):
            event = kit.add_event(out, HAND)
            event.seat = seat
            event.card = shown_card(int(s.hand[seat, place]))
            event.points = hand_points(t, s, seat, place)
    event = kit.add_event(out, WIN_POINTS + won_by(t, s))
    event.scores.count = s.seats
    ranking(t, s, event.scores.items)
    event.seats = kit.first_places(event.scores.items, s.seats)
    scores(t, s, event.scores.items)

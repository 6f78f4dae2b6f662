"""A position of Reef as one seat sees it."""

from typing import Annotated, Any, Literal

import numpy as np
from msgspec import Struct

from atoll.games.reef.components import COLOUR_NAMES, LETTERS
from atoll.games.reef.kernel import layout
from atoll.games.reef.kernel.result import covered, hand_points, scores, towers
from atoll.games.reef.text.positions import STACKS
from atoll.games.reef.view.choices import Choice, Colour, shown_card
from atoll.kit import view as kit
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER, UNKNOWN
from atoll.kit.game import State
from atoll.kit.ranking import decided_by
from atoll.kit.records import NULL, Exactly, Keys, Most, Names

Stack = Annotated[str, Names(STACKS)]
Phase = Literal["arrange", "turn", "place", "over"]
ARRANGE, TURN, PLACE, GAME_OVER = range(4)
WonBy = Literal["points", "covered", "towers", "shared"]


class Held(Struct):
    """A card in a hand; `secret` if it was dealt, so that others don't know it."""

    card: int | None
    secret: bool


class Offer(Struct):
    """A card on display, and the point tokens on it."""

    card: int | None
    tokens: int


class Placing(Struct):
    """The pieces still to be placed, and the card that brought them; null for the starting pieces."""

    card: int | None
    pieces: Annotated[list[Colour], Most(layout.COLOURS)]


class Player(Struct):
    """What lies before a player; `covered` spaces and `towers` of four pieces break ties (R26)."""

    board: Annotated[list[Annotated[list[Stack], Exactly(4)]], Exactly(4)]
    points: int | None
    hand: Annotated[list[Held], Most(layout.HAND_LIMIT)]
    hand_points: Annotated[list[int], Most(layout.HAND_LIMIT)] | None
    discard: Annotated[list[int], Most(layout.CARDS)]
    covered: int
    towers: int


class View(kit.View):
    """A position of Reef; `first` has the starfish board (R4), `top` is the top card of the pile."""

    phase: Phase
    first: int
    turn: int
    round: int
    last_round: bool
    supply: Annotated[dict[str, int], Keys(COLOUR_NAMES)]
    display: Annotated[list[Offer], Most(layout.DISPLAY)]
    top: int | None
    pile: int
    placing: Placing | None
    players: Annotated[list[Player], Most(layout.SEATS)]
    won_by: WonBy | None
    legal: Annotated[list[Choice], Most(layout.DECISIONS)]


@compiled
def view(t: np.record, s: np.record, out: np.record) -> None:
    """Fill in a position."""
    placing = s.pending.sum() > 0
    out.phase = GAME_OVER if s.actor == OVER else ARRANGE if s.turn < 0 else PLACE if placing else TURN
    out.first = s.first
    out.turn = s.turn
    out.round = round_number(s)  # type: ignore[method-assign,assignment]  # a field, not NumPy's method
    out.last_round = 0
    for colour in range(layout.COLOURS):
        # Pieces are taken before they are placed (R13); the kernel takes each one as it is placed.
        out.supply[colour] = s.supply[colour] - s.pending[colour]
        if out.supply[colour] == 0:
            out.last_round = 1
    out.display.count = 0
    for place in range(layout.DISPLAY):
        if s.display[place] != layout.NONE:
            offer = out.display.items[out.display.count]
            offer.card = shown_card(int(s.display[place]))
            offer.tokens = s.tokens[place]
            out.display.count += 1
    out.top = shown_card(int(s.pile[s.pile_size - 1])) if s.pile_size else NULL
    out.pile = s.pile_size
    _fill_placing(s, out.placing)
    out.players.count = s.seats
    for seat in range(s.seats):
        _fill_player(t, s, seat, out.players.items[seat])
    for i in range(s.played_size):
        discard = out.players.items[s.played[i] & 3].discard
        discard.items[discard.count] = (s.played[i] >> 2) + 1
        discard.count += 1
    out.won_by = won_by(t, s) if s.actor == OVER else -1


@compiled
def round_number(s: np.record) -> int:
    """Return the round, from 1."""
    return max(0, int(s.turn) - int(s.actor == OVER)) // int(s.seats) + 1


@compiled
def _fill_placing(s: np.record, out: np.record) -> None:
    out.present = s.pending.sum() > 0
    out.card = NULL if s.card == layout.NONE else shown_card(int(s.card))
    out.pieces.count = 0
    for colour in range(layout.COLOURS):
        for _ in range(s.pending[colour]):
            out.pieces.items[out.pieces.count] = colour
            out.pieces.count += 1


@compiled
def _fill_player(t: np.record, s: np.record, seat: int, out: np.record) -> None:
    for space in range(layout.SPACES):
        out.board[space // 4, space % 4] = s.stack[seat, space]
    out.points = NULL if s.points[seat] == UNKNOWN else s.points[seat]
    out.hand.count = s.hand_size[seat]
    out.hand_points.count = s.hand_size[seat] if s.actor == OVER else -1
    for place in range(s.hand_size[seat]):
        held = out.hand.items[place]
        held.card = shown_card(int(s.hand[seat, place]))
        held.secret = s.secret[seat] >> place & 1
        if s.actor == OVER:
            out.hand_points.items[place] = hand_points(t, s, seat, place)
    out.discard.count = 0
    out.covered = covered(s, seat)
    out.towers = towers(s, seat)


@compiled
def won_by(t: np.record, s: np.record) -> int:
    """Return what decided a finished game, as one of WonBy (R26)."""
    marks = np.empty((s.seats, 3), np.int64)
    scores(t, s, marks[:, 0])
    for seat in range(s.seats):
        marks[seat, 1] = covered(s, seat)
        marks[seat, 2] = towers(s, seat)
    return decided_by(marks)


def progress(state: State) -> dict[str, int]:
    """Return the round, for lists of games."""
    return {"round": int(round_number(state.array[0]))}


def census(state: State) -> dict[str, int]:
    """Count every component, wherever it is; no decision changes the counts (R1, R2)."""
    s: Any = state.fields
    places = [*s.display, *(card for hand in s.hand for card in hand), *s.pile, *(code >> 2 for code in s.played)]
    stacks = "".join(STACKS[stack] for board in s.stack for stack in board)
    pieces = {name: s.supply[i] + stacks.count(LETTERS[i]) for i, name in enumerate(COLOUR_NAMES)}
    cards = [card for card in places if card != layout.NONE]
    return {"cards": len(cards), "different cards": len(set(cards)), **pieces}

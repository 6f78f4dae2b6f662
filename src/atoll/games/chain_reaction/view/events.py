"""What happens in Chain Reaction, as events that boards animate and journals write."""

import numpy as np

from atoll.games.chain_reaction.kernel import layout
from atoll.games.chain_reaction.kernel.chain import STEP_FIELDS, run_chain
from atoll.games.chain_reaction.kernel.result import ranking, scores
from atoll.games.chain_reaction.view.choices import Colour, Side, Symbol, fill_kind, fill_step, fill_tile
from atoll.games.chain_reaction.view.position import won_by
from atoll.kit import view as kit
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER, UNKNOWN
from atoll.kit.records import tags


class SeatEvent(kit.Event):
    """Something that a seat did."""

    seat: int


class Place(SeatEvent):
    """A tile was put on a column (C7)."""

    tile: int
    colour: Colour
    value: int
    column: int
    turn: int


class Match(SeatEvent):
    """A chain took a tile (C8)."""

    side: Side
    column: int
    level: int
    tile: int
    colour: Colour
    value: int
    symbol: Symbol
    points: int


class Claim(SeatEvent):
    """A bonus token was claimed (C11)."""

    token: int


class Pay(SeatEvent):
    """A tile was paid (C11)."""

    colour: Colour
    value: int


class Token(SeatEvent):
    """A bonus token was taken: all its tiles are paid (C11)."""

    token: int
    points: int


class Draw(SeatEvent):
    """A tile was drawn that the viewer does not see (C12)."""


class DrawTile(SeatEvent):
    """A tile was drawn (C12)."""

    tile: int
    colour: Colour
    value: int


class NoDraw(SeatEvent):
    """The stack is empty: no tile was drawn (C12)."""


class EndColumn(kit.Event):
    """The game is over: a column is empty (C13)."""

    column: int


class EndTiles(kit.Event):
    """The game is over: the next seat has no tile (C13)."""


class Secret(SeatEvent):
    """A secret colour was revealed (C14)."""

    colour: Colour


class WinPoints(kit.Event):
    """The game was won by points (C15)."""

    seats: kit.Winners
    scores: kit.Points


class WinTiles(WinPoints):
    """The game was won by the number of tiles (C15)."""


class WinShared(WinPoints):
    """The victory is shared (C15)."""


Event = (
    Place | Match | Claim | Pay | Token | Draw | DrawTile | NoDraw | EndColumn | EndTiles | Secret | WinPoints
    | WinTiles | WinShared
)  # fmt: skip
(
    PLACE, MATCH, CLAIM, PAY, TOKEN, DRAW, DRAW_TILE, NO_DRAW, END_COLUMN, END_TILES, SECRET, WIN_POINTS, *_,
) = tags(Event)  # fmt: skip
MOST_EVENTS = layout.TILES + layout.SEATS + 5
"""The last decision: a claim, the tiles that pay for it, the token, the draw, the end, secret colours, the result."""


@compiled
def events(t: np.record, states: np.ndarray, decision: int, out: np.record) -> None:
    """Fill in what happened between states[0] and states[1], in order; states[2] is scratch."""
    if decision < layout.END:
        _add_place(t, states, decision - layout.PLACE, out)
    elif decision >= layout.CLAIM:
        _add_claim(t, states[0], decision, states[1], out)
    if states[0].turn != states[1].turn:
        _add_draw(t, states[1], int(states[0].actor), out)
        if states[1].actor == OVER:
            _add_result(t, states[1], out)


@compiled
def _add_place(t: np.record, states: np.ndarray, place: int, out: np.record) -> None:
    """Add where a tile was laid and, step by step, what its chain took (C8)."""
    seat = int(states[0].actor)
    column = place // layout.TURNS
    # A spectator learns the tile now: it was hidden in the hand, and lies on top of its column afterwards.
    code = int(states[1].column[column, states[1].height[column] - 1])
    event = kit.add_event(out, PLACE)
    event.seat = seat
    fill_tile(t, code // layout.TURNS, event)
    event.column = column + 1
    event.turn = place % layout.TURNS
    states[2] = states[0]
    steps = np.empty((layout.TILES, STEP_FIELDS), np.int64)
    for number in range(run_chain(t, states[2], column, code, steps)):
        event = kit.add_event(out, MATCH)
        event.seat = seat
        fill_step(t, column, steps[number], event)
        event.points = event.value


@compiled
def _add_claim(t: np.record, before: np.record, decision: int, after: np.record, out: np.record) -> None:
    """Add what was claimed, which tiles paid for it, and the token when it is all paid (C11)."""
    seat = int(before.actor)
    if decision < layout.PAY:
        event = kit.add_event(out, CLAIM)
        event.seat = seat
        event.token = decision - layout.CLAIM + 1
    for kind in range(layout.KINDS):
        for _ in range(int(before.held[seat, kind]) - int(after.held[seat, kind])):
            event = kit.add_event(out, PAY)
            event.seat = seat
            fill_kind(kind, event)
    for token in range(layout.TOKENS):
        if before.token[token] != after.token[token]:
            event = kit.add_event(out, TOKEN)
            event.seat = seat
            event.token = token + 1
            event.points = t.worth[token]


@compiled
def _add_draw(t: np.record, s: np.record, seat: int, out: np.record) -> None:
    """Add the tile that a seat drew at the end of its turn (C12)."""
    event = kit.add_event(out, DRAW if s.hand[seat] == UNKNOWN else NO_DRAW)
    event.seat = seat
    if s.hand[seat] >= 0:
        event.event = DRAW_TILE
        fill_tile(t, int(s.hand[seat]), event)


@compiled
def _add_result(t: np.record, s: np.record, out: np.record) -> None:
    event = kit.add_event(out, END_TILES)
    for column in range(layout.COLUMNS - 1, -1, -1):
        if s.height[column] == 0:
            event.event = END_COLUMN
            event.column = column + 1
    for seat in range(s.seats):
        event = kit.add_event(out, SECRET)
        event.seat = seat
        event.colour = s.secret[seat]
    event = kit.add_event(out, WIN_POINTS + won_by(t, s))
    event.scores.count = s.seats
    ranking(t, s, event.scores.items)
    event.seats = kit.first_places(event.scores.items, s.seats)
    scores(t, s, event.scores.items)

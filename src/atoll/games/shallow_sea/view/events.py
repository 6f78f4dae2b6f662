"""What one seat sees happen in Shallow Sea; both positions have been through `hide` for it."""

import numpy as np
from msgspec import field

from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.goals import broken, rank_of
from atoll.games.shallow_sea.kernel.result import ranking, score, scores
from atoll.games.shallow_sea.view.choices import (
    DRAW,
    FINISH_CORAL,
    FINISH_CREATURE,
    LIONFISH,
    LIONFISH_FISH,
    Bubble,
    Colour,
    Corner,
    Label,
    Pool,
    Space,
    TileKind,
    describe,
    fill_tile,
)
from atoll.games.shallow_sea.view.position import RankName, won_by
from atoll.kit import view as kit
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER
from atoll.kit.records import tags


class SeatEvent(kit.Event):
    """Something that a seat did."""

    seat: int


class EndTurn(SeatEvent):
    """A turn was ended (S25)."""


class Refresh(SeatEvent):
    """A pool was refreshed for shells (S17)."""

    pool: Pool
    price: int


class RefreshFree(SeatEvent):
    """A pool was refreshed for nothing (S16)."""

    pool: Pool


class Combine(SeatEvent):
    """A free combination was paid (S18)."""

    price: int


class Lionfish(SeatEvent):
    """The lionfish paid with a fish, and its card now has some (S47)."""

    fish: Colour | None
    count: int


class TakeFish(SeatEvent):
    """A fish was taken alone; without a slot it is one of a colour (S18; modified rule 5)."""

    fish: Colour | None
    slot: int | None


class PlaceFish(SeatEvent):
    """A fish was placed (S21)."""

    fish: Colour | None
    bubble: Bubble


class LiftFish(SeatEvent):
    """A fish was taken up, to be moved (S26)."""

    bubble: Bubble
    fish: Colour
    price: int


class LiftCoral(SeatEvent):
    """A coral was taken up, to be moved or turned (modified rule 3)."""

    space: Space
    price: int


class TileEvent(SeatEvent):
    """Something that a seat did with a tile."""

    tile: int
    what: TileKind
    label: Label


class Draw(TileEvent):
    """A tile of the pool's kind was drawn, with a fish (modified rule 8)."""

    pool: Pool
    fish: Colour | None


class TakeTile(TileEvent):
    """A tile was taken alone (S18)."""

    pool: Pool
    slot: int


class StartTile(TakeTile):
    """The first creature was taken (S13)."""


class Take(TakeTile):
    """A tile was taken with the fish of its slot (S15)."""

    fish: Colour | None


class PlaceTile(TileEvent):
    """A tile was laid (S13, S21)."""

    space: Space
    turn: int


class TurnCoral(PlaceTile):
    """A coral was turned (modified rule 3)."""


class FinishCoral(TileEvent):
    """A coral was finished with the fish at a corner (S22)."""

    colour: Colour
    space: Space
    corner: Corner
    bubble: Bubble
    fish: Colour | None
    points: int


class FinishCreature(TileEvent):
    """A creature was finished (S24)."""

    space: Space
    points: int


class MoveFish(SeatEvent):
    """A fish was moved (S26)."""

    source: Bubble = field(name="from")
    to: Bubble
    fish: Colour


class MoveCoral(TileEvent):
    """A coral was moved (modified rule 3)."""

    source: Space = field(name="from")
    to: Space
    turn: int


class Broken(SeatEvent):
    """The modified rule was broken (S53)."""

    rule: int


class Shell(SeatEvent):
    """A finished tile brought a shell; the seat now has some (S23, S24)."""

    shells: int


class ShellLost(Shell):
    """A finished tile brought no shell, as the seat has all it can have (S23, S24)."""


class RefillTile(kit.Event):
    """A tile came into a pool (S14, S19)."""

    tile: int
    what: TileKind
    label: Label
    pool: Pool
    slot: int


class RefillFish(kit.Event):
    """A fish came into its pool (S14, S19)."""

    fish: Colour
    pool: Pool
    slot: int


class Closed(kit.Event):
    """The creatures can't be refreshed any more (S20)."""


class StartDraw(TileEvent):
    """A seat drew its first creature (S13; modified rule 8)."""


class EndSpaces(kit.Event):
    """The game is over: every board has 4 empty spaces (S29)."""


class EndFish(kit.Event):
    """The solo game is over: the bag has no fish (S48)."""


class NoRank(SeatEvent):
    """A solo game ended below the lowest rank (S49)."""

    points: int


class Rank(NoRank):
    """A solo game ended with a rank (S49)."""

    rank: RankName


class WinPoints(kit.Event):
    """The game was won by points (S31)."""

    seats: kit.Winners
    scores: kit.Points


class WinShells(WinPoints):
    """The game was won by shells (S31)."""


class WinShared(WinPoints):
    """The victory is shared (S31)."""


Event = (
    # What seats decide, in the order of their choices
    EndTurn | Refresh | RefreshFree | Combine | Lionfish | TakeFish | Draw | PlaceFish | LiftFish | LiftCoral | TakeTile
    | StartTile | Take | PlaceTile | TurnCoral | FinishCoral | FinishCreature | MoveFish | MoveCoral
    # What follows
    | Broken | Shell | ShellLost | RefillTile | RefillFish | Closed | StartDraw | EndSpaces | EndFish | NoRank | Rank
    | WinPoints | WinShells | WinShared
)  # fmt: skip
(
    BROKEN, SHELL, SHELL_LOST, REFILL_TILE, REFILL_FISH, CLOSED, START_DRAW, END_SPACES, END_FISH, NO_RANK, RANK,
    WIN_POINTS, *_,
) = tags(Event)[LIONFISH_FISH:]  # fmt: skip
MOST_EVENTS = 3 + 3 * layout.SLOTS + 4
"""The decision, a broken rule and a shell; all slots; the closed pool, the next seat's draw, the end, the result."""


@compiled
def events(t: np.record, states: np.ndarray, decision: int, out: np.record) -> None:
    """Fill in what happened between states[0] and states[1], in order."""
    before, after = states[0], states[1]
    _add_action(t, before, decision, after, out)
    _add_refills(before, decision, after, out)
    if after.turn < 0 and after.turn != before.turn and after.stage == layout.START_PLACING:
        event = kit.add_event(out, START_DRAW)
        event.seat = after.actor
        fill_tile(int(after.tile), event)
    if after.actor == OVER:
        _add_result(t, after, out)


@compiled
def _add_action(t: np.record, before: np.record, decision: int, after: np.record, out: np.record) -> None:
    """Add the decision itself, whether it broke a modified rule (S53), and the shell it brought."""
    seat = int(before.actor)
    event = kit.add_event(out, 0)
    event.seat = seat
    kind = describe(t, before, decision, event)
    event.event = LIONFISH if kind == LIONFISH_FISH else kind
    if event.event == LIONFISH:
        event.fish = layout.NONE
        for colour in range(layout.COLOURS - 1, -1, -1):
            if after.lionfish[colour] > before.lionfish[colour]:
                event.fish = colour
        event.count = after.lionfish.sum()
    if kind == DRAW:
        fill_tile(int(after.tile), event)
        event.fish = after.fish
    if broken(t, after, seat) and not broken(t, before, seat):
        event = kit.add_event(out, BROKEN)
        event.seat = seat
        event.rule = after.modified
    if kind in (FINISH_CORAL, FINISH_CREATURE):
        event = kit.add_event(out, SHELL if after.shells[seat] > before.shells[seat] else SHELL_LOST)
        event.seat = seat
        event.shells = after.shells[seat]


@compiled
def _add_refills(before: np.record, decision: int, after: np.record, out: np.record) -> None:
    """Add what came into the pools, slot by slot (S14, S19, S20)."""
    refreshed = layout.NONE
    if decision < layout.COMBINE:
        refreshed = decision - (layout.REFRESH if decision < layout.FREE_REFRESH else layout.FREE_REFRESH)
    closed = before.closed == 1
    for pool in range(3):
        for slot in range(layout.SLOTS):
            piece = int(after.pool[pool, slot])
            if piece < 0 or (pool != refreshed and before.pool[pool, slot] != layout.NONE):
                continue
            if pool == layout.CREATURE_POOL and piece < layout.CREATURE and not closed:
                closed = True
                kit.add_event(out, CLOSED)
            event = kit.add_event(out, REFILL_FISH if pool == layout.FISH_POOL else REFILL_TILE)
            event.pool = pool
            event.slot = slot + 1
            if pool == layout.FISH_POOL:
                event.fish = piece
            else:
                fill_tile(piece, event)


@compiled
def _add_result(t: np.record, s: np.record, out: np.record) -> None:
    """Add how the game ended (S29, S31, S48 to S50)."""
    kit.add_event(out, END_SPACES if s.turn == s.seats * layout.ROUNDS else END_FISH)
    if s.seats > 1:
        event = kit.add_event(out, WIN_POINTS + won_by(t, s))
        event.scores.count = s.seats
        ranking(t, s, event.scores.items)
        event.seats = kit.first_places(event.scores.items, s.seats)
        scores(t, s, event.scores.items)
    elif s.mode != layout.FAMILY:
        event = kit.add_event(out, NO_RANK)
        event.seat = 0
        event.points = score(t, s, 0)
        event.rank = rank_of(event.points)
        if event.rank >= 0:
            event.event = RANK

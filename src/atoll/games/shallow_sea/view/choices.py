"""The choices of Shallow Sea: what a board highlights."""

from typing import Annotated, Literal

import numpy as np
from msgspec import field

from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.finishing import asked, ready_corals, ready_creatures
from atoll.games.shallow_sea.kernel.prices import combination_price, move_price, refresh_price
from atoll.games.shallow_sea.kernel.turns import apply
from atoll.games.shallow_sea.lattice import BUBBLE_NAMES, SPACE_NAMES
from atoll.games.shallow_sea.text.decisions import TEXTS as TEXTS
from atoll.games.shallow_sea.text.positions import tile_text
from atoll.kit import view as kit
from atoll.kit.compiled import compiled
from atoll.kit.contract import UNKNOWN
from atoll.kit.records import NULL, Bits, Names, tags

UNSEEN_TILES = (layout.UNKNOWN_CORAL, UNKNOWN, layout.NONE)
LABELS = tuple(tile_text(tile) for tile in (*range(layout.CREATURE + layout.TYPES), *UNSEEN_TILES))
"""What tiles are called, by number; the last ones have negative numbers."""

Bubble = Annotated[str, Names(BUBBLE_NAMES)]
Colour = Literal["red", "yellow", "green", "purple"]
Corner = Literal["N", "E", "S", "W"]
Label = Annotated[str, Names(LABELS)]
Pool = Literal["corals", "fish", "creatures"]
Space = Annotated[str, Names(SPACE_NAMES)]
Spaces = Annotated[list[str], Bits(SPACE_NAMES)]
TileKind = Literal["coral", "creature"]


class End(kit.Choice):
    """End the turn (S25)."""


class Refresh(kit.Choice):
    """Refresh a pool for shells (S17)."""

    pool: Pool
    price: int


class RefreshFree(kit.Choice):
    """Refresh a pool for nothing (S16)."""

    pool: Pool


class Combine(kit.Choice):
    """Pay for a free combination (S18)."""

    price: int


class Lionfish(kit.Choice):
    """Let the lionfish pay: a fish from the bag (S47)."""


class TakeFish(kit.Choice):
    """Take a fish alone; without a slot it is one of a colour (S18; modified rule 5)."""

    fish: Colour | None
    slot: int | None


class Draw(kit.Choice):
    """Draw a tile of the pool's kind, with a fish (modified rule 8)."""

    pool: Pool


class PlaceFish(kit.Choice):
    """Put the fish on a bubble, with the tiles that this makes ready or spoils (S21, S25)."""

    fish: Colour | None
    bubble: Bubble
    ready: Spaces
    spoils: Spaces


class LiftFish(kit.Choice):
    """Take up a fish, to move it (S26)."""

    bubble: Bubble
    fish: Colour
    price: int


class LiftCoral(kit.Choice):
    """Take up a coral, to move or turn it (modified rule 3)."""

    space: Space
    price: int


class TileChoice(kit.Choice):
    """A choice about a tile; its label is the number of a coral or the type of a creature."""

    tile: int
    what: TileKind
    label: Label


class TakeTile(TileChoice):
    """Take a tile alone (S18)."""

    pool: Pool
    slot: int


class StartTile(TakeTile):
    """Take the first creature (S13)."""


class Take(TakeTile):
    """Take a tile with the fish of its slot (S15)."""

    fish: Colour | None


class PlaceTile(TileChoice):
    """Lay the tile on a space in a turn (S13, S21)."""

    space: Space
    turn: int


class TurnCoral(PlaceTile):
    """Turn the coral taken up (modified rule 3)."""


class FinishCoral(TileChoice):
    """Finish a coral with the fish at a corner, with the tiles that this makes ready or spoils (S22, S25)."""

    colour: Colour
    space: Space
    corner: Corner
    bubble: Bubble
    fish: Colour | None
    points: int
    ready: Spaces
    spoils: Spaces


class FinishCreature(TileChoice):
    """Finish a creature, with the tiles that this makes ready or spoils (S24, S25)."""

    space: Space
    points: int
    ready: Spaces
    spoils: Spaces


class MoveFish(kit.Choice):
    """Put down the fish taken up, with the tiles that this makes ready or spoils (S25, S26)."""

    source: Bubble = field(name="from")
    to: Bubble
    fish: Colour
    ready: Spaces
    spoils: Spaces


class MoveCoral(TileChoice):
    """Lay the coral taken up elsewhere, in a turn (modified rule 3)."""

    source: Space = field(name="from")
    to: Space
    turn: int


class LionfishFish(kit.Choice):
    """Let the lionfish pay: a fish of a colour (S47; modified rule 5)."""

    fish: Colour


Choice = (
    End | Refresh | RefreshFree | Combine | Lionfish | TakeFish | Draw | PlaceFish | LiftFish | LiftCoral | TakeTile
    | StartTile | Take | PlaceTile | TurnCoral | FinishCoral | FinishCreature | MoveFish | MoveCoral | LionfishFish
)  # fmt: skip
(
    END, REFRESH, REFRESH_FREE, COMBINE, LIONFISH, TAKE_FISH, DRAW, PLACE_FISH, LIFT_FISH, LIFT_CORAL, TAKE_TILE,
    START_TILE, TAKE, PLACE_TILE, TURN_CORAL, FINISH_CORAL, FINISH_CREATURE, MOVE_FISH, MOVE_CORAL, LIONFISH_FISH,
) = tags(Choice)  # fmt: skip


@compiled
def choice(t: np.record, states: np.ndarray, decision: int, out: np.record) -> None:
    """Fill in a legal decision, with the tiles that it makes ready or spoils (S25); states[1] is scratch."""
    s = states[0]
    kind = describe(t, s, decision, out)
    out.kind = kind
    if kind in (PLACE_FISH, MOVE_FISH, FINISH_CORAL, FINISH_CREATURE):
        seat = int(s.actor)
        states[1] = s
        apply(t, states[1], decision)
        before = ready_corals(t, s, seat) | ready_creatures(t, s, seat)
        after = ready_corals(t, states[1], seat) | ready_creatures(t, states[1], seat)
        out.ready = after & ~before
        out.spoils = before & ~after & ~int(states[1].done[seat])


@compiled
def describe(t: np.record, s: np.record, decision: int, out: np.record) -> int:
    """Fill in the pieces and places of a legal decision, in a choice or an event; return the kind of choice."""
    if decision == layout.END:
        return END
    if decision >= layout.MOVE:
        return _describe_lift(s, decision, out)
    if decision >= layout.FINISH:
        return _describe_finish(t, s, decision, out)
    if decision >= layout.BUBBLE:
        return _describe_drop(s, decision - layout.BUBBLE, out)
    if decision >= layout.PLACE:
        place = decision - layout.PLACE
        return _describe_placing(s, place // layout.TURNS, place % layout.TURNS, out)
    if decision >= layout.TAKE:
        return _describe_taking(s, decision, out)
    return _describe_action(s, decision, out)


@compiled
def fill_tile(tile: int, out: np.record) -> None:
    """Fill in what a tile is called."""
    out.tile = tile + 1
    out.what = tile >= layout.CREATURE
    out.label = tile % len(LABELS)


@compiled
def colour_of(sets: np.ndarray, place: int) -> int:
    """Return the first colour whose set has a space or a bubble, or NONE."""
    for colour in range(layout.COLOURS):
        if int(sets[colour]) >> place & 1:
            return colour
    return layout.NONE


@compiled
def _describe_lift(s: np.record, decision: int, out: np.record) -> int:
    out.price = move_price(s) - int(s.credit)
    if decision >= layout.MOVE_CORAL:
        out.space = decision - layout.MOVE_CORAL
        return LIFT_CORAL
    out.bubble = decision - layout.MOVE
    out.fish = colour_of(s.loose[s.actor], decision - layout.MOVE)
    return LIFT_FISH


@compiled
def _describe_finish(t: np.record, s: np.record, decision: int, out: np.record) -> int:
    seat = int(s.actor)
    if decision >= layout.CREATURE_FINISH:
        space = decision - layout.CREATURE_FINISH
        tile = int(s.board[seat, space])
        fill_tile(tile, out)
        out.space = space
        out.points = t.full[tile - layout.CREATURE]
        return FINISH_CREATURE
    space = (decision - layout.FINISH) // layout.CORNERS
    corner = (decision - layout.FINISH) % layout.CORNERS
    tile = int(s.board[seat, space])
    fill_tile(tile, out)
    out.colour = t.colour[tile]
    out.space = space
    out.corner = corner
    out.bubble = t.bubble[space, corner]
    out.fish = asked(t, s, seat, space, corner)
    out.points = t.value[tile]
    return FINISH_CORAL


@compiled
def _describe_drop(s: np.record, bubble: int, out: np.record) -> int:
    if s.stage == layout.MOVING:
        out.source = s.lifted
        out.to = bubble
        out.fish = colour_of(s.loose[s.actor], int(s.lifted))
        return MOVE_FISH
    out.fish = s.fish
    out.bubble = bubble
    return PLACE_FISH


@compiled
def _describe_placing(s: np.record, space: int, turn: int, out: np.record) -> int:
    out.space = space
    out.turn = turn
    if s.stage != layout.MOVING_CORAL:
        fill_tile(int(s.tile), out)
        return PLACE_TILE
    fill_tile(int(s.board[s.actor, s.lifted]), out)
    if space == s.lifted:
        return TURN_CORAL
    out.source = s.lifted
    out.to = space
    return MOVE_CORAL


@compiled
def _describe_taking(s: np.record, decision: int, out: np.record) -> int:
    """Fill in a take or a draw."""
    if decision >= layout.DRAW:
        out.pool = layout.CORAL_POOL if decision == layout.DRAW else layout.CREATURE_POOL
        return DRAW
    if decision >= layout.TAKE_COLOUR:
        out.fish = decision - layout.TAKE_COLOUR
        out.slot = NULL
        return TAKE_FISH
    if decision >= layout.TAKE_FISH:
        out.fish = s.pool[layout.FISH_POOL, decision - layout.TAKE_FISH]
        out.slot = decision - layout.TAKE_FISH + 1
        return TAKE_FISH
    place = (decision - layout.TAKE) % (layout.TAKE_TILE - layout.TAKE)
    slot = place // 2
    pool = layout.CREATURE_POOL if place % 2 else layout.CORAL_POOL
    fill_tile(int(s.pool[pool, slot]), out)
    out.pool = pool
    out.slot = slot + 1
    if decision < layout.TAKE_TILE:
        out.fish = s.pool[layout.FISH_POOL, slot]
        return TAKE
    return START_TILE if s.stage == layout.START_CHOOSING else TAKE_TILE


@compiled
def _describe_action(s: np.record, decision: int, out: np.record) -> int:
    """Fill in a refresh, a combination or a payment by the lionfish; prices are less what it has paid (S47)."""
    if decision >= layout.LIONFISH_COLOUR:
        out.fish = decision - layout.LIONFISH_COLOUR
        return LIONFISH_FISH
    if decision == layout.LIONFISH:
        return LIONFISH
    if decision == layout.COMBINE:
        out.price = combination_price(s) - int(s.credit)
        return COMBINE
    if decision >= layout.FREE_REFRESH:
        out.pool = decision - layout.FREE_REFRESH
        return REFRESH_FREE
    out.pool = decision - layout.REFRESH
    out.price = refresh_price(s) - int(s.credit)
    return REFRESH

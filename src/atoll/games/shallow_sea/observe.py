"""Shallow Sea as numbers for learning: the layout of an observation as a named table, and what writes it.

Players are relative: player 0 is the observer, then clockwise; players that do not exist are all zeros. A coral is
its colour, its value and the fish it asks for at its corners N, E, S, W as it lies; a creature is its type and turn.
"""

import numpy as np

from atoll.games.shallow_sea.kernel import layout
from atoll.kit import observation
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER

STAGES = 9
TILE = layout.COLOURS + 1 + layout.CORNERS * layout.COLOURS + layout.TYPES + layout.TURNS

LAYOUT = observation.layout([
    ("tiles", (layout.SEATS, layout.SPACES, TILE),
     "the tile on a space: colour, value, fish asked at N E S W; creature type, turn"),
    ("done", (layout.SEATS, layout.SPACES), "1 where a tile is finished"),
    ("finned", (layout.SEATS, layout.COLOURS, layout.SPACES), "1 where a finished coral has a fish of the colour"),
    ("loose", (layout.SEATS, layout.COLOURS, layout.BUBBLES),
     "1 where an unfinished fish of the colour is on a bubble"),
    ("shells", (layout.SEATS,), "usable shells of each player"),
    ("coral_pool", (layout.SLOTS, TILE), "the coral in each slot, unturned"),
    ("fish_pool", (layout.SLOTS, layout.COLOURS), "1 for the colour of the fish in each slot"),
    ("creature_pool", (layout.SLOTS, TILE), "the creature in each slot, unturned, or the coral that came instead"),
    ("fish_bag", (layout.COLOURS,), "fish of each colour in the bag, or lying open"),
    ("coral_bag", (layout.COLOURS,), "corals of each colour in the bag"),
    ("creature_bag", (layout.TYPES,), "creatures of each type in the bag"),
    ("types", (layout.TYPES,), "1 for each creature type in the game"),
    ("orange", (layout.CARDS,), "1 for each orange ecosystem card"),
    ("blue", (layout.CARDS,), "1 for each blue ecosystem card"),
    ("tile", (TILE,), "the tile to place, unturned"),
    ("fish", (layout.COLOURS,), "1 for the colour of the fish to place"),
    ("lifted_fish", (layout.BUBBLES,), "1 for the bubble of the fish being moved"),
    ("lifted_coral", (layout.SPACES,), "1 for the space of the coral being moved"),
    ("lionfish", (layout.COLOURS,), "fish of each colour on the lionfish card"),
    ("credit", (1,), "shells that the lionfish has paid"),
    ("closed", (1,), "1 when the creatures can't be refreshed any more"),
    ("family", (1,), "1 in a family game"),
    ("scenario", (1,), "the scenario, or 0"),
    ("modified", (11,), "1 for the modified rule in force, the first for none"),
    ("stage", (STAGES,), "1 for what the player to decide does now"),
    ("turn", (1,), "finished turns, negative during set-up"),
    ("first", (layout.SEATS,), "1 for the first player"),
    ("actor", (layout.SEATS,), "1 for the player to decide"),
])  # fmt: skip
SIZE = observation.size(LAYOUT)

(
    _TILES,
    _DONE,
    _FINNED,
    _LOOSE,
    _SHELLS,
    _CORAL_POOL,
    _FISH_POOL,
    _CREATURE_POOL,
    _FISH_BAG,
    _CORAL_BAG,
    _CREATURE_BAG,
    _TYPES,
    _ORANGE,
    _BLUE,
    _TILE,
    _FISH,
    _LIFTED_FISH,
    _LIFTED_CORAL,
    _LIONFISH,
    _CREDIT,
    _CLOSED,
    _FAMILY,
    _SCENARIO,
    _MODIFIED,
    _STAGE,
    _TURN,
    _FIRST,
    _ACTOR,
) = (part.start for part in LAYOUT.values())


@compiled
def observe(t: np.record, s: np.record, seat: int, out: np.ndarray) -> None:
    """Write what a seat knows; `s` has been through `hide` for it."""
    out[:] = 0
    other = seat
    for player in range(s.seats):
        _observe_player(t, s, player, other, out)
        out[_FIRST + player] = other == s.first
        out[_ACTOR + player] = other == s.actor and s.actor != OVER
        other = other + 1 if other + 1 < s.seats else 0
    _observe_pools(t, s, out)
    _observe_bags(t, s, out)
    for place in range(2):
        if s.cards[0, place] != layout.NONE:
            out[_ORANGE + s.cards[0, place] - 1] = 1
        if s.cards[1, place] != layout.NONE:
            out[_BLUE + s.cards[1, place] - 1] = 1
    if s.tile >= 0:
        _observe_tile(t, int(s.tile), 0, _TILE, out)
    if s.fish >= 0:
        out[_FISH + s.fish] = 1
    if s.stage == layout.MOVING:
        out[_LIFTED_FISH + s.lifted] = 1
    if s.stage == layout.MOVING_CORAL:
        out[_LIFTED_CORAL + s.lifted] = 1
    out[_CREDIT] = s.credit
    out[_CLOSED] = s.closed
    out[_FAMILY] = s.mode
    out[_SCENARIO] = s.scenario
    out[_MODIFIED + s.modified] = 1
    if s.actor != OVER:
        out[_STAGE + s.stage] = 1
    out[_TURN] = s.turn


@compiled
def _observe_player(t: np.record, s: np.record, player: int, seat: int, out: np.ndarray) -> None:
    out[_SHELLS + player] = s.shells[seat]
    for space in range(layout.SPACES):
        tile = int(s.board[seat, space])
        if tile != layout.NONE:
            _observe_tile(t, tile, int(s.turned[seat, space]), _TILES + (player * layout.SPACES + space) * TILE, out)
        out[_DONE + player * layout.SPACES + space] = s.done[seat] >> space & 1
    for colour in range(layout.COLOURS):
        for space in range(layout.SPACES):
            out[_FINNED + (player * layout.COLOURS + colour) * layout.SPACES + space] = (
                s.finned[seat, colour] >> space & 1
            )
        for bubble in range(layout.BUBBLES):
            out[_LOOSE + (player * layout.COLOURS + colour) * layout.BUBBLES + bubble] = (
                s.loose[seat, colour] >> bubble & 1
            )


@compiled
def _observe_pools(t: np.record, s: np.record, out: np.ndarray) -> None:
    for slot in range(layout.SLOTS):
        if s.pool[layout.CORAL_POOL, slot] >= 0:
            _observe_tile(t, int(s.pool[layout.CORAL_POOL, slot]), 0, _CORAL_POOL + slot * TILE, out)
        if s.pool[layout.FISH_POOL, slot] >= 0:
            out[_FISH_POOL + slot * layout.COLOURS + s.pool[layout.FISH_POOL, slot]] = 1
        if s.pool[layout.CREATURE_POOL, slot] >= 0:
            _observe_tile(t, int(s.pool[layout.CREATURE_POOL, slot]), 0, _CREATURE_POOL + slot * TILE, out)


@compiled
def _observe_bags(t: np.record, s: np.record, out: np.ndarray) -> None:
    for colour in range(layout.COLOURS):
        out[_FISH_BAG + colour] = s.fish_bag[colour]
        out[_LIONFISH + colour] = s.lionfish[colour]
    for coral in range(layout.CREATURE):
        if s.coral_bag[coral // layout.HALF] >> coral % layout.HALF & 1:
            out[_CORAL_BAG + t.colour[coral]] += 1
    for creature_type in range(layout.TYPES):
        out[_CREATURE_BAG + creature_type] = s.creature_bag[creature_type]
        out[_TYPES + creature_type] = s.types >> creature_type & 1


@compiled
def _observe_tile(t: np.record, tile: int, turn: int, start: int, out: np.ndarray) -> None:
    if tile >= layout.CREATURE:
        out[start + layout.COLOURS + 1 + layout.CORNERS * layout.COLOURS + tile - layout.CREATURE] = 1
        out[start + layout.COLOURS + 1 + layout.CORNERS * layout.COLOURS + layout.TYPES + turn] = 1
        return
    out[start + t.colour[tile]] = 1
    out[start + layout.COLOURS] = t.value[tile]
    for corner in range(layout.CORNERS):
        asked = int(t.asks[tile, (corner - turn) % layout.TURNS])
        if asked != layout.NONE:
            out[start + layout.COLOURS + 1 + corner * layout.COLOURS + asked] = 1

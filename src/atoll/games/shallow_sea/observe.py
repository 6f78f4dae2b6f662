"""Shallow Sea as numbers for learning: the layout of an observation as a named table, and what writes it.

Players are relative: player 0 is the observer, then clockwise; players that do not exist are all zeros. A tile is told
by what it is: a coral by its colour, its value and the fish it asks for at its corners N, E, S, W as it lies; a
creature by its type and its turn.
"""

import numpy as np

from atoll.core.compiled import compiled
from atoll.core.contract import OVER
from atoll.core.layout import layout, size
from atoll.games.shallow_sea.kernel import (
    BUBBLES,
    CARDS,
    COLOURS,
    CORAL_POOL,
    CORNERS,
    CREATURE,
    CREATURE_POOL,
    FISH_POOL,
    HALF,
    MOVING,
    MOVING_CORAL,
    NONE,
    SEATS,
    SLOTS,
    SPACES,
    TURNS,
    TYPES,
)

STAGES = 9
TILE = COLOURS + 1 + CORNERS * COLOURS + TYPES + TURNS

LAYOUT = layout([
    ("tiles", (SEATS, SPACES, TILE), "the tile on a space: colour, value, fish asked at N E S W; creature type, turn"),
    ("done", (SEATS, SPACES), "1 where a tile is finished"),
    ("finned", (SEATS, COLOURS, SPACES), "1 where a finished coral has a fish of the colour"),
    ("loose", (SEATS, COLOURS, BUBBLES), "1 where an unfinished fish of the colour is on a bubble"),
    ("shells", (SEATS,), "usable shells of each player"),
    ("coral_pool", (SLOTS, TILE), "the coral in each slot, unturned"),
    ("fish_pool", (SLOTS, COLOURS), "1 for the colour of the fish in each slot"),
    ("creature_pool", (SLOTS, TILE), "the creature in each slot, unturned, or the coral that came instead"),
    ("fish_bag", (COLOURS,), "fish of each colour in the bag, or lying open"),
    ("coral_bag", (COLOURS,), "corals of each colour in the bag"),
    ("creature_bag", (TYPES,), "creatures of each type in the bag"),
    ("types", (TYPES,), "1 for each creature type in the game"),
    ("orange", (CARDS,), "1 for each orange ecosystem card"),
    ("blue", (CARDS,), "1 for each blue ecosystem card"),
    ("tile", (TILE,), "the tile to place, unturned"),
    ("fish", (COLOURS,), "1 for the colour of the fish to place"),
    ("lifted_fish", (BUBBLES,), "1 for the bubble of the fish being moved"),
    ("lifted_coral", (SPACES,), "1 for the space of the coral being moved"),
    ("lionfish", (COLOURS,), "fish of each colour on the lionfish card"),
    ("credit", (1,), "shells that the lionfish has paid"),
    ("closed", (1,), "1 when the creatures can't be refreshed any more"),
    ("family", (1,), "1 in a family game"),
    ("scenario", (1,), "the scenario, or 0"),
    ("modified", (11,), "1 for the modified rule in force, the first for none"),
    ("stage", (STAGES,), "1 for what the player to decide does now"),
    ("turn", (1,), "finished turns, negative during set-up"),
    ("first", (SEATS,), "1 for the first player"),
    ("actor", (SEATS,), "1 for the player to decide"),
])  # fmt: skip
SIZE = size(LAYOUT)

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
        if s.cards[0, place] != NONE:
            out[_ORANGE + s.cards[0, place] - 1] = 1
        if s.cards[1, place] != NONE:
            out[_BLUE + s.cards[1, place] - 1] = 1
    if s.tile >= 0:
        _observe_tile(t, int(s.tile), 0, _TILE, out)
    if s.fish >= 0:
        out[_FISH + s.fish] = 1
    if s.stage == MOVING:
        out[_LIFTED_FISH + s.lifted] = 1
    if s.stage == MOVING_CORAL:
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
    for space in range(SPACES):
        tile = int(s.board[seat, space])
        if tile != NONE:
            _observe_tile(t, tile, int(s.turned[seat, space]), _TILES + (player * SPACES + space) * TILE, out)
        out[_DONE + player * SPACES + space] = s.done[seat] >> space & 1
    for colour in range(COLOURS):
        for space in range(SPACES):
            out[_FINNED + (player * COLOURS + colour) * SPACES + space] = s.finned[seat, colour] >> space & 1
        for bubble in range(BUBBLES):
            out[_LOOSE + (player * COLOURS + colour) * BUBBLES + bubble] = s.loose[seat, colour] >> bubble & 1


@compiled
def _observe_pools(t: np.record, s: np.record, out: np.ndarray) -> None:
    for slot in range(SLOTS):
        if s.pool[CORAL_POOL, slot] >= 0:
            _observe_tile(t, int(s.pool[CORAL_POOL, slot]), 0, _CORAL_POOL + slot * TILE, out)
        if s.pool[FISH_POOL, slot] >= 0:
            out[_FISH_POOL + slot * COLOURS + s.pool[FISH_POOL, slot]] = 1
        if s.pool[CREATURE_POOL, slot] >= 0:
            _observe_tile(t, int(s.pool[CREATURE_POOL, slot]), 0, _CREATURE_POOL + slot * TILE, out)


@compiled
def _observe_bags(t: np.record, s: np.record, out: np.ndarray) -> None:
    for colour in range(COLOURS):
        out[_FISH_BAG + colour] = s.fish_bag[colour]
        out[_LIONFISH + colour] = s.lionfish[colour]
    for coral in range(CREATURE):
        if s.coral_bag[coral // HALF] >> coral % HALF & 1:
            out[_CORAL_BAG + t.colour[coral]] += 1
    for kind in range(TYPES):
        out[_CREATURE_BAG + kind] = s.creature_bag[kind]
        out[_TYPES + kind] = s.types >> kind & 1


@compiled
def _observe_tile(t: np.record, tile: int, turn: int, start: int, out: np.ndarray) -> None:
    if tile >= CREATURE:
        out[start + COLOURS + 1 + CORNERS * COLOURS + tile - CREATURE] = 1
        out[start + COLOURS + 1 + CORNERS * COLOURS + TYPES + turn] = 1
        return
    out[start + t.colour[tile]] = 1
    out[start + COLOURS] = t.value[tile]
    for corner in range(CORNERS):
        asked = int(t.asks[tile, (corner - turn) % TURNS])
        if asked != NONE:
            out[start + COLOURS + 1 + corner * COLOURS + asked] = 1

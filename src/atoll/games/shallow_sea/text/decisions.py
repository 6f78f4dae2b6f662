"""Decisions of Shallow Sea as text, and why one is refused.

    refresh corals|fish|creatures   refresh corals|fish free   combine   lionfish   lionfish r
    take 3 coral|creature   tile 3 coral|creature   fish 3   fish r   draw coral|creature
    put c2 turn 1   drop b2   finish c2 N   finish c2   move b2   move coral c2   end

A slot is 1 to 5; `creature` there is the tile in the pool of the creatures, even if a coral came instead.
"""

from typing import Any

from atoll.games.shallow_sea import COLOUR_NAMES, LETTERS
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.bags import can_refresh
from atoll.games.shallow_sea.kernel.finishing import met, ready_corals, ready_creatures
from atoll.games.shallow_sea.kernel.prices import combination_price, move_price, refresh_price
from atoll.games.shallow_sea.lattice import BUBBLE_NAMES, CORNERS, NEIGHBOURING, SPACE_NAMES
from atoll.kit.errors import InvalidNotation
from atoll.kit.game import State

POOL_NAMES = ("corals", "fish", "creatures")
_SLOTS = range(1, layout.SLOTS + 1)
_TILES = ("coral", "creature")

TEXTS = (
    *(f"refresh {pool}" for pool in POOL_NAMES),
    *(f"refresh {pool} free" for pool in POOL_NAMES[:2]),
    "combine",
    "lionfish",
    *(f"lionfish {letter}" for letter in LETTERS),
    *(f"take {slot} {tile}" for slot in _SLOTS for tile in _TILES),
    *(f"tile {slot} {tile}" for slot in _SLOTS for tile in _TILES),
    *(f"fish {slot}" for slot in _SLOTS),
    *(f"fish {letter}" for letter in LETTERS),
    *(f"draw {tile}" for tile in _TILES),
    *(f"put {space} turn {turn}" for space in SPACE_NAMES for turn in range(layout.TURNS)),
    *(f"drop {bubble}" for bubble in BUBBLE_NAMES),
    *(f"finish {space} {corner}" for space in SPACE_NAMES for corner in CORNERS),
    *(f"finish {space}" for space in SPACE_NAMES),
    *(f"move {bubble}" for bubble in BUBBLE_NAMES),
    *(f"move coral {space}" for space in SPACE_NAMES),
    "end",
)
"""Every decision, in the order of the table in `kernel/layout.py`."""

DECISIONS = {text.lower(): decision for decision, text in enumerate(TEXTS)}

Refusal = tuple[str, dict[str, object]]


def format_decision(_state: State, decision: int) -> str:
    """Return a decision as text."""
    return TEXTS[decision]


def parse_decision(_state: State, text: str) -> int:
    """Return the decision that a text names, legal or not."""
    decision = DECISIONS.get(" ".join(text.lower().split()))
    if decision is None:
        raise InvalidNotation(
            f"{text!r} is not a decision: write, for example, take 3 coral, put c2 turn 1, drop b2, finish c2 N, "
            f"finish c2, move b2, refresh fish, combine, tile 3 creature, fish 4, lionfish or end"
        )
    return decision


def refusal(state: State, decision: int) -> Refusal:
    """Return why a decision is not legal here: the key of a text and its values."""
    s = state.fields
    if s.stage == layout.MOVING and not layout.BUBBLE <= decision < layout.FINISH:
        return "drop_first", {"bubble": BUBBLE_NAMES[s.lifted]}
    if s.stage == layout.MOVING_CORAL and not layout.PLACE <= decision < layout.BUBBLE:
        return "lay_first", {"space": SPACE_NAMES[s.lifted]}
    if s.stage == layout.START_CHOOSING:
        return "start_choose", {}
    if s.stage == layout.START_PLACING and not layout.PLACE <= decision < layout.BUBBLE:
        return "start_place", {}
    if decision == layout.END:
        return _no_end(state)
    if decision >= layout.MOVE:
        return _no_move(state, decision)
    if decision >= layout.FINISH:
        return _no_finish(state, decision)
    if decision >= layout.PLACE:
        return _no_place(state, decision)
    return _no_choice(state, decision)


def _stage_first(s: Any) -> Refusal:
    """Return what must be done before anything else."""
    if s.credit > 0:
        return "spend_first", {"credit": s.credit}
    return {
        layout.COMBINING_TILE: "tile_first", layout.COMBINING_FISH: "fish_first", layout.CHOOSING: "choose_first",
    }.get(s.stage, "place_first"), {}  # fmt: skip


def _no_end(state: State) -> Refusal:
    s = state.fields
    if s.stage != layout.FINISHING or s.credit > 0:
        return _stage_first(s)
    tables, record = state.edition.tables[0], state.array[0]
    ready = ready_corals(tables, record, s.actor) | ready_creatures(tables, record, s.actor)
    return "tiles_ready", {"spaces": [name for space, name in enumerate(SPACE_NAMES) if ready >> space & 1]}


def _no_shells(s: Any, price: int) -> Refusal:
    if s.credit > price:
        return "spend_first", {"credit": s.credit}
    return "no_shells", {"price": price, "shells": s.shells[s.actor] + s.credit}


def _no_move(state: State, decision: int) -> Refusal:
    s = state.fields
    if s.stage in (layout.COMBINING_TILE, layout.COMBINING_FISH):
        return _stage_first(s)
    if decision >= layout.MOVE_CORAL:
        space = decision - layout.MOVE_CORAL
        if s.modified != layout.MOVING_CORALS:
            return "no_coral_moves", {}
        if not (s.filled[s.actor] & ~s.done[s.actor] & ~s.creature_spaces[s.actor]) >> space & 1:
            return "no_coral", {"space": SPACE_NAMES[space]}
    else:
        bubble = decision - layout.MOVE
        if s.modified == layout.MOVING_CORALS:
            return "no_fish_moves", {}
        if not any(fish >> bubble & 1 for fish in s.loose[s.actor]):
            return "no_fish_there", {"bubble": BUBBLE_NAMES[bubble]}
        if not s.own_bubbles[s.actor] & ~sum(s.loose[s.actor]):
            return "no_free_bubble", {}
    return _no_shells(s, move_price(state.array[0]))


def _no_finish(state: State, decision: int) -> Refusal:
    s = state.fields
    if s.stage != layout.FINISHING or s.credit > 0:
        return _stage_first(s)
    open_spaces = s.filled[s.actor] & ~s.done[s.actor]
    tables, record = state.edition.tables[0], state.array[0]
    if decision >= layout.CREATURE_FINISH:
        space = decision - layout.CREATURE_FINISH
        named: dict[str, object] = {"space": SPACE_NAMES[space]}
        if not open_spaces & s.creature_spaces[s.actor] & 1 << space:
            return "no_creature", named
        tile = state.edition.items[s.board[s.actor][space] + 1]
        return ("too_close" if met(tables, record, s.actor, space) == tile.need else "creature_not_ready"), named
    space, corner = divmod(decision - layout.FINISH, layout.CORNERS)
    named = {"space": SPACE_NAMES[space], "corner": tuple(CORNERS)[corner]}
    if not open_spaces & ~s.creature_spaces[s.actor] & 1 << space:
        return "no_coral", named
    asked = state.edition.items[s.board[s.actor][space] + 1].asks[(corner - s.turned[s.actor][space]) % layout.TURNS]
    return ("no_fish_asked" if asked == layout.NONE else "coral_not_ready"), named


def _no_place(state: State, decision: int) -> Refusal:
    s = state.fields
    if s.credit > 0 or s.stage in (layout.CHOOSING, layout.COMBINING_TILE, layout.COMBINING_FISH):
        return _stage_first(s)
    if decision >= layout.BUBBLE:
        bubble = decision - layout.BUBBLE
        if s.stage != layout.MOVING and s.fish == layout.NONE:
            return "no_fish_to_place", {}
        taken = any(fish >> bubble & 1 for fish in s.loose[s.actor])
        return ("bubble_taken" if taken else "not_your_bubble"), {"bubble": BUBBLE_NAMES[bubble]}
    space = (decision - layout.PLACE) // layout.TURNS
    if s.stage == layout.MOVING_CORAL:
        return "coral_not_there", {}
    if s.tile == layout.NONE:
        return "no_tile_to_place", {}
    if s.filled[s.actor] >> space & 1:
        return "space_taken", {"space": SPACE_NAMES[space]}
    near = NEIGHBOURING[space] & s.filled[s.actor]
    return ("not_near_coral" if near else "not_neighbouring"), {"space": SPACE_NAMES[space]}


def _no_choice(state: State, decision: int) -> Refusal:
    """Return why a decision before the pieces are placed is not legal."""
    s = state.fields
    if layout.LIONFISH <= decision < layout.TAKE:
        return _no_lionfish(s, decision)
    combining = s.stage in (layout.COMBINING_TILE, layout.COMBINING_FISH)
    if s.stage != layout.CHOOSING and not combining:
        return "chosen_already", {}
    if decision < layout.LIONFISH:
        return _stage_first(s) if combining else _no_action(state, decision)
    if s.credit > 0 or (combining and not _asked_for(s, decision)):
        return _stage_first(s)
    if decision >= layout.DRAW:
        if s.modified != layout.NO_POOLS:
            return "no_draw", {}
        return "bag_empty", {"pool": POOL_NAMES[2 * (decision - layout.DRAW)]}
    if s.modified == layout.NO_POOLS:
        return "no_pools", {}
    if decision >= layout.TAKE_COLOUR:
        if s.modified != layout.OPEN_FISH:
            return "not_open", {}
        if s.stage != layout.COMBINING_FISH:
            return "open_fish", {}
        return "no_such_fish", {"fish": COLOUR_NAMES[decision - layout.TAKE_COLOUR]}
    if s.modified == layout.OPEN_FISH and not layout.TAKE_TILE <= decision < layout.TAKE_FISH:
        return "open_fish", {}
    return _no_take(s, decision)


def _asked_for(s: Any, decision: int) -> bool:
    """Return whether a decision takes what a free combination asks for now: a tile, or a fish."""
    if s.stage == layout.COMBINING_TILE:
        return layout.TAKE_TILE <= decision < layout.TAKE_FISH
    return layout.TAKE_FISH <= decision < layout.DRAW


def _no_take(s: Any, decision: int) -> Refusal:
    if decision >= layout.TAKE_FISH:
        slot, pieces = decision - layout.TAKE_FISH, [layout.FISH_POOL]
    else:
        slot, which = divmod((decision - layout.TAKE) % (layout.TAKE_TILE - layout.TAKE), 2)
        tile_pool = layout.CREATURE_POOL if which else layout.CORAL_POOL
        pieces = [tile_pool, layout.FISH_POOL] if decision < layout.TAKE_TILE else [tile_pool]
    if s.stage == layout.CHOOSING and decision >= layout.TAKE_TILE and s.modified != layout.OPEN_FISH:
        return "combine_first", {}
    if any(s.pool[pool][slot] < 0 for pool in pieces):
        return "nothing_there", {"slot": slot + 1}
    return "no_place_for_corals", {}


def _no_lionfish(s: Any, decision: int) -> Refusal:
    if s.seats > 1:
        return "solo_only", {}
    if s.stage in (layout.COMBINING_TILE, layout.COMBINING_FISH):
        return _stage_first(s)
    if (decision == layout.LIONFISH) == (s.modified == layout.OPEN_FISH):
        return ("lionfish_colour" if decision == layout.LIONFISH else "lionfish_bag"), {}
    if s.modified == layout.OPEN_FISH and s.fish_bag[decision - layout.LIONFISH_COLOUR] == 0:
        return "no_such_fish", {"fish": COLOUR_NAMES[decision - layout.LIONFISH_COLOUR]}
    return "lionfish_useless", {}


def _no_action(state: State, decision: int) -> Refusal:
    """Return why a refresh or a free combination is not possible."""
    s, record = state.fields, state.array[0]
    if s.modified == layout.NO_POOLS:
        return "no_pools", {}
    if decision == layout.COMBINE:
        if s.modified == layout.OPEN_FISH:
            return "open_fish", {}
        return _no_shells(s, combination_price(record))
    if s.modified == layout.NO_REFRESH:
        return "no_refresh", {}
    free = decision >= layout.FREE_REFRESH
    pool = decision - (layout.FREE_REFRESH if free else layout.REFRESH)
    named: dict[str, object] = {"pool": POOL_NAMES[pool]}
    if pool == layout.FISH_POOL and s.modified == layout.OPEN_FISH:
        return "open_fish", {}
    if free and s.credit > 0:
        return _stage_first(s)
    if free and s.modified == layout.SMALL_POOLS:
        return "no_free_refresh", {}
    if pool == layout.CREATURE_POOL and s.closed:
        return "closed", {}
    if not can_refresh(record, pool):
        return "bag_low", named
    return ("not_four", named) if free else _no_shells(s, refresh_price(record))

"""Shallow Sea as text: decisions here, whole positions in `positions.py`.

    refresh corals|fish|creatures   refresh corals|fish free   combine   lionfish   lionfish r
    take 3 coral|creature   tile 3 coral|creature   fish 3   fish r   draw coral|creature
    put c2 turn 1   drop b2   finish c2 N   finish c2   move b2   move coral c2   end

A slot is 1 to 5; `creature` there is the tile in the pool of the creatures, also when it is a coral that came instead.
"""

from typing import Any

from atoll.core.errors import InvalidNotation
from atoll.core.state import State
from atoll.games.shallow_sea import kernel
from atoll.games.shallow_sea.lattice import BUBBLE_NAMES, CORNERS, NEIGHBOURING, SPACE_NAMES
from atoll.games.shallow_sea.names import COLOUR_NAMES, LETTERS
from atoll.games.shallow_sea.positions import format_position as format_position
from atoll.games.shallow_sea.reading import parse_position as parse_position

POOL_NAMES = ("corals", "fish", "creatures")
_SLOTS = range(1, kernel.SLOTS + 1)
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
    *(f"put {space} turn {turn}" for space in SPACE_NAMES for turn in range(kernel.TURNS)),
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
            f"{text!r} is not a decision: write such as take 3 coral, put c2 turn 1, drop b2, finish c2 N, finish c2, "
            f"move b2, refresh fish, combine, tile 3 creature, fish 4, lionfish or end"
        )
    return decision


def refusal(state: State, decision: int) -> Refusal:
    """Return why a decision is not legal here: the key of a text and its values."""
    s = state.fields
    if s.stage == kernel.MOVING and not kernel.BUBBLE <= decision < kernel.FINISH:
        return "drop_first", {"bubble": BUBBLE_NAMES[s.lifted]}
    if s.stage == kernel.MOVING_CORAL and not kernel.PLACE <= decision < kernel.BUBBLE:
        return "lay_first", {"space": SPACE_NAMES[s.lifted]}
    if s.stage == kernel.START_CHOOSING:
        return "start_choose", {}
    if s.stage == kernel.START_PLACING and not kernel.PLACE <= decision < kernel.BUBBLE:
        return "start_place", {}
    if decision == kernel.END:
        return _no_end(state)
    if decision >= kernel.MOVE:
        return _no_move(state, decision)
    if decision >= kernel.FINISH:
        return _no_finish(state, decision)
    if decision >= kernel.PLACE:
        return _no_place(state, decision)
    return _no_choice(state, decision)


def _stage_first(s: Any) -> Refusal:
    """Return what must be done before anything else."""
    if s.credit > 0:
        return "spend_first", {"credit": s.credit}
    return {
        kernel.COMBINING_TILE: "tile_first", kernel.COMBINING_FISH: "fish_first", kernel.CHOOSING: "choose_first",
    }.get(s.stage, "place_first"), {}  # fmt: skip


def _no_end(state: State) -> Refusal:
    s = state.fields
    if s.stage != kernel.FINISHING or s.credit > 0:
        return _stage_first(s)
    tables, record = state.edition.tables[0], state.array[0]
    ready = kernel.ready_corals(tables, record, s.actor) | kernel.ready_creatures(tables, record, s.actor)
    return "tiles_ready", {"spaces": [name for space, name in enumerate(SPACE_NAMES) if ready >> space & 1]}


def _no_shells(s: Any, price: int) -> Refusal:
    if s.credit > price:
        return "spend_first", {"credit": s.credit}
    return "no_shells", {"price": price, "shells": s.shells[s.actor] + s.credit}


def _no_move(state: State, decision: int) -> Refusal:
    s = state.fields
    if s.stage in (kernel.COMBINING_TILE, kernel.COMBINING_FISH):
        return _stage_first(s)
    if decision >= kernel.MOVE_CORAL:
        space = decision - kernel.MOVE_CORAL
        if s.modified != kernel.MOVING_CORALS:
            return "no_coral_moves", {}
        if not (s.filled[s.actor] & ~s.done[s.actor] & ~s.creature_spaces[s.actor]) >> space & 1:
            return "no_coral", {"space": SPACE_NAMES[space]}
    else:
        bubble = decision - kernel.MOVE
        if s.modified == kernel.MOVING_CORALS:
            return "no_fish_moves", {}
        if not any(fish >> bubble & 1 for fish in s.loose[s.actor]):
            return "no_fish_there", {"bubble": BUBBLE_NAMES[bubble]}
        if not s.own_bubbles[s.actor] & ~sum(s.loose[s.actor]):
            return "no_free_bubble", {}
    return _no_shells(s, kernel.move_price(state.array[0]))


def _no_finish(state: State, decision: int) -> Refusal:
    s = state.fields
    if s.stage != kernel.FINISHING or s.credit > 0:
        return _stage_first(s)
    open_spaces = s.filled[s.actor] & ~s.done[s.actor]
    tables, record = state.edition.tables[0], state.array[0]
    if decision >= kernel.CREATURE_FINISH:
        space = decision - kernel.CREATURE_FINISH
        named: dict[str, object] = {"space": SPACE_NAMES[space]}
        if not open_spaces & s.creature_spaces[s.actor] & 1 << space:
            return "no_creature", named
        tile = state.edition.items[s.board[s.actor][space] + 1]
        return ("too_close" if kernel.met(tables, record, s.actor, space) == tile.need else "creature_not_ready"), named
    space, corner = divmod(decision - kernel.FINISH, kernel.CORNERS)
    named = {"space": SPACE_NAMES[space], "corner": tuple(CORNERS)[corner]}
    if not open_spaces & ~s.creature_spaces[s.actor] & 1 << space:
        return "no_coral", named
    asked = state.edition.items[s.board[s.actor][space] + 1].asks[(corner - s.turned[s.actor][space]) % kernel.TURNS]
    return ("no_fish_asked" if asked == kernel.NONE else "coral_not_ready"), named


def _no_place(state: State, decision: int) -> Refusal:
    s = state.fields
    if s.credit > 0 or s.stage in (kernel.CHOOSING, kernel.COMBINING_TILE, kernel.COMBINING_FISH):
        return _stage_first(s)
    if decision >= kernel.BUBBLE:
        bubble = decision - kernel.BUBBLE
        if s.stage != kernel.MOVING and s.fish == kernel.NONE:
            return "no_fish_to_place", {}
        taken = any(fish >> bubble & 1 for fish in s.loose[s.actor])
        return ("bubble_taken" if taken else "not_your_bubble"), {"bubble": BUBBLE_NAMES[bubble]}
    space = (decision - kernel.PLACE) // kernel.TURNS
    if s.stage == kernel.MOVING_CORAL:
        return "coral_not_there", {}
    if s.tile == kernel.NONE:
        return "no_tile_to_place", {}
    if s.filled[s.actor] >> space & 1:
        return "space_taken", {"space": SPACE_NAMES[space]}
    near = NEIGHBOURING[space] & s.filled[s.actor]
    return ("not_near_coral" if near else "not_neighbouring"), {"space": SPACE_NAMES[space]}


def _no_choice(state: State, decision: int) -> Refusal:
    """Return why something can't be chosen: decisions before the pieces are placed."""
    s = state.fields
    if kernel.LIONFISH <= decision < kernel.TAKE:
        return _no_lionfish(s, decision)
    combining = s.stage in (kernel.COMBINING_TILE, kernel.COMBINING_FISH)
    if s.stage != kernel.CHOOSING and not combining:
        return "chosen_already", {}
    if decision < kernel.LIONFISH:
        return _stage_first(s) if combining else _no_action(state, decision)
    if s.credit > 0 or (combining and not _kind_asked(s, decision)):
        return _stage_first(s)
    if decision >= kernel.DRAW:
        if s.modified != kernel.NO_POOLS:
            return "no_draw", {}
        return "bag_empty", {"pool": POOL_NAMES[2 * (decision - kernel.DRAW)]}
    if s.modified == kernel.NO_POOLS:
        return "no_pools", {}
    if decision >= kernel.TAKE_COLOUR:
        if s.modified != kernel.OPEN_FISH:
            return "not_open", {}
        if s.stage != kernel.COMBINING_FISH:
            return "open_fish", {}
        return "no_such_fish", {"fish": COLOUR_NAMES[decision - kernel.TAKE_COLOUR]}
    if s.modified == kernel.OPEN_FISH and not kernel.TAKE_TILE <= decision < kernel.TAKE_FISH:
        return "open_fish", {}
    return _no_take(s, decision)


def _kind_asked(s: Any, decision: int) -> bool:
    """Tell whether a decision is of the kind that a free combination asks for now: a tile, or a fish."""
    if s.stage == kernel.COMBINING_TILE:
        return kernel.TAKE_TILE <= decision < kernel.TAKE_FISH
    return kernel.TAKE_FISH <= decision < kernel.DRAW


def _no_take(s: Any, decision: int) -> Refusal:
    if decision >= kernel.TAKE_FISH:
        slot, pieces = decision - kernel.TAKE_FISH, [kernel.FISH_POOL]
    else:
        slot, which = divmod((decision - kernel.TAKE) % (kernel.TAKE_TILE - kernel.TAKE), 2)
        tile_pool = kernel.CREATURE_POOL if which else kernel.CORAL_POOL
        pieces = [tile_pool, kernel.FISH_POOL] if decision < kernel.TAKE_TILE else [tile_pool]
    if s.stage == kernel.CHOOSING and decision >= kernel.TAKE_TILE and s.modified != kernel.OPEN_FISH:
        return "combine_first", {}
    if any(s.pool[pool][slot] < 0 for pool in pieces):
        return "nothing_there", {"slot": slot + 1}
    return "no_place_for_corals", {}


def _no_lionfish(s: Any, decision: int) -> Refusal:
    if s.seats > 1:
        return "solo_only", {}
    if s.stage in (kernel.COMBINING_TILE, kernel.COMBINING_FISH):
        return _stage_first(s)
    if (decision == kernel.LIONFISH) == (s.modified == kernel.OPEN_FISH):
        return ("lionfish_colour" if decision == kernel.LIONFISH else "lionfish_bag"), {}
    if s.modified == kernel.OPEN_FISH and s.fish_bag[decision - kernel.LIONFISH_COLOUR] == 0:
        return "no_such_fish", {"fish": COLOUR_NAMES[decision - kernel.LIONFISH_COLOUR]}
    return "lionfish_useless", {}


def _no_action(state: State, decision: int) -> Refusal:
    """Return why a refresh or a free combination is not possible."""
    s, record = state.fields, state.array[0]
    if s.modified == kernel.NO_POOLS:
        return "no_pools", {}
    if decision == kernel.COMBINE:
        if s.modified == kernel.OPEN_FISH:
            return "open_fish", {}
        return _no_shells(s, kernel.combination_price(record))
    if s.modified == kernel.NO_REFRESH:
        return "no_refresh", {}
    free = decision >= kernel.FREE_REFRESH
    pool = decision - (kernel.FREE_REFRESH if free else kernel.REFRESH)
    named: dict[str, object] = {"pool": POOL_NAMES[pool]}
    if pool == kernel.FISH_POOL and s.modified == kernel.OPEN_FISH:
        return "open_fish", {}
    if free and s.credit > 0:
        return _stage_first(s)
    if free and s.modified == kernel.SMALL_POOLS:
        return "no_free_refresh", {}
    if pool == kernel.CREATURE_POOL and s.closed:
        return "closed", {}
    if not kernel.can_refresh(record, pool):
        return "bag_low", named
    return ("not_four", named) if free else _no_shells(s, kernel.refresh_price(record))

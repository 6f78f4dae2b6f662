"""Decisions of Shallow Sea as plain data: what a board must light up."""

from typing import Any

from atoll.core.state import State
from atoll.games.shallow_sea import kernel
from atoll.games.shallow_sea.components import Coral
from atoll.games.shallow_sea.lattice import BUBBLE_NAMES, CORNERS, SPACE_BUBBLES, SPACE_NAMES
from atoll.games.shallow_sea.names import COLOUR_NAMES
from atoll.games.shallow_sea.notation import POOL_NAMES
from atoll.games.shallow_sea.tiles import fish_name, named, price

CHANGING = ("place_fish", "move_fish", "finish_coral", "finish_creature")


def choice(state: State, decision: int) -> dict[str, Any]:
    """Return a legal decision as data, with the tiles that a fish or a finished tile makes ready, or spoils (S25)."""
    told = described(state, decision)
    if told["kind"] not in CHANGING:
        return told
    seat = state.fields.actor
    before, after = ready_tiles(state, seat), ready_tiles(state.play(decision), seat)
    finished = {told["space"]} if "space" in told else set()
    return {
        **told,
        "ready": [space for space in after if space not in before],
        "spoils": [space for space in before if space not in after and space not in finished],
    }


def ready_tiles(state: State, seat: int) -> list[str]:
    """Return the spaces whose tiles could be finished, were it time for that."""
    t, s = state.edition.tables[0], state.array[0]
    ready = kernel.ready_corals(t, s, seat) | kernel.ready_creatures(t, s, seat)
    return [name for space, name in enumerate(SPACE_NAMES) if ready >> space & 1]


def described(state: State, decision: int) -> dict[str, Any]:
    """Return a legal decision as data: what a board must light up."""
    s = state.fields
    if decision == kernel.END:
        return {"kind": "end"}
    if decision >= kernel.MOVE_CORAL:
        space = decision - kernel.MOVE_CORAL
        return {"kind": "lift_coral", "space": SPACE_NAMES[space], "price": price(state, "move")}
    if decision >= kernel.MOVE:
        bubble = decision - kernel.MOVE
        fish = fish_name(colour_on(s, s.actor, bubble))
        return {"kind": "lift_fish", "bubble": BUBBLE_NAMES[bubble], "fish": fish, "price": price(state, "move")}
    if decision >= kernel.CREATURE_FINISH:
        space = decision - kernel.CREATURE_FINISH
        tile = state.edition.items[s.board[s.actor][space] + 1]
        return {"kind": "finish_creature", **named(tile.id - 1), "space": SPACE_NAMES[space], "points": tile.full}
    if decision >= kernel.FINISH:
        return _finish_coral(state, *divmod(decision - kernel.FINISH, kernel.CORNERS))
    if decision >= kernel.BUBBLE:
        bubble = decision - kernel.BUBBLE
        if s.stage == kernel.MOVING:
            moved = {"from": BUBBLE_NAMES[s.lifted], "to": BUBBLE_NAMES[bubble]}
            return {"kind": "move_fish", "fish": fish_name(colour_on(s, s.actor, s.lifted)), **moved}
        return {"kind": "place_fish", "fish": fish_name(s.fish), "bubble": BUBBLE_NAMES[bubble]}
    if decision >= kernel.PLACE:
        return _place_tile(state, *divmod(decision - kernel.PLACE, kernel.TURNS))
    return _chosen(state, decision)


def colour_on(s: Any, seat: int, bubble: int) -> int:
    """Return the colour of the loose fish on a bubble."""
    return next(colour for colour, bubbles in enumerate(s.loose[seat]) if bubbles >> bubble & 1)


def _finish_coral(state: State, space: int, corner: int) -> dict[str, Any]:
    s = state.fields
    tile = state.edition.items[s.board[s.actor][space] + 1]
    assert isinstance(tile, Coral)
    return {
        "kind": "finish_coral",
        **named(tile.id - 1),
        "colour": COLOUR_NAMES[tile.colour],
        "space": SPACE_NAMES[space],
        "corner": tuple(CORNERS)[corner],
        "bubble": BUBBLE_NAMES[SPACE_BUBBLES[space][corner]],
        "fish": fish_name(tile.asks[(corner - s.turned[s.actor][space]) % kernel.TURNS]),
        "points": tile.value,
    }


def _place_tile(state: State, space: int, turn: int) -> dict[str, Any]:
    s = state.fields
    if s.stage != kernel.MOVING_CORAL:
        return {"kind": "place_tile", **named(s.tile), "space": SPACE_NAMES[space], "turn": turn}
    tile = s.board[s.actor][s.lifted]
    if space == s.lifted:
        return {"kind": "turn_coral", **named(tile), "space": SPACE_NAMES[space], "turn": turn}
    moved = {"from": SPACE_NAMES[s.lifted], "to": SPACE_NAMES[space], "turn": turn}
    return {"kind": "move_coral", **named(tile), **moved}


def _chosen(state: State, decision: int) -> dict[str, Any]:
    """Return what is chosen before pieces are placed."""
    s = state.fields
    if decision >= kernel.DRAW:
        return {"kind": "draw", "pool": POOL_NAMES[2 * (decision - kernel.DRAW)]}
    if decision >= kernel.TAKE_COLOUR:
        return {"kind": "take_fish", "fish": COLOUR_NAMES[decision - kernel.TAKE_COLOUR], "slot": None}
    if decision >= kernel.TAKE_FISH:
        slot = decision - kernel.TAKE_FISH
        return {"kind": "take_fish", "fish": fish_name(s.pool[kernel.FISH_POOL][slot]), "slot": slot + 1}
    if decision >= kernel.TAKE:
        slot, which = divmod((decision - kernel.TAKE) % (kernel.TAKE_TILE - kernel.TAKE), 2)
        pool = kernel.CREATURE_POOL if which else kernel.CORAL_POOL
        tile = {**named(s.pool[pool][slot]), "pool": POOL_NAMES[pool], "slot": slot + 1}
        if decision < kernel.TAKE_TILE:
            return {"kind": "take", **tile, "fish": fish_name(s.pool[kernel.FISH_POOL][slot])}
        return {"kind": "start_tile" if s.stage == kernel.START_CHOOSING else "take_tile", **tile}
    if decision >= kernel.LIONFISH_COLOUR:
        return {"kind": "lionfish_fish", "fish": COLOUR_NAMES[decision - kernel.LIONFISH_COLOUR]}
    if decision == kernel.LIONFISH:
        return {"kind": "lionfish"}
    if decision == kernel.COMBINE:
        return {"kind": "combine", "price": price(state, "combination")}
    if decision >= kernel.FREE_REFRESH:
        return {"kind": "refresh_free", "pool": POOL_NAMES[decision - kernel.FREE_REFRESH]}
    return {"kind": "refresh", "pool": POOL_NAMES[decision - kernel.REFRESH], "price": price(state, "refresh")}

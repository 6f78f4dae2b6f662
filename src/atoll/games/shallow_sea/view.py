"""What one seat sees of Shallow Sea as plain data; every position here has been through `hide`."""

from typing import Any

import numpy as np

from atoll.core.contract import OVER, UNKNOWN
from atoll.core.state import State
from atoll.games.shallow_sea import kernel
from atoll.games.shallow_sea.achievements import broken, goals
from atoll.games.shallow_sea.advising import advise as advise
from atoll.games.shallow_sea.choosing import choice as choice
from atoll.games.shallow_sea.events import EVENTS as EVENTS
from atoll.games.shallow_sea.events import events as events
from atoll.games.shallow_sea.explaining import counting
from atoll.games.shallow_sea.explaining import explain as explain
from atoll.games.shallow_sea.lattice import BUBBLE_NAMES, SPACE_NAMES
from atoll.games.shallow_sea.names import COLOUR_NAMES, TYPE_NAMES
from atoll.games.shallow_sea.notation import POOL_NAMES
from atoll.games.shallow_sea.outcome import RANKS, rank
from atoll.games.shallow_sea.outcome import won_by as won_by
from atoll.games.shallow_sea.positions import slots_of
from atoll.games.shallow_sea.tiles import fish_name

PHASES = (
    "start", "start_place", "choose", "combine_tile", "combine_fish", "place", "finish", "move", "move_coral",
)  # fmt: skip


def view(state: State) -> dict[str, Any]:
    """Return the position as data."""
    s = state.fields
    over = s.actor == OVER
    names = BUBBLE_NAMES if s.stage == kernel.MOVING else SPACE_NAMES
    orange, blue = ([card for card in side if card != kernel.NONE] for side in s.cards)
    return {
        "phase": "over" if over else PHASES[s.stage],
        "first": s.first,
        "turn": s.turn,
        "round": _round(s),
        "rounds": kernel.ROUNDS,
        "cards": {"orange": orange, "blue": blue},
        "doubled": "orange" if s.scenario == kernel.DOUBLE_SCENARIO else None,
        "prices": {
            "refresh": int(kernel.refresh_price(state.array[0])),
            "combination": int(kernel.combination_price(state.array[0])),
            "move": int(kernel.move_price(state.array[0])),
        },
        "types": [name for kind, name in enumerate(TYPE_NAMES) if s.types >> kind & 1],
        "pools": {
            name: [
                (fish_name if pool == kernel.FISH_POOL else _tile_id)(piece)
                for piece in s.pool[pool][: slots_of(s.modified, pool)]
            ]
            for pool, name in enumerate(POOL_NAMES)
        },
        "bags": {
            "fish": dict(zip(COLOUR_NAMES, s.fish_bag, strict=True)),
            "corals": sum(bag.bit_count() for bag in s.coral_bag),
            "creatures": {name: s.creature_bag[kind] for kind, name in enumerate(TYPE_NAMES) if s.types >> kind & 1},
        },
        "tile": _tile_id(s.tile),
        "fish": fish_name(s.fish),
        "lifted": None if s.lifted == kernel.NONE else names[s.lifted],
        "credit": s.credit,
        "closed": s.closed == 1,
        "lionfish": dict(zip(COLOUR_NAMES, s.lionfish, strict=True)) if s.seats == 1 else None,
        "players": [_player(state, seat) for seat in range(s.seats)],
        "won_by": won_by(state) if over and s.seats > 1 else None,
        "rank": _rank(state),
        "ranks": [{"rank": name, "points": least} for least, name in reversed(RANKS)] if _ranked(s) and over else None,
    }


def progress(state: State) -> dict[str, Any]:
    """Return how far a game is, and the rank it ended with, for lists of games."""
    return {"round": _round(state.fields), "rounds": kernel.ROUNDS, "rank": _rank(state)}


def _round(s: Any) -> int:
    number: int = min(kernel.ROUNDS, max(0, s.turn) // s.seats + 1)
    return number


def _rank(state: State) -> str | None:
    return rank(state) if state.over and state.seats == 1 else None


def _ranked(s: Any) -> bool:
    """Tell whether a game gives a rank: one alone, not with the family (S49)."""
    return bool(s.seats == 1 and s.mode != kernel.FAMILY)


def _tile_id(tile: int) -> int | None:
    return None if tile < 0 else tile + 1


def _player(state: State, seat: int) -> dict[str, Any]:
    s = state.fields
    sheet = np.empty(kernel.SHEET, np.int64)
    kernel.sheet(state.edition.tables, state.array, seat, sheet)
    told = sheet.tolist()
    return {
        "board": [_lying(state, seat, space, told) for space, tile in enumerate(s.board[seat]) if tile != kernel.NONE],
        "loose": [
            {"bubble": name, "fish": COLOUR_NAMES[colour], "points": told[kernel.BUBBLE_POINTS + bubble]}
            for bubble, name in enumerate(BUBBLE_NAMES)
            for colour, bubbles in enumerate(s.loose[seat])
            if bubbles >> bubble & 1
        ],
        "shells": s.shells[seat],
        "broken": broken(state, seat),
        "goals": goals(state, seat),
        "cards": _cards(state, seat),
        "sheet": {
            "orange": told[kernel.ORANGE],
            "blue": told[kernel.BLUE],
            "rows": told[kernel.ROW_POINTS : kernel.ROW_POINTS + kernel.ROWS],
            "diversity": told[kernel.DIVERSITY],
            "fish": told[kernel.FISH],
            "lionfish": told[kernel.LIONFISH_COST],
            "scenario": told[kernel.SCENARIO],
            "total": told[kernel.TOTAL],
        },
    }


def _cards(state: State, seat: int) -> dict[str, list[int]]:
    """Return what each card of the table brings a seat, in the order of the view's cards; of two the better counts."""
    t, s = state.edition.tables[0], state.array[0]
    count = {"orange": kernel.orange_points, "blue": kernel.blue_points}
    return {
        side: [count[side](t, s, seat, card) for card in cards if card != kernel.NONE]
        for side, cards in zip(count, state.fields.cards, strict=True)
    }


def _lying(state: State, seat: int, space: int, told: list[int]) -> dict[str, Any]:
    s = state.fields
    tile = s.board[seat][space]
    fish = [COLOUR_NAMES[colour] for colour, spaces in enumerate(s.finned[seat]) if spaces >> space & 1]
    done = s.done[seat] >> space & 1 == 1
    return {
        "space": SPACE_NAMES[space],
        "tile": tile + 1,
        "turn": s.turned[seat][space],
        "done": done,
        "fish": fish[0] if fish else None,
        "points": told[kernel.SPACE_POINTS + space],
        "met": told[kernel.MET + space] if tile >= kernel.CREATURE else None,
        "counting": counting(state, seat, space) if tile >= kernel.CREATURE and not done else [],
    }


def census(state: State) -> dict[str, int]:
    """Count every component wherever it lies; no decision ever changes the numbers (S5, S8, S9)."""
    s = state.fields
    lying = [tile for board in s.board for tile in board]
    tiles = [tile for tile in (*lying, *s.pool[kernel.CORAL_POOL], *s.pool[kernel.CREATURE_POOL], s.tile) if tile >= 0]
    corals = [tile for tile in tiles if tile < kernel.CREATURE]
    bagged = [place + half * kernel.HALF for half in range(2) for place in _bits(s.coral_bag[half])]
    counts = {"corals": len(corals) + len(bagged), "different corals": len({*corals, *bagged})}
    for kind, name in enumerate(TYPE_NAMES):
        counts[name] = tiles.count(kernel.CREATURE + kind) + s.creature_bag[kind]
    for colour, name in enumerate(COLOUR_NAMES):
        places = [fish[colour] for rows in (s.loose, s.finned) for fish in rows]
        held = s.pool[kernel.FISH_POOL].count(colour) + (s.fish == colour)
        counts[name] = sum(place.bit_count() for place in places) + held + s.fish_bag[colour] + s.lionfish[colour]
    unknown = [*s.pool[0], *s.pool[1], *s.pool[2], s.tile, s.fish]
    counts["unknown"] = unknown.count(UNKNOWN) + unknown.count(kernel.UNKNOWN_CORAL)
    return counts


def _bits(number: int) -> list[int]:
    return [place for place in range(number.bit_length()) if number >> place & 1]

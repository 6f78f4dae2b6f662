"""How tiles, fish and prices are named in what people and clients are told."""

from typing import Any

from atoll.core.state import State
from atoll.games.shallow_sea import kernel
from atoll.games.shallow_sea.names import COLOUR_NAMES
from atoll.games.shallow_sea.positions import tile_text


def fish_name(colour: int) -> str | None:
    """Return the colour of a fish, None where there is none or it is unknown."""
    return None if colour < 0 else COLOUR_NAMES[colour]


def named(tile: int) -> dict[str, Any]:
    """Return what a tile is called: its id, whether it is a coral or a creature, and its number or type."""
    what = "creature" if tile >= kernel.CREATURE else "coral"
    return {"tile": tile + 1, "what": what, "label": tile_text(tile)}


def price(state: State, what: str) -> int:
    """Return the shells that a refresh, a free combination or a move takes, beside what the lionfish paid (S47)."""
    prices = {
        "refresh": kernel.refresh_price,
        "combination": kernel.combination_price,
        "move": kernel.move_price,
    }
    return prices[what](state.array[0]) - int(state.fields.credit)

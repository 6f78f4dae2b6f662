"""Atoll: Reef, Chain Reaction and Shallow Sea as fast, correct rules with a table around them.

>>> import atoll
>>> reef = atoll.game("reef")
>>> state = reef.deal(seats=2, seed=7)
>>> state.actor, len(state.legal())
(1, 16)
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from atoll.core.components import Edition
    from atoll.core.errors import (
        AtollError,
        IllegalDecision,
        InvalidComponents,
        InvalidNotation,
        InvalidOption,
        InvalidRecord,
        StaleDecision,
        UnknownGame,
    )
    from atoll.core.game import Game, game, games
    from atoll.core.record import Record
    from atoll.core.state import State

_HOMES = {
    "Edition": "components",
    "Game": "game",
    "Record": "record",
    "State": "state",
    "game": "game",
    "AtollError": "errors",
    "IllegalDecision": "errors",
    "InvalidComponents": "errors",
    "InvalidNotation": "errors",
    "InvalidOption": "errors",
    "InvalidRecord": "errors",
    "StaleDecision": "errors",
    "UnknownGame": "errors",
}

__all__ = [
    "AtollError",
    "Edition",
    "Game",
    "IllegalDecision",
    "InvalidComponents",
    "InvalidNotation",
    "InvalidOption",
    "InvalidRecord",
    "Record",
    "StaleDecision",
    "State",
    "UnknownGame",
    "game",
    "games",
]


def __getattr__(name: str) -> Any:
    # Loaded when first asked for: NumPy and Numba take longer to import than everything else together.
    from importlib import import_module

    if name == "games":
        return import_module("atoll.games")
    if name not in _HOMES:
        raise AttributeError(f"module 'atoll' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"atoll.core.{_HOMES[name]}"), name)
    return value

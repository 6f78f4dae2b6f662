"""Atoll: compiled rules of Reef, Chain Reaction and Shallow Sea, and everything needed to play them.

>>> import atoll
>>> reef = atoll.find_game("reef")
>>> state = reef.deal(seats=2, seed=7)
>>> state.actor, len(state.legal())
(1, 16)
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from atoll.core.game import Game, find_game, find_games
    from atoll.core.record import Record
    from atoll.core.state import State
    from atoll.kit.components import Edition
    from atoll.kit.errors import (
        AtollError,
        IllegalDecision,
        InvalidComponents,
        InvalidNotation,
        InvalidOption,
        InvalidRecord,
        StaleDecision,
        UnknownGame,
    )

_HOMES = {
    "AtollError": "atoll.kit.errors",
    "Edition": "atoll.kit.components",
    "Game": "atoll.core.game",
    "IllegalDecision": "atoll.kit.errors",
    "InvalidComponents": "atoll.kit.errors",
    "InvalidNotation": "atoll.kit.errors",
    "InvalidOption": "atoll.kit.errors",
    "InvalidRecord": "atoll.kit.errors",
    "Record": "atoll.core.record",
    "StaleDecision": "atoll.kit.errors",
    "State": "atoll.core.state",
    "UnknownGame": "atoll.kit.errors",
    "find_game": "atoll.core.game",
    "find_games": "atoll.core.game",
}
_RENAMED = {"game": "find_game", "games": "find_games"}

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
    "find_game",
    "find_games",
]


def __getattr__(name: str) -> Any:
    # Loaded on first use: NumPy and Numba take longer to import than everything else together.
    from importlib import import_module

    if name in _RENAMED:
        raise AttributeError(f"atoll.{name} is now atoll.{_RENAMED[name]}")
    if name not in _HOMES:
        raise AttributeError(f"module 'atoll' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value

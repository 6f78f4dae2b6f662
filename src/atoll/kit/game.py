"""The engine's types for authors of games; a game imports nothing else of `atoll.core`."""

from atoll.core.game import Game
from atoll.core.state import State

__all__ = ["Game", "State"]

"""Bots: programs that decide for a seat and are given only what the seat knows, `state.hide(seat)`."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from atoll.bots.budget import Budget as Budget
from atoll.bots.level import LevelBot
from atoll.bots.mcts import Mcts
from atoll.bots.planner import TIE_BREAK_FORESIGHT, Planner
from atoll.bots.uniform import Random
from atoll.core.state import State
from atoll.kit.errors import InvalidOption
from atoll.kit.heuristic import LEVEL_NAMES


class Bot(Protocol):
    """What decides for one seat of one game, whichever game it is."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """Return a legal decision; `state` has been through `hide` for the seat."""
        ...


BOTS: dict[str, Callable[[int], Bot]] = {
    "random": Random,
    "greedy": partial(Planner, foresight=TIE_BREAK_FORESIGHT),
    "planner": Planner,
    "uct": partial(Mcts, guided=False),
    "mcts": Mcts,
    **{name: partial(LevelBot, name) for name in LEVEL_NAMES},
}


def bot(name: str, seed: int) -> Bot:
    """Return a bot by name; the seed decides its random numbers."""
    if name not in BOTS:
        raise InvalidOption(f"there is no bot {name!r}; the bots are {', '.join(BOTS)}")
    return BOTS[name](seed)

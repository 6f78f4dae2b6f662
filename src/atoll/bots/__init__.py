"""Players made of code. A bot only ever holds what its seat knows: `state.hide(seat)`."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from atoll.bots.budget import Budget as Budget
from atoll.bots.level import Levelled
from atoll.bots.mcts import Mcts
from atoll.bots.planner import GLANCE, Planner
from atoll.bots.uniform import Random
from atoll.core.errors import InvalidOption
from atoll.core.levels import LEVELS
from atoll.core.state import State


class Bot(Protocol):
    """Somebody who can decide for a seat of any game; one for each seat of each game."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """Return a legal decision; `state` has been through `hide` for the seat."""
        ...


BOTS: dict[str, Callable[[int], Bot]] = {
    "random": Random,
    "greedy": partial(Planner, foresight=GLANCE),
    "planner": Planner,
    "uct": partial(Mcts, guided=False),
    "mcts": Mcts,
    **{name: partial(Levelled, name) for name in LEVELS},
}


def bot(name: str, seed: int) -> Bot:
    """Return a bot by name, with its own stream of random numbers."""
    if name not in BOTS:
        raise InvalidOption(f"there is no bot {name!r}; the bots are {', '.join(BOTS)}")
    return BOTS[name](seed)

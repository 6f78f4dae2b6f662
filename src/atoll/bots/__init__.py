"""Players made of code. A bot only ever holds what its seat knows: `state.hide(seat)`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from atoll.bots.greedy import Greedy
from atoll.bots.uniform import Random
from atoll.core.errors import InvalidOption
from atoll.core.state import State


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one decision: simulations (reproducible) or milliseconds."""

    simulations: int | None = None
    milliseconds: int | None = None


class Bot(Protocol):
    """Somebody who can decide for a seat of any game."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """Return a legal decision; `state` has been through `hide` for the seat."""
        ...


BOTS: dict[str, Callable[[int], Bot]] = {"random": Random, "greedy": Greedy}


def bot(name: str, seed: int) -> Bot:
    """Return a bot by name, with its own stream of random numbers."""
    if name not in BOTS:
        raise InvalidOption(f"there is no bot {name!r}; the bots are {', '.join(BOTS)}")
    return BOTS[name](seed)

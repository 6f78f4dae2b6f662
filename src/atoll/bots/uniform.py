"""A bot that chooses uniformly among the legal decisions."""

from typing import TYPE_CHECKING

from atoll.kit.rng import below

if TYPE_CHECKING:
    from atoll.bots import Budget
    from atoll.core.state import State


class Random:
    """Chooses uniformly among the legal decisions."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.choices = 0

    def choose(self, state: "State", seat: int, budget: "Budget") -> int:  # noqa: ARG002 - the signature of Bot.choose
        """Return a random legal decision."""
        legal = state.legal()
        self.choices += 1
        return legal[below(self.seed, self.choices, len(legal))]

"""A bot that picks any legal decision, each equally likely."""

from typing import TYPE_CHECKING

from atoll.core.rng import below

if TYPE_CHECKING:
    from atoll.bots import Budget
    from atoll.core.state import State


class Random:
    """Chooses uniformly among the legal decisions."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.choices = 0

    def choose(self, state: "State", seat: int, budget: "Budget") -> int:  # noqa: ARG002 - the protocol's signature
        """Return any legal decision."""
        legal = state.legal()
        self.choices += 1
        return legal[below(self.seed, self.choices, len(legal))]

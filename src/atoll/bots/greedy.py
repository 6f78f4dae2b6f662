"""A bot that plays the turn with the most points, found by an exact search over the turn's decisions."""

from typing import TYPE_CHECKING

from atoll.core.rng import below

if TYPE_CHECKING:
    from atoll.bots import Budget
    from atoll.core.state import State


class Greedy:
    """Thinks to the end of its own turn and no further; among equally good decisions it takes any."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.choices = 0

    def choose(self, state: "State", seat: int, budget: "Budget") -> int:  # noqa: ARG002 - the protocol's signature
        """Return a decision that begins, or goes on with, a turn of the most points."""
        previews = state.game.kernel.previews(state.edition.tables, state.array)
        most = max(best for _, _, best, _ in previews)
        good = [decision for decision, _, best, _ in previews if best == most]
        self.choices += 1
        return good[below(self.seed, self.choices, len(good))]

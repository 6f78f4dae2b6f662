"""A bot that plays the way through its turn which leaves it best off, by its game's own judgement."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from atoll.bots.heuristic import heuristic
from atoll.core.rng import below

if TYPE_CHECKING:
    from atoll.bots import Budget
    from atoll.core.state import State

WIDTH = 64
PERCENT = 100
GLANCE = 0.01
"""The foresight of who takes the most points, and of equal turns the one that promises more."""


class Plan:
    """What a player means to do in the rest of a turn, as long as everything comes as expected."""

    def __init__(self) -> None:
        self.left: list[int] = []
        self.expected: State | None = None

    def decide(self, state: "State", think: Callable[[], list[int]]) -> int:
        """Return the next decision; `think` makes a new plan where there is none, or something else has happened."""
        if not self.left or state != self.expected:
            self.left = think()
        decision = self.left.pop(0)
        self.expected = state.play(decision) if self.left else None
        return decision


class Planner:
    """Plans whole turns.

    With less foresight it goes for points now. It may overlook some of what it could do, and it may slip: do what it
    means to do, but with another piece or in another place.
    """

    def __init__(self, seed: int, foresight: float = 1.0, overlooks: int = 0, slips: int = 0) -> None:
        self.seed, self.foresight, self.overlooks, self.slips = seed, foresight, overlooks, slips
        self.plan = Plan()
        self.draws = 0

    def choose(self, state: "State", seat: int, budget: "Budget") -> int:  # noqa: ARG002 - the protocol's signature
        """Return the next decision of the plan, or make a new one."""
        decision = self.plan.decide(state, lambda: self._think(state))
        if not self._happens(self.slips):
            return decision
        verb = _verb(state, decision)
        alike = [other for other in state.legal() if _verb(state, other) == verb]
        return alike[self._below(len(alike))]

    def _think(self, state: "State") -> list[int]:
        """Return the best way that is not overlooked."""
        ways = heuristic(state.game.id).plan(state, WIDTH, self.foresight)
        index = 0
        while index + 1 < len(ways) and self._happens(self.overlooks):
            index += 1
        return ways.way(index)

    def _happens(self, percent: int) -> bool:
        """Tell whether something happens that does so `percent` times in a hundred."""
        return percent > 0 and self._below(PERCENT) < percent

    def _below(self, number: int) -> int:
        self.draws += 1
        return below(self.seed, self.draws, number)


def _verb(state: "State", decision: int) -> str:
    """Return what a decision does, without what it does it to: its first word as it is written."""
    return state.game.format(state, decision).split()[0]

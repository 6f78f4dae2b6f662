"""A bot that plays the way through its turn which leaves it best off, by its game's own judgement."""

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

    def next(self, state: "State") -> int | None:
        """Return the next decision of the plan, or None if there is none, or something else has happened."""
        if not self.left or state != self.expected:
            return None
        return self._go_on(state)

    def begin(self, state: "State", decisions: list[int]) -> int:
        """Make a plan, and return its first decision."""
        self.left = decisions
        return self._go_on(state)

    def _go_on(self, state: "State") -> int:
        decision = self.left.pop(0)
        self.expected = state.play(decision) if self.left else None
        return decision


class Planner:
    """Plans whole turns; with less foresight it goes for points now, and it may overlook some of what it could do."""

    def __init__(self, seed: int, foresight: float = 1.0, overlooks: int = 0) -> None:
        self.seed, self.foresight, self.overlooks = seed, foresight, overlooks
        self.plan = Plan()
        self.looks = 0

    def choose(self, state: "State", seat: int, budget: "Budget") -> int:  # noqa: ARG002 - the protocol's signature
        """Return the next decision of the plan, or make a new one."""
        decision = self.plan.next(state)
        if decision is not None:
            return decision
        ways = heuristic(state.game.id).plan(state, WIDTH, self.foresight)
        index = 0
        while index + 1 < len(ways) and self._overlooked():
            index += 1
        return self.plan.begin(state, ways.way(index))

    def _overlooked(self) -> bool:
        """Tell whether the next best way escapes the player, `overlooks` times in a hundred."""
        self.looks += 1
        return below(self.seed, self.looks, PERCENT) < self.overlooks

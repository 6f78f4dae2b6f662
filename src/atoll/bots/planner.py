"""A bot that plans whole turns by its game's heuristic and plays the best plan that it does not overlook."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from atoll.bots.heuristic import heuristic
from atoll.kit.rng import below

if TYPE_CHECKING:
    from atoll.bots import Budget
    from atoll.core.state import State

WIDTH = 64
PERCENT = 100
TIE_BREAK_FORESIGHT = 0.01
"""Foresight so small that points now decide, and prospects only between turns with equal points."""


class ChosenPlan:
    """The rest of the plan that a bot is carrying out, as long as the position is the expected one."""

    def __init__(self) -> None:
        self.decisions: list[int] = []
        self.expected: State | None = None

    def next_decision(self, state: "State", think: Callable[[], list[int]]) -> int:
        """Return the next decision; `think` makes a new plan if this one is finished or the position is another."""
        if not self.decisions or state != self.expected:
            self.decisions = think()
        decision = self.decisions.pop(0)
        self.expected = state.play(decision) if self.decisions else None
        return decision


class Planner:
    """Plans whole turns.

    With less foresight it prefers points now. `overlooks` is the percentage of plans that it misses, `slips` that of
    decisions that it carries out with another piece or in another place than planned.
    """

    def __init__(self, seed: int, foresight: float = 1.0, overlooks: int = 0, slips: int = 0) -> None:
        self.seed, self.foresight, self.overlooks, self.slips = seed, foresight, overlooks, slips
        self.chosen = ChosenPlan()
        self.draws = 0

    def choose(self, state: "State", seat: int, budget: "Budget") -> int:  # noqa: ARG002 - the signature of Bot.choose
        """Return the next decision of the current plan, after making a new plan if needed.

        When it slips, return a random legal decision with the same verb.
        """
        decision = self.chosen.next_decision(state, lambda: self._think(state))
        if not self._happens(self.slips):
            return decision
        verb = _verb(state, decision)
        alike = [other for other in state.legal() if _verb(state, other) == verb]
        return alike[self._below(len(alike))]

    def _think(self, state: "State") -> list[int]:
        """Return the best plan that is not overlooked."""
        plans = heuristic(state.game.id).plan(state, WIDTH, self.foresight)
        index = 0
        while index + 1 < len(plans) and self._happens(self.overlooks):
            index += 1
        return plans.decisions(index)

    def _happens(self, percent: int) -> bool:
        """Return True with a probability of `percent`."""
        return percent > 0 and self._below(PERCENT) < percent

    def _below(self, number: int) -> int:
        self.draws += 1
        return below(self.seed, self.draws, number)


def _verb(state: "State", decision: int) -> str:
    """Return what a decision does without its object: the first word of its text."""
    return state.game.format(state, decision).split()[0]

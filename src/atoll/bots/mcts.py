"""A bot that tries the best plans of its turn on many guesses of what is hidden."""

import math
import time
from typing import TYPE_CHECKING

from atoll.bots.heuristic import heuristic
from atoll.bots.planner import ChosenPlan
from atoll.bots.race import Race

if TYPE_CHECKING:
    from atoll.bots import Budget
    from atoll.core.state import State

WIDTH = 24
"""How many plans take part in the race."""
DEFAULT_SIMULATIONS = 2_000
MAX_SIMULATIONS = 1_000_000
MAX_AT_ONCE = 256
KNOWLEDGE_FREE = -1


class Mcts:
    """Searches on guesses of what is hidden, never on the hidden information itself."""

    def __init__(self, seed: int, *, guided: bool = True, threads: int = 1) -> None:
        self.seed, self.guided, self.threads = seed, guided, threads
        self.chosen = ChosenPlan()
        self.searches = 0

    def choose(self, state: "State", seat: int, budget: "Budget") -> int:  # noqa: ARG002 - the signature of Bot.choose
        """Return the next decision of the plan, or search for a new one."""
        return self.chosen.next_decision(state, lambda: self._search(state, budget))

    def _search(self, state: "State", budget: "Budget") -> list[int]:
        """Return the plan that wins the race."""
        knowledge = heuristic(state.game.id)
        plans = knowledge.plan(state, WIDTH) if self.guided else knowledge.single_decisions(state)
        if len(plans) == 1:
            return plans.decisions(0)
        self.searches += 1
        horizon = knowledge.horizon if self.guided else KNOWLEDGE_FREE
        with Race(state, plans, self.seed + self.searches, horizon, self.threads) as race:
            run(race, budget)
        return plans.decisions(race.best)


def run(race: Race, budget: "Budget") -> None:
    """Play rounds until one plan is left or the budget is used up."""
    limit = budget.simulations or (MAX_SIMULATIONS if budget.milliseconds else DEFAULT_SIMULATIONS)
    seconds = budget.milliseconds / 1000 if budget.milliseconds else math.inf
    began = before = time.perf_counter()
    rounds = 1
    while len(race.alive) > 1 and race.simulations + len(race.alive) <= limit:
        race.play(min(rounds, (limit - race.simulations) // len(race.alive)))
        now = time.perf_counter()
        # Twice as many rounds next time if they will end in time, by the pace of the last ones.
        took, before = now - before, now
        left = seconds - (now - began)
        if left < took / rounds:
            return
        rounds = int(max(1, min(2 * rounds, MAX_AT_ONCE, rounds * left / took / 2)))

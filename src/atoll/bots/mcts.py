"""A bot that tries the best ways through its turn on many guesses of what is hidden, and looks where they lead."""

import math
import time
from typing import TYPE_CHECKING

from atoll.bots.heuristic import heuristic
from atoll.bots.planner import Plan
from atoll.bots.race import Race

if TYPE_CHECKING:
    from atoll.bots import Budget
    from atoll.core.state import State

WIDTH = 24
"""How many ways take part in the race."""
DEFAULT_SIMULATIONS = 2_000
MOST_SIMULATIONS = 1_000_000
MOST_AT_ONCE = 256
KNOWLEDGE_FREE = -1


class Mcts:
    """Searches on guesses of what is hidden, never on what is."""

    def __init__(self, seed: int, *, guided: bool = True, threads: int = 1) -> None:
        self.seed, self.guided, self.threads = seed, guided, threads
        self.plan = Plan()
        self.searches = 0

    def choose(self, state: "State", seat: int, budget: "Budget") -> int:  # noqa: ARG002 - the protocol's signature
        """Return the next decision of the plan, or search for a new one."""
        return self.plan.decide(state, lambda: self._think(state, budget))

    def _think(self, state: "State", budget: "Budget") -> list[int]:
        """Return the way that wins the race."""
        kind = heuristic(state.game.id)
        ways = kind.plan(state, WIDTH) if self.guided else kind.singles(state)
        if len(ways) == 1:
            return ways.way(0)
        self.searches += 1
        horizon = kind.horizon if self.guided else KNOWLEDGE_FREE
        race = Race(state, ways, self.seed + self.searches, horizon, self.threads)
        run(race, budget)
        return ways.way(race.best)


def run(race: Race, budget: "Budget") -> None:
    """Let a race go on until one way is left, or the budget is used up."""
    most = budget.simulations or (MOST_SIMULATIONS if budget.milliseconds else DEFAULT_SIMULATIONS)
    seconds = budget.milliseconds / 1000 if budget.milliseconds else math.inf
    began = before = time.perf_counter()
    rounds = 1
    while len(race.alive) > 1 and race.simulations + len(race.alive) <= most:
        race.play(min(rounds, (most - race.simulations) // len(race.alive)))
        now = time.perf_counter()
        # Twice as many next time, as long as they end in time; what was just played tells how long they take.
        took, before = now - before, now
        left = seconds - (now - began)
        if left < took / rounds:
            return
        rounds = int(max(1, min(2 * rounds, MOST_AT_ONCE, rounds * left / took / 2)))

"""A bot for people: one of the named levels, which mean in each game what its arena measured."""

from typing import TYPE_CHECKING

from atoll.bots.budget import Budget
from atoll.bots.mcts import Mcts
from atoll.bots.planner import Planner
from atoll.core.levels import LEVELS, Level

if TYPE_CHECKING:
    from atoll.core.state import State


class Levelled:
    """Plays a level; how long it thinks is part of the level, and a budget can only shorten it."""

    def __init__(self, name: str, seed: int) -> None:
        self.index, self.seed = LEVELS.index(name), seed
        self.player: Mcts | Planner | None = None
        self.budget = Budget()

    def choose(self, state: "State", seat: int, budget: Budget) -> int:
        """Return a decision as good as the level allows."""
        if self.player is None:
            level: Level = state.game.part("heuristic").LEVELS[self.index]
            if level.simulations:
                self.player = Mcts(self.seed)
                self.budget = Budget(level.simulations, level.milliseconds)
            else:
                self.player = Planner(self.seed, level.foresight, level.overlooks, level.slips)
        return self.player.choose(state, seat, self.budget.within(budget))

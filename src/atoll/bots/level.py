"""The levels as bots: people choose one by name, and the game's heuristic defines how it plays."""

from typing import TYPE_CHECKING

from atoll.bots.budget import Budget
from atoll.bots.mcts import Mcts
from atoll.bots.planner import Planner
from atoll.kit.heuristic import LEVEL_NAMES, Level

if TYPE_CHECKING:
    from atoll.core.state import State


class LevelBot:
    """Plays a level; its thinking time is part of the level, and a budget can only shorten it."""

    def __init__(self, name: str, seed: int) -> None:
        self.index, self.seed = LEVEL_NAMES.index(name), seed
        self.player: Mcts | Planner | None = None
        self.budget = Budget()

    def choose(self, state: "State", seat: int, budget: Budget) -> int:
        """Return the decision of the bot that the level stands for."""
        if self.player is None:
            level: Level = state.game.part("heuristic").LEVELS[self.index]
            if level.simulations:
                self.player = Mcts(self.seed)
                self.budget = Budget(level.simulations, level.milliseconds)
            else:
                self.player = Planner(self.seed, level.foresight, level.overlooks, level.slips)
        return self.player.choose(state, seat, self.budget.within(budget))

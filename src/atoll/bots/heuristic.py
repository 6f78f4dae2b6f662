"""A game's heuristic, bound to the search and ready to be called from Python."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from atoll.bots.search import SEARCH, scratch_dtype
from atoll.core.defaults import HEURISTIC
from atoll.core.game import Game, find_game
from atoll.core.state import State
from atoll.kit.compiled import Stamp, bind, bound_files


class Plans:
    """Plans of a turn, the best first: their decisions and values."""

    def __init__(self, plans: np.ndarray, lengths: np.ndarray, values: np.ndarray) -> None:
        self.array, self.lengths, self.values = plans, lengths, values

    def __len__(self) -> int:
        return len(self.lengths)

    def decisions(self, index: int) -> list[int]:
        """Return the decisions of one plan."""
        decisions: list[int] = self.array[index, : self.lengths[index]].tolist()
        return decisions


class Heuristic:
    """A game's heuristic, compiled together with the search (`search.py`).

    Plans, worth, rollouts and the race, callable with states.
    """

    def __init__(self, game: Game) -> None:
        module = game.part("heuristic")
        self.game = game
        self.longest_plan: int = module.LONGEST_PLAN
        self.rows: int = module.ROWS
        self.horizon: int = module.HORIZON
        self.tree: bool = module.TREE
        self.scratch_dtype: np.dtype[Any] = scratch_dtype(game.max_players, self.longest_plan, game.kernel.decisions)
        own = game.kernel.functions | {name: getattr(module, name) for name in HEURISTIC if hasattr(module, name)}
        loops = bind(HEURISTIC | SEARCH, own, game.id, {"DECISIONS": game.kernel.decisions})
        self._plan: Callable[..., int] = loops["plan_one"]
        self._single_decisions: Callable[..., int] = loops["single_decisions"]
        self._worth: Callable[..., float] = loops["worth_of"]
        self._rollout_turn: Callable[..., None] = loops["rollout_turn_one"]
        self.race: Callable[..., None] = loops["race"]
        self.stamp = Stamp(bound_files(HEURISTIC | SEARCH, own), f"{game.id}-bots.warm")

    def plan(self, state: State, width: int, foresight: float = 1.0) -> Plans:
        """Return up to `width` plans for the rest of the turn."""
        plans, lengths, values = self._plan_arrays(width)
        number = self._plan(state.edition.tables, self.states(state), plans, lengths, values, foresight)
        return Plans(plans[:number], lengths[:number], values[:number])

    def single_decisions(self, state: State) -> Plans:
        """Return each legal decision as a plan, all of one value."""
        plans, lengths, values = self._plan_arrays(self.game.kernel.decisions)
        decisions = np.empty(self.game.kernel.decisions, np.int64)
        number = self._single_decisions(state.edition.tables, self.states(state), plans, lengths, values, decisions)
        return Plans(plans[:number], lengths[:number], values[:number])

    def worth(self, state: State, seat: int) -> float:
        """Return an estimate of a seat's points at the end."""
        return self._worth(state.edition.tables, state.array, seat)

    def after_rollout_turn(self, state: State, bits: int) -> State:
        """Return the position after a turn of the rollout policy."""
        states = self.states(state)
        self._rollout_turn(state.edition.tables, states, bits)
        return State(self.game, state.edition, states[:1])

    def states(self, state: State) -> np.ndarray:
        """Return the rows that a search needs, with the position in the first one."""
        states = self.game.kernel.empty(self.rows)
        states[0] = state.array[0]
        return states

    def _plan_arrays(self, width: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return np.empty((width, self.longest_plan), np.int64), np.empty(width, np.int64), np.empty(width, np.float64)


@cache
def heuristic(game_id: str) -> Heuristic:
    """Return a game's heuristic."""
    return Heuristic(find_game(game_id))

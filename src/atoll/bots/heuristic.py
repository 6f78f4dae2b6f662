"""A game's knowledge of how to play well, bound to the search and ready to be called from Python."""

from collections.abc import Callable
from functools import cache

import numpy as np

from atoll.bots.search import SEARCH
from atoll.core.compiled import Stamp, bind, bound_files
from atoll.core.game import Game, game
from atoll.core.state import State


class Ways:
    """Ways to play a turn, the best first: their decisions, and what each is worth."""

    def __init__(self, turns: np.ndarray, lengths: np.ndarray, values: np.ndarray) -> None:
        self.turns, self.lengths, self.values = turns, lengths, values

    def __len__(self) -> int:
        return len(self.lengths)

    def way(self, index: int) -> list[int]:
        """Return the decisions of one way."""
        decisions: list[int] = self.turns[index, : self.lengths[index]].tolist()
        return decisions


class Heuristic:
    """The functions of `search.py`, compiled for one game."""

    def __init__(self, kind: Game) -> None:
        own = kind.part("heuristic")
        self.game = kind
        self.steps: int = own.STEPS
        self.rows: int = own.ROWS
        self.horizon: int = own.HORIZON
        self.tree: bool = own.TREE
        into = kind.kernel.functions | {name: getattr(own, name) for name in ("worth", "plan", "hurry")}
        loops = bind(SEARCH, into, kind.id)
        self._plan: Callable[..., int] = loops["plan_one"]
        self._singles: Callable[..., int] = loops["singles"]
        self._worth: Callable[..., float] = loops["worth_of"]
        self._hurry: Callable[..., None] = loops["hurry_one"]
        self.race: Callable[..., None] = loops["race"]
        self.stamp = Stamp(bound_files(SEARCH, into), f"{kind.id}-bots.warm")

    def plan(self, state: State, width: int, foresight: float = 1.0) -> Ways:
        """Return ways to play the turn that a position is in."""
        turns, lengths, values = self.room(width)
        number = self._plan(state.edition.tables, self.states(state), turns, lengths, values, foresight)
        return Ways(turns[:number], lengths[:number], values[:number])

    def singles(self, state: State) -> Ways:
        """Return each legal decision as a way of its own."""
        turns, lengths, values = self.room(self.game.kernel.decisions)
        scratch = np.empty(self.game.kernel.decisions, np.int64)
        number = self._singles(state.edition.tables, self.states(state), turns, lengths, values, scratch)
        return Ways(turns[:number], lengths[:number], values[:number])

    def worth(self, state: State, seat: int) -> float:
        """Return what a seat's points will be at the end, estimated."""
        return self._worth(state.edition.tables, state.array, seat)

    def hurried(self, state: State, bits: int) -> State:
        """Return the position after a turn by the quick policy of roll-outs."""
        states = self.states(state)
        self._hurry(state.edition.tables, states, bits)
        return State(self.game, state.edition, states[:1])

    def room(self, width: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return room for ways."""
        return np.empty((width, self.steps), np.int64), np.empty(width, np.int64), np.empty(width, np.float64)

    def states(self, state: State) -> np.ndarray:
        """Return rows for a search, with the position in the first one."""
        states = self.game.kernel.empty(self.rows)
        states[0] = state.array[0]
        return states


@cache
def heuristic(game_id: str) -> Heuristic:
    """Return a game's heuristic."""
    return Heuristic(game(game_id))

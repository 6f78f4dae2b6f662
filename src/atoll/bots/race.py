"""A race between ways to play a turn, on many guesses of what is hidden."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from atoll.bots.heuristic import Heuristic, Ways, heuristic
from atoll.bots.search import COLUMNS, VISITS

if TYPE_CHECKING:
    from atoll.core.state import State

INNER = 8
"""How many ways are looked at in a turn further down."""
RIPE = 8
"""How often a place in the tree is visited before it gets children."""
NEVER = 1 << 62
NODES = 20_000
FEWEST = 6
"""How many rounds are played before a way can be behind."""
TRUST = 8
"""How many rounds the plan's own judgement of a way counts for."""
DOUBT = 2.5
"""A way leaves the race when it is this many standard errors behind the one that leads."""


class Runner:
    """One thread's share of a race: its own tree and room to work in."""

    def __init__(self, kind: Heuristic, state: "State", arms: int, *, guided: bool) -> None:
        self.guess, self.states = kind.game.kernel.empty(), kind.states(state)
        self.tree = np.zeros((NODES, COLUMNS), np.int64)
        self.tree[0, VISITS] = arms + 1
        self.totals = np.zeros((NODES, 2), np.float64)
        self.room = kind.room(INNER if guided else kind.game.kernel.decisions)
        self.scratch = np.empty(kind.game.kernel.decisions, np.int64)


class Race:
    """Ways that are tried on the same guesses, until one is clearly best or time is up."""

    def __init__(
        self, state: "State", ways: Ways, seed: int, horizon: int, threads: int = 1, doubt: float = DOUBT
    ) -> None:
        self.kind = heuristic(state.game.id)
        self.state, self.ways, self.seed, self.horizon = state, ways, seed, horizon
        self.doubt = doubt
        self.ripe = RIPE if self.kind.tree or horizon < 0 else NEVER
        self.runners = [Runner(self.kind, state, len(ways), guided=horizon >= 0) for _ in range(threads)]
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.alive = np.arange(len(ways))
        self.results = np.zeros((len(ways), 0))
        """What came of each way in each of the rounds played last."""
        self.sums = np.zeros(len(ways))
        self.products = np.zeros((len(ways), len(ways)))
        """Over all rounds what came of each way, and that times what came of each other: enough for every error."""
        self.rounds = 0
        self.simulations = 0

    def play(self, rounds: int) -> None:
        """Play some more rounds, shared out to the threads, and drop the ways that are clearly behind."""
        self.results = np.zeros((len(self.ways), rounds))
        spread = self._spread()
        shares = [np.arange(index, rounds, len(self.runners)) for index in range(len(self.runners))]
        if self.pool:
            list(self.pool.map(lambda runner, share: self._run(runner, share, spread), self.runners, shares))
        else:
            self._run(self.runners[0], shares[0], spread)
        self.rounds += rounds
        self.simulations += rounds * len(self.alive)
        came = self.results[self.alive]
        self.sums[self.alive] += came.sum(axis=1)
        # Not a product of matrices, which libraries round differently from machine to machine.
        self.products[np.ix_(self.alive, self.alive)] += np.einsum("ir,jr->ij", came, came)
        self._drop()

    def _spread(self) -> float:
        """Return the standard deviation of everything that came of the ways still in the race."""
        number = self.rounds * len(self.alive)
        if not number:
            return 1.0
        squares = self.products.diagonal()[self.alive].sum() / number
        return float(np.sqrt(max(0.0, squares - (self.sums[self.alive].sum() / number) ** 2)))

    def _run(self, runner: Runner, share: np.ndarray, spread: float) -> None:
        self.kind.race(
            self.state.edition.tables, self.state.array, runner.guess, runner.states, self.ways.turns,
            self.ways.lengths, self.alive, self.results, share, self.rounds, runner.tree, runner.totals, *runner.room,
            runner.scratch, self.seed, self.horizon, self.ripe, spread,
        )  # fmt: skip

    def _drop(self) -> None:
        """Drop the ways that are clearly behind; luck is shared, so what counts is the difference in each round."""
        if self.rounds < FEWEST:
            return
        marks = self._marks()
        leader = self.alive[marks.argmax()]
        products, squares = self.products[leader, self.alive], self.products.diagonal()
        behind = (self.sums[leader] - self.sums[self.alive]) / self.rounds
        variance = (squares[leader] - 2 * products + squares[self.alive]) / self.rounds - behind**2
        error = np.sqrt(variance.clip(0.0) * self.rounds) / (self.rounds + TRUST)
        self.alive = self.alive[marks.max() - marks <= self.doubt * error + 1e-9]

    def _marks(self) -> np.ndarray:
        """Return what came of each way on average and, where that says little yet, the plan's own judgement."""
        marks: np.ndarray = (self.sums[self.alive] + TRUST * self.ways.values[self.alive]) / (self.rounds + TRUST)
        return marks

    @property
    def best(self) -> int:
        """The way that leads."""
        return int(self.alive[self._marks().argmax()])


def compile_search(kind: Heuristic) -> Iterator[tuple[int, int]]:
    """Compile everything that a game's bots need; yields (done, all)."""
    state = kind.game.deal(kind.game.fewest, 0)
    yield from kind.stamp.compile(
        [
            lambda: kind.plan(state, 1),
            lambda: kind.worth(state, 0),
            lambda: Race(state, kind.singles(state), 0, kind.horizon).play(1),
        ]
    )

"""A race between the plans of a turn, on many guesses of what is hidden.

Every plan in the race is tried on the same guesses, and a plan that is clearly behind the leader is eliminated, as in
the Hoeffding races of Maron and Moore ("Hoeffding Races: Accelerating Model Selection Search for Classification and
Function Approximation", NIPS 1993). Instead of Hoeffding's bound we use the standard error of the paired differences,
which is much smaller because the plans share their guesses.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from atoll.bots.heuristic import Heuristic, Plans, heuristic
from atoll.bots.search import VISITS

if TYPE_CHECKING:
    from atoll.core.state import State

INNER_WIDTH = 8
"""How many plans are considered at each node of the tree."""
EXPAND_AFTER = 8
"""How many visits a node of the tree needs before it gets children."""
NEVER = 1 << 62
MASK_64 = (1 << 64) - 1
MIN_ROUNDS = 6
"""How many rounds are played before a plan can be eliminated."""
PRIOR_ROUNDS = 8
"""How many rounds a plan's value by the heuristic counts for."""
ELIMINATION_Z = 2.5
"""A plan is eliminated when it is this many standard errors behind the leader."""


class RaceThread:
    """The memory of one thread of a race: its tree and its scratch arrays."""

    def __init__(self, heuristic: Heuristic, state: "State", plans: int) -> None:
        self.positions = heuristic.game.kernel.empty(2)  # the root, and a guess of it
        self.positions[0] = state.array[0]
        self.states = heuristic.states(state)
        self.scratch = np.zeros(1, heuristic.scratch_dtype)
        self.scratch["tree"][0, 0, VISITS] = plans + 1


class Race:
    """Plans that are tried on the same guesses until one is clearly best or time is up.

    A horizon below zero means a search without knowledge of the game: single decisions, random rollouts.
    """

    def __init__(
        self,
        state: "State",
        plans: Plans,
        seed: int,
        horizon: int,
        threads: int = 1,
        elimination_z: float = ELIMINATION_Z,
    ) -> None:
        self.heuristic = heuristic(state.game.id)
        self.state, self.plans = state, plans
        self.elimination_z = elimination_z
        self.workers = [RaceThread(self.heuristic, state, len(plans)) for _ in range(threads)]
        for worker in self.workers:
            scratch = worker.scratch
            scratch["seed"], scratch["horizon"] = seed & MASK_64, horizon
            scratch["expand_after"] = EXPAND_AFTER if self.heuristic.tree or horizon < 0 else NEVER
            scratch["width"] = self.heuristic.game.kernel.decisions if horizon < 0 else INNER_WIDTH
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.alive = np.arange(len(plans))
        self.results = np.zeros((len(plans), 0))
        """The result of each plan in each of the rounds played last."""
        self.sums = np.zeros(len(plans))
        self.products = np.zeros((len(plans), len(plans)))
        """Sums over all rounds of results and of products of two plans' results: all that the errors need."""
        self.rounds = 0
        self.simulations = 0

    def __enter__(self) -> "Race":
        return self

    def __exit__(self, *_: object) -> None:
        if self.pool:
            self.pool.shutdown()

    def play(self, rounds: int) -> None:
        """Play more rounds, shared out to the threads, and eliminate the plans that are clearly behind."""
        self.results = np.zeros((len(self.plans), rounds))
        spread = self._spread()
        shares = [np.arange(index, rounds, len(self.workers)) for index in range(len(self.workers))]
        if self.pool:
            list(self.pool.map(lambda worker, share: self._run(worker, share, spread), self.workers, shares))
        else:
            self._run(self.workers[0], shares[0], spread)
        self.rounds += rounds
        self.simulations += rounds * len(self.alive)
        results = self.results[self.alive]
        self.sums[self.alive] += results.sum(axis=1)
        # Not a matrix product, which libraries round differently from machine to machine.
        self.products[np.ix_(self.alive, self.alive)] += np.einsum("ir,jr->ij", results, results)
        self._eliminate()

    def _spread(self) -> float:
        """Return the standard deviation of all results of the plans still in the race."""
        number = self.rounds * len(self.alive)
        if not number:
            return 1.0
        squares = self.products.diagonal()[self.alive].sum() / number
        return float(np.sqrt(max(0.0, squares - (self.sums[self.alive].sum() / number) ** 2)))

    def _run(self, worker: RaceThread, share: np.ndarray, spread: float) -> None:
        worker.scratch["spread"], worker.scratch["rounds_before"] = spread, self.rounds
        self.heuristic.race(
            self.state.edition.tables, worker.positions, worker.states, worker.scratch, self.plans.array,
            self.plans.lengths, self.alive, share, self.results,
        )  # fmt: skip

    def _eliminate(self) -> None:
        """Drop the plans that are clearly behind; as they share their guesses, the difference per round counts."""
        if self.rounds < MIN_ROUNDS:
            return
        estimates = self._estimates()
        leader = self.alive[estimates.argmax()]
        products, squares = self.products[leader, self.alive], self.products.diagonal()
        behind = (self.sums[leader] - self.sums[self.alive]) / self.rounds
        variance = (squares[leader] - 2 * products + squares[self.alive]) / self.rounds - behind**2
        error = np.sqrt(variance.clip(0.0) * self.rounds) / (self.rounds + PRIOR_ROUNDS)
        self.alive = self.alive[estimates.max() - estimates <= self.elimination_z * error + 1e-9]

    def _estimates(self) -> np.ndarray:
        """Return each plan's mean result, with its value by the heuristic as a prior."""
        totals = self.sums[self.alive] + PRIOR_ROUNDS * self.plans.values[self.alive]
        estimates: np.ndarray = totals / (self.rounds + PRIOR_ROUNDS)
        return estimates

    @property
    def best(self) -> int:
        """The plan that leads."""
        return int(self.alive[self._estimates().argmax()])


def compile_search(heuristic: Heuristic) -> Iterator[tuple[int, int]]:
    """Compile everything that a game's bots need; yields (done, total)."""
    state = heuristic.game.deal(heuristic.game.min_players, 0)
    yield from heuristic.stamp.compile(
        [
            lambda: heuristic.plan(state, 1),
            lambda: heuristic.worth(state, 0),
            lambda: Race(state, heuristic.single_decisions(state), 0, heuristic.horizon).play(1),
        ]
    )

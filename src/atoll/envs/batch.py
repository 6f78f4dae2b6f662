"""Many games at once: one compiled call steps them all, into arrays that the caller owns.

Each lane is a game of its own. When one ends, its rewards are paid and the next one is dealt in the same step, so there
is always a seat to decide in every lane, and the observation of that seat.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from atoll.core.errors import IllegalDecision, InvalidOption
from atoll.core.game import check_seed
from atoll.core.state import State
from atoll.envs.setting import Setting, check_array

APART = 16
"""Numbers and positions between the scratch of two threads, so that they do not slow each other down."""


class Arrays(NamedTuple):
    """What a step writes, one row a lane."""

    observations: np.ndarray  # [lanes, observation], int16 or float32: every number is a whole one
    masks: np.ndarray  # [lanes, decisions], int8: 1 for each legal decision of the seat to decide
    rewards: np.ndarray  # [lanes, seats], float32: what each seat got for the last step
    dones: np.ndarray  # [lanes], bool: whether the last step ended the lane's game
    actors: np.ndarray  # [lanes], int64: the seat to decide


def arrays(setting: Setting, lanes: int, dtype: Any = np.int16) -> Arrays:
    """Return room for so many lanes."""
    return Arrays(
        np.zeros((lanes, setting.observation), dtype),
        np.zeros((lanes, setting.decisions), np.int8),
        np.zeros((lanes, setting.seats), np.float32),
        np.zeros(lanes, np.bool_),
        np.zeros(lanes, np.int64),
    )


class Batch:
    """Lanes of games, stepped together.

    `observations`, `masks`, `rewards`, `dones` and `actors` are the caller's arrays, or new ones; every step writes
    them anew. The same seed gives the same games in the same lanes, however many lanes and threads there are.
    """

    def __init__(
        self, setting: Setting, lanes: int, threads: int = 1, out: Arrays | None = None, dtype: Any = np.int16
    ) -> None:
        if lanes < 1 or not 1 <= threads <= lanes:
            raise InvalidOption(
                f"lanes and threads must be at least 1, and not more threads than lanes: {lanes}, {threads}"
            )
        self.setting = setting
        self.lanes = lanes
        self.out = out or arrays(setting, lanes, dtype)
        for name, array, row in zip(Arrays._fields, self.out, arrays(setting, 1), strict=True):
            kinds = (np.float32, np.int16) if name == "observations" else (row.dtype,)
            check_array(name, array, (lanes, *row.shape[1:]), *kinds)
        self.observations, self.masks, self.rewards, self.dones, self.actors = self.out
        self.games = np.zeros(lanes, np.int64)
        """Games that have ended in each lane since `reset`."""
        self.steps = 0
        self._seed = 0
        self._positions = setting.game.kernel.empty(lanes)
        self._decisions = np.zeros(lanes, np.int64)
        self._points = np.zeros((lanes, setting.seats), np.int64)
        self._kept = np.zeros((lanes, setting.decisions), np.int8)
        self._pool = ThreadPoolExecutor(threads - 1, "atoll-lanes") if threads > 1 else None
        known = setting.game.kernel.empty(threads * APART)
        numbers = np.zeros((threads * APART, max(setting.decisions, setting.seats)), np.int64)
        edges = [lanes * part // threads for part in range(threads + 1)]
        self._parts = [
            _Part(slice(first, last), known[APART * i : APART * i + 1], numbers[APART * i])
            for i, (first, last) in enumerate(pairwise(edges))
        ]

    def reset(self, seed: int) -> None:
        """Deal the first game of every lane."""
        self._seed, self.steps = check_seed(seed) & (1 << 63) - 1, 0
        self.rewards[:] = 0
        self.dones[:] = False
        self._each(self._begin)

    def step(self, decisions: np.ndarray) -> None:
        """Play a legal decision in every lane; when one is not legal, nothing is played at all."""
        self._decisions[:] = self._checked(np.asarray(decisions))
        bad = self.setting.loops["check_lanes"](self._kept, self._decisions)
        if bad >= 0:
            reason = self.setting.game.refusal(self.state(bad), int(self._decisions[bad]))
            raise IllegalDecision(f"lane {bad}: {reason}")
        self._each(self._step)
        self.steps += 1

    def sample(self, out: np.ndarray, seed: int = 0) -> np.ndarray:
        """Write a random legal decision for every lane; seed and number of steps settle which ones."""
        one = self.setting
        if not isinstance(out, np.ndarray) or not out.flags.writeable:
            raise InvalidOption(f"decisions must be a writeable array of {self.lanes} whole numbers")
        if np.iinfo(self._checked(out).dtype).max < one.decisions - 1:
            raise InvalidOption(f"decisions must have room for numbers up to {one.decisions - 1}, not {out.dtype}")
        one.loops["sample_lanes"](one.tables, self._positions, 0, seed, self.steps, out)
        return out

    def _checked(self, decisions: np.ndarray) -> np.ndarray:
        """Return decisions if there is one for every lane; compiled code would not notice that one is missing."""
        if decisions.shape != (self.lanes,) or decisions.dtype.kind not in "iu":
            raise InvalidOption(
                f"decisions must be an array of {self.lanes} whole numbers, not of {decisions.dtype} and shape "
                f"{decisions.shape}"
            )
        return decisions

    def state(self, lane: int) -> State:
        """Return the position of a lane as an immutable value, with everything hidden in it."""
        return self.setting.state(self._positions[lane : lane + 1])

    def seed(self, lane: int) -> int:
        """Return what the lane's present game was dealt from: `game.deal(seats, seed)` is the same deal."""
        return int(self.setting.loops["deal_seed"](self._seed, lane, int(self.games[lane])))

    def close(self) -> None:
        """End the threads."""
        if self._pool:
            self._pool.shutdown()

    def _each(self, work: "Callable[[_Part], None]") -> None:
        """Run a compiled loop on every part of the lanes: the first one here, the others in threads of their own."""
        waiting = [self._pool.submit(work, part) for part in self._parts[1:]] if self._pool else []
        work(self._parts[0])
        for other in waiting:
            other.result()

    def _begin(self, part: "_Part") -> None:
        one, rows = self.setting, part.rows
        one.loops["begin_lanes"](
            one.tables,
            self._positions[rows],
            part.known,
            rows.start,
            one.seats,
            one.codes,
            self._seed,
            self.games[rows],
            self.actors[rows],
            self.observations[rows],
            self._points[rows],
            self._kept[rows],
            part.numbers,
        )
        self.masks[rows] = self._kept[rows]

    def _step(self, part: "_Part") -> None:
        one, rows = self.setting, part.rows
        one.loops["step_lanes"](
            one.tables,
            self._positions[rows],
            part.known,
            rows.start,
            one.seats,
            one.codes,
            self._seed,
            one.kind,
            self._decisions[rows],
            self.games[rows],
            self.actors[rows],
            self.observations[rows],
            self.rewards[rows],
            self.dones[rows],
            self._points[rows],
            self._kept[rows],
            part.numbers,
        )
        self.masks[rows] = self._kept[rows]


class _Part(NamedTuple):
    """The lanes of one thread, and its scratch."""

    rows: slice
    known: np.ndarray
    numbers: np.ndarray

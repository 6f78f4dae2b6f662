"""Many games at once: one compiled call steps them all, into arrays that the caller owns.

Each lane plays its own games. The step that ends a game writes its rewards and deals the next one, so every lane always
has a seat to decide, and that seat's observation.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from atoll.core.checks import check_seed
from atoll.core.state import State
from atoll.envs.loops import lane_dtype, thread_dtype
from atoll.envs.setting import Setting, check_array
from atoll.kit.errors import IllegalDecision, InvalidOption


class Arrays(NamedTuple):
    """What a step writes, one row per lane."""

    observations: np.ndarray  # [lanes, observation], int16 or float32, integers all of them
    masks: np.ndarray  # [lanes, decisions], int8: 1 for each legal decision of the seat to decide
    rewards: np.ndarray  # [lanes, seats], float32: what each seat got for the last step
    dones: np.ndarray  # [lanes], bool: whether the last step ended the lane's game
    actors: np.ndarray  # [lanes], int64: the seat to decide


def arrays(setting: Setting, lanes: int, dtype: Any = np.int16) -> Arrays:
    """Return new arrays for a number of lanes."""
    return Arrays(
        np.zeros((lanes, setting.observation), dtype),
        np.zeros((lanes, setting.decisions), np.int8),
        np.zeros((lanes, setting.seats), np.float32),
        np.zeros(lanes, np.bool_),
        np.zeros(lanes, np.int64),
    )


class VectorEnv:
    """Lanes of games, stepped together.

    `observations`, `masks`, `rewards`, `dones` and `actors` are the caller's arrays, or new ones; every step overwrites
    them. The same seed gives the same games in the same lanes, however many lanes and threads there are.
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
            dtypes = (np.float32, np.int16) if name == "observations" else (row.dtype,)
            check_array(name, array, (lanes, *row.shape[1:]), *dtypes)
        self.observations, self.masks, self.rewards, self.dones, self.actors = self.out
        self._lanes = np.zeros(lanes, lane_dtype(setting.seats))
        self.games = self._lanes["games"]
        """Games that have ended in each lane since `reset`."""
        self.steps = 0
        self._seed = 0
        self._positions = setting.game.kernel.empty(lanes)
        self._own_masks = np.zeros((lanes, setting.decisions), np.int8)
        self._pool = ThreadPoolExecutor(threads - 1, "atoll-lanes") if threads > 1 else None
        edges = [lanes * part // threads for part in range(threads + 1)]
        self._parts = [self._part(slice(first, last)) for first, last in pairwise(edges)]

    def _part(self, rows: slice) -> "_Part":
        setting = self.setting
        thread = np.zeros(1, thread_dtype(setting.seats, setting.decisions, len(setting.codes)))
        thread["seats"], thread["reward"], thread["first_lane"] = setting.seats, setting.reward_code, rows.start
        thread["options"][0, : len(setting.codes)] = setting.codes
        views = (array[rows] for array in (self._lanes, self._own_masks, *self.out))
        return _Part(self._positions[rows], setting.game.kernel.empty(), thread, *views)

    def reset(self, seed: int) -> None:
        """Deal the first game of every lane."""
        self._seed, self.steps = check_seed(seed) & (1 << 63) - 1, 0
        for part in self._parts:
            part.thread["seed"] = self._seed
        self.rewards[:] = 0
        self.dones[:] = False
        self._run(self._begin)

    def step(self, decisions: np.ndarray) -> None:
        """Play a legal decision in every lane; if one of them is illegal, play none."""
        self._lanes["decision"] = self._checked(np.asarray(decisions))
        lane = self.setting.loops["check_lanes"](self._own_masks, self._lanes)
        if lane >= 0:
            reason = self.setting.game.illegal(self.state(lane), int(self._lanes["decision"][lane]))
            raise IllegalDecision(f"lane {lane}: {reason}")
        self._run(self._step)
        self.steps += 1

    def sample(self, out: np.ndarray, seed: int = 0) -> np.ndarray:
        """Write a random legal decision for every lane, determined by the seed and the number of steps."""
        setting = self.setting
        if not isinstance(out, np.ndarray) or not out.flags.writeable:
            raise InvalidOption(f"decisions must be a writeable array of {self.lanes} whole numbers")
        if np.iinfo(self._checked(out).dtype).max < setting.decisions - 1:
            raise InvalidOption(f"decisions must have room for numbers up to {setting.decisions - 1}, not {out.dtype}")
        setting.loops["sample_lanes"](setting.tables, self._positions, 0, seed, self.steps, out)
        return out

    def _checked(self, decisions: np.ndarray) -> np.ndarray:
        """Return the decisions if there is one for every lane: compiled code does not check bounds."""
        if decisions.shape != (self.lanes,) or decisions.dtype.kind not in "iu":
            raise InvalidOption(
                f"decisions must be an array of {self.lanes} whole numbers, not of {decisions.dtype} and shape "
                f"{decisions.shape}"
            )
        return decisions

    def state(self, lane: int) -> State:
        """Return the position of a lane as an immutable value, hidden information included."""
        return self.setting.state(self._positions[lane : lane + 1])

    def seed(self, lane: int) -> int:
        """Return the seed of the lane's current deal: `game.deal(seats, seed)` gives the same one."""
        return int(self.setting.loops["deal_seed"](self._seed, lane, int(self.games[lane])))

    def close(self) -> None:
        """Stop the threads."""
        if self._pool:
            self._pool.shutdown()

    def _run(self, loop: "Callable[[_Part], None]") -> None:
        """Run a compiled loop on every part of the lanes: the first in this thread, the others in the pool."""
        futures = [self._pool.submit(loop, part) for part in self._parts[1:]] if self._pool else []
        loop(self._parts[0])
        for future in futures:
            future.result()

    def _begin(self, part: "_Part") -> None:
        self.setting.loops["begin_lanes"](
            self.setting.tables, part.positions, part.known, part.thread, part.lanes, part.own_masks,
            part.observations, part.actors,
        )  # fmt: skip
        part.masks[:] = part.own_masks

    def _step(self, part: "_Part") -> None:
        self.setting.loops["step_lanes"](
            self.setting.tables, part.positions, part.known, part.thread, part.lanes, part.own_masks,
            part.observations, part.rewards, part.dones, part.actors,
        )  # fmt: skip
        part.masks[:] = part.own_masks


class _Part(NamedTuple):
    """The lanes of one thread: its working memory, and its rows of all arrays."""

    positions: np.ndarray
    known: np.ndarray
    thread: np.ndarray
    lanes: np.ndarray
    own_masks: np.ndarray
    observations: np.ndarray
    masks: np.ndarray
    rewards: np.ndarray
    dones: np.ndarray
    actors: np.ndarray

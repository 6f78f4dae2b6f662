"""One game without any library around it: one compiled call per step, into arrays that stay where they are."""

from collections.abc import Callable
from operator import index

import numpy as np

from atoll.core.checks import check_seat, check_seed
from atoll.core.state import State
from atoll.envs.loops import REFUSED, raw_dtype
from atoll.envs.setting import Setting, check_array
from atoll.kit.contract import OVER
from atoll.kit.errors import InvalidOption


class RawEnv:
    """A game that is stepped in place.

    Every `reset` and `step` overwrites `observation`, `mask` and `rewards`: copy what you want to keep.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        kernel = setting.game.kernel
        self.observation = np.zeros(setting.observation, np.float32)
        self.mask = np.zeros(setting.decisions, np.int8)
        self.rewards = np.zeros(setting.seats, np.float32)
        self.actor = OVER
        self.seed = 0
        """The seed of the deal: `game.deal(seats, seed)` gives the same one."""
        self._position = kernel.empty(2)  # the position, and scratch for what a seat knows of it
        self._game = np.zeros(1, raw_dtype(setting.seats, setting.decisions))
        self._game["reward"] = setting.reward_code
        self._seeds = np.random.default_rng()
        self._step: Callable[..., int] = setting.loops["step"]
        self._sample: Callable[..., int] = kernel.sample

    def reset(self, seed: int | None = None) -> int:
        """Deal a game from the seed, or from a random one; return the seat to decide."""
        if seed is None:
            seed = int(self._seeds.integers(1 << 62))
        self.seed = check_seed(seed)
        setting = self.setting
        setting.game.kernel.deal(setting.tables, self._position, setting.seats, setting.codes, np.uint64(self.seed))
        self.rewards[:] = 0
        return self._begin()

    def step(self, decision: int) -> int:
        """Play a legal decision; return the seat to decide next, or -1 when the game is over.

        `observation` and `mask` are then those of that seat (at the end: of the last one); `rewards` has every seat.
        """
        actor = self._step(
            self.setting.tables,
            self._position,
            self._game,
            index(decision),
            self.observation,
            self.mask,
            self.rewards,
        )
        if actor == REFUSED:
            raise self.setting.game.illegal(self.state, int(decision))
        self.actor = actor
        return actor

    def observe(self, seat: int, observation: np.ndarray, mask: np.ndarray) -> None:
        """Write what a seat sees now, and its legal decisions: none while it is not to decide."""
        setting = self.setting
        seat = check_seat(seat, setting.seats)
        check_array("observation", observation, (setting.observation,), np.float32, np.int16)
        check_array("mask", mask, (setting.decisions,), np.int8)
        setting.loops["observe_seat"](setting.tables, self._position, self._game, seat, observation, mask)

    def sample(self, bits: int) -> int:
        """Return the legal decision that 32 random bits select, each equally likely."""
        return self._sample(self.setting.tables, self._position, bits)

    @property
    def state(self) -> State:
        """The position as an immutable value, hidden information included."""
        return self.setting.state(self._position)

    @state.setter
    def state(self, state: State) -> None:
        """Continue from another position of the same game, edition and number of seats."""
        setting = self.setting
        if (
            state.game is not setting.game
            or state.seats != setting.seats
            or state.edition.label != setting.edition.label
        ):
            raise InvalidOption(
                f"this environment is for {setting.seats} seats of {setting.game.id} ({setting.edition.label}), "
                f"not for {state.seats} of {state.game.id} ({state.edition.label})"
            )
        self._position[0] = state.array[0]
        self._begin()

    def _begin(self) -> int:
        """Write everything for a position that no step led to; return the seat to decide."""
        setting = self.setting
        self.actor = setting.loops["begin"](setting.tables, self._position, self._game, self.observation, self.mask)
        return self.actor

    def text(self, decision: int) -> str:
        """Return a legal decision as readable text."""
        return self.setting.game.format(self.state, decision)

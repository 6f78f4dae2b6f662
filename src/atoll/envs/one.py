"""One game without any library around it: a compiled call a step, into arrays that stay where they are."""

from collections.abc import Callable
from operator import index

import numpy as np

from atoll.core.contract import OVER
from atoll.core.errors import IllegalDecision, InvalidOption
from atoll.core.game import check_seat, check_seed
from atoll.core.state import State
from atoll.envs.loops import REFUSED
from atoll.envs.setting import Setting, check_array


class One:
    """A game that is stepped in place.

    `observation`, `mask` and `rewards` are written anew by every `reset` and `step`: copy what you want to keep.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        kernel = setting.game.kernel
        self.observation = np.zeros(setting.observation, np.float32)
        self.mask = np.zeros(setting.decisions, np.int8)
        self.rewards = np.zeros(setting.seats, np.float32)
        self.actor = OVER
        self.seed = 0
        """What the game was dealt from: `game.deal(seats, seed)` is the same deal."""
        self._position = kernel.empty(2)  # the game's, and room for what a seat knows of it
        self._points = np.zeros(setting.seats, np.int64)
        self._kept = np.zeros(setting.decisions, np.int8)
        self._numbers = np.zeros(max(setting.decisions, setting.seats), np.int64)
        self._seeds = np.random.default_rng()
        self._step: Callable[..., int] = setting.loops["step"]
        self._sample: Callable[..., int] = kernel.sample

    def reset(self, seed: int | None = None) -> int:
        """Deal a game, the one of a seed or any; return the seat to decide."""
        if seed is None:
            seed = int(self._seeds.integers(1 << 62))
        self.seed = check_seed(seed)
        one = self.setting
        one.game.kernel.deal(one.tables, self._position, one.seats, one.codes, np.uint64(self.seed))
        self.rewards[:] = 0
        return self._begin()

    def step(self, decision: int) -> int:
        """Play a legal decision; return the seat to decide next, or -1 when the game is over.

        Afterwards `observation` and `mask` are those of that seat (at the end: of the last one), `rewards` everybody's.
        """
        actor = self._step(
            self.setting.tables,
            self._position,
            index(decision),
            self.setting.kind,
            self.observation,
            self.mask,
            self.rewards,
            self._points,
            self._kept,
            self._numbers,
        )
        if actor == REFUSED:
            raise IllegalDecision(self.setting.game.refusal(self.state, int(decision)))
        self.actor = actor
        return actor

    def observe(self, seat: int, observation: np.ndarray, mask: np.ndarray) -> None:
        """Write what any seat sees now, and its legal decisions, none while it is not to decide."""
        one = self.setting
        seat = check_seat(seat, one.seats)
        check_array("observation", observation, (one.observation,), np.float32, np.int16)
        check_array("mask", mask, (one.decisions,), np.int8)
        one.loops["see"](one.tables, self._position, seat, observation, mask, self._numbers)

    def sample(self, bits: int) -> int:
        """Return the legal decision that 32 random bits point at: each is equally likely."""
        return self._sample(self.setting.tables, self._position, bits)

    @property
    def state(self) -> State:
        """The position as an immutable value, with everything hidden in it."""
        return self.setting.state(self._position)

    @state.setter
    def state(self, state: State) -> None:
        """Go on from another position of the same game, with as many seats and of the same edition."""
        one = self.setting
        if state.game is not one.game or state.seats != one.seats or state.edition.label != one.edition.label:
            raise InvalidOption(
                f"this environment is for {one.seats} seats of {one.game.id} ({one.edition.label}), "
                f"not for {state.seats} of {state.game.id} ({state.edition.label})"
            )
        self._position[0] = state.array[0]
        self._begin()

    def _begin(self) -> int:
        """Look at the position for the first time; return the seat to decide."""
        one = self.setting
        self.actor = one.loops["begin"](
            one.tables,
            self._position,
            self.observation,
            self.mask,
            self._points,
            self._kept,
            self._numbers,
        )
        return self.actor

    def text(self, decision: int) -> str:
        """Return a legal decision as readable text."""
        return self.setting.game.format(self.state, decision)

"""What an environment plays: game, seats, options, edition and reward."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from atoll.core.game import Game, find_game
from atoll.core.state import State
from atoll.envs.loops import loops
from atoll.envs.rewards import reward_code
from atoll.kit.components import Edition
from atoll.kit.errors import InvalidOption
from atoll.kit.observation import Slice

Options = Mapping[str, object] | None


class Setting:
    """The game of an environment, complete and checked."""

    def __init__(
        self, game: str | Game, seats: int | None, options: Options, edition: Edition | None, reward: str
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.seats = self.game.min_players if seats is None else self.game.check_seats(seats)
        self.options = self.game.resolve(options or {})
        self.codes = self.game.codes(self.options)
        self.edition = edition or self.game.standard
        self.tables = self.edition.tables
        self.reward = reward
        self.reward_code = reward_code(reward, self.seats)
        self.decisions = self.game.kernel.decisions
        self.observation = self.game.kernel.observation

    @cached_property
    def loops(self) -> dict[str, Any]:
        """The loops of `loops.py`, compiled for the game."""
        return loops(self.game)

    @property
    def layout(self) -> dict[str, Slice]:
        """The named slices of an observation."""
        found: dict[str, Slice] = self.game.part("observe").LAYOUT
        return found

    def __deepcopy__(self, memo: object) -> "Setting":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Setting, (self.game.id, self.seats, self.options, self.edition, self.reward)

    def state(self, array: np.ndarray) -> State:
        """Return a copy of a position as an immutable value."""
        copy = self.game.kernel.empty()
        copy[0] = array[0]
        return State(self.game, self.edition, copy)


def check_array(name: str, array: np.ndarray, shape: tuple[int, ...], *dtypes: Any) -> None:
    """Refuse an array that compiled code can't write to: it does not check bounds."""
    if (
        not isinstance(array, np.ndarray)
        or array.dtype not in dtypes
        or array.shape != shape
        or not array.flags.c_contiguous
        or not array.flags.writeable
    ):
        raise InvalidOption(f"{name} must be a writeable C-contiguous array of {np.dtype(dtypes[0])} and shape {shape}")

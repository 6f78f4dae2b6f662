"""What every environment is made of: a game, its seats, options and components, and the kind of reward."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from atoll.core.components import Edition
from atoll.core.errors import InvalidOption
from atoll.core.game import Game
from atoll.core.game import game as find_game
from atoll.core.layout import Slice
from atoll.core.state import State
from atoll.envs.loops import loops
from atoll.envs.rewards import kind_of

Options = Mapping[str, object] | None


class Setting:
    """A game as it is played in an environment."""

    def __init__(
        self, game: str | Game, seats: int | None, options: Options, edition: Edition | None, reward: str
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.seats = self.game.fewest if seats is None else self.game.check_seats(seats)
        self.options = self.game.resolve(options or {})
        self.codes = self.game.codes(self.options)
        self.edition = edition or self.game.standard
        self.tables = self.edition.tables
        self.reward = reward
        self.kind = kind_of(reward, self.seats)
        self.decisions = self.game.kernel.decisions
        self.observation = self.game.kernel.observation

    @cached_property
    def loops(self) -> dict[str, Any]:
        """The compiled loops."""
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
        """Return a position as an immutable value: a copy."""
        copy = self.game.kernel.empty()
        copy[0] = array[0]
        return State(self.game, self.edition, copy)


def check_array(name: str, array: np.ndarray, shape: tuple[int, ...], *kinds: Any) -> None:
    """Refuse an array that compiled code, which does not look where an array ends, can't write to."""
    if (
        not isinstance(array, np.ndarray)
        or array.dtype not in kinds
        or array.shape != shape
        or not array.flags.c_contiguous
        or not array.flags.writeable
    ):
        raise InvalidOption(f"{name} must be a writeable C-contiguous array of {np.dtype(kinds[0])} and shape {shape}")

"""A game as a Gymnasium environment: one seat learns, bots have the others; or a game alone."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from atoll.bots import Bot, Budget, bot
from atoll.core.contract import OVER
from atoll.core.errors import InvalidOption
from atoll.envs.one import One
from atoll.envs.setting import Setting
from atoll.envs.spaces import Decisions, observation_space

RENDER_MODES = ["ansi"]
ILLEGAL = ("raise", "random")
Info = dict[str, Any]


class Agent(gymnasium.Env[np.ndarray, int]):
    """A step is a decision of the learner's seat and everything that the bots decide until it is to decide again.

    `info["action_mask"]` marks the legal decisions; so does `action_masks()`, which some libraries call.
    """

    metadata = {"render_modes": RENDER_MODES}  # noqa: RUF012 - Gymnasium's own declaration

    def __init__(
        self,
        setting: Setting,
        opponents: str | Bot | Sequence[str | Bot] = "random",
        seat: int | None = None,
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ILLEGAL:
            raise InvalidOption(f"illegal must be one of {', '.join(ILLEGAL)}, not {illegal!r}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise InvalidOption(f"render_mode must be one of {', '.join(RENDER_MODES)}, or None, not {render_mode!r}")
        if seat is not None and not 0 <= seat < setting.seats:
            raise InvalidOption(f"seat must be a whole number from 0 to {setting.seats - 1}, or None, not {seat}")
        others = setting.seats - 1
        several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
        self._opponents: list[str | Bot] = list(opponents) if several else [opponents] * others  # type: ignore[arg-type, list-item]
        if len(self._opponents) != others:
            raise InvalidOption(f"opponents must be one bot, or {others} for {setting.seats} seats")
        for name in self._opponents:
            if isinstance(name, str):
                bot(name, 0)
        self.setting = setting
        self.one = One(setting)
        self.render_mode = render_mode
        self.observation_space = observation_space(setting)
        self.action_space = Decisions(self.one.mask)  # type: ignore[assignment]  # a NumPy number is as good
        self.seat = 0
        """The learner's seat in this game."""
        self._wanted = seat
        self._random = illegal == "random"
        self._bots: dict[int, Bot] = {}

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[np.ndarray, Info]:
        """Deal a game and let the bots play until the learner is to decide."""
        super().reset(seed=seed, options=options)
        rng = self.np_random
        self.one.reset(int(rng.integers(1 << 62)))
        drawn = int(rng.integers(self.setting.seats))
        self.seat = drawn if self._wanted is None else self._wanted
        others = [(self.seat + i) % self.setting.seats for i in range(1, self.setting.seats)]
        streams = rng.integers(1 << 62, size=len(others)).tolist()
        self._bots = {
            other: bot(player, stream) if isinstance(player, str) else player
            for other, player, stream in zip(others, self._opponents, streams, strict=True)
        }
        self._others()
        return self._seen()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, Info]:
        """Play a decision of the learner; an illegal one is refused, or by option replaced by any legal one."""
        replaced = self._random and action not in np.flatnonzero(self.one.mask)
        self.one.step(self.one.sample(int(self.np_random.integers(1 << 32))) if replaced else action)
        reward = float(self.one.rewards[self.seat]) + self._others()
        observation, info = self._seen()
        if self._random:
            info["illegal"] = replaced
        return observation, reward, self.one.actor == OVER, False, info

    def _others(self) -> float:
        """Let the bots decide until it is the learner's turn; return what the learner got meanwhile."""
        one, reward = self.one, 0.0
        while one.actor not in (self.seat, OVER):
            one.step(self._bots[one.actor].choose(one.state.hide(one.actor), one.actor, Budget()))
            reward += float(one.rewards[self.seat])
        return reward

    def _seen(self) -> tuple[np.ndarray, Info]:
        one = self.one
        if one.actor == OVER:
            one.observe(self.seat, one.observation, one.mask)
        return one.observation.copy(), {"action_mask": one.mask.copy()}

    def action_masks(self) -> np.ndarray:
        """Return the legal decisions as booleans."""
        return self.one.mask.astype(np.bool_)

    def text(self, action: int) -> str:
        """Return a legal decision as readable text."""
        return self.one.text(action)

    def render(self) -> str | None:
        """Return a drawing of the table as the learner sees it."""
        return str(self.one.state.hide(self.seat)) if self.render_mode == "ansi" else None

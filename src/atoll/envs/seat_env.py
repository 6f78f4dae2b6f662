"""A game as a Gymnasium environment: one seat learns against bots, or plays solo."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from atoll.bots import Bot, Budget, bot
from atoll.envs.raw_env import RawEnv
from atoll.envs.setting import Setting
from atoll.envs.spaces import Decisions, observation_space
from atoll.kit.contract import OVER
from atoll.kit.errors import InvalidOption

RENDER_MODES = ["ansi"]
ILLEGAL = ("raise", "random")
Info = dict[str, Any]


class SeatEnv(gymnasium.Env[np.ndarray, int]):
    """A step is one decision of the learner's seat and all the bots' decisions until that seat is to decide again.

    `info["action_mask"]` marks the legal decisions, and so does `action_masks()`, which some libraries call.
    """

    metadata = {"render_modes": RENDER_MODES}  # noqa: RUF012 - Gymnasium declares it so

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
        self.raw = RawEnv(setting)
        self.render_mode = render_mode
        self.observation_space = observation_space(setting)
        self.action_space = Decisions(self.raw.mask)  # type: ignore[assignment]  # a NumPy integer will do
        self.seat = 0
        """The learner's seat in this game."""
        self._fixed_seat = seat
        self._random = illegal == "random"
        self._bots: dict[int, Bot] = {}

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[np.ndarray, Info]:
        """Deal a game and let the bots play until the learner is to decide."""
        super().reset(seed=seed, options=options)
        rng = self.np_random
        self.raw.reset(int(rng.integers(1 << 62)))
        drawn = int(rng.integers(self.setting.seats))
        self.seat = drawn if self._fixed_seat is None else self._fixed_seat
        others = [(self.seat + i) % self.setting.seats for i in range(1, self.setting.seats)]
        streams = rng.integers(1 << 62, size=len(others)).tolist()
        self._bots = {
            other: bot(player, stream) if isinstance(player, str) else player
            for other, player, stream in zip(others, self._opponents, streams, strict=True)
        }
        self._play_bots()
        return self._observed()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, Info]:
        """Play a decision of the learner; refuse an illegal one, or by option replace it by a random legal raw."""
        replaced = self._random and action not in np.flatnonzero(self.raw.mask)
        self.raw.step(self.raw.sample(int(self.np_random.integers(1 << 32))) if replaced else action)
        reward = float(self.raw.rewards[self.seat]) + self._play_bots()
        observation, info = self._observed()
        if self._random:
            info["illegal"] = replaced
        return observation, reward, self.raw.actor == OVER, False, info

    def _play_bots(self) -> float:
        """Let the bots decide until the learner is to decide; return the learner's rewards in between."""
        raw, reward = self.raw, 0.0
        while raw.actor not in (self.seat, OVER):
            raw.step(self._bots[raw.actor].choose(raw.state.hide(raw.actor), raw.actor, Budget()))
            reward += float(raw.rewards[self.seat])
        return reward

    def _observed(self) -> tuple[np.ndarray, Info]:
        raw = self.raw
        if raw.actor == OVER:
            raw.observe(self.seat, raw.observation, raw.mask)
        return raw.observation.copy(), {"action_mask": raw.mask.copy()}

    def action_masks(self) -> np.ndarray:
        """Return the legal decisions as booleans."""
        return self.raw.mask.astype(np.bool_)

    def text(self, action: int) -> str:
        """Return a legal decision as readable text."""
        return self.raw.text(action)

    def render(self) -> str | None:
        """Return a drawing of the table as the learner sees it."""
        return str(self.raw.state.hide(self.seat)) if self.render_mode == "ansi" else None

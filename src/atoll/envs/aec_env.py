"""A game as a PettingZoo AEC environment: the agents `player_0`, `player_1`, ... are the seats."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from atoll.envs.raw_env import RawEnv
from atoll.envs.setting import Setting
from atoll.envs.spaces import mask_space, observation_space
from atoll.kit.contract import OVER
from atoll.kit.errors import InvalidOption

RENDER_MODES = ("ansi",)
Observed = dict[str, np.ndarray]


class AecEnv(AECEnv[str, Observed, int]):  # type: ignore[misc]  # PettingZoo has no types
    """Each step is one decision of the selected agent; an agent may be selected several times in a row.

    `observe` returns new arrays: `observation`, and `action_mask`, all zeros while the agent is not to decide.
    """

    def __init__(self, setting: Setting, max_cycles: int | None = None, render_mode: str | None = None) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise InvalidOption(f"render_mode must be one of {', '.join(RENDER_MODES)}, or None, not {render_mode!r}")
        if max_cycles is not None and max_cycles < 1:
            raise InvalidOption(f"max_cycles must be at least 1, not {max_cycles}")
        super().__init__()
        self.setting = setting
        self.raw = RawEnv(setting)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{setting.game.id}_v{setting.game.rules}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(setting.seats)]
        self.agents: list[str] = []
        space = spaces.Dict({"observation": observation_space(setting), "action_mask": mask_space(setting)})
        # One space per agent, as each has its own random stream.
        self.observation_spaces = {agent: spaces.Dict(dict(space.spaces)) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(setting.decisions) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._rng = np.random.default_rng()
        self._steps = 0
        self._pays_every_step = setting.reward == "points"

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's decisions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's
        """Deal a game; the seed also decides the deals of later resets. `options` is ignored: the setting has them."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        actor = self.raw.reset(int(self._rng.integers(1 << 62)))
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.agent_selection = self.possible_agents[actor]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def step(self, action: int | None) -> None:
        """Play a decision of the selected agent; an illegal one is refused and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        actor = self.raw.step(action)  # type: ignore[arg-type]  # a live agent has a decision
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        if self._pays_every_step or actor == OVER:
            self._write_rewards()
        if actor != OVER:
            self.agent_selection = self.possible_agents[actor]
            if self._steps != self.max_cycles:
                return
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def _write_rewards(self) -> None:
        for agent, reward in zip(self.possible_agents, self.raw.rewards.tolist(), strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward

    def observe(self, agent: str) -> Observed:
        """Return what an agent sees, in new arrays."""
        raw, seat = self.raw, self._seats[agent]
        if seat == raw.actor:
            return {"observation": raw.observation.copy(), "action_mask": raw.mask.copy()}
        observed: Observed = {"observation": np.empty_like(raw.observation), "action_mask": np.empty_like(raw.mask)}
        raw.observe(seat, observed["observation"], observed["action_mask"])
        return observed

    def text(self, action: int) -> str:
        """Return a legal decision of the selected agent as readable text."""
        return self.raw.text(action)

    def render(self) -> str | None:
        """Return a drawing of what the selected agent sees."""
        return str(self.raw.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

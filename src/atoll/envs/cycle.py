"""A game as a PettingZoo AEC environment: agents `player_0`, `player_1`, ... are the seats."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from atoll.core.contract import OVER
from atoll.core.errors import InvalidOption
from atoll.envs.one import One
from atoll.envs.setting import Setting
from atoll.envs.spaces import mask_space, observation_space

RENDER_MODES = ("ansi",)
Seen = dict[str, np.ndarray]


class Cycle(AECEnv[str, Seen, int]):  # type: ignore[misc]  # PettingZoo has no types
    """Agents take turns, a decision a step; a seat may have several decisions in a row.

    `observe` gives new arrays: `observation`, and `action_mask`, which is all zeros while the agent is not to decide.
    """

    def __init__(self, setting: Setting, max_cycles: int | None = None, render_mode: str | None = None) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise InvalidOption(f"render_mode must be one of {', '.join(RENDER_MODES)}, or None, not {render_mode!r}")
        if max_cycles is not None and max_cycles < 1:
            raise InvalidOption(f"max_cycles must be at least 1, not {max_cycles}")
        super().__init__()
        self.setting = setting
        self.one = One(setting)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{setting.game.id}_v{setting.game.rules}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(setting.seats)]
        self.agents: list[str] = []
        seen = spaces.Dict({"observation": observation_space(setting), "action_mask": mask_space(setting)})
        # One space an agent: each has a random stream of its own.
        self.observation_spaces = {agent: spaces.Dict(dict(seen.spaces)) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(setting.decisions) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._rng = np.random.default_rng()
        self._steps = 0
        self._paid = setting.reward == "points"

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's decisions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - theirs
        """Deal a game; later ones follow from the seed too. There are no options: they belong to the environment."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        actor = self.one.reset(int(self._rng.integers(1 << 62)))
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.agent_selection = self.possible_agents[actor]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def step(self, action: int | None) -> None:
        """Play the decision of the agent selected; an illegal one is refused and nothing happens."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        actor = self.one.step(action)  # type: ignore[arg-type]  # who is not dead has a decision
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        if self._paid or actor == OVER:
            self._pay()
        if actor != OVER:
            self.agent_selection = self.possible_agents[actor]
            if self._steps != self.max_cycles:
                return
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def _pay(self) -> None:
        for agent, reward in zip(self.possible_agents, self.one.rewards.tolist(), strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward

    def observe(self, agent: str) -> Seen:
        """Return what an agent sees, in arrays of its own."""
        one, seat = self.one, self._seats[agent]
        if seat == one.actor:
            return {"observation": one.observation.copy(), "action_mask": one.mask.copy()}
        seen: Seen = {"observation": np.empty_like(one.observation), "action_mask": np.empty_like(one.mask)}
        one.observe(seat, seen["observation"], seen["action_mask"])
        return seen

    def text(self, action: int) -> str:
        """Return a legal decision of the agent selected as readable text."""
        return self.one.text(action)

    def render(self) -> str | None:
        """Return a drawing of what the agent to decide sees."""
        return str(self.one.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing open."""

"""The observation and action spaces of the Gymnasium and PettingZoo environments."""

from typing import Any

import numpy as np
from gymnasium import spaces

from atoll.envs.rewards import BOUND, EDITION_BOUND
from atoll.envs.setting import Setting


class Decisions(spaces.Discrete):
    """All decisions of a game; `sample` without a mask draws only legal ones."""

    def __init__(self, mask: np.ndarray) -> None:
        super().__init__(len(mask))
        self.legal = mask

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return a random decision: from the mask, by the probabilities, or else a legal one."""
        if mask is None and probability is None and self.legal.any():
            mask = self.legal
        return super().sample(mask=mask, probability=probability)


def observation_space(setting: Setting) -> spaces.Box:
    """Return the space of a flat observation."""
    bound = BOUND if setting.edition.standard else EDITION_BOUND
    return spaces.Box(-bound, bound, (setting.observation,), np.float32)


def mask_space(setting: Setting) -> spaces.Box:
    """Return the space of a mask."""
    return spaces.Box(0, 1, (setting.decisions,), np.int8)

"""The layout of an observation: named slices of one flat array."""

from collections.abc import Iterable
from math import prod
from typing import NamedTuple

import numpy as np


class Slice(NamedTuple):
    """A named part of an observation."""

    name: str
    start: int
    shape: tuple[int, ...]
    meaning: str

    def of(self, observation: np.ndarray) -> np.ndarray:
        """Return this part of an observation, in its own shape."""
        return observation[self.start : self.start + prod(self.shape)].reshape(self.shape)


def layout(parts: Iterable[tuple[str, tuple[int, ...], str]]) -> dict[str, Slice]:
    """Lay parts (name, shape, meaning) one after the other."""
    slices: dict[str, Slice] = {}
    start = 0
    for name, shape, meaning in parts:
        slices[name] = Slice(name, start, shape, meaning)
        start += prod(shape)
    return slices


def size(slices: dict[str, Slice]) -> int:
    """Return the length of the whole array."""
    last = list(slices.values())[-1]
    return last.start + prod(last.shape)

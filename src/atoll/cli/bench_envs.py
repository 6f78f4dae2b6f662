"""`atoll bench envs`: how many decisions a second the research environments take.

Random decisions are drawn by the kernel, outside the measured time of the vector environment and inside that of the
others, where drawing one takes as long as a call from Python does.
"""

import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import count, cycle, islice
from typing import TYPE_CHECKING

import numpy as np

from atoll import envs
from atoll.cli.bench import rate
from atoll.core.game import Game
from atoll.core.rng import draw

if TYPE_CHECKING:
    from atoll.envs.agent import Agent
    from atoll.envs.cycle import Cycle

LANES = 1024
WARM_UP = 100  # steps until the lanes are at different places of their games
STEPS = 50
TRIES = 10
BITS = [draw(1, index) for index in range(1 << 12)]


Games = Callable[[int], int]
"""Plays so many more random games and returns the number of decisions."""


def measure(kinds: list[Game]) -> Iterator[tuple[str, float, str]]:
    """Yield the speeds of every game's environments at the fewest seats of a game of several."""
    for kind in kinds:
        seats = max(2, kind.fewest)
        for dtype in ("int16", "float32"):
            batch = envs.vector(kind, seats, lanes=LANES, dtype=dtype)
            yield f"{kind.id}.vector_{dtype}_per_s.{seats}p", _vector(batch), "1/s"
        yield f"{kind.id}.raw_per_s.{seats}p", rate(raw_games(envs.raw(kind, seats)))[1], "1/s"
        if find_spec("pettingzoo"):
            yield f"{kind.id}.aec_per_s.{seats}p", rate(aec_games(envs.aec(kind, seats)))[1], "1/s"


def _vector(batch: envs.Batch) -> float:
    """Return the best rate over a few tries, observations and masks of every lane written."""
    decisions = np.zeros(batch.lanes, np.int64)
    batch.reset(1)
    for _ in range(WARM_UP):
        batch.step(batch.sample(decisions))
    best = 0.0
    for _ in range(TRIES):
        spent = 0.0
        for _ in range(STEPS):
            batch.sample(decisions)
            start = time.perf_counter()
            batch.step(decisions)
            spent += time.perf_counter() - start
        best = max(best, STEPS * batch.lanes / spent)
    return best


def games_of(play: Callable[[int, Iterator[int]], int]) -> Games:
    """Return what plays one game after the other, given what plays one from a seed and random bits."""
    seeds, bits = count(), cycle(BITS)
    return lambda number: sum(play(seed, bits) for seed in islice(seeds, number))


def raw_games(one: envs.One) -> Games:
    """Return what plays without any library."""

    def play(seed: int, bits: Iterator[int]) -> int:
        steps = 0
        one.reset(seed)
        while one.actor >= 0:
            one.step(one.sample(next(bits)))
            steps += 1
        return steps

    return games_of(play)


def aec_games(env: "Cycle") -> Games:
    """Return what plays PettingZoo's way."""

    def play(seed: int, bits: Iterator[int]) -> int:
        steps = 0
        env.reset(seed=seed)
        for _ in env.agent_iter():
            _, _, over, _, _ = env.last()
            if over:
                env.step(None)
            else:
                env.step(env.one.sample(next(bits)))
                steps += 1
        return steps

    return games_of(play)


def single_games(env: "Agent") -> Games:
    """Return what plays Gymnasium's way; only the decisions of the seat that learns are counted."""

    def play(seed: int, bits: Iterator[int]) -> int:
        steps = 0
        env.reset(seed=seed)
        over = False
        while not over:
            _, _, over, _, _ = env.step(env.one.sample(next(bits)))
            steps += 1
        return steps

    return games_of(play)

"""`python -m benchmarks envs`: how many decisions a second the research environments take.

The kernel draws random decisions. Drawing is not timed for the vector environment; for the others it is, and costs as
much as one call from Python.
"""

import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import count, cycle, islice
from typing import TYPE_CHECKING

import numpy as np

from atoll import envs
from atoll.cli.bench import Figure, rate
from atoll.core.game import Game
from atoll.kit.rng import draw

if TYPE_CHECKING:
    from atoll.envs.aec_env import AecEnv
    from atoll.envs.seat_env import SeatEnv

LANES = 1024
WARM_UP = 100  # steps after which the lanes are at different stages of their games
STEPS = 50
TRIES = 10
BITS = [draw(1, index) for index in range(1 << 12)]


Games = Callable[[int], int]
"""Plays a number of random games and returns the number of decisions."""


def measure(games: list[Game]) -> Iterator[Figure]:
    """Yield the speeds of every game's environments, for two players or the fewest that the game allows."""
    for game in games:
        seats = max(2, game.min_players)
        for dtype in ("int16", "float32"):
            env = envs.vector(game, seats, lanes=LANES, dtype=dtype)
            yield Figure(f"{game.id}.vector_{dtype}_per_s.{seats}p", _vector(env), "1/s")
        yield Figure(f"{game.id}.raw_per_s.{seats}p", rate(raw_games(envs.raw(game, seats)))[1], "1/s")
        if find_spec("pettingzoo"):
            yield Figure(f"{game.id}.aec_per_s.{seats}p", rate(aec_games(envs.aec(game, seats)))[1], "1/s")


def _vector(env: envs.VectorEnv) -> float:
    """Return the best rate of a few tries, with the observations and masks of all lanes written."""
    decisions = np.zeros(env.lanes, np.int64)
    env.reset(1)
    for _ in range(WARM_UP):
        env.step(env.sample(decisions))
    best = 0.0
    for _ in range(TRIES):
        spent = 0.0
        for _ in range(STEPS):
            env.sample(decisions)
            start = time.perf_counter()
            env.step(decisions)
            spent += time.perf_counter() - start
        best = max(best, STEPS * env.lanes / spent)
    return best


def games_of(play: Callable[[int, Iterator[int]], int]) -> Games:
    """Return a function that plays many games, given one that plays a game from a seed and random bits."""
    seeds, bits = count(), cycle(BITS)
    return lambda number: sum(play(seed, bits) for seed in islice(seeds, number))


def raw_games(env: envs.RawEnv) -> Games:
    """Return a function that plays in a raw environment."""

    def play(seed: int, bits: Iterator[int]) -> int:
        steps = 0
        env.reset(seed)
        while env.actor >= 0:
            env.step(env.sample(next(bits)))
            steps += 1
        return steps

    return games_of(play)


def aec_games(env: "AecEnv") -> Games:
    """Return a function that plays in a PettingZoo environment."""

    def play(seed: int, bits: Iterator[int]) -> int:
        steps = 0
        env.reset(seed=seed)
        for _ in env.agent_iter():
            _, _, over, _, _ = env.last()
            if over:
                env.step(None)
            else:
                env.step(env.raw.sample(next(bits)))
                steps += 1
        return steps

    return games_of(play)


def single_games(env: "SeatEnv") -> Games:
    """Return a function that plays in a Gymnasium environment; only the learner's decisions count."""

    def play(seed: int, bits: Iterator[int]) -> int:
        steps = 0
        env.reset(seed=seed)
        over = False
        while not over:
            _, _, over, _, _ = env.step(env.raw.sample(next(bits)))
            steps += 1
        return steps

    return games_of(play)

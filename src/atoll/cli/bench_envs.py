"""`atoll bench envs`: how many decisions a second the research environments take.

Random decisions are drawn by the kernel, outside the measured time of the vector environment and inside that of the
others, where drawing one takes as long as a call from Python does.
"""

import time
from collections.abc import Iterator
from importlib.util import find_spec

import numpy as np

from atoll import envs
from atoll.cli.bench import rate
from atoll.core.game import Game
from atoll.core.rng import draw

LANES = 1024
WARM_UP = 100  # steps until the lanes are at different places of their games
STEPS = 50
TRIES = 10
BITS = [draw(1, index) for index in range(1 << 12)]


def measure(kinds: list[Game]) -> Iterator[tuple[str, float, str]]:
    """Yield the speeds of every game's environments at the fewest seats of a game of several."""
    for kind in kinds:
        seats = max(2, kind.fewest)
        for dtype in ("int16", "float32"):
            batch = envs.vector(kind, seats, lanes=LANES, dtype=dtype)
            yield f"{kind.id}.vector_{dtype}_per_s.{seats}p", _vector(batch), "1/s"
        yield f"{kind.id}.raw_per_s.{seats}p", _raw(envs.raw(kind, seats)), "1/s"
        if find_spec("pettingzoo"):
            yield f"{kind.id}.aec_per_s.{seats}p", _aec(kind, seats), "1/s"


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


def _raw(one: envs.One) -> float:
    def games(number: int) -> int:
        steps = 0
        for seed in range(number):
            one.reset(seed)
            while one.actor >= 0:
                one.step(one.sample(BITS[steps & len(BITS) - 1]))
                steps += 1
        return steps

    return rate(games)[1]


def _aec(kind: Game, seats: int) -> float:
    env = envs.aec(kind, seats)

    def games(number: int) -> int:
        steps = 0
        for seed in range(number):
            env.reset(seed=seed)
            for _ in env.agent_iter():
                _, _, over, _, _ = env.last()
                env.step(None if over else env.one.sample(BITS[steps & len(BITS) - 1]))
                steps += 1
        return steps

    return rate(games)[1]

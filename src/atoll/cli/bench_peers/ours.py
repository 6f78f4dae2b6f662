"""What `atoll bench --peers` measures of Atoll: every game, two players, in every way to play it at random."""

import sys
from collections.abc import Iterator
from itertools import count

import numpy as np

from atoll import envs
from atoll.cli.bench_envs import Games, aec_games, raw_games, single_games
from atoll.cli.bench_peers.theirs import ENGINE, LANES, SINGLE, VECTOR, Portion, Way, lanes, tell, timed
from atoll.core.game import Game, games
from atoll.core.kernel import MOST_SEATS

SEATS = 2
AT_ONCE = 100  # random games a call of the compiled loop


def main() -> None:
    """Measure for the seconds that the command line names."""
    tell(ways(list(games().values())), float(sys.argv[1]))


def ways(kinds: list[Game]) -> Iterator[Way]:
    """Yield every way to play, last those that need a library which may not be there."""
    for kind in kinds:
        yield Way("Atoll", "compiled loop", kind.id, ENGINE, _compiled_loop(kind))
    for dtype in ("int16", "float32"):
        for kind in kinds:
            yield Way("Atoll", f"vector environment, {dtype}", kind.id, VECTOR, _vector(kind, dtype))
    for kind in kinds:
        yield Way("Atoll", "raw environment", kind.id, SINGLE, _one_game(raw_games(envs.raw(kind, SEATS))))
    for kind in kinds:
        yield Way("Atoll", "AEC without wrappers", kind.id, SINGLE, _one_game(aec_games(envs.aec(kind, SEATS))))
    for kind in kinds:
        yield Way(
            "Atoll", "Gymnasium, random opponent", kind.id, SINGLE, _one_game(single_games(envs.single(kind, SEATS)))
        )


def _compiled_loop(kind: Game) -> Portion:
    kernel, tables = kind.kernel, kind.standard.tables
    options = kind.codes(kind.resolve({}))
    position = kernel.empty()
    totals = np.zeros((2, MOST_SEATS), np.int64)
    seeds = count(1, AT_ONCE)
    return timed(lambda: kernel.random_games(tables, position, SEATS, options, next(seeds), AT_ONCE, totals), AT_ONCE)


def _one_game(play: Games) -> Portion:
    return timed(lambda: play(1))


def _vector(kind: Game, dtype: str) -> Portion:
    batch = envs.vector(kind, SEATS, lanes=LANES, dtype=dtype)
    batch.reset(1)
    decisions = np.zeros(LANES, np.int64)
    return lanes(lambda: batch.sample(decisions), batch.step, batch.dones.tolist)

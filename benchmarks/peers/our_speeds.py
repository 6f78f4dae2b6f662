"""Atoll's part of `python -m benchmarks peers`: random play of every game, two players, in every environment."""

import sys
from collections.abc import Iterator
from itertools import count

import numpy as np

from atoll import envs
from atoll.core.game import Game, find_games
from atoll.kit.contract import MAX_SEATS
from benchmarks.envs import Games, aec_games, raw_games, single_games
from benchmarks.peers.their_speeds import ENGINE, LANES, SINGLE, VECTOR, Portion, Variant, lanes, print_speeds, timed

SEATS = 2
AT_ONCE = 100  # random games per call of the compiled loop


def main() -> None:
    """Measure each variant for the seconds given on the command line."""
    print_speeds(variants(list(find_games().values())), float(sys.argv[1]))


def variants(games: list[Game]) -> Iterator[Variant]:
    """Yield all variants; those that need an optional library come last."""
    for game in games:
        yield Variant("Atoll", "compiled loop", game.id, ENGINE, _compiled_loop(game))
    for dtype in ("int16", "float32"):
        for game in games:
            yield Variant("Atoll", f"vector environment, {dtype}", game.id, VECTOR, _vector(game, dtype))
    for game in games:
        yield Variant("Atoll", "raw environment", game.id, SINGLE, _one_game(raw_games(envs.raw(game, SEATS))))
    for game in games:
        yield Variant("Atoll", "AEC without wrappers", game.id, SINGLE, _one_game(aec_games(envs.aec(game, SEATS))))
    for game in games:
        yield Variant(
            "Atoll", "Gymnasium, random opponent", game.id, SINGLE, _one_game(single_games(envs.single(game, SEATS)))
        )


def _compiled_loop(game: Game) -> Portion:
    kernel, tables = game.kernel, game.standard.tables
    options = game.codes(game.resolve({}))
    position = kernel.empty()
    totals = np.zeros((2, MAX_SEATS), np.int64)
    seeds = count(1, AT_ONCE)
    return timed(lambda: kernel.random_games(tables, position, SEATS, options, next(seeds), AT_ONCE, totals), AT_ONCE)


def _one_game(play: Games) -> Portion:
    return timed(lambda: play(1))


def _vector(game: Game, dtype: str) -> Portion:
    batch = envs.vector(game, SEATS, lanes=LANES, dtype=dtype)
    batch.reset(1)
    decisions = np.zeros(LANES, np.int64)
    return lanes(lambda: batch.sample(decisions), batch.step, batch.dones.tolist)

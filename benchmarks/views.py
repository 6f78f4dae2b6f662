"""`python -m benchmarks views`: how many views a second are made, as JSON and with all choices and previews."""

import time
from collections.abc import Callable, Iterator

from atoll.cli.bench import Figure
from atoll.core.game import Game
from atoll.core.state import State
from atoll.kit.rng import below, draw

GAMES = 30
POSITIONS = 1_000
TRIES = 7


def measure(games: list[Game]) -> Iterator[Figure]:
    """Yield the rates for the seat to decide, in positions of random games for two or the fewest players."""
    for game in games:
        states = _positions(game)
        yield Figure(f"{game.id}.views_per_s", _rate(states, _view), "1/s")
        yield Figure(f"{game.id}.previews_per_s", _rate(states, _previews), "1/s")


def _view(state: State) -> bytes:
    return state.game.view_json(state, state.actor)


def _previews(state: State) -> object:
    return state.game.kernel.previews(state.edition.tables, state.array)


def _positions(game: Game) -> list[State]:
    """Return hidden positions, drawn from random games."""
    found = []
    for seed in range(GAMES):
        state, ply = game.deal(max(2, game.min_players), seed), 0
        while not state.over:
            found.append(state.hide(state.actor))
            state = state.play(game.kernel.sample(state.edition.tables, state.array, draw(seed, ply)))
            ply += 1
    return [found[below(1, number, len(found))] for number in range(POSITIONS)]


def _rate(states: list[State], make: Callable[[State], object]) -> float:
    best = 0.0
    for _ in range(TRIES):
        start = time.perf_counter()
        for state in states:
            make(state)
        best = max(best, len(states) / (time.perf_counter() - start))
    return best

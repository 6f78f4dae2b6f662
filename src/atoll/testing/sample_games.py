"""Random games of every variant, as samples for tests."""

import os
import subprocess
import sys
from collections.abc import Iterator

from atoll import Game, State
from atoll.kit.options import Value
from atoll.kit.rng import below

SAMPLE_EVERY = int(os.environ.get("SAMPLE_EVERY", "1"))
"""Sample only every n-th moment, so that `make check` is quick."""
MAX_VALUES = 4
MAX_VARIANTS = 24


def variants(game: Game) -> list[tuple[int, dict[str, Value]]]:
    """Return each seat count with each value of each option, one option changed at a time.

    An option with many values is combined with one seat count for each value, in rotation: all combinations would be
    hundreds of games.
    """
    counts = range(game.min_players, game.max_players + 1)
    few = [option for option in game.options if len(option.values) <= MAX_VALUES]
    choices: list[dict[str, Value]] = [{}]
    choices += [{option.name: value} for option in few for value in option.values[1:]]
    found = [(seats, options) for seats in counts for options in choices]
    many = [{option.name: value} for option in game.options if option not in few for value in option.values[1:]]
    return found + [(counts[number % len(counts)], options) for number, options in enumerate(many)]


def random_game(game: Game, seats: int, options: dict[str, Value], seed: int) -> Iterator[tuple[State, int, State]]:
    """Play a game of random decisions; yields each position, the decision made and the position after it."""
    state = game.deal(seats, seed, options)
    index = 0
    while not state.over:
        legal = state.legal()
        decision = legal[below(seed + 1, index, len(legal))]
        after = state.play(decision)
        yield state, decision, after
        state, index = after, index + 1


def sampled(game: Game, step: int = 7) -> Iterator[tuple[State, int, State]]:
    """Yield some moments of a random game of every variant; fewer each if there are many variants."""
    every = variants(game)
    step *= SAMPLE_EVERY * -(-len(every) // MAX_VARIANTS)
    for seed, (seats, options) in enumerate(every):
        for index, moment in enumerate(random_game(game, seats, options, seed)):
            if index % step == seed % step:
                yield moment


def printed_everywhere(code: str) -> str:
    """Return what a program prints; fail unless it is the same for different hash seeds."""
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
    return runs.pop()

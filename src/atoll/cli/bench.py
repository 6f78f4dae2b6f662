"""`atoll bench`: how fast a game's rules run on this machine, beside the yardstick of the same run."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Annotated, NamedTuple

import numpy as np
from cyclopts import Parameter
from rich.progress import Progress
from rich.table import Table

from atoll.cli import yardstick
from atoll.cli.console import console, ready
from atoll.core.game import Game, find_game, find_games
from atoll.kit.contract import MAX_SEATS
from atoll.kit.errors import InvalidOption

TRIES = 5
SECONDS = 0.3
NOT_INSTALLED = ("bots", "envs", "views", "server", "web", "--peers")
"""Benchmarks that only a clone has: `python -m benchmarks NAME`."""


class Figure(NamedTuple):
    """One measured number."""

    id: str
    value: float
    unit: str  # a faster machine has more "1/s" and fewer "s"; others do not depend on its speed

    def normalised(self, stick: float) -> float:
        """Return what the number would be at the normal yardstick."""
        factor = stick / yardstick.NORMAL_SECONDS
        return self.value * {"1/s": factor, "s": 1 / factor}.get(self.unit, 1.0)


def bench(
    *game_ids: Annotated[
        str,
        Parameter(name="GAME", allow_leading_hyphen=True, help="Names of the games to measure; all games by default."),
    ],
    json_: Annotated[bool, Parameter(name="--json", negative=(), help="Print the figures as JSON.")] = False,
) -> None:
    """Measure how fast the rules of games run on this machine."""
    for name in game_ids:
        if name in NOT_INSTALLED:
            command = f"python -m benchmarks {name.removeprefix('--')}"
            raise InvalidOption(f"`atoll bench` measures games only; run this benchmark from a clone: {command}")
        if name.startswith("-"):
            raise InvalidOption(f"`atoll bench` has no option {name}, only --json")
    games = [find_game(name) for name in game_ids] or list(find_games().values())
    for game in games:
        ready(game, "en")
    show(measure(games), as_json=json_)


def show(figures: Iterator[Figure], *, as_json: bool) -> None:
    """Measure the figures between two measurements of the yardstick, behind a progress bar, and print them."""
    measured: list[Figure] = []
    with Progress(console=console, disable=as_json or not console.is_terminal, transient=True) as progress:
        task = progress.add_task("yardstick", total=None)
        stick = yardstick.seconds()
        for figure in figures:
            measured.append(figure)
            progress.update(task, description=figure.id)
        stick = min(stick, yardstick.seconds())
    if as_json:
        console.print_json(json.dumps(_as_data(measured, stick)))
    else:
        console.print(_as_table(measured, stick))


def _as_data(figures: list[Figure], stick: float) -> dict[str, object]:
    rows = [
        {
            "id": figure.id,
            "value": round(figure.value, 6),
            "normalised": round(figure.normalised(stick), 6),
            "unit": figure.unit,
        }
        for figure in figures
    ]
    return {"yardstick_s": round(stick, 4), "figures": rows}


def _as_table(figures: list[Figure], stick: float) -> Table:
    title = f"yardstick {stick:.3f} s (normal: {yardstick.NORMAL_SECONDS:.2f} s)"
    table = Table("figure", "here", "normalised", "unit", title=title)
    for figure in figures:
        digits = ",.0f" if figure.unit == "1/s" else ".3f"
        table.add_row(figure.id, format(figure.value, digits), format(figure.normalised(stick), digits), figure.unit)
    return table


def measure(games: list[Game]) -> Iterator[Figure]:
    """Yield how long Atoll takes to start, and how fast each game's rules run at every number of seats."""
    yield Figure("atoll.import", _process_seconds("import atoll"), "s")
    for game in games:
        code = (
            f"import sys; from atoll.cli import main; sys.argv = ['atoll', 'play', '{game.id}', '--seed', '1']; main()"
        )
        yield Figure(f"{game.id}.start_of_play", _process_seconds(code), "s")
        for seats in range(game.min_players, game.max_players + 1):
            yield from _game_figures(game, seats)


def _process_seconds(code: str) -> float:
    """Return the best time in which a new Python process runs some code, less that of an empty one."""
    best = {}
    for source in ("pass", code):
        times = []
        for _ in range(3):
            start = time.perf_counter()
            subprocess.run(
                [sys.executable, "-c", source], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True
            )
            times.append(time.perf_counter() - start)
        best[source] = min(times)
    return best[code] - best["pass"]


def _game_figures(game: Game, seats: int) -> Iterator[Figure]:
    kernel, tables = game.kernel, game.standard.tables
    options = game.codes(game.resolve({}))
    s, after = kernel.empty(), kernel.empty()
    totals = np.zeros((2, MAX_SEATS), np.int64)

    def random_games(number: int) -> int:
        return kernel.random_games(tables, s, seats, options, 1, number, totals)

    per_s, decisions = rate(random_games)
    yield Figure(f"{game.id}.random_games_per_s.{seats}p", per_s, "1/s")
    yield Figure(f"{game.id}.random_decisions_per_s.{seats}p", decisions, "1/s")

    kernel.deal(tables, s, seats, options, np.uint64(1))
    per_s, _ = rate(lambda number: kernel.copies(s, after, number))
    yield Figure(f"{game.id}.state_copies_per_s.{seats}p", per_s, "1/s")

    deal = game.deal(seats, 1)
    states = [deal]
    decisions_made = []
    while not states[-1].over:
        decision = kernel.sample(tables, states[-1].array, len(states) * 0x9E3779B1 & 0xFFFF_FFFF)
        decisions_made.append(decision)
        states.append(states[-1].play(decision))

    def apply(number: int) -> int:
        for _ in range(number):
            after[0] = deal.array[0]
            for decision in decisions_made:
                kernel.apply(tables, after, decision)
        return number * len(decisions_made)

    yield Figure(f"{game.id}.apply_per_s.{seats}p", rate(apply)[1], "1/s")

    def play(number: int) -> int:
        for _ in range(number):
            for state, decision in zip(states, decisions_made, strict=False):
                state.play(decision)
        return number * len(decisions_made)

    yield Figure(f"{game.id}.play_per_s.{seats}p", rate(play)[1], "1/s")


def rate(work: Callable[[int], int]) -> tuple[float, float]:
    """Return the best rates of a few tries, per second: of the units of work asked for, and of what `work` returns."""
    number = 1
    while True:
        start = time.perf_counter()
        work(number)
        spent = time.perf_counter() - start
        if spent > SECONDS / 4:
            break
        number *= 2
    number = max(1, round(number * SECONDS / spent))
    best = best_counted = 0.0
    for _ in range(TRIES):
        start = time.perf_counter()
        counted = work(number)
        spent = time.perf_counter() - start
        best, best_counted = max(best, number / spent), max(best_counted, counted / spent)
    return best, best_counted

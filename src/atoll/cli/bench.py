"""`atoll bench`: how fast the rules run here, beside the yard-stick measured in the same run."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
from cyclopts import Parameter
from rich.progress import Progress
from rich.table import Table

from atoll.cli.console import console, ready
from atoll.core import yardstick
from atoll.core.errors import InvalidOption
from atoll.core.game import Game
from atoll.core.game import game as find_game
from atoll.core.game import games as find_games
from atoll.core.kernel import MOST_SEATS

TRIES = 5
SECONDS = 0.3


class Figure(NamedTuple):
    """One measured number."""

    id: str
    value: float
    unit: str  # "1/s" grows with the machine's speed, "s" shrinks, others stay

    def normalised(self, stick: float) -> float:
        """Return what the number would be at the normal yard-stick."""
        factor = stick / yardstick.NORMAL_SECONDS
        return self.value * {"1/s": factor, "s": 1 / factor}.get(self.unit, 1.0)


def bench(
    game: str | None = None,
    /,
    *,
    json_: Annotated[bool, Parameter(name="--json", negative=(), help="Print the figures as data.")] = False,
    tables: Annotated[int, Parameter(help="server: tables at which clients play.")] = 50,
    seconds: Annotated[
        float | None, Parameter(help="server: how long they play (20); --peers: how long for each figure (2).")
    ] = None,
    rate_: Annotated[
        float, Parameter(name="--rate", help="server: decisions a second in all; 0: as many as the server takes.")
    ] = 0.0,
    database: Annotated[
        str | None, Parameter(help="server: postgresql://...; a SQLite file of its own if not given.")
    ] = None,
    workers: Annotated[int, Parameter(help="server: processes; more than one needs PostgreSQL.")] = 1,
    peers: Annotated[
        bool, Parameter(negative=(), help="Install other libraries in a place of their own, and compare.")
    ] = False,
    output: Annotated[Path | None, Parameter(help="--peers: the folder of benchmarks.md, to write it there.")] = None,
) -> None:
    """Measure a game's rules, all games', or `bots`, environments (`envs`), the `server` or the client (`web`).

    With --peers: engines and environments of all games beside those of other libraries.
    """
    if peers:
        from atoll.cli.bench_peers import compare

        if game is not None:
            raise InvalidOption(f"--peers compares all games; leave out {game!r}")
        compare(seconds, output, as_data=json_)
        return
    if output:
        raise InvalidOption("--output is for --peers; leave it out")
    kinds = list(find_games().values()) if game in (None, "bots", "envs", "server", "web") else [find_game(str(game))]
    for kind in kinds:
        ready(kind, "en", bots=game == "bots")
    measured: Iterator[tuple[str, float, str]]
    if game == "server":
        from atoll.cli.bench_server import Load, measure

        measured = measure(Load(tables, 20.0 if seconds is None else seconds, rate_, database, workers))
    elif game == "bots":
        from atoll.cli.bench_bots import measure as measure_bots

        measured = measure_bots(kinds)
    elif game == "envs":
        from atoll.cli.bench_envs import measure as measure_envs

        measured = measure_envs(kinds)
    elif game == "web":
        from atoll.cli.bench_web import measure as measure_web

        measured = measure_web()
    else:
        measured = _figures(kinds)
    figures: list[Figure] = []
    with Progress(console=console, disable=json_ or not console.is_terminal, transient=True) as progress:
        task = progress.add_task("yard-stick", total=None)
        stick = yardstick.seconds()
        for found in measured:
            figures.append(Figure(*found))
            progress.update(task, description=figures[-1].id)
        stick = min(stick, yardstick.seconds())
    if json_:
        rows = [
            {
                "id": one.id,
                "value": round(one.value, 6),
                "normalised": round(one.normalised(stick), 6),
                "unit": one.unit,
            }
            for one in figures
        ]
        console.print_json(json.dumps({"yardstick_s": round(stick, 4), "figures": rows}))
        return
    table = Table(
        "figure",
        "here",
        "normalised",
        "unit",
        title=f"yard-stick {stick:.3f} s (normal: {yardstick.NORMAL_SECONDS:.2f} s)",
    )
    for one in figures:
        digits = ",.0f" if one.unit == "1/s" else ".3f"
        table.add_row(one.id, format(one.value, digits), format(one.normalised(stick), digits), one.unit)
    console.print(table)


def _figures(kinds: list[Game]) -> Iterator[Figure]:
    yield Figure("atoll.import", _process_seconds("import atoll"), "s")
    for kind in kinds:
        code = (
            f"import sys; from atoll.cli import main; sys.argv = ['atoll', 'play', '{kind.id}', '--seed', '1']; main()"
        )
        yield Figure(f"{kind.id}.start_of_play", _process_seconds(code), "s")
        for seats in range(kind.fewest, kind.most + 1):
            yield from _game_figures(kind, seats)


def _process_seconds(code: str) -> float:
    """Return the best time of a Python process of its own, without the time of an empty one; its input is closed."""
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


def _game_figures(kind: Game, seats: int) -> Iterator[Figure]:
    kernel, tables = kind.kernel, kind.standard.tables
    options = kind.codes(kind.resolve({}))
    s, after = kernel.empty(), kernel.empty()
    totals = np.zeros((2, MOST_SEATS), np.int64)

    def games(number: int) -> int:
        return kernel.random_games(tables, s, seats, options, 1, number, totals)

    per_s, decisions = rate(games)
    yield Figure(f"{kind.id}.random_games_per_s.{seats}p", per_s, "1/s")
    yield Figure(f"{kind.id}.random_decisions_per_s.{seats}p", decisions, "1/s")

    kernel.deal(tables, s, seats, options, np.uint64(1))
    per_s, _ = rate(lambda number: kernel.copies(s, after, number))
    yield Figure(f"{kind.id}.state_copies_per_s.{seats}p", per_s, "1/s")

    deal = kind.deal(seats, 1)
    line = [deal]
    decisions_made = []
    while not line[-1].over:
        decision = kernel.sample(tables, line[-1].array, len(line) * 0x9E3779B1 & 0xFFFF_FFFF)
        decisions_made.append(decision)
        line.append(line[-1].play(decision))

    def apply(number: int) -> int:
        for _ in range(number):
            after[0] = deal.array[0]
            for decision in decisions_made:
                kernel.apply(tables, after, decision)
        return number * len(decisions_made)

    yield Figure(f"{kind.id}.apply_per_s.{seats}p", rate(apply)[1], "1/s")

    def play(number: int) -> int:
        for _ in range(number):
            for state, decision in zip(line, decisions_made, strict=False):
                state.play(decision)
        return number * len(decisions_made)

    yield Figure(f"{kind.id}.play_per_s.{seats}p", rate(play)[1], "1/s")


def rate(work: Callable[[int], int]) -> tuple[float, float]:
    """Return the best rates per second, of units of work and of what the work counts, over a few tries."""
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

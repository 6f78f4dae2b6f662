"""`atoll arena`: bots against bots on mirrored deals, with intervals."""

import json
import sys
import time
from collections.abc import Callable
from contextlib import closing, nullcontext, redirect_stdout
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from atoll.bots import BOTS
from atoll.bots.arena import (
    Archive,
    Executor,
    Match,
    Processes,
    Run,
    Sequential,
    Standings,
    make_match,
    read_entrants,
)  # fmt: skip
from atoll.bots.arena.playing import NO_RANK
from atoll.bots.arena.standings import BotFigures
from atoll.cli.console import EditionChoice, OptionChoices, console, read_edition, read_options, ready
from atoll.core.errors import AtollError, InvalidOption
from atoll.core.game import Game
from atoll.core.game import game as find_game

MOST_WORKERS = 1024
MOST_GAMES = 10_000_000
MOST_ELO = 2000
UPDATE_SECONDS = 0.5
ERRORS_SHOWN = 5

LEGEND = (
    "Ranges are 95 % intervals over deals. margin: points more than the best of the others.\n"
    "ms, p90, max: milliseconds a decision takes: mean, nine in ten take no longer, longest."
)


def arena(
    game: str,
    /,
    *,
    bots: Annotated[
        str,
        Parameter(
            help=f"Who plays, joined by commas: {', '.join(BOTS)}, or your own as MODULE:NAME; NAME@BUDGET gives one a "
            "budget of its own."
        ),
    ],
    games: int = 100,
    seats: int | None = None,
    budget: Annotated[
        str | None, Parameter(help="Thinking for each decision: simulations (2000) or milliseconds (200ms).")
    ] = None,
    option: OptionChoices = None,
    edition: EditionChoice = None,
    seed: int = 0,
    json_: Annotated[bool, Parameter(name="--json", negative=(), help="Print the results as data.")] = False,
    save: Annotated[Path | None, Parameter(help="Keep the run in this folder, or go on with the one there.")] = None,
    sprt: Annotated[
        bool, Parameter(negative=(), help="Stop as soon as the first bot is accepted or rejected.")
    ] = False,
    elo0: Annotated[float, Parameter(help="sprt: not this much stronger: rejected.")] = 0.0,
    elo1: Annotated[float, Parameter(help="sprt: this much stronger: accepted.")] = 20.0,
    workers: Annotated[int | None, Parameter(help="Processes; as many as there are processors if not given.")] = None,
    ray: Annotated[
        str | None, Parameter(help="Play on the Ray cluster at this address; local starts one here.")
    ] = None,
) -> None:
    """Let bots play against each other, each deal once with every rotation of the seats.

    Parameters
    ----------
    game
        Which game; `atoll games` lists them.
    games
        How many games in all, rounded up to whole deals at every table.
    seats
        How many play at a table; 2 if not given. Of more bots, all that can meet do.
    seed
        The number that all deals and all chance of the bots follow from.

    """
    kind = find_game(game)
    for name, number, most in (("games", games, MOST_GAMES), ("workers", workers, MOST_WORKERS)):
        if number is not None and not 1 <= number <= most:
            raise InvalidOption(f"--{name} must be from 1 to {most}, not {number}")
    text = read_edition(kind, edition).text if edition else None
    with redirect_stdout(sys.stderr):  # a module with bots may print something when it is read
        entrants = read_entrants(bots, budget)
    options = read_options(option)
    match = make_match(kind, entrants, seats=seats, seed=seed, options=options, edition=text)
    test = sequential(match, elo0, elo1) if sprt else None
    executor: Executor = Processes(workers)
    if ray is not None:
        from atoll.bots.arena.cluster import RayTasks

        executor = RayTasks(ray, workers)
    ready(kind, "en", bots=True)
    ended: BaseException | None = None
    with Archive(save, match) if save else nullcontext() as archive:
        run = Run(match, games, archive=archive, test=test)
        start, before = time.monotonic(), run.standings.games
        try:
            follow(run, executor)
        except (KeyboardInterrupt, AtollError) as reason:
            if isinstance(reason, AtollError) and not run.standings.results:
                raise
            ended = reason  # told after what was played until then
        seconds = max(1e-9, time.monotonic() - start)
    speed = (run.standings.games - before) / seconds
    if json_:
        console.print_json(json.dumps(run.summary() | {"seconds": round(seconds, 3), "games_per_s": round(speed, 3)}))
    else:
        show(run, kind)
        wanted = "" if run.over else f" of {run.blocks * match.seats:,}; stopped"
        console.print(f"{run.standings.games:,} games{wanted}, {speed:,.1f} games/s", markup=False)
    if ended:
        raise ended


def sequential(match: Match, low: float, high: float) -> Sequential:
    """Return a sequential test for a match that has one."""
    if (len(match.entrants), match.seats) != (2, 2):
        raise InvalidOption("--sprt is for two bots at tables of two")
    if not -MOST_ELO <= low < high <= MOST_ELO:
        raise InvalidOption(
            f"--elo0 must be less than --elo1, both from -{MOST_ELO} to {MOST_ELO}, not {low:g} and {high:g}"
        )
    return Sequential(low, high)


def follow(run: Run, executor: Executor) -> None:
    """Play a run behind a progress bar with the result so far; forfeited games are told as they happen."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    aside = Console(stderr=True, highlight=False, soft_wrap=True)
    shown = 0
    seats = run.match.seats
    progress = Progress(*columns, console=aside, disable=not sys.stderr.isatty(), transient=True)
    # Ray tells about lost workers on stdout, where only the results belong.
    with redirect_stdout(sys.stderr), closing(run.play(executor)) as blocks, progress:
        task = progress.add_task(result_so_far(run.standings), total=run.blocks * seats, completed=run.standings.games)
        told = time.monotonic()
        for _ in blocks:
            for error in run.errors[shown:ERRORS_SHOWN]:
                aside.print(f"atoll: {error}", markup=False)
                shown += 1
            progress.advance(task, seats)
            if time.monotonic() - told > UPDATE_SECONDS:
                progress.update(task, description=result_so_far(run.standings))
                told = time.monotonic()
    if len(run.errors) > shown:
        aside.print(f"atoll: {len(run.errors)} games were forfeited; --json lists all", markup=False)


def result_so_far(standings: Standings) -> str:
    """Return the first bot's result so far, in a few words."""
    name = standings.match.entrants[0].name
    if standings.match.seats == 1:
        points = standings.bots()[0].mean_points
        return name if points is None else f"{name} {points:.1f} points"
    so_far = standings.win_rate(0)
    return name if so_far is None else f"{name} {rate(*so_far)}"


def show(run: Run, game: Game) -> None:
    """Print the results as tables."""
    standings, match = run.standings, run.match
    if not standings.results:
        return
    figures = standings.bots()
    alone = match.seats == 1
    console.print(table_of(figures))
    console.print(LEGEND, style="dim")
    if alone:
        show_alone(figures, game)
    if len(figures) > 2 or (alone and len(figures) == 2):
        pairs = narrow("pair", "games", "ahead", "margin")
        for pair in standings.pairs():
            pairs.add_row(
                f"{pair.one} - {pair.other}",
                f"{pair.games:,}",
                rate(pair.win_rate, pair.low, pair.high),
                around(pair.mean_margin, pair.margin_high, "+.1f"),
            )
        console.print(pairs)
    if len(figures) > 2 and not alone:
        ladder = narrow("bot", "Elo")
        for one in standings.ladder():
            ladder.add_row(one.name, around(one.elo, one.high, "+.0f"))
        console.print(ladder)
    if run.test:
        first, second = (entrant.name for entrant in match.entrants)
        console.print(
            f"{first} is {run.test.verdict}: {run.test.high:g} rather than {run.test.low:g} Elo above {second}, "
            f"log-likelihood ratio {run.test.ratio:+.2f} (bounds ±{run.test.BOUND:.2f})",
            markup=False,
        )


def show_alone(figures: list[BotFigures], game: Game) -> None:
    """Print how the points of bots that play alone are spread, and the ranks they have reached."""
    spread = narrow("bot", "least", *(f"{part} %" for part in range(10, 100, 10)), "most")
    ranks = narrow("bot", "rank", "games", "share")
    words = game.words()
    for one in figures:
        spread.add_row(one.name, *(f"{number:.0f}" for number in one.deciles or ()))
        for rank, number in (one.ranks or {}).items():
            ranks.add_row(
                one.name,
                words(f"rank.{rank}") if rank != NO_RANK else NO_RANK,
                f"{number:,}",
                percent(number / one.games),
            )
    console.print(spread)
    if ranks.rows:
        console.print(ranks)


def percent(part: float) -> str:
    """Return a part of 1 as text.

    >>> percent(0.12345)
    '12.3 %'
    """
    return f"{100 * part:.1f} %"


def rate(value: float | None, low: float | None, high: float | None) -> str:
    """Return a share with its interval as text.

    >>> rate(0.75, 0.7, 0.79), rate(None, None, None)
    ('75.0 % (70.0-79.0)', '')
    """
    if value is None:
        return ""
    return percent(value) if low is None or high is None else f"{percent(value)} ({100 * low:.1f}-{100 * high:.1f})"


def around(value: float | None, high: float | None, form: str) -> str:
    """Return a figure as text, with how far its interval reaches to either side.

    >>> around(3.25, 4.5, "+.1f"), around(3.25, None, ".1f")
    ('+3.2 ± 1.2', '3.2')
    """
    if value is None:
        return ""
    return format(value, form) if high is None else f"{value:{form}} ± {high - value:{form.removeprefix('+')}}"


def milliseconds(number: float) -> str:
    """Return a time as text, with as many digits as it deserves."""
    return f"{number:.3f}" if number < 1 else f"{number:.1f}" if number < 100 else f"{number:,.0f}"


Column = tuple[str, Callable[[BotFigures], str]]
NAME: Column = ("bot", lambda one: one.name)
GAMES: Column = ("games", lambda one: f"{one.games:,}")
WIN_RATE: Column = ("win rate", lambda one: rate(one.win_rate, one.low, one.high))
MARGIN: Column = ("margin", lambda one: around(one.mean_margin, one.margin_high, "+.1f"))
POINTS: Column = ("points", lambda one: around(one.mean_points, one.points_high if one.deciles else None, ".1f"))
TIMES: tuple[Column, ...] = (
    ("ms", lambda one: milliseconds(one.ms_mean)),
    ("p90", lambda one: milliseconds(one.ms_p90)),
    ("max", lambda one: milliseconds(one.ms_max)),
)
FORFEITS: Column = ("forfeits", lambda one: str(one.forfeits))


ALL: tuple[Column, ...] = (NAME, GAMES, WIN_RATE, MARGIN, POINTS, *TIMES, FORFEITS)


def table_of(figures: list[BotFigures]) -> Table:
    """Return a row for each bot; columns that say nothing about any of them are left out."""
    table = narrow()
    shown = [(title, [text(one) for one in figures]) for title, text in ALL]
    shown = [(title, texts) for title, texts in shown if not set(texts) <= ({"", "0"} if title == "forfeits" else {""})]
    for title, _ in shown:
        table.add_column(title, justify="left" if title == "bot" else "right")
    for texts in zip(*(texts for _, texts in shown), strict=True):
        table.add_row(*texts)
    return table


def narrow(*titles: str) -> Table:
    """Return a table that leaves the width to its figures."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for title in titles:
        table.add_column(title, justify="left" if title in ("bot", "pair", "rank") else "right")
    return table

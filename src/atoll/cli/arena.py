"""`atoll arena`: bots against bots on mirrored deals, with confidence intervals."""

import json
import sys
import time
from collections.abc import Callable
from contextlib import closing, nullcontext, redirect_stdout
from pathlib import Path
from typing import Annotated, NamedTuple

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
from atoll.cli.console import EditionChoice, GameName, OptionChoices, console, read_edition, read_options, ready
from atoll.core.game import Game, find_game
from atoll.kit.errors import AtollError, InvalidOption

MAX_WORKERS = 1024
MAX_GAMES = 10_000_000
MAX_ELO = 2000
UPDATE_SECONDS = 0.5
MAX_FORFEITS_SHOWN = 5

LEGEND = (
    "Ranges are 95 % intervals over deals. margin: points ahead of the best opponent.\n"
    "ms, p90, max: milliseconds for a decision: mean, 90th percentile, longest."
)


def arena(
    game_id: GameName,
    /,
    *,
    bots: Annotated[
        str,
        Parameter(
            help=f"Bots, separated by commas: {', '.join(BOTS)}, or your own as MODULE:NAME. NAME@BUDGET sets the "
            "budget of one bot."
        ),
    ],
    games: int = 100,
    seats: int | None = None,
    budget: Annotated[
        str | None, Parameter(help="Budget of each decision: simulations (2000) or milliseconds (200ms).")
    ] = None,
    option: OptionChoices = None,
    edition: EditionChoice = None,
    seed: int = 0,
    json_: Annotated[bool, Parameter(name="--json", negative=(), help="Print the results as JSON.")] = False,
    save: Annotated[
        Path | None, Parameter(help="Save the run in this folder, or resume the run that is there.")
    ] = None,
    sprt: Annotated[
        bool, Parameter(negative=(), help="Stop as soon as a sequential test accepts or rejects the first bot.")
    ] = False,
    elo0: Annotated[float, Parameter(help="--sprt: reject the first bot if it is this much stronger at most.")] = 0.0,
    elo1: Annotated[float, Parameter(help="--sprt: accept the first bot if it is this much stronger at least.")] = 20.0,
    workers: Annotated[int | None, Parameter(help="Number of processes; one for each processor by default.")] = None,
    ray: Annotated[
        str | None, Parameter(help="Play on the Ray cluster at this address; `local` starts one on this machine.")
    ] = None,
) -> None:
    """Let bots play against each other, each deal once with every rotation of the seats.

    Parameters
    ----------
    games
        Number of games, rounded up so that each deal is played with every rotation of the seats.
    seats
        Players at a table, 2 by default. If there are more bots, every combination of them plays.
    seed
        Number that determines all deals and the bots' randomness.

    """
    game = find_game(game_id)
    for name, number, maximum in (("games", games, MAX_GAMES), ("workers", workers, MAX_WORKERS)):
        if number is not None and not 1 <= number <= maximum:
            raise InvalidOption(f"--{name} must be from 1 to {maximum}, not {number}")
    text = read_edition(game, edition).text if edition else None
    with redirect_stdout(sys.stderr):  # a module with bots may print something when it is imported
        entrants = read_entrants(bots, budget)
    match = make_match(game, entrants, seats=seats, seed=seed, options=read_options(option), edition=text)
    test = sequential(match, elo0, elo1) if sprt else None
    executor = make_executor(workers, ray)
    ready(game, "en", bots=True)
    with Archive(save, match) if save else nullcontext() as archive:
        run = Run(match, games, archive=archive, test=test)
        played = play(run, executor)
    if json_:
        figures = {"seconds": round(played.seconds, 3), "games_per_s": round(played.games_per_s, 3)}
        console.print_json(json.dumps(run.summary() | figures))
    else:
        show(run, game)
        stopped = "" if run.over else f" of {run.blocks * match.seats:,}; stopped"
        console.print(f"{run.standings.games:,} games{stopped}, {played.games_per_s:,.1f} games/s", markup=False)
    if played.stopped_by:
        raise played.stopped_by


def make_executor(workers: int | None, ray: str | None) -> Executor:
    """Return what plays the games: processes of this machine, or the Ray cluster at an address."""
    if ray is None:
        return Processes(workers)
    from atoll.bots.arena.cluster import RayTasks

    return RayTasks(ray, workers)


class Played(NamedTuple):
    """How the games of this call went; an archive may have held others before."""

    seconds: float
    games_per_s: float
    stopped_by: BaseException | None


def play(run: Run, executor: Executor) -> Played:
    """Play a run to its end, or until Ctrl-C or an error stops it: then the results so far still count."""
    stopped_by: BaseException | None = None
    start, before = time.monotonic(), run.standings.games
    try:
        follow(run, executor)
    except (KeyboardInterrupt, AtollError) as reason:
        if isinstance(reason, AtollError) and not run.standings.results:
            raise
        stopped_by = reason
    seconds = max(1e-9, time.monotonic() - start)
    return Played(seconds, (run.standings.games - before) / seconds, stopped_by)


def sequential(match: Match, low: float, high: float) -> Sequential:
    """Return the sequential test of a match between two bots; refuse other matches."""
    if (len(match.entrants), match.seats) != (2, 2):
        raise InvalidOption("--sprt is for two bots at tables of two")
    if not -MAX_ELO <= low < high <= MAX_ELO:
        raise InvalidOption(
            f"--elo0 must be less than --elo1, both from -{MAX_ELO} to {MAX_ELO}, not {low:g} and {high:g}"
        )
    return Sequential(low, high)


def follow(run: Run, executor: Executor) -> None:
    """Play a run behind a progress bar with the result so far; print forfeits as they happen."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    stderr = Console(stderr=True, highlight=False, soft_wrap=True)
    forfeits_shown = 0
    seats = run.match.seats
    progress = Progress(*columns, console=stderr, disable=not sys.stderr.isatty(), transient=True)
    # Ray reports lost workers on stdout, where only the results belong.
    with redirect_stdout(sys.stderr), closing(run.play(executor)) as blocks, progress:
        task = progress.add_task(result_so_far(run.standings), total=run.blocks * seats, completed=run.standings.games)
        updated = time.monotonic()
        for _ in blocks:
            for game in run.forfeited[forfeits_shown:MAX_FORFEITS_SHOWN]:
                stderr.print(f"atoll: {game}", markup=False)
                forfeits_shown += 1
            progress.advance(task, seats)
            if time.monotonic() - updated > UPDATE_SECONDS:
                progress.update(task, description=result_so_far(run.standings))
                updated = time.monotonic()
    if len(run.forfeited) > forfeits_shown:
        stderr.print(f"atoll: {len(run.forfeited)} games were forfeited; --json lists all", markup=False)


def result_so_far(standings: Standings) -> str:
    """Return the first bot's result so far, as short text."""
    name = standings.match.entrants[0].name
    if standings.match.seats == 1:
        points = standings.bots()[0].mean_points
        return name if points is None else f"{name} {points:.1f} points"
    so_far = standings.win_rate(0)
    return name if so_far is None else f"{name} {share(*so_far)}"


def show(run: Run, game: Game) -> None:
    """Print the results as tables."""
    standings, match = run.standings, run.match
    if not standings.results:
        return
    figures = standings.bots()
    alone = match.seats == 1
    console.print(bots_table(figures))
    console.print(LEGEND, style="dim")
    if alone:
        show_alone(figures, game)
    if len(figures) > 2 or (alone and len(figures) == 2):
        show_pairs(standings)
    if len(figures) > 2 and not alone:
        show_ladder(standings)
    if run.test:
        first, second = (entrant.name for entrant in match.entrants)
        console.print(
            f"{first} is {run.test.verdict}: {run.test.high:g} rather than {run.test.low:g} Elo above {second}, "
            f"log-likelihood ratio {run.test.ratio:+.2f} (bounds ±{run.test.BOUND:.2f})",
            markup=False,
        )


def show_pairs(standings: Standings) -> None:
    """Print the results of every two bots against each other."""
    table = narrow_table("pair", "games", "ahead", "margin")
    for pair in standings.pairs():
        table.add_row(
            f"{pair.one} - {pair.other}",
            f"{pair.games:,}",
            share(pair.win_rate, pair.low, pair.high),
            plus_minus(pair.mean_margin, pair.margin_high, "+.1f"),
        )
    console.print(table)


def show_ladder(standings: Standings) -> None:
    """Print the bots' Elo ratings."""
    table = narrow_table("bot", "Elo")
    for rating in standings.ladder():
        table.add_row(rating.name, plus_minus(rating.elo, rating.high, "+.0f"))
    console.print(table)


def show_alone(figures: list[BotFigures], game: Game) -> None:
    """Print the deciles of the points of bots that play alone, and the ranks they reached."""
    deciles = narrow_table("bot", "least", *(f"{part} %" for part in range(10, 100, 10)), "most")
    ranks = narrow_table("bot", "rank", "games", "share")
    words = game.words()
    for bot in figures:
        deciles.add_row(bot.name, *(f"{number:.0f}" for number in bot.deciles or ()))
        for rank, number in (bot.ranks or {}).items():
            ranks.add_row(
                bot.name,
                words(f"rank.{rank}") if rank != NO_RANK else NO_RANK,
                f"{number:,}",
                percent(number / bot.games),
            )
    console.print(deciles)
    if ranks.rows:
        console.print(ranks)


def percent(part: float) -> str:
    """Return a fraction as a percentage.

    >>> percent(0.12345)
    '12.3 %'
    """
    return f"{100 * part:.1f} %"


def share(value: float | None, low: float | None, high: float | None) -> str:
    """Return a share with its interval as text.

    >>> share(0.75, 0.7, 0.79), share(None, None, None)
    ('75.0 % (70.0-79.0)', '')
    """
    if value is None:
        return ""
    return percent(value) if low is None or high is None else f"{percent(value)} ({100 * low:.1f}-{100 * high:.1f})"


def plus_minus(value: float | None, high: float | None, form: str) -> str:
    """Return a figure and half the width of its interval as text.

    >>> plus_minus(3.25, 4.5, "+.1f"), plus_minus(3.25, None, ".1f")
    ('+3.2 ± 1.2', '3.2')
    """
    if value is None:
        return ""
    return format(value, form) if high is None else f"{value:{form}} ± {high - value:{form.removeprefix('+')}}"


def milliseconds(number: float) -> str:
    """Return a time as text; the longer, the fewer decimals."""
    return f"{number:.3f}" if number < 1 else f"{number:.1f}" if number < 100 else f"{number:,.0f}"


Column = tuple[str, Callable[[BotFigures], str]]
NAME: Column = ("bot", lambda bot: bot.name)
GAMES: Column = ("games", lambda bot: f"{bot.games:,}")
WIN_RATE: Column = ("win rate", lambda bot: share(bot.win_rate, bot.low, bot.high))
MARGIN: Column = ("margin", lambda bot: plus_minus(bot.mean_margin, bot.margin_high, "+.1f"))
POINTS: Column = ("points", lambda bot: plus_minus(bot.mean_points, bot.points_high if bot.deciles else None, ".1f"))
TIMES: tuple[Column, ...] = (
    ("ms", lambda bot: milliseconds(bot.ms_mean)),
    ("p90", lambda bot: milliseconds(bot.ms_p90)),
    ("max", lambda bot: milliseconds(bot.ms_max)),
)
FORFEITS: Column = ("forfeits", lambda bot: str(bot.forfeits))
COLUMNS: tuple[Column, ...] = (NAME, GAMES, WIN_RATE, MARGIN, POINTS, *TIMES, FORFEITS)


def bots_table(figures: list[BotFigures]) -> Table:
    """Return a table with a row for each bot; columns without content are left out."""
    table = narrow_table()
    shown = [(title, [text(bot) for bot in figures]) for title, text in COLUMNS]
    shown = [(title, texts) for title, texts in shown if not set(texts) <= ({"", "0"} if title == "forfeits" else {""})]
    for title, _ in shown:
        table.add_column(title, justify="left" if title == "bot" else "right")
    for texts in zip(*(texts for _, texts in shown), strict=True):
        table.add_row(*texts)
    return table


def narrow_table(*titles: str) -> Table:
    """Return a table without borders, so that its columns fit 80 characters."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for title in titles:
        table.add_column(title, justify="left" if title in ("bot", "pair", "rank") else "right")
    return table

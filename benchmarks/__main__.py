"""`python -m benchmarks bots | envs | views | server | web | peers`, run in the root of the repository."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from atoll.cli import run
from atoll.cli.bench import show
from atoll.cli.console import ready
from atoll.core.game import Game, find_games

app = App(name="benchmarks", help="Measure how fast bots, environments, server and client are.", version_flags=())

Json = Annotated[bool, Parameter(name="--json", negative=(), help="Print the figures as JSON.")]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a benchmark."""
    run(app, arguments)


@app.command
def bots(*, json_: Json = False) -> None:
    """Measure how fast bots plan and search."""
    from benchmarks.bots import measure

    show(measure(_compiled_games(bots=True)), as_json=json_)


@app.command
def envs(*, json_: Json = False) -> None:
    """Measure how many decisions a second the environments take."""
    from benchmarks.envs import measure

    show(measure(_compiled_games()), as_json=json_)


@app.command
def views(*, json_: Json = False) -> None:
    """Measure how many views a second are made, as JSON and with all choices."""
    from benchmarks.views import measure

    show(measure(_compiled_games()), as_json=json_)


@app.command
def server(
    *,
    tables: Annotated[int, Parameter(help="Tables at which clients play.")] = 50,
    seconds: Annotated[float, Parameter(help="How long they play.")] = 20.0,
    rate: Annotated[
        float, Parameter(help="Decisions a second at all tables together; 0: as many as the server takes.")
    ] = 0.0,
    database: Annotated[str | None, Parameter(help="postgresql://...; a temporary SQLite file if not given.")] = None,
    workers: Annotated[int, Parameter(help="Processes of the server; more than one needs PostgreSQL.")] = 1,
    json_: Json = False,
) -> None:
    """Measure how many decisions a second a table server acknowledges, and how quickly."""
    from benchmarks.server import Load, measure

    _compiled_games()
    show(measure(Load(tables, seconds, rate, database, workers)), as_json=json_)


@app.command
def web(*, json_: Json = False) -> None:
    """Measure how much a browser loads, and how quickly the client draws."""
    from benchmarks.web import measure

    _compiled_games()
    show(measure(), as_json=json_)


@app.command
def peers(
    *,
    seconds: Annotated[float, Parameter(help="How long each figure is measured.")] = 2.0,
    output: Annotated[Path | None, Parameter(help="Also write the tables into benchmarks.md in this folder.")] = None,
    json_: Json = False,
) -> None:
    """Compare engines and environments with those of other libraries, which are installed in a separate environment."""
    from benchmarks.peers import compare

    compare(seconds, output, as_json=json_)


def _compiled_games(*, bots: bool = False) -> list[Game]:
    games = list(find_games().values())
    for game in games:
        ready(game, "en", bots=bots)
    return games


if __name__ == "__main__":
    main()

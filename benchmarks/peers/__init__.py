"""`python -m benchmarks peers`: Atoll's speed beside that of other libraries, measured in one run on one core.

The libraries are installed once, in pinned versions, into a separate environment. Each is measured by a separate
process, which prints its figures. The report names the libraries that can't be installed or fail.
"""

import json
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from rich.progress import Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from atoll import __version__
from atoll.cli import yardstick
from atoll.cli.console import console, ready
from atoll.core.game import find_games
from atoll.kit.errors import InvalidOption
from benchmarks.peers import their_speeds
from benchmarks.peers.processes import ONE_THREAD, ProcessFailed, install, lines, make_environment, one_core, pinned
from benchmarks.peers.report import HEADS, OURS, Comparison, Missing, Page, Speed, read


class Peer(NamedTuple):
    """A library, its name in `their_speeds.py`, and the packages to install, the library first."""

    library: str
    name: str
    packages: Sequence[str]


PEERS = (
    Peer("OpenSpiel", "openspiel", ["open_spiel"]),
    Peer("PettingZoo", "pettingzoo", ["pettingzoo", "pygame-ce", "rlcard"]),
    Peer("RLCard", "rlcard", ["rlcard"]),
    Peer("Pgx", "pgx", ["pgx", "jax"]),
)
OUR_SPEEDS = "from benchmarks.peers.our_speeds import main; main()"
MAX_SECONDS = 60.0


def compare(seconds: float, output: Path | None, *, as_json: bool) -> None:
    """Measure everything and print it; also write the tables into benchmarks.md in the folder `output`, if given."""
    if not 0 < seconds <= MAX_SECONDS:
        raise InvalidOption(f"--seconds must be more than 0 and at most {MAX_SECONDS:.0f}, not {seconds:g}")
    page = Page(output) if output else None
    for game in find_games().values():
        ready(game, "en")
    found = measure(seconds, show=not as_json and console.is_terminal)
    if page:
        page.write(found)
    if as_json:
        console.print_json(json.dumps(found.data()))
        return
    console.print(found.sentence())
    for title, speeds in found.sections():
        table = Table(*HEADS, title=title)
        for speed in speeds:
            table.add_row(*found.row(speed))
        console.print(table)
    for missing in found.missing:
        console.print(f"{missing.library}: not measured: {missing.why}")


def measure(seconds: float, *, show: bool) -> Comparison:
    """Install the peers, then measure Atoll and them: `seconds` for each figure."""
    speeds: list[Speed] = []
    missing: list[Missing] = []
    columns = (TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not show, transient=True, refresh_per_second=2) as progress:
        task = progress.add_task("environment for the peers")
        python = make_environment()
        commands = {OURS: [sys.executable, "-c", OUR_SPEEDS]}
        for peer in PEERS:
            progress.update(task, description=f"{peer.library}: installing")
            try:
                install(python, peer.packages)
                commands[peer.library] = [str(python), "-I", their_speeds.__file__, peer.name]
            except ProcessFailed as error:
                missing.append(Missing(peer.library, f"can't be installed: {error}"))
        with one_core():
            progress.update(task, description="yardstick")
            first = yardstick.seconds()
            for library, command in commands.items():
                progress.update(task, description=f"{library}: getting ready")
                try:
                    with closing(lines([*command, str(seconds)], ONE_THREAD)) as output_lines:
                        for line in output_lines:
                            speeds.append(read(line))
                            progress.update(task, description=f"{library}: {speeds[-1].game}, {speeds[-1].way}")
                except ValueError as error:
                    missing.append(Missing(library, str(error)))
            last = yardstick.seconds()
    versions = {OURS: __version__} | {peer.library: pinned(peer.packages[0]) for peer in PEERS}
    return Comparison(versions, (first, last), speeds, missing)

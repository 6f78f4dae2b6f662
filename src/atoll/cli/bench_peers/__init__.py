"""`atoll bench --peers`: our speed beside that of other libraries, all measured in one run on one core.

Peers are installed once, in pinned versions, into an environment of their own. Each is measured by a process of its
own, which prints what it finds; one that can't be installed or fails is named in the report, and the rest goes on.
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
from atoll.cli.bench_peers import theirs
from atoll.cli.bench_peers.report import HEADS, OURS, Comparison, Missing, Page, Speed, read
from atoll.cli.bench_peers.running import ONE_THREAD, Failed, install, lines, make_environment, one_core, pinned
from atoll.cli.console import console, ready
from atoll.core import yardstick
from atoll.core.errors import InvalidOption
from atoll.core.game import games


class Peer(NamedTuple):
    """A library, its name in `theirs.py`, and what is installed for it, the library first."""

    library: str
    name: str
    packages: Sequence[str]


PEERS = (
    Peer("OpenSpiel", "openspiel", ["open_spiel"]),
    Peer("PettingZoo", "pettingzoo", ["pettingzoo", "pygame-ce", "rlcard"]),
    Peer("RLCard", "rlcard", ["rlcard"]),
    Peer("Pgx", "pgx", ["pgx", "jax"]),
)
OWN = "from atoll.cli.bench_peers.ours import main; main()"
SECONDS = 2.0
LONGEST = 60.0


def compare(seconds: float | None, output: Path | None, *, as_data: bool) -> None:
    """Measure everything and show it; `output` is the folder of the documentation to write it into as well."""
    seconds = SECONDS if seconds is None else seconds
    if not 0 < seconds <= LONGEST:
        raise InvalidOption(f"--seconds must be more than 0 and at most {LONGEST:.0f} with --peers, not {seconds:g}")
    page = Page(output) if output else None
    for game in games().values():
        ready(game, "en")
    found = measure(seconds, show=not as_data and console.is_terminal)
    if page:
        page.write(found)
    if as_data:
        console.print_json(json.dumps(found.data()))
        return
    console.print(found.sentence())
    for title, speeds in found.kinds():
        table = Table(*HEADS, title=title)
        for one in speeds:
            table.add_row(*found.row(one))
        console.print(table)
    for absent in found.missing:
        console.print(f"{absent.library}: not measured: {absent.why}")


def measure(seconds: float, *, show: bool) -> Comparison:
    """Install the peers and measure them after ourselves, each way to play for so many seconds."""
    speeds: list[Speed] = []
    missing: list[Missing] = []
    columns = (TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not show, transient=True, refresh_per_second=2) as progress:
        task = progress.add_task("environment for the peers")
        python = make_environment()
        commands = {OURS: [sys.executable, "-c", OWN]}
        for peer in PEERS:
            progress.update(task, description=f"{peer.library}: installing")
            try:
                install(python, peer.packages)
                commands[peer.library] = [str(python), "-I", theirs.__file__, peer.name]
            except Failed as error:
                missing.append(Missing(peer.library, f"can't be installed: {error}"))
        with one_core():
            progress.update(task, description="yard-stick")
            first = yardstick.seconds()
            for library, command in commands.items():
                progress.update(task, description=f"{library}: getting ready")
                try:
                    with closing(lines([*command, str(seconds)], ONE_THREAD)) as said:
                        for line in said:
                            speeds.append(read(line))
                            progress.update(task, description=f"{library}: {speeds[-1].game}, {speeds[-1].way}")
                except ValueError as error:
                    missing.append(Missing(library, str(error)))
            last = yardstick.seconds()
    versions = {OURS: __version__} | {peer.library: pinned(peer.packages[0]) for peer in PEERS}
    return Comparison(versions, (first, last), speeds, missing)

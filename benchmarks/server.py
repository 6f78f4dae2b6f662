"""`python -m benchmarks server`: how many decisions a second a table server acknowledges, and how quickly."""

import asyncio
import contextlib
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import uvloop

from atoll.cli.bench import Figure
from atoll.cli.serve import free_port
from atoll.kit.errors import InvalidOption
from atoll.server.entries import pack, unpack
from atoll.server.store import MIGRATIONS, pending_migrations
from atoll.server.table import replay
from benchmarks.load import play_tables, post

RESTING = 10_000  # tables in memory
FINISHED = 100_000  # games in the file


class Load(NamedTuple):
    """The load on the server."""

    tables: int
    seconds: float
    rate: float  # decisions a second at all tables together; 0: as many as the server takes
    database: str | None
    workers: int


def measure(load: Load) -> Iterator[Figure]:
    """Run a server and its clients, on different cores if there are two, and yield figures."""
    if not 1 <= load.tables <= 5_000 or not 1 <= load.seconds <= 3_600 or load.rate < 0:
        raise InvalidOption("--tables must be from 1 to 5000, --seconds from 1 to 3600 and --rate 0 or more")
    with tempfile.TemporaryDirectory() as folder:
        database = load.database or f"{folder}/atoll.sqlite"
        storage = "postgres" if "://" in database else "sqlite"
        name = f"server.{storage}.{load.tables}_tables" + (f".{load.rate:.0f}_per_s" if load.rate else "")
        with running_server(database, load.workers) as (base, process):
            spent = partial(_cpu_seconds, process.pid)
            played = uvloop.run(play_tables(base, load.tables, load.seconds, load.rate, spent))
        times, cpu = played.times, played.server_seconds
        yield Figure(f"{name}.decisions_per_s", len(times) / played.seconds, "1/s")
        yield Figure(f"{name}.decisions_per_cpu_s", len(times) / cpu if cpu else 0.0, "1/s")
        yield Figure(f"{name}.answer_p50", times[len(times) // 2] if times else 0.0, "s")
        yield Figure(f"{name}.answer_p99", times[len(times) * 99 // 100] if times else 0.0, "s")
        if storage == "sqlite":
            yield Figure("server.kib_per_table", _kib_per_table(), "KiB")
            yield Figure("server.start_with_100k_games", _start_seconds(Path(folder) / "full.sqlite"), "s")


@contextlib.contextmanager
def running_server(database: str, workers: int = 1) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run a server, on a different core than this process if there are two; yields its address and process."""
    port = free_port("127.0.0.1", 0)
    command = [sys.executable, "-c", "from atoll.cli import main; main()", "serve", "--port", str(port)]
    command += ["--database", database, "--no-limits", "--workers", str(workers)]
    # A new process inherits the cores of this one.
    cores = os.sched_getaffinity(0) if workers == 1 and hasattr(os, "sched_setaffinity") else set()
    server_core, *others = sorted(cores) or [0]
    if others:
        os.sched_setaffinity(0, {server_core})
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if others:
        os.sched_setaffinity(0, others)
    base = f"http://127.0.0.1:{port}"
    try:
        _wait(base, process)
        yield base, process
    finally:
        if others:
            os.sched_setaffinity(0, cores)
        process.terminate()
        process.wait(30)


def _wait(base: str, process: subprocess.Popen[bytes]) -> None:
    while process.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{base}/healthz"):
            return
        time.sleep(0.01)
    raise InvalidOption("the server does not start with this database")


def _cpu_seconds(pid: int) -> float:
    """Return the processor time of a process and its children; 0 on systems without /proc."""
    with contextlib.suppress(OSError):
        total = 0.0
        for child in [pid, *_children(pid)]:
            fields = Path(f"/proc/{child}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return total
    return 0.0


def _children(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in path.read_text(encoding="ascii").split()] if path.exists() else []


def _kib_per_table() -> float:
    """Return the mean memory of tables in the middle of a game, without viewers."""
    bodies = [pack(entry) for entry in _half_a_game()]
    before = _resident_kib()
    tables = [replay(str(number), [unpack(body) for body in bodies]) for number in range(RESTING)]
    return (_resident_kib() - before) / len(tables)


def _half_a_game() -> list[Any]:
    from atoll.core.game import find_game
    from atoll.server.entries import Created, Decided, Sat

    options = find_game("reef").resolve({})
    entries: list[Any] = [Created(at=0.0, by="a", game="reef", rules=1, seats=2, options=options, secret="s")]
    entries += [Sat(at=0.0, by=f"person {seat}", seat=seat, name="Somebody") for seat in range(2)]
    table = replay("t", entries)
    for number in range(60):
        assert table.state is not None
        assert table.state.actor is not None
        decision = table.state.legal()[-1]
        entry = Decided(
            at=1.0, by=f"person {table.state.actor}", command=f"{number}", seat=table.state.actor, decision=decision
        )
        entries.append(entry)
        table.apply(entry)
    return entries


def _resident_kib() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024


def _start_seconds(path: Path) -> float:
    """Return how long a server with many finished games takes to start and answer."""
    with sqlite3.connect(path) as database:
        for statement in pending_migrations(0, str(path), bytes="BLOB", real="REAL"):
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        games = ((str(number), "reef", 1, 0.0, 1, 1.0, "3,4") for number in range(FINISHED))
        columns = "id, game, rules, created, unattended, finished, result"
        database.executemany(f"INSERT INTO tables ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", games)
        entries = ((str(number), seq, b"{}") for number in range(FINISHED) for seq in range(1, 6))
        database.executemany("INSERT INTO entry VALUES (?, ?, ?)", entries)
    database.close()
    start = time.perf_counter()
    with running_server(str(path)) as (base, _):
        asyncio.run(asyncio.to_thread(post, base, "/api/me", {"name": "first"}))
        return time.perf_counter() - start

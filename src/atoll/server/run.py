"""Starts the server: one process on SQLite, or several on PostgreSQL. Settings reach the processes by environment."""

import asyncio
import json
import logging
import os
import sys
from pathlib import Path

import msgspec
import platformdirs
import uvicorn
from starlette.types import ASGIApp

from atoll.core.errors import InvalidOption
from atoll.server import limits, network
from atoll.server.app import Server
from atoll.server.socket import Line, Socket
from atoll.server.sqlite import SQLite
from atoll.server.store import Store

DATABASE, ORIGINS, LIMITS = "ATOLL_DATABASE", "ATOLL_ORIGINS", "ATOLL_LIMITS"
POSTGRES = ("postgresql://", "postgres://")


def default_database() -> str:
    """Return the file in the user's data directory."""
    return str(Path(platformdirs.user_data_dir("atoll")) / "atoll.sqlite")


def store(database: str) -> Store:
    """Return the database that a file name or address means."""
    if database.startswith(POSTGRES):
        from atoll.server.postgres import Postgres

        return Postgres(database)
    if "://" in database:
        raise InvalidOption(f"--database {database}: must be a file or postgresql://...")
    return SQLite(database)


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a log record as JSON."""
        line = {"at": round(record.created, 3), "level": record.levelname.lower(), "message": record.getMessage()}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line)


def app() -> ASGIApp:
    """Return the application of one process."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    if os.environ.get(LIMITS) == "0":
        limits.lift()
    origins = frozenset(os.environ.get(ORIGINS, "").split())
    return Server(store(os.environ[DATABASE]), origins=origins).app()


def check(database: str, workers: int) -> None:
    """Open a database once before any process serves it: what is wrong is said in one sentence."""
    if workers > 1 and not database.startswith(POSTGRES):
        raise InvalidOption(f"--workers {workers}: several processes need PostgreSQL; give --database postgresql://...")

    async def try_out(found: Store) -> None:
        await found.open()
        await found.close()

    asyncio.run(try_out(store(database)))


def export_to(database: str, path: Path) -> tuple[int, int]:
    """Write every game with its log, and every person, a JSON object a line; returns how many of each."""

    async def work() -> tuple[int, int]:
        found = store(database)
        await found.open()
        games, persons, last = 0, await found.persons(), ""
        with path.open("wb") as file:
            for who in persons:
                file.write(msgspec.json.encode({"person": who.id, "name": who.name}) + b"\n")
            while page := await found.games(last):
                for last in page:
                    entries = [msgspec.Raw(body) for body in await found.entries(last)]
                    file.write(msgspec.json.encode({"table": last, "log": entries}) + b"\n")
                games += len(page)
        await found.close()
        return games, len(persons)

    return asyncio.run(work())


def run(host: str, port: int, database: str, workers: int, origins: str, *, limited: bool) -> None:
    """Serve until told to stop."""
    os.environ |= {DATABASE: database, ORIGINS: origins, LIMITS: str(int(limited)), network.HOST: host}
    uvicorn.run(
        "atoll.server.run:app",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        http=Line,
        ws=Socket,
        ws_max_size=limits.MESSAGE_BYTES,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=1,
    )

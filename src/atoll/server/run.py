"""Starts the server: one process on SQLite, or several on PostgreSQL. Settings reach the processes by environment."""

import asyncio
import json
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import platformdirs
import uvicorn
from starlette.types import ASGIApp

from atoll.kit.errors import InvalidOption
from atoll.server import limits, network
from atoll.server.app import Server
from atoll.server.socket import HttpProtocol, Socket
from atoll.server.sqlite import SQLite
from atoll.server.store import Store

DATABASE, ORIGINS, LIMITS = "ATOLL_DATABASE", "ATOLL_ORIGINS", "ATOLL_LIMITS"
POSTGRES = ("postgresql://", "postgres://")
MAX_WORKERS = 64
MAX_PORT = (1 << 16) - 1


def default_database() -> str:
    """Return the path of the default SQLite file, in the user's data directory."""
    return str(Path(platformdirs.user_data_dir("atoll")) / "atoll.sqlite")


def check_settings(port: int, database: str, workers: int, origins: Sequence[str]) -> None:
    """Refuse settings that can't work, without opening or binding anything."""
    if not 1 <= workers <= MAX_WORKERS:
        raise InvalidOption(f"--workers must be from 1 to {MAX_WORKERS}, not {workers}")
    if not 0 <= port <= MAX_PORT:
        raise InvalidOption(f"--port must be from 0 (any that is free) to {MAX_PORT}, not {port}")
    if "://" in database and not database.startswith(POSTGRES):
        raise InvalidOption(f"--database {database}: must be a file or postgresql://...")
    if workers > 1 and not database.startswith(POSTGRES):
        raise InvalidOption(f"--workers {workers}: several processes need PostgreSQL; give --database postgresql://...")
    for origin in origins:
        if not _is_origin(origin):
            raise InvalidOption(f"--origin {origin}: must be like https://example.org, without a path")


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and text == f"{parts.scheme}://{parts.netloc}"


def store_of(database: str) -> Store:
    """Return the store for a file name or a PostgreSQL address."""
    if database.startswith(POSTGRES):
        from atoll.server.postgres import Postgres

        return Postgres(database)
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
        limits.disable()
    origins = frozenset(os.environ.get(ORIGINS, "").split())
    return Server(store_of(os.environ[DATABASE]), origins=origins).app()


def check_database(database: str) -> None:
    """Open a database once before any process serves it, so that a fault is reported in one sentence."""

    async def work() -> None:
        opened = store_of(database)
        await opened.open()
        await opened.close()

    asyncio.run(work())


def export_to(database: str, path: Path) -> tuple[int, int]:
    """Write all persons and all tables with their logs, a JSON object a line; return how many tables and persons."""

    async def work() -> tuple[int, int]:
        opened = store_of(database)
        await opened.open()
        tables, persons, last = 0, await opened.persons(), ""
        with path.open("wb") as file:
            for person in persons:
                file.write(msgspec.json.encode({"person": person.id, "name": person.name}) + b"\n")
            while page := await opened.tables(last):
                for last in page:
                    entries = [msgspec.Raw(body) for body in await opened.entries(last)]
                    file.write(msgspec.json.encode({"table": last, "log": entries}) + b"\n")
                tables += len(page)
        await opened.close()
        return tables, len(persons)

    return asyncio.run(work())


def run(host: str, port: int, database: str, workers: int, origins: Sequence[str], *, limited: bool) -> None:
    """Serve until stopped."""
    os.environ |= {DATABASE: database, ORIGINS: " ".join(origins), LIMITS: str(int(limited)), network.HOST: host}
    uvicorn.run(
        "atoll.server.run:app",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        http=HttpProtocol,
        ws=Socket,
        ws_max_size=limits.MESSAGE_BYTES,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=1,
    )

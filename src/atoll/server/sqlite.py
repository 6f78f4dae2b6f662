"""SQLite: one file for one process."""

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from atoll.server.store import (
    MIGRATIONS,
    NO_UPDATE,
    Group,
    Row,
    Store,
    UnusableDatabase,
    index_statements,
    pending_migrations,
)


class SQLite(Store):
    """One file, one process: one thread writes, another one reads."""

    def __init__(self, path: Path | str) -> None:
        super().__init__()
        self.path = str(path)
        self._writer = ThreadPoolExecutor(1, "sqlite-writer")
        self._reader = ThreadPoolExecutor(1, "sqlite-reader")
        self._write: sqlite3.Connection
        self._read: sqlite3.Connection

    async def open(self) -> None:
        """Open the file; create it and its folder where they are missing."""
        loop = asyncio.get_running_loop()
        try:
            self._write = await loop.run_in_executor(self._writer, self._connect)
            self._read = await loop.run_in_executor(self._reader, self._connect)
        except (sqlite3.Error, OSError) as error:
            raise UnusableDatabase(f"{self.path}: can't be used as a database: {error}") from None

    def _connect(self) -> sqlite3.Connection:
        Path(self.path).parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN IMMEDIATE")
            schema = connection.execute("PRAGMA user_version").fetchone()[0]
            for statement in pending_migrations(schema, self.path, bytes="BLOB", real="REAL"):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
            connection.execute("COMMIT")
        except BaseException:
            connection.close()
            raise
        return connection

    async def close(self) -> None:
        """Finish what is under way and close the file."""
        loop = asyncio.get_running_loop()
        if self._flusher:
            await self._flusher
        await loop.run_in_executor(self._reader, self._read.close)
        await loop.run_in_executor(self._writer, self._write.close)
        self._reader.shutdown()
        self._writer.shutdown()

    async def insert(self, groups: Sequence[Group]) -> list[bool]:
        """Store entries; the transaction is on the disk when this returns."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._insert, groups)

    def _insert(self, groups: Sequence[Group]) -> list[bool]:
        self._write.execute("BEGIN IMMEDIATE")
        try:
            free = [all(self._insert_row(row) for row in group) for group in groups]
            self._write.execute("COMMIT")
        except BaseException:
            self._write.execute("ROLLBACK")
            raise
        return free

    def _insert_row(self, row: Row) -> bool:
        insert = "INSERT INTO entry VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        if self._write.execute(insert, row[:3]).rowcount == 0:
            return False
        if row.update is not NO_UPDATE:
            for statement, values in index_statements(row):
                self._write.execute(_numbered(statement), values)
        return True

    async def fetch(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""

        def read() -> list[tuple[Any, ...]]:
            return self._read.execute(_numbered(statement), values).fetchall()

        return await asyncio.get_running_loop().run_in_executor(self._reader, read)

    async def execute(self, statement: str, *values: Any) -> None:
        """Execute a statement durably."""

        def write() -> None:
            self._write.execute(_numbered(statement), values)

        await asyncio.get_running_loop().run_in_executor(self._writer, write)


def _numbered(statement: str) -> str:
    return statement.replace("$", "?")

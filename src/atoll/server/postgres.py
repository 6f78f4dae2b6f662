"""PostgreSQL: many processes on many machines share one log, ordered by its unique key (table_id, seq)."""

import asyncio
import itertools
import logging
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import asyncpg

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

log = logging.getLogger("atoll.server")
DATABASE_ERRORS = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
ENTRIES, PUBLISHED = "atoll_entries", "atoll_announcements"
"""The channels: ids of tables with new entries, and texts for the other processes."""
MAX_NOTIFY_BYTES = 7900  # PostgreSQL allows 8000
ANY_TABLE = "*"
RECONNECT_SECONDS = 0.5
COMMAND_SECONDS = 60.0
"""How long a statement may take before it counts as failed."""
MIGRATION_LOCK = 7_402_117  # any number: the advisory lock under which one process at a time migrates


class Postgres(Store):
    """A pool of connections, and one connection to listen on."""

    shared = True
    batch_seconds = 0.004  # half as many transactions, and notifications of them, as without

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self._process = secrets.token_hex(4)
        self._pool: asyncpg.Pool[Any]
        self._listener: Any = None
        self._closing = False
        self._tasks: set[asyncio.Future[None]] = set()

    async def open(self) -> None:
        """Connect and migrate."""
        try:
            self._pool = await asyncpg.create_pool(
                self.url, min_size=2, max_size=8, reset=_keep_session, command_timeout=COMMAND_SECONDS
            )
            try:
                await self._migrate()
            except BaseException:
                await self._pool.close()
                raise
        except DATABASE_ERRORS as error:
            raise UnusableDatabase(f"the database can't be used: {error}") from None

    async def _migrate(self) -> None:
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
            await connection.execute("CREATE TABLE IF NOT EXISTS atoll_schema (version INTEGER NOT NULL)")
            schema = await connection.fetchval("SELECT coalesce(max(version), 0) FROM atoll_schema")
            for statement in pending_migrations(schema, "database", bytes="BYTEA", real="DOUBLE PRECISION"):
                await connection.execute(statement)
            if schema < len(MIGRATIONS):
                await connection.execute("INSERT INTO atoll_schema VALUES ($1)", len(MIGRATIONS))

    async def close(self) -> None:
        """Finish what is under way and disconnect."""
        self._closing = True
        if self._flusher:
            await self._flusher
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._listener:
            await self._listener.close()
        await self._pool.close()

    async def insert(self, groups: Sequence[Group]) -> list[bool]:
        """Store entries, nearly always by one statement, then notify the other processes outside the transaction."""
        firsts = [group[0] for group in groups]
        async with self._pool.acquire() as connection:
            if any(len(group) > 1 or group[0].update is not NO_UPDATE for group in groups):
                async with connection.transaction():
                    free = await _insert(connection, firsts)
                    stored = list(itertools.compress(groups, free))
                    await _insert(connection, [row for group in stored for row in group[1:]])
                    for row in itertools.chain.from_iterable(stored):
                        for change, values in index_statements(row):
                            await connection.execute(change, *values)
            else:
                free = await _insert(connection, firsts)
        self._spawn(self._notify(sorted({row.table_id for row in itertools.compress(firsts, free)})))
        return free

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _notify(self, table_ids: list[str]) -> None:
        text = " ".join(table_ids)
        if table_ids:
            await self._send(ENTRIES, text if len(text) <= MAX_NOTIFY_BYTES else ANY_TABLE)

    async def publish(self, text: str) -> None:
        """Send the other processes a text that is not stored."""
        await self._send(PUBLISHED, text)

    async def _send(self, channel: str, text: str) -> None:
        """Notify the other processes; they make up for a lost notification a few seconds later."""
        try:
            await self._pool.execute("SELECT pg_notify($1, $2)", channel, f"{self._process} {text}")
        except DATABASE_ERRORS as error:
            log.warning("the other processes could not be notified: %s", error)

    async def listen(self, on_entries: Callable[[list[str]], None], on_published: Callable[[str, str], None]) -> None:
        """Call back with the tables that have new entries ([]: any may have); reconnect when cut off."""

        def receive(_connection: object, _pid: int, channel: str, payload: object) -> None:
            process, _, text = str(payload).partition(" ")
            if process == self._process:
                return
            if channel == PUBLISHED:
                on_published(process, text)
            else:
                on_entries([] if text == ANY_TABLE else text.split())

        def disconnected(_connection: object) -> None:
            if not self._closing:
                self._spawn(self._reconnect(on_entries, on_published))

        listener = await asyncpg.connect(self.url)
        try:
            await listener.add_listener(ENTRIES, receive)
            await listener.add_listener(PUBLISHED, receive)
            if listener.is_closed():
                raise asyncpg.InterfaceError("the connection to listen on was lost at once")
        except BaseException:
            listener.terminate()
            raise
        listener.add_termination_listener(disconnected)
        self._listener = listener

    async def _reconnect(
        self, on_entries: Callable[[list[str]], None], on_published: Callable[[str, str], None]
    ) -> None:
        while not self._closing:
            try:
                await self.listen(on_entries, on_published)
            except DATABASE_ERRORS:
                await asyncio.sleep(RECONNECT_SECONDS)
            else:
                on_entries([])
                return

    async def new_entries(self, known: Mapping[str, int]) -> dict[str, list[bytes]]:
        """Return the logs of several tables, each after the `seq` given for it, by one query."""
        statement = (
            "SELECT entry.table_id, body FROM unnest($1::text[], $2::int[]) AS known (table_id, seq)"
            " JOIN entry ON entry.table_id = known.table_id AND entry.seq > known.seq"
            " ORDER BY entry.table_id, entry.seq"
        )
        found: dict[str, list[bytes]] = {table_id: [] for table_id in known}
        for table_id, body in await self.fetch(statement, list(known), list(known.values())):
            found[table_id].append(body)
        return found

    async def fetch(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        return [tuple(row) for row in await self._pool.fetch(statement, *values)]

    async def execute(self, statement: str, *values: Any) -> None:
        """Execute a statement durably."""
        await self._pool.execute(statement, *values)


async def _insert(connection: Any, rows: Sequence[Row]) -> list[bool]:
    """Store entries by one statement; return for each whether it was stored.

    Of two entries for the same place the first is stored. All processes insert in the same order, or two of them could
    wait for each other.
    """
    if not rows:
        return []
    columns = zip(*(row[:3] for row in sorted(rows, key=_place)), strict=True)
    statement = (
        "INSERT INTO entry SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[]) ON CONFLICT DO NOTHING"
        " RETURNING table_id, seq"
    )
    places, free = {tuple(place) for place in await connection.fetch(statement, *columns)}, []
    for row in rows:
        free.append(_place(row) in places)
        places.discard(_place(row))
    return free


def _place(row: Row) -> tuple[str, int]:
    return row.table_id, row.seq


async def _keep_session(_connection: object) -> None:
    """Skip asyncpg's reset of a returned connection: no statement here changes a session."""

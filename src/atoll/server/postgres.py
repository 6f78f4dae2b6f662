"""PostgreSQL: many processes on many machines share one log; the unique key (game, seq) orders them."""

import asyncio
import itertools
import logging
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import asyncpg

from atoll.server.store import MIGRATIONS, NOTHING, Group, Row, Store, UnusableDatabase, index_statements, missing_steps

log = logging.getLogger("atoll.server")
AWAY = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""What is raised when the database does not answer as it should."""
MOVED, TOLD = "atoll_moved", "atoll_told"
LONGEST_NOTICE = 7900  # bytes of a NOTIFY's text, by PostgreSQL's own limit of 8000
ANY = "*"
AGAIN_SECONDS = 0.5
PATIENCE_SECONDS = 60.0
"""How long a database that hangs is waited for before what was asked of it has failed."""
LOCK = 7_402_117  # any number: the lock under which one process at a time looks after the schema


class Postgres(Store):
    """A pool of connections, one more to listen on."""

    shared = True
    gathering_seconds = 0.004  # half as many transactions, and notices of them, as without

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self._name = secrets.token_hex(4)
        self._pool: asyncpg.Pool[Any]
        self._ears: Any = None
        self._closing = False
        self._tasks: set[asyncio.Future[None]] = set()

    async def open(self) -> None:
        """Connect and look after the schema."""
        try:
            self._pool = await asyncpg.create_pool(
                self.url, min_size=2, max_size=8, reset=_as_it_is, command_timeout=PATIENCE_SECONDS
            )
            try:
                await self._migrate()
            except BaseException:
                await self._pool.close()
                raise
        except AWAY as error:
            raise UnusableDatabase(f"the database can't be used: {error}") from None

    async def _migrate(self) -> None:
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            await connection.execute("CREATE TABLE IF NOT EXISTS atoll_schema (version INTEGER NOT NULL)")
            found = await connection.fetchval("SELECT coalesce(max(version), 0) FROM atoll_schema")
            for statement in missing_steps(found, "database", bytes="BYTEA", real="DOUBLE PRECISION"):
                await connection.execute(statement)
            if found < len(MIGRATIONS):
                await connection.execute("INSERT INTO atoll_schema VALUES ($1)", len(MIGRATIONS))

    async def close(self) -> None:
        """Finish what is under way and disconnect."""
        self._closing = True
        if self._flusher:
            await self._flusher
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._ears:
            await self._ears.close()
        await self._pool.close()

    async def insert(self, groups: Sequence[Group]) -> list[bool]:
        """Store entries, nearly always by one statement, then tell the other processes, outside the transaction."""
        firsts = [group[0] for group in groups]
        async with self._pool.acquire() as connection:
            if any(len(group) > 1 or group[0].lists is not NOTHING for group in groups):
                async with connection.transaction():
                    free = await _insert(connection, firsts)
                    stored = list(itertools.compress(groups, free))
                    await _insert(connection, [row for group in stored for row in group[1:]])
                    for row in itertools.chain.from_iterable(stored):
                        for change, values in index_statements(row):
                            await connection.execute(change, *values)
            else:
                free = await _insert(connection, firsts)
        self._keep(self._notify(sorted({row.game for row in itertools.compress(firsts, free)})))
        return free

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _notify(self, games: list[str]) -> None:
        """Wake the other processes up."""
        text = " ".join(games)
        if games:
            await self._send(MOVED, text if len(text) <= LONGEST_NOTICE else ANY)

    async def announce(self, text: str) -> None:
        """Tell the other processes something that need not be kept."""
        await self._send(TOLD, text)

    async def _send(self, channel: str, text: str) -> None:
        """Tell the other processes something; a lost notice costs a little time, nothing else."""
        try:
            await self._pool.execute("SELECT pg_notify($1, $2)", channel, f"{self._name} {text}")
        except AWAY as error:
            log.warning("the other processes could not be told: %s", error)

    async def listen(self, moved: Callable[[list[str]], None], told: Callable[[str, str], None]) -> None:
        """Call back with the games that moved; [] means any may have. A lost connection is made again."""

        def heard(_connection: object, _process: int, channel: str, payload: object) -> None:
            process, _, text = str(payload).partition(" ")
            if process == self._name:
                return
            if channel == TOLD:
                told(process, text)
            else:
                moved([] if text == ANY else text.split())

        def lost(_connection: object) -> None:
            if not self._closing:
                self._keep(self._listen_again(moved, told))

        ears = await asyncpg.connect(self.url)
        try:
            await ears.add_listener(MOVED, heard)
            await ears.add_listener(TOLD, heard)
            if ears.is_closed():
                raise asyncpg.InterfaceError("the connection to listen on was lost at once")
        except BaseException:
            ears.terminate()
            raise
        ears.add_termination_listener(lost)
        self._ears = ears

    async def _listen_again(self, moved: Callable[[list[str]], None], told: Callable[[str, str], None]) -> None:
        while not self._closing:
            try:
                await self.listen(moved, told)
            except AWAY:
                await asyncio.sleep(AGAIN_SECONDS)
            else:
                moved([])
                return

    async def news(self, known: Mapping[str, int]) -> dict[str, list[bytes]]:
        """Return for each of some games its log after an entry, by one query."""
        statement = (
            "SELECT entry.game, body FROM unnest($1::text[], $2::int[]) AS known (game, seq)"
            " JOIN entry ON entry.game = known.game AND entry.seq > known.seq ORDER BY entry.game, entry.seq"
        )
        found: dict[str, list[bytes]] = {game: [] for game in known}
        for game, body in await self.fetch(statement, list(known), list(known.values())):
            found[game].append(body)
        return found

    async def fetch(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        return [tuple(row) for row in await self._pool.fetch(statement, *values)]

    async def execute(self, statement: str, *values: Any) -> None:
        """Change something, durably."""
        await self._pool.execute(statement, *values)


async def _insert(connection: Any, rows: Sequence[Row]) -> list[bool]:
    """Store entries by one statement; tell for each whether it was stored, of two for one place the first.

    All processes insert in the same order, or two of them could wait for each other.
    """
    if not rows:
        return []
    columns = zip(*(row[:3] for row in sorted(rows, key=_place)), strict=True)
    statement = (
        "INSERT INTO entry SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[]) ON CONFLICT DO NOTHING"
        " RETURNING game, seq"
    )
    places, free = {tuple(place) for place in await connection.fetch(statement, *columns)}, []
    for row in rows:
        free.append(_place(row) in places)
        places.discard(_place(row))
    return free


def _place(row: Row) -> tuple[str, int]:
    return row.game, row.seq


async def _as_it_is(_connection: object) -> None:
    """Give a connection back to the pool: no statement of ours changes a session, so there is nothing to ask for."""

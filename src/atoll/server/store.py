"""The database's interface, shared by SQLite and PostgreSQL: tables with their logs, persons and their tokens.

An entry is acknowledged only when it is durable. Entries that arrive during a commit share the next one, so that one
fsync serves them all.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from atoll.kit.errors import AtollError
from atoll.server.metrics import Metrics
from atoll.server.seating import Person

FIRST_ENTRIES = 9
"""One entry for a new table, and one for each of at most eight seats."""
INITIAL = (
    "CREATE TABLE entry (game TEXT NOT NULL, seq INTEGER NOT NULL, body {bytes} NOT NULL, PRIMARY KEY (game, seq))",
    "CREATE TABLE game (id TEXT PRIMARY KEY, kind TEXT NOT NULL, rules INTEGER NOT NULL, created {real} NOT NULL,"
    " attended INTEGER NOT NULL, finished {real}, result TEXT)",
    "CREATE TABLE seat (game TEXT NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL, PRIMARY KEY (game, seat))",
    "CREATE INDEX seat_of_person ON seat (person)",
    "CREATE INDEX game_attended ON game (id) WHERE finished IS NULL AND attended = 1",
    "CREATE INDEX game_finished ON game (finished) WHERE finished IS NOT NULL",
    "CREATE TABLE person (id TEXT PRIMARY KEY, name TEXT NOT NULL, created {real} NOT NULL)",
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE token (hash TEXT PRIMARY KEY, person TEXT NOT NULL, created {real} NOT NULL)",
)

ACHIEVEMENTS = (
    "CREATE TABLE achievement (person TEXT NOT NULL, game TEXT NOT NULL, name TEXT NOT NULL,"
    " PRIMARY KEY (person, game, name))",
    "ALTER TABLE game ADD COLUMN judged INTEGER NOT NULL DEFAULT 0",
)
"""Awards, and whether those of a finished game were computed."""

SUMMARIES = (
    "ALTER TABLE game ADD COLUMN summary {bytes}",
    "ALTER TABLE game ADD COLUMN summarized INTEGER NOT NULL DEFAULT 0",
)
"""A table's line in lists, and the `seq` it was made at."""

TABLES = (
    "ALTER TABLE game RENAME TO tables",
    "ALTER TABLE tables RENAME COLUMN kind TO game",
    "ALTER TABLE tables RENAME COLUMN attended TO unattended",
    "ALTER TABLE tables RENAME COLUMN judged TO awarded",
    "ALTER TABLE entry RENAME COLUMN game TO table_id",
    "ALTER TABLE seat RENAME COLUMN game TO table_id",
    "ALTER TABLE achievement RENAME COLUMN game TO table_id",
    "DROP INDEX game_attended",
    "DROP INDEX game_finished",
    "CREATE INDEX tables_unattended ON tables (id) WHERE finished IS NULL AND unattended = 1",
    "CREATE INDEX tables_finished ON tables (finished) WHERE finished IS NOT NULL",
)
"""The names of the glossary: `game` is the title, `table_id` the table.

An unattended table goes on without anybody connected, by its bots or its clock.
"""

MIGRATIONS = [INITIAL, ACHIEVEMENTS, SUMMARIES, TABLES]
"""Migration n takes a database from schema n - 1 to schema n. Append only."""

BUSY_BATCH = 4
"""The server counts as busy when one transaction has at least this number of groups."""


class UnusableDatabase(AtollError):
    """A database that can't be opened or belongs to a newer Atoll."""


class IndexUpdate(NamedTuple):
    """What an entry changes in the tables that lists are read from."""

    created: tuple[str, int, float, bool] | None = None  # game, rules, when, unattended
    seat: tuple[int, str] | None = None
    unattended: bool = False
    result: str | None = None
    abandoned: bool = False
    awards: Sequence[tuple[str, str]] | None = None  # person ids with achievements; None: the game has none


NO_UPDATE = IndexUpdate()


class Row(NamedTuple):
    """An entry to be stored."""

    table_id: str
    seq: int
    body: bytes
    update: IndexUpdate = NO_UPDATE


Group = tuple[Row, ...]
"""Consecutive entries of one table that are stored together or not at all."""


class Listed(NamedTuple):
    """A table in a list; one that is finished without a result was abandoned."""

    id: str
    game: str
    created: float
    finished: float | None
    result: str | None
    summary: bytes | None
    summarized: int
    seq: int


LISTED = (
    "SELECT id, game, created, finished, result, summary, summarized,"
    " (SELECT max(seq) FROM entry WHERE table_id = id) FROM tables"
)


class Award(NamedTuple):
    """A person's achievement: the first table where it was earned, and at how many tables it was."""

    game: str
    name: str
    table_id: str
    finished: float
    times: int


class Store(ABC):
    """What a server needs of a database. Statements use $1, $2 for values."""

    shared = False
    """Whether other processes may add entries too."""
    batch_seconds = 0.0
    """How long a busy server waits for more entries to store together."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Group, asyncio.Future[bool]]] = []
        self._flusher: asyncio.Task[None] | None = None
        self.metrics = Metrics()
        self.busy = False
        """Whether the last transaction, with what waits for the next, had `BUSY_BATCH` groups or more."""

    @abstractmethod
    async def open(self) -> None:
        """Connect; create a missing schema, migrate an older one, refuse a newer one."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what is under way and disconnect."""

    @abstractmethod
    async def insert(self, groups: Sequence[Group]) -> list[bool]:
        """Store groups in one durable transaction; return for each whether its place in the log was free.

        The first entry of a group decides: where its place is taken, none of the group is stored.
        """

    @abstractmethod
    async def fetch(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""

    @abstractmethod
    async def execute(self, statement: str, *values: Any) -> None:
        """Execute a statement durably."""

    async def listen(  # noqa: B027 - a single process has no peers
        self, on_entries: Callable[[list[str]], None], on_published: Callable[[str, str], None]
    ) -> None:
        """Call back with the tables that other processes add entries to, and with the texts that they publish."""

    async def publish(self, text: str) -> None:  # noqa: B027 - a single process has no peers
        """Send the other processes a text that is not stored."""

    async def append(self, *group: Row) -> bool:
        """Add entries to a table's log, all or none; False if the place of the first is taken."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((group, future))
        if self._flusher is None or self._flusher.done():
            self._flusher = asyncio.create_task(self._flush())
        return await future

    async def _flush(self) -> None:
        while self._waiting:
            if self.busy and self.batch_seconds:
                await self._wait_for_more()
            batch, self._waiting = self._waiting, []
            start = time.perf_counter()
            try:
                stored = await self.insert([group for group, _ in batch])
            except Exception as error:
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
                continue
            self.busy = len(batch) + len(self._waiting) >= BUSY_BATCH
            self.metrics.appended(time.perf_counter() - start)
            for (_, future), free in zip(batch, stored, strict=True):
                if not future.done():
                    future.set_result(free)

    async def _wait_for_more(self) -> None:
        await asyncio.sleep(self.batch_seconds)

    async def entries(self, table_id: str, after: int = 0) -> list[bytes]:
        """Return a table's log after an entry."""
        rows = await self.fetch("SELECT body FROM entry WHERE table_id = $1 AND seq > $2 ORDER BY seq", table_id, after)
        return [bytes(body) for (body,) in rows]

    async def first_entries(self, table_id: str) -> list[bytes]:
        """Return the entries that opened a table, and those of the seats that were taken at once."""
        statement = "SELECT body FROM entry WHERE table_id = $1 AND seq <= $2 ORDER BY seq"
        return [bytes(body) for (body,) in await self.fetch(statement, table_id, FIRST_ENTRIES)]

    async def new_entries(self, known: Mapping[str, int]) -> dict[str, list[bytes]]:
        """Return the logs of several tables, each after the `seq` given for it."""
        return {table_id: await self.entries(table_id, seq) for table_id, seq in known.items()}

    async def tables(self, after: str, limit: int = 500) -> list[str]:
        """Return the ids of all tables in order, a page at a time."""
        rows = await self.fetch("SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2", after, limit)
        return [table_id for (table_id,) in rows]

    async def persons(self) -> list[Person]:
        """Return all persons."""
        return [Person(*row) for row in await self.fetch("SELECT id, name FROM person ORDER BY id")]

    async def unattended(self) -> dict[str, int]:
        """Return the running tables that go on by bots or a clock, with their last `seq`."""
        rows = await self.fetch(
            "SELECT id, (SELECT max(seq) FROM entry WHERE table_id = id) FROM tables"
            " WHERE finished IS NULL AND unattended = 1"
        )
        return dict(rows)

    async def tables_of(self, person_id: str, limit: int = 200) -> list[Listed]:
        """Return a person's tables, running ones first, then the newest."""
        rows = await self.fetch(
            f"{LISTED} WHERE id IN (SELECT table_id FROM seat WHERE person = $1)"
            " ORDER BY (finished IS NOT NULL), created DESC LIMIT $2",
            person_id,
            limit,
        )
        return [Listed(*row) for row in rows]

    async def finished(self, limit: int = 20) -> list[Listed]:
        """Return the tables that finished last."""
        rows = await self.fetch(
            f"{LISTED} WHERE finished IS NOT NULL AND result IS NOT NULL ORDER BY finished DESC LIMIT $1", limit
        )
        return [Listed(*row) for row in rows]

    async def seats_of(self, person_id: str) -> dict[str, list[int]]:
        """Return a person's seats by table."""
        found: dict[str, list[int]] = {}
        statement = "SELECT table_id, seat FROM seat WHERE person = $1 ORDER BY seat"
        for table_id, seat in await self.fetch(statement, person_id):
            found.setdefault(table_id, []).append(seat)
        return found

    async def save_summary(self, table_id: str, seq: int, summary: bytes) -> None:
        """Save a table's summary as of `seq`, unless there is a newer one."""
        statement = "UPDATE tables SET summary = $2, summarized = $3 WHERE id = $1 AND summarized < $3"
        await self.execute(statement, table_id, summary, seq)

    async def awards_of(self, person_id: str) -> list[Award]:
        """Return a person's awards in all games."""
        rows = await self.fetch(
            "SELECT game, name, id, finished FROM achievement JOIN tables ON id = table_id WHERE person = $1"
            " ORDER BY finished, id, name",
            person_id,
        )
        found: dict[tuple[str, str], Award] = {}
        for game, name, table_id, finished in rows:
            first = found.get((game, name), Award(game, name, table_id, finished, 0))
            found[game, name] = first._replace(times=first.times + 1)
        return list(found.values())

    async def without_awards(self, game: str, after: str, limit: int = 100) -> list[str]:
        """Return ids of finished tables whose awards were not computed yet, a page at a time."""
        rows = await self.fetch(
            "SELECT id FROM tables WHERE game = $1 AND result IS NOT NULL AND awarded = 0 AND id > $2"
            " ORDER BY id LIMIT $3",
            game,
            after,
            limit,
        )
        return [table_id for (table_id,) in rows]

    async def save_awards(self, table_id: str, awards: Sequence[tuple[str, str]]) -> None:
        """Save the awards of a table that finished earlier; repeating it changes nothing."""
        for statement, values in award_statements(table_id, awards):
            await self.execute(statement, *values)

    async def person_by_token(self, token_hash: str) -> Person | None:
        """Return the person with that token."""
        rows = await self.fetch(
            "SELECT person.id, name FROM token JOIN person ON person.id = token.person WHERE hash = $1", token_hash
        )
        return Person(*rows[0]) if rows else None

    async def add_person(self, person: Person, token_hash: str) -> None:
        """Store a new person with a first token."""
        await self.execute(
            "INSERT INTO person (id, name, created) VALUES ($1, $2, $3)", person.id, person.name, time.time()
        )
        await self.add_token(person.id, token_hash)

    async def add_token(self, person_id: str, token_hash: str) -> None:
        """Store a further token of a person."""
        await self.execute(
            "INSERT INTO token (hash, person, created) VALUES ($1, $2, $3)", token_hash, person_id, time.time()
        )

    async def setting(self, name: str, value: str) -> str:
        """Return a setting of the server, which is `value` if it was never set."""
        await self.execute("INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", name, value)
        found: str = (await self.fetch("SELECT value FROM setting WHERE name = $1", name))[0][0]
        return found

    async def refresh_name(self, person: Person) -> Person:
        """Return a person with their present name."""
        rows = await self.fetch("SELECT name FROM person WHERE id = $1", person.id)
        return Person(person.id, rows[0][0]) if rows else person

    async def rename(self, person_id: str, name: str) -> None:
        """Give a person another name."""
        await self.execute("UPDATE person SET name = $2 WHERE id = $1", person_id, name)


def index_statements(row: Row) -> list[tuple[str, tuple[Any, ...]]]:
    """Return the statements, with their values, for an entry's index update."""
    update = row.update
    changes: list[tuple[str, tuple[Any, ...]]] = []
    if update.created:
        game, rules, created, unattended = update.created
        statement = "INSERT INTO tables (id, game, rules, created, unattended) VALUES ($1, $2, $3, $4, $5)"
        changes.append((statement, (row.table_id, game, rules, created, int(unattended))))
    if update.seat:
        statement = (
            "INSERT INTO seat (table_id, seat, person) VALUES ($1, $2, $3)"
            " ON CONFLICT (table_id, seat) DO UPDATE SET person = excluded.person"
        )
        changes.append((statement, (row.table_id, *update.seat)))
    if update.unattended:
        changes.append(("UPDATE tables SET unattended = 1 WHERE id = $1", (row.table_id,)))
    if update.result is not None:
        statement = "UPDATE tables SET finished = $2, result = $3 WHERE id = $1"
        changes.append((statement, (row.table_id, time.time(), update.result)))
    if update.abandoned:
        changes.append(("UPDATE tables SET finished = $2 WHERE id = $1", (row.table_id, time.time())))
    if update.awards is not None:
        changes += award_statements(row.table_id, update.awards)
    return changes


def award_statements(table_id: str, awards: Sequence[tuple[str, str]]) -> list[tuple[str, tuple[Any, ...]]]:
    """Return the statements that save a table's awards; the mark that they were computed comes last."""
    statement = "INSERT INTO achievement (person, table_id, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
    changes: list[tuple[str, tuple[Any, ...]]] = [
        (statement, (person_id, table_id, name)) for person_id, name in awards
    ]
    return [*changes, ("UPDATE tables SET awarded = 1 WHERE id = $1", (table_id,))]


def pending_migrations(schema: int, location: str, **types: str) -> list[str]:
    """Return the statements that bring a database up to date; refuse one that a newer Atoll made."""
    newest = len(MIGRATIONS)
    if schema > newest:
        raise UnusableDatabase(
            f"{location}: made by a newer Atoll (schema {schema}, here {newest}); update Atoll or use another database"
        )
    return [statement.format(**types) for migration in MIGRATIONS[schema:] for statement in migration]

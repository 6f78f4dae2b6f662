"""Where tables, persons and their tokens are kept: what both databases share.

An entry is acknowledged only when it is durable. Entries that arrive while a commit is under way go into the next one
together: one fsync serves them all.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from atoll.core.errors import AtollError
from atoll.server.metrics import Metrics
from atoll.server.table import Who

BEGINNING = 9
"""One entry for a new table, and one for each of at most eight seats."""
FIRST = (
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
"""A finished game is judged when it is known what it earned; in older databases that is made up for."""

SUMMARIES = (
    "ALTER TABLE game ADD COLUMN summary {bytes}",
    "ALTER TABLE game ADD COLUMN summarized INTEGER NOT NULL DEFAULT 0",
)
"""What lists tell of a game, and the entry of its log up to which that is true."""

MIGRATIONS = [FIRST, ACHIEVEMENTS, SUMMARIES]
"""What takes a database from each schema to the next: schema n has had the first n of them."""


MANY = 4
"""So many entries at a time are a sign that the server is at its limits."""


class UnusableDatabase(AtollError):
    """A database that can't be opened or belongs to a newer Atoll."""


class Index(NamedTuple):
    """What an entry changes in the lists of games: a new game, who has a seat, a result."""

    created: tuple[str, int, float, bool] | None = None  # kind, rules, when, attended (by a bot or a clock)
    seat: tuple[int, str] | None = None
    attended: bool = False
    result: str | None = None
    abandoned: bool = False
    earned: Sequence[tuple[str, str]] | None = None  # persons and their achievements; None: the game has none


NOTHING = Index()


class Row(NamedTuple):
    """An entry to be stored."""

    game: str
    seq: int
    body: bytes
    lists: Index = NOTHING


Group = tuple[Row, ...]
"""Entries of one game, one after the other, that are stored together or not at all."""


class Listed(NamedTuple):
    """A game as lists show it; one that is finished without a result was abandoned."""

    id: str
    kind: str
    created: float
    finished: float | None
    result: str | None
    summary: bytes | None
    summarized: int
    seq: int


LISTED = (
    "SELECT id, kind, created, finished, result, summary, summarized,"
    " (SELECT max(seq) FROM entry WHERE game = id) FROM game"
)


class Earned(NamedTuple):
    """An achievement of a person's: the first game that earned it, and in how many games it was earned."""

    kind: str
    name: str
    game: str
    finished: float
    times: int


class Store(ABC):
    """What a server needs of a database. Statements use $1, $2 for values."""

    shared = False
    """Whether other processes may add entries too."""
    gathering_seconds = 0.0
    """How long entries are waited for, while many come in, to be stored together."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Group, asyncio.Future[bool]]] = []
        self._flusher: asyncio.Task[None] | None = None
        self.metrics = Metrics()
        self.busy = False
        """Whether much comes in: many entries were in the last transaction, or wait for the next."""

    @abstractmethod
    async def open(self) -> None:
        """Connect; create the schema where there is none, migrate an older one, refuse a newer one."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of everything."""

    @abstractmethod
    async def insert(self, groups: Sequence[Group]) -> list[bool]:
        """Store entries in one durable transaction; tell for each group whether its place in the log was free.

        The first entry of a group decides: where its place is taken, none of the group is stored.
        """

    @abstractmethod
    async def fetch(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""

    @abstractmethod
    async def execute(self, statement: str, *values: Any) -> None:
        """Change something, durably."""

    async def listen(  # noqa: B027 - one process needs no news
        self, moved: Callable[[list[str]], None], told: Callable[[str, str], None]
    ) -> None:
        """Call back when other processes have added entries to games, and with what each of them announces."""

    async def announce(self, text: str) -> None:  # noqa: B027 - nor does it have anybody to tell
        """Tell the other processes something that need not be kept."""

    async def append(self, *group: Row) -> bool:
        """Add entries to a game's log, all or none; False if another entry has that place already."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((group, future))
        if self._flusher is None or self._flusher.done():
            self._flusher = asyncio.create_task(self._flush())
        return await future

    async def _flush(self) -> None:
        while self._waiting:
            if self.busy and self.gathering_seconds:
                await asyncio.sleep(self.gathering_seconds)
            batch, self._waiting = self._waiting, []
            start = time.perf_counter()
            try:
                taken = await self.insert([group for group, _ in batch])
            except Exception as error:
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
                continue
            self.busy = len(batch) + len(self._waiting) >= MANY
            self.metrics.appended(time.perf_counter() - start)
            for (_, future), free in zip(batch, taken, strict=True):
                if not future.done():
                    future.set_result(free)

    async def entries(self, game: str, after: int = 0) -> list[bytes]:
        """Return a game's log after an entry."""
        rows = await self.fetch("SELECT body FROM entry WHERE game = $1 AND seq > $2 ORDER BY seq", game, after)
        return [bytes(body) for (body,) in rows]

    async def beginning(self, game: str) -> list[bytes]:
        """Return the entries that a game's log begins with: how it was opened, and who sat there from the first."""
        rows = await self.fetch("SELECT body FROM entry WHERE game = $1 AND seq <= $2 ORDER BY seq", game, BEGINNING)
        return [bytes(body) for (body,) in rows]

    async def news(self, known: Mapping[str, int]) -> dict[str, list[bytes]]:
        """Return for each of some games its log after an entry."""
        return {game: await self.entries(game, after) for game, after in known.items()}

    async def games(self, after: str, limit: int = 500) -> list[str]:
        """Return the ids of all games in order, a page at a time."""
        rows = await self.fetch("SELECT id FROM game WHERE id > $1 ORDER BY id LIMIT $2", after, limit)
        return [game for (game,) in rows]

    async def persons(self) -> list[Who]:
        """Return everybody who was ever met."""
        return [Who(*row) for row in await self.fetch("SELECT id, name FROM person ORDER BY id")]

    async def attended(self) -> dict[str, int]:
        """Return the games under way that go on without anybody looking, by bots or a clock, and their last `seq`."""
        rows = await self.fetch(
            "SELECT id, (SELECT max(seq) FROM entry WHERE game = id) FROM game WHERE finished IS NULL AND attended = 1"
        )
        return dict(rows)

    async def games_of(self, person: str, limit: int = 200) -> list[Listed]:
        """Return a person's games, those under way first, then the newest."""
        rows = await self.fetch(
            f"{LISTED} WHERE id IN (SELECT game FROM seat WHERE person = $1)"
            " ORDER BY (finished IS NOT NULL), created DESC LIMIT $2",
            person,
            limit,
        )
        return [Listed(*row) for row in rows]

    async def finished(self, limit: int = 20) -> list[Listed]:
        """Return the games finished last."""
        rows = await self.fetch(
            f"{LISTED} WHERE finished IS NOT NULL AND result IS NOT NULL ORDER BY finished DESC LIMIT $1", limit
        )
        return [Listed(*row) for row in rows]

    async def seats_of(self, person: str) -> dict[str, list[int]]:
        """Return the seats that a person has, by game."""
        found: dict[str, list[int]] = {}
        for game, seat in await self.fetch("SELECT game, seat FROM seat WHERE person = $1 ORDER BY seat", person):
            found.setdefault(game, []).append(seat)
        return found

    async def summarize(self, game: str, seq: int, summary: bytes) -> None:
        """Keep what lists tell of a game after an entry of its log, unless something newer is kept."""
        statement = "UPDATE game SET summary = $2, summarized = $3 WHERE id = $1 AND summarized < $3"
        await self.execute(statement, game, summary, seq)

    async def earned_by(self, person: str) -> list[Earned]:
        """Return a person's achievements in all games."""
        rows = await self.fetch(
            "SELECT kind, name, id, finished FROM achievement JOIN game ON id = game WHERE person = $1"
            " ORDER BY finished, id, name",
            person,
        )
        found: dict[tuple[str, str], Earned] = {}
        for kind, name, game, finished in rows:
            first = found.get((kind, name), Earned(kind, name, game, finished, 0))
            found[kind, name] = first._replace(times=first.times + 1)
        return list(found.values())

    async def unjudged(self, kind: str, after: str, limit: int = 100) -> list[str]:
        """Return finished games of a kind of which nobody knows yet what they earned, in order, a page at a time."""
        rows = await self.fetch(
            "SELECT id FROM game WHERE kind = $1 AND result IS NOT NULL AND judged = 0 AND id > $2"
            " ORDER BY id LIMIT $3",
            kind,
            after,
            limit,
        )
        return [game for (game,) in rows]

    async def judge(self, game: str, earned: Sequence[tuple[str, str]]) -> None:
        """Remember what a game that finished long ago has earned; again changes nothing."""
        for statement, values in judgement(game, earned):
            await self.execute(statement, *values)

    async def person(self, token_hash: str) -> Who | None:
        """Return whose token this is."""
        rows = await self.fetch(
            "SELECT person.id, name FROM token JOIN person ON person.id = token.person WHERE hash = $1", token_hash
        )
        return Who(*rows[0]) if rows else None

    async def add_person(self, who: Who, token_hash: str) -> None:
        """Remember a new person with a first token."""
        await self.execute("INSERT INTO person (id, name, created) VALUES ($1, $2, $3)", who.id, who.name, time.time())
        await self.add_token(who.id, token_hash)

    async def add_token(self, person: str, token_hash: str) -> None:
        """Remember a further token of a person."""
        await self.execute(
            "INSERT INTO token (hash, person, created) VALUES ($1, $2, $3)", token_hash, person, time.time()
        )

    async def setting(self, name: str, value: str) -> str:
        """Return a setting of the whole server; the first value given stays."""
        await self.execute("INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", name, value)
        found: str = (await self.fetch("SELECT value FROM setting WHERE name = $1", name))[0][0]
        return found

    async def renamed(self, who: Who) -> Who:
        """Return somebody by the name they have now."""
        rows = await self.fetch("SELECT name FROM person WHERE id = $1", who.id)
        return Who(who.id, rows[0][0]) if rows else who

    async def rename(self, person: str, name: str) -> None:
        """Give a person another name."""
        await self.execute("UPDATE person SET name = $2 WHERE id = $1", person, name)


def index_statements(row: Row) -> list[tuple[str, tuple[Any, ...]]]:
    """Return the changes of the lists that go with an entry."""
    index = row.lists
    changes: list[tuple[str, tuple[Any, ...]]] = []
    if index.created:
        kind, rules, created, attended = index.created
        statement = "INSERT INTO game (id, kind, rules, created, attended) VALUES ($1, $2, $3, $4, $5)"
        changes.append((statement, (row.game, kind, rules, created, int(attended))))
    if index.seat:
        statement = (
            "INSERT INTO seat (game, seat, person) VALUES ($1, $2, $3)"
            " ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person"
        )
        changes.append((statement, (row.game, *index.seat)))
    if index.attended:
        changes.append(("UPDATE game SET attended = 1 WHERE id = $1", (row.game,)))
    if index.result is not None:
        changes.append(
            ("UPDATE game SET finished = $2, result = $3 WHERE id = $1", (row.game, time.time(), index.result))
        )
    if index.abandoned:
        changes.append(("UPDATE game SET finished = $2 WHERE id = $1", (row.game, time.time())))
    if index.earned is not None:
        changes += judgement(row.game, index.earned)
    return changes


def judgement(game: str, earned: Sequence[tuple[str, str]]) -> list[tuple[str, tuple[Any, ...]]]:
    """Return the changes that keep what a game earned: the mark that it was judged comes last."""
    statement = "INSERT INTO achievement (person, game, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
    changes: list[tuple[str, tuple[Any, ...]]] = [(statement, (person, game, name)) for person, name in earned]
    return [*changes, ("UPDATE game SET judged = 1 WHERE id = $1", (game,))]


def missing_steps(found: int, place: str, **kinds: str) -> list[str]:
    """Return what brings a database of schema `found` up to date; refuse one that a newer Atoll made."""
    newest = len(MIGRATIONS)
    if found > newest:
        raise UnusableDatabase(
            f"{place}: made by a newer Atoll (schema {found}, here {newest}); update Atoll or use another database"
        )
    return [statement.format(**kinds) for step in MIGRATIONS[found:] for statement in step]

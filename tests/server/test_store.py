"""Both databases keep the same promises."""

import asyncio
import itertools
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from atoll.cli import main
from atoll.server import postgres as postgres_module
from atoll.server import sqlite as sqlite_module
from atoll.server import store as store_module
from atoll.server.postgres import Postgres
from atoll.server.sqlite import SQLite
from atoll.server.store import MANY, Group, Index, Row, Store, UnusableDatabase
from atoll.server.table import Who
from faults.playing import until


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    if request.param == "sqlite":
        return lambda: SQLite(tmp_path / "folder" / "atoll.sqlite")
    address: str = request.getfixturevalue("postgres")
    return lambda: Postgres(address)


def with_store(database: Callable[[], Store], work: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = database()
        await store.open()
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_a_place_in_a_log_is_given_once(database: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        rows = [Row("once", 1, b"a"), Row("once", 1, b"b"), Row("once", 2, b"c"), Row("other", 1, b"d")]
        assert await asyncio.gather(*(store.append(row) for row in rows)) == [True, False, True, True]
        assert await store.append(Row("once", 2, b"e")) is False
        assert await store.entries("once") == [b"a", b"c"]
        assert await store.entries("once", 1) == [b"c"]
        assert await store.entries("never") == []

    with_store(database, work)


def test_a_table_opened_twice_at_once_is_opened_once_and_disturbs_nobody(database: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        created = Index(created=("reef", 1, 5.0, False))
        rows = [Row("twice", 1, b"a", created), Row("twice", 1, b"b", created), Row("other", 1, b"c")]
        assert await asyncio.gather(*(store.append(row) for row in rows)) == [True, False, True]
        assert await store.entries("twice") == [b"a"]

    with_store(database, work)


def test_entries_that_belong_together_are_stored_together_or_not_at_all(database: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        created = Index(created=("reef", 1, 5.0, False))
        first = (Row("group", 1, b"a", created), Row("group", 2, b"b", Index(seat=(0, "ada"))))
        second = (Row("group", 1, b"c", created), Row("group", 2, b"d"), Row("group", 3, b"e", Index(seat=(0, "eve"))))
        assert list(await asyncio.gather(store.append(*first), store.append(*second))) == [True, False]
        assert await store.append(*second) is False
        assert await store.entries("group") == [b"a", b"b"]
        assert [listed.id for listed in await store.games_of("ada")] == ["group"]
        assert await store.games_of("eve") == []

    with_store(database, work)


def test_processes_that_want_the_same_places_do_not_wait_for_each_other(postgres: str) -> None:
    async def work() -> None:
        stores = [Postgres(postgres) for _ in range(2)]
        for store in stores:
            await store.open()
        try:
            for number in range(20):
                rows = [(Row(f"{number}-{place}", 1, b""),) for place in range(40)]
                taken = await asyncio.gather(stores[0].insert(rows), stores[1].insert(rows[::-1]))
                assert [one != other for one, other in zip(taken[0], taken[1][::-1], strict=True)] == [True] * 40
        finally:
            for store in stores:
                await store.close()

    asyncio.run(work())


def test_entries_outlive_the_process(database: Callable[[], Store]) -> None:
    async def write(store: Store) -> None:
        await asyncio.gather(*(store.append(Row("long", seq, b"%d" % seq)) for seq in range(1, 301)))

    async def read(store: Store) -> None:
        assert await store.entries("long") == [b"%d" % seq for seq in range(1, 301)]

    with_store(database, write)
    with_store(database, read)


def test_lists_follow_the_entries(database: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        created = Index(created=("reef", 1, 5.0, False))
        await store.append(Row("g", 1, b"", created))
        await store.append(Row("g", 2, b"", Index(seat=(0, "ada"))))
        await store.append(Row("g", 3, b"", Index(seat=(1, "ada"))))
        await store.append(Row("g", 3, b"", Index(seat=(1, "eve"))))
        assert [game.id for game in await store.games_of("ada")] == ["g"]
        assert await store.games_of("eve") == []
        assert "g" not in await store.attended()
        await store.append(Row("g", 4, b"", Index(attended=True)))
        assert await store.attended() == {"g": 4}
        await store.append(Row("g", 5, b"", Index(result="3,4")))
        assert "g" not in await store.attended()
        listed = (await store.games_of("ada"))[0]
        assert (listed.kind, listed.created, listed.result) == ("reef", 5.0, "3,4")
        assert (await store.finished())[0].id == "g"

    with_store(database, work)


def test_an_abandoned_game_has_no_result(database: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        await store.append(Row("g", 1, b"", Index(created=("sea", 1, 5.0, True), seat=(0, "ada"))))
        assert await store.attended() == {"g": 1}
        await store.append(Row("g", 2, b"", Index(abandoned=True)))
        assert await store.attended() == {}
        assert await store.finished() == []
        assert await store.unjudged("sea", "") == []
        (listed,) = await store.games_of("ada")
        assert listed.finished is not None
        assert listed.result is None

    with_store(database, work)


def test_the_newest_summary_of_a_game_is_kept(database: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        await store.append(Row("g", 1, b"", Index(created=("sea", 1, 5.0, False), seat=(2, "ada"))))
        await store.append(Row("g", 2, b"", Index(seat=(0, "ada"))))
        (listed,) = await store.games_of("ada")
        assert (listed.summary, listed.summarized, listed.seq) == (None, 0, 2)
        await store.summarize("g", 2, b"second")
        await store.summarize("g", 1, b"first")
        (listed,) = await store.games_of("ada")
        assert (listed.summary, listed.summarized, listed.seq) == (b"second", 2, 2)
        assert await store.seats_of("ada") == {"g": [0, 2]}
        assert await store.seats_of("bo") == {}

    with_store(database, work)


def test_what_a_game_earned_is_kept_with_the_entry_that_ended_it(database: Callable[[], Store]) -> None:
    earned = [("ada", "x.1"), ("ada", "x.2"), ("bo", "x.1")]

    async def work(store: Store) -> None:
        for number, game in enumerate(("g", "h")):
            await store.append(Row(game, 1, b"", Index(created=("sea", 1, 5.0, False))))
            await store.append(Row(game, 2, b"", Index(result="3,4", earned=earned[number:])))
            await store.append(Row(game, 2, b"", Index(result="3,4", earned=[("eve", "x.3")])))
        await store.append(Row("i", 1, b"", Index(created=("sea", 1, 5.0, False))))
        assert await store.unjudged("sea", "") == []
        await store.append(Row("i", 2, b"", Index(result="3,4")))
        assert await store.unjudged("sea", "") == ["i"]
        for _ in range(2):
            await store.judge("i", [("bo", "x.3")])
        assert await store.unjudged("sea", "") == []

    async def later(store: Store) -> None:
        ada = [(one.kind, one.name, one.game, one.times) for one in await store.earned_by("ada")]
        assert ada == [("sea", "x.1", "g", 1), ("sea", "x.2", "g", 2)]
        assert [(one.name, one.times) for one in await store.earned_by("bo")] == [("x.1", 2), ("x.3", 1)]
        assert await store.earned_by("eve") == []

    with_store(database, work)
    with_store(database, later)


def test_games_that_ended_in_an_older_database_are_still_to_be_judged(
    database: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def before(store: Store) -> None:
        await store.append(Row("old", 1, b"", Index(created=("sea", 1, 5.0, False))))
        await store.append(Row("old", 2, b"", Index(result="3,4")))

    async def after(store: Store) -> None:
        assert await store.unjudged("sea", "") == ["old"]
        assert await store.unjudged("reef", "") == await store.unjudged("sea", "old") == []

    for module in (store_module, sqlite_module, postgres_module):
        monkeypatch.setattr(module, "MIGRATIONS", [store_module.FIRST])
    with_store(database, before)
    monkeypatch.undo()
    with_store(database, after)


def test_persons_and_their_tokens(database: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        await store.add_person(Who("ada", "Ada"), "hash 1")
        await store.add_token("ada", "hash 2")
        await store.rename("ada", "Ada L")
        assert await store.person("hash 1") == await store.person("hash 2") == Who("ada", "Ada L")
        assert await store.person("hash 3") is None

    with_store(database, work)


def test_an_older_database_is_migrated(database: Callable[[], Store], monkeypatch: pytest.MonkeyPatch) -> None:
    async def before(store: Store) -> None:
        await store.append(Row("old", 1, b"kept"))

    async def after(store: Store) -> None:
        assert await store.entries("old") == [b"kept"]
        assert await store.fetch("SELECT colour FROM tomorrow") == []

    with_store(database, before)
    tomorrow = ("CREATE TABLE tomorrow (colour TEXT)",)
    monkeypatch.setattr(store_module, "MIGRATIONS", [*store_module.MIGRATIONS, tomorrow])
    for module in (sqlite_module, postgres_module):
        monkeypatch.setattr(module, "MIGRATIONS", store_module.MIGRATIONS)
    with_store(database, after)
    with_store(database, after)
    monkeypatch.undo()
    with pytest.raises(UnusableDatabase, match="newer Atoll"):
        with_store(database, before)


def test_a_database_of_a_newer_schema_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new.sqlite"
    with sqlite3.connect(path) as new:
        new.execute("PRAGMA user_version = 99")
    with pytest.raises(UnusableDatabase, match="made by a newer Atoll"):
        with_store(lambda: SQLite(path), lambda store: store.close())
    with pytest.raises(SystemExit) as left:
        main(["serve", "--port", "0", "--database", str(path)])
    assert left.value.code == 2
    assert "made by a newer Atoll" in capfd.readouterr().err


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.sqlite"
    path.write_text("not a database, but long enough to be taken for one " * 50)
    with pytest.raises(UnusableDatabase, match="can't be used"):
        with_store(lambda: SQLite(path), lambda store: store.close())
    with pytest.raises(UnusableDatabase, match="can't be used"):
        with_store(lambda: Postgres("postgresql://nobody@127.0.0.1:1/none"), lambda store: store.close())


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--workers", "2"], "need PostgreSQL"),
        (["--workers", "0"], "from 1 to 64"),
        (["--database", "mysql://x"], "must be a file or postgresql://"),
    ],
)
def test_settings_that_do_not_fit_are_refused(
    options: list[str], named: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["serve", *options])
    assert left.value.code == 2
    assert named in capfd.readouterr().err


class Counting(SQLite):
    """Stores nothing, but notes how many entries each transaction would hold."""

    gathering_seconds = 1.0

    def __init__(self) -> None:
        super().__init__("never opened")
        self.sizes: list[int] = []
        self.go = asyncio.Event()
        self.go.set()

    async def insert(self, groups: Sequence[Group]) -> list[bool]:
        self.sizes.append(len(groups))
        await self.go.wait()
        return [True] * len(groups)


def test_entries_are_gathered_only_while_many_come_in() -> None:
    async def run() -> None:
        store, seq = Counting(), itertools.count(1)

        async def add(number: int) -> None:
            await asyncio.gather(*(store.append(Row("game", next(seq), b"{}")) for _ in range(number)))

        def busy() -> bool:
            return store.busy

        await add(MANY - 1)
        assert not busy()
        alone = asyncio.ensure_future(add(1))
        await asyncio.sleep(0.02)
        assert alone.done()
        await add(MANY)
        assert busy()
        first = asyncio.ensure_future(add(1))
        await asyncio.sleep(0.02)
        assert not first.done()
        await asyncio.gather(first, add(MANY))
        assert store.sizes == [MANY - 1, 1, MANY, 1 + MANY]
        store.busy = False
        store.go.clear()
        first = asyncio.ensure_future(add(1))
        await until(lambda: len(store.sizes) == 5)
        others = asyncio.ensure_future(add(MANY - 1))
        await until(lambda: len(store._waiting) == MANY - 1)
        store.go.set()
        await first
        assert busy()  # as many wait while it is stored
        await others

    asyncio.run(run())

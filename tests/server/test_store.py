"""Both databases behave the same."""

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
from atoll.server.seating import Person
from atoll.server.sqlite import SQLite
from atoll.server.store import BUSY_BATCH, Award, Group, IndexUpdate, Row, Store, UnusableDatabase
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


def test_a_place_in_a_log_is_taken_once(database: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        rows = [Row("once", 1, b"a"), Row("once", 1, b"b"), Row("once", 2, b"c"), Row("other", 1, b"d")]
        assert await asyncio.gather(*(store.append(row) for row in rows)) == [True, False, True, True]
        assert await store.append(Row("once", 2, b"e")) is False
        assert await store.entries("once") == [b"a", b"c"]
        assert await store.entries("once", 1) == [b"c"]
        assert await store.entries("never") == []

    with_store(database, work)


def test_a_table_opened_twice_at_once_is_opened_once(database: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        created = IndexUpdate(created=("reef", 1, 5.0, False))
        rows = [Row("twice", 1, b"a", created), Row("twice", 1, b"b", created), Row("other", 1, b"c")]
        assert await asyncio.gather(*(store.append(row) for row in rows)) == [True, False, True]
        assert await store.entries("twice") == [b"a"]

    with_store(database, work)


def test_entries_that_belong_together_are_stored_together_or_not_at_all(database: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        created = IndexUpdate(created=("reef", 1, 5.0, False))
        first = (Row("group", 1, b"a", created), Row("group", 2, b"b", IndexUpdate(seat=(0, "ada"))))
        second = (
            Row("group", 1, b"c", created),
            Row("group", 2, b"d"),
            Row("group", 3, b"e", IndexUpdate(seat=(0, "eve"))),
        )
        assert list(await asyncio.gather(store.append(*first), store.append(*second))) == [True, False]
        assert await store.append(*second) is False
        assert await store.entries("group") == [b"a", b"b"]
        assert [listed.id for listed in await store.tables_of("ada")] == ["group"]
        assert await store.tables_of("eve") == []

    with_store(database, work)


def test_processes_that_insert_the_same_places_do_not_deadlock(postgres: str) -> None:
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


def test_entries_survive_a_restart(database: Callable[[], Store]) -> None:
    async def write(store: Store) -> None:
        await asyncio.gather(*(store.append(Row("long", seq, b"%d" % seq)) for seq in range(1, 301)))

    async def read(store: Store) -> None:
        assert await store.entries("long") == [b"%d" % seq for seq in range(1, 301)]

    with_store(database, write)
    with_store(database, read)


def test_lists_follow_the_entries(database: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        created = IndexUpdate(created=("reef", 1, 5.0, False))
        await store.append(Row("g", 1, b"", created))
        await store.append(Row("g", 2, b"", IndexUpdate(seat=(0, "ada"))))
        await store.append(Row("g", 3, b"", IndexUpdate(seat=(1, "ada"))))
        await store.append(Row("g", 3, b"", IndexUpdate(seat=(1, "eve"))))
        assert [game.id for game in await store.tables_of("ada")] == ["g"]
        assert await store.tables_of("eve") == []
        assert "g" not in await store.unattended()
        await store.append(Row("g", 4, b"", IndexUpdate(unattended=True)))
        assert await store.unattended() == {"g": 4}
        await store.append(Row("g", 5, b"", IndexUpdate(result="3,4")))
        assert "g" not in await store.unattended()
        listed = (await store.tables_of("ada"))[0]
        assert (listed.game, listed.created, listed.result) == ("reef", 5.0, "3,4")
        assert (await store.finished())[0].id == "g"

    with_store(database, work)


def test_an_abandoned_game_has_no_result(database: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        await store.append(Row("g", 1, b"", IndexUpdate(created=("sea", 1, 5.0, True), seat=(0, "ada"))))
        assert await store.unattended() == {"g": 1}
        await store.append(Row("g", 2, b"", IndexUpdate(abandoned=True)))
        assert await store.unattended() == {}
        assert await store.finished() == []
        assert await store.without_awards("sea", "") == []
        (listed,) = await store.tables_of("ada")
        assert listed.finished is not None
        assert listed.result is None

    with_store(database, work)


def test_a_newer_summary_is_not_replaced_by_an_older_one(database: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        await store.append(Row("g", 1, b"", IndexUpdate(created=("sea", 1, 5.0, False), seat=(2, "ada"))))
        await store.append(Row("g", 2, b"", IndexUpdate(seat=(0, "ada"))))
        (listed,) = await store.tables_of("ada")
        assert (listed.summary, listed.summarized, listed.seq) == (None, 0, 2)
        await store.save_summary("g", 2, b"second")
        await store.save_summary("g", 1, b"first")
        (listed,) = await store.tables_of("ada")
        assert (listed.summary, listed.summarized, listed.seq) == (b"second", 2, 2)
        assert await store.seats_of("ada") == {"g": [0, 2]}
        assert await store.seats_of("bo") == {}

    with_store(database, work)


def test_awards_are_stored_with_the_entry_that_ends_a_game(database: Callable[[], Store]) -> None:
    earned = [("ada", "x.1"), ("ada", "x.2"), ("bo", "x.1")]

    async def work(store: Store) -> None:
        for number, game in enumerate(("g", "h")):
            await store.append(Row(game, 1, b"", IndexUpdate(created=("sea", 1, 5.0, False))))
            await store.append(Row(game, 2, b"", IndexUpdate(result="3,4", awards=earned[number:])))
            await store.append(Row(game, 2, b"", IndexUpdate(result="3,4", awards=[("eve", "x.3")])))
        await store.append(Row("i", 1, b"", IndexUpdate(created=("sea", 1, 5.0, False))))
        assert await store.without_awards("sea", "") == []
        await store.append(Row("i", 2, b"", IndexUpdate(result="3,4")))
        assert await store.without_awards("sea", "") == ["i"]
        for _ in range(2):
            await store.save_awards("i", [("bo", "x.3")])
        assert await store.without_awards("sea", "") == []

    async def later(store: Store) -> None:
        ada = [(one.game, one.name, one.table_id, one.times) for one in await store.awards_of("ada")]
        assert ada == [("sea", "x.1", "g", 1), ("sea", "x.2", "g", 2)]
        assert [(one.name, one.times) for one in await store.awards_of("bo")] == [("x.1", 2), ("x.3", 1)]
        assert await store.awards_of("eve") == []

    with_store(database, work)
    with_store(database, later)


def with_old_store(
    database: Callable[[], Store],
    monkeypatch: pytest.MonkeyPatch,
    migrations: int,
    work: Callable[[Store], Awaitable[None]],
) -> None:
    """Run something on a database that has had only the first few migrations."""
    with monkeypatch.context() as patch:
        for module in (store_module, sqlite_module, postgres_module):
            patch.setattr(module, "MIGRATIONS", store_module.MIGRATIONS[:migrations])
        with_store(database, work)


def test_games_that_ended_before_there_were_awards_are_listed_without_awards(
    database: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def before(store: Store) -> None:
        await store.execute("INSERT INTO game VALUES ('old', 'sea', 1, 5, 0, 9, '3,4')")

    async def after(store: Store) -> None:
        assert await store.without_awards("sea", "") == ["old"]
        assert await store.without_awards("reef", "") == await store.without_awards("sea", "old") == []

    with_old_store(database, monkeypatch, 1, before)
    with_store(database, after)


def test_a_database_with_the_former_names_keeps_everything(
    database: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def before(store: Store) -> None:
        for statement in (
            "INSERT INTO game VALUES ('done', 'sea', 1, 5, 1, 9, '3,4', 1, NULL, 0)",
            "INSERT INTO game VALUES ('runs', 'reef', 1, 6, 1, NULL, NULL, 0, NULL, 2)",
            "INSERT INTO game VALUES ('idle', 'reef', 1, 7, 0, NULL, NULL, 0, NULL, 0)",
            "INSERT INTO seat VALUES ('done', 1, 'ada')",
            "INSERT INTO seat VALUES ('runs', 0, 'ada')",
            "INSERT INTO achievement VALUES ('ada', 'done', 'x.1')",
            "INSERT INTO person VALUES ('ada', 'Ada', 4)",
            "INSERT INTO token VALUES ('hash', 'ada', 4)",
            "INSERT INTO setting VALUES ('secret key', 'secret')",
        ):
            await store.execute(statement)
        for table_id, seq in (("done", 1), ("runs", 1), ("runs", 2)):
            await store.execute("INSERT INTO entry VALUES ($1, $2, $3)", table_id, seq, b"%d" % seq)

    async def after(store: Store) -> None:
        assert await store.tables("") == ["done", "idle", "runs"]
        assert await store.entries("runs") == [b"1", b"2"]
        assert await store.new_entries({"runs": 1, "done": 0}) == {"runs": [b"2"], "done": [b"1"]}
        assert await store.unattended() == {"runs": 2}
        assert [(row.id, row.game, row.created) for row in await store.tables_of("ada")] == [
            ("runs", "reef", 6.0), ("done", "sea", 5.0),
        ]  # fmt: skip
        assert [(row.id, row.finished, row.result) for row in await store.finished()] == [("done", 9.0, "3,4")]
        assert await store.seats_of("ada") == {"done": [1], "runs": [0]}
        assert await store.awards_of("ada") == [Award("sea", "x.1", "done", 9.0, 1)]
        assert await store.without_awards("sea", "") == []
        assert await store.person_by_token("hash") == Person("ada", "Ada")
        assert await store.setting("secret key", "another") == "secret"
        assert await store.append(Row("runs", 2, b"taken")) is False

    with_old_store(database, monkeypatch, 3, before)
    with_store(database, after)


def test_persons_and_their_tokens(database: Callable[[], Store]) -> None:
    async def work(store: Store) -> None:
        await store.add_person(Person("ada", "Ada"), "hash 1")
        await store.add_token("ada", "hash 2")
        await store.rename("ada", "Ada L")
        assert await store.person_by_token("hash 1") == await store.person_by_token("hash 2") == Person("ada", "Ada L")
        assert await store.person_by_token("hash 3") is None

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
    with pytest.raises(SystemExit) as exited:
        main(["serve", "--port", "0", "--database", str(path)])
    assert exited.value.code == 2
    assert "made by a newer Atoll" in capfd.readouterr().err


def test_a_file_or_address_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
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
        (["--port", "70000"], "from 0 (any that is free) to 65535"),
        (["--database", "mysql://x"], "must be a file or postgresql://"),
        (["--origin", "example.org"], "must be like https://example.org"),
        (["--origin", "https://example.org/play"], "must be like https://example.org"),
    ],
)
def test_unusable_settings_are_refused_before_anything_is_bound_opened_or_compiled(
    options: list[str], named: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("settings are checked first")

    for name in ("atoll.cli.serve.free_port", "atoll.cli.serve.ready", "atoll.server.run.check_database"):
        monkeypatch.setattr(name, fail)
    with pytest.raises(SystemExit) as exited:
        main(["serve", "--port", "0", *options] if "--port" not in options else ["serve", *options])
    assert exited.value.code == 2
    assert named in capfd.readouterr().err


class Counting(SQLite):
    """Stores nothing, but counts the groups of each transaction; `release` ends a wait for more entries."""

    batch_seconds = 1.0

    def __init__(self) -> None:
        super().__init__("never opened")
        self.sizes: list[int] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.waits = 0
        self.release = asyncio.Event()

    async def _wait_for_more(self) -> None:
        self.waits += 1
        await self.release.wait()

    async def insert(self, groups: Sequence[Group]) -> list[bool]:
        self.sizes.append(len(groups))
        await self.gate.wait()
        return [True] * len(groups)


def test_entries_are_gathered_only_while_many_come_in() -> None:
    async def run() -> None:
        store, seq = Counting(), itertools.count(1)

        async def add(number: int) -> None:
            await asyncio.gather(*(store.append(Row("table", next(seq), b"{}")) for _ in range(number)))

        def busy() -> bool:
            return store.busy

        await add(BUSY_BATCH - 1)
        assert not busy()
        await add(1)
        assert store.waits == 0
        await add(BUSY_BATCH)
        assert busy()
        first = asyncio.ensure_future(add(1))
        await until(lambda: store.waits == 1)
        others = asyncio.ensure_future(add(BUSY_BATCH))
        await until(lambda: len(store._waiting) == 1 + BUSY_BATCH)
        assert not first.done()
        store.release.set()
        await asyncio.gather(first, others)
        assert store.sizes == [BUSY_BATCH - 1, 1, BUSY_BATCH, 1 + BUSY_BATCH]
        store.busy = False
        store.gate.clear()
        store.release.clear()
        first = asyncio.ensure_future(add(1))
        await until(lambda: len(store.sizes) == 5)
        others = asyncio.ensure_future(add(BUSY_BATCH - 1))
        await until(lambda: len(store._waiting) == BUSY_BATCH - 1)
        store.gate.set()
        await first
        assert busy()  # the others waited while one was stored
        store.release.set()
        await others

    asyncio.run(run())

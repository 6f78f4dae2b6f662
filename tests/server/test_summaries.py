"""Summaries of tables are the same from memory, from the log, and from an older database."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

import atoll
from atoll.games.shallow_sea.kernel.goals import RANK_NAMES
from atoll.server import summaries as module
from atoll.server.entries import Created, Decided, Invited, Left, Sat
from atoll.server.frames import mode
from atoll.server.hub import Hub
from atoll.server.protocol import Abandon, Chat, Leave, NewTable, Sit
from atoll.server.seating import Person
from atoll.server.sqlite import SQLite
from atoll.server.store import Store
from atoll.server.summaries import summaries, summary
from atoll.server.table import Table, replay
from faults.playing import until
from server.serving import FORMER_NAMES, Served

ADA, BO = Person("ada", "Ada"), Person("bo", "Bo")


def dealt(game: str, seats: int, **options: str | bool) -> Table:
    """Return a table with Ada and bots on the other seats."""
    table = Table("t", Created(at=1.0, by="ada", game=game, rules=1, seats=seats, options=options, secret="s"))
    table.apply(Sat(at=2.0, by="ada", seat=0, name="Ada"))
    for seat in range(1, seats):
        table.apply(Invited(at=2.0, by="ada", seat=seat, bot="shrimp"))
    return table


def play_to_the_end(table: Table) -> None:
    while table.state is not None and table.state.actor is not None:
        table.apply(Decided(at=9.0, seat=table.state.actor, decision=table.state.legal()[-1]))


def test_a_summary_has_mode_round_points_and_turn() -> None:
    table = dealt("shallow_sea", 2, scenario="3", first_player="2")
    result = summary(table)
    assert (result.status, result.preset, result.options) == ("playing", "", {"scenario": "3", "first_player": "2"})
    assert (result.actor, result.round, result.rounds, result.scores) == (table.actor, 1, 17, [0, 0])
    assert [(seat.kind, seat.name) for seat in result.seats] == [("person", "Ada"), ("bot", "shrimp")]
    assert (result.moved, result.ranking, result.rank) == (2.0, None, None)
    play_to_the_end(table)
    result = summary(table)
    assert (result.status, result.actor, result.round, result.moved) == ("over", None, 17, 9.0)
    assert result.scores == table.state.scores() if table.state else None
    assert result.ranking


def test_a_summary_before_the_deal_has_no_points() -> None:
    table = Table("t", Created(at=1.0, by="ada", game="reef", rules=1, seats=2, options={}, secret="s"))
    result = summary(table)
    assert (result.status, result.scores, result.round, result.actor) == ("gathering", None, None, None)


def test_a_summary_reveals_nothing_hidden() -> None:
    result = summary(dealt("reef", 2, hidden_scores=True))
    assert result.scores == [None, None]


def test_a_solo_game_ends_with_its_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    table = dealt("shallow_sea", 1)
    play_to_the_end(table)
    diver = RANK_NAMES.index("diver")
    monkeypatch.setattr(import_module("atoll.games.shallow_sea.view.position"), "rank", lambda _tables, _state: diver)
    assert summary(table).rank == "diver"


def test_the_preset_that_covers_most_options_is_named() -> None:
    sea = atoll.find_game("shallow_sea")
    first = sea.resolve(sea.presets["first_game"])
    assert mode(sea, first) == ("first_game", {})
    assert mode(sea, {**first, "modified": "2"}) == ("first_game", {"modified": "2"})
    assert mode(sea, sea.resolve(sea.presets["family"])) == ("family", {})
    assert mode(sea, sea.resolve({})) == ("", {})
    assert mode(sea, sea.resolve({"creatures": "first_game"})) == ("", {"creatures": "first_game"})


def test_every_game_has_progress() -> None:
    for game in atoll.find_games().values():
        table = dealt(game.id, game.min_players)
        first = summary(table).round
        play_to_the_end(table)
        last = summary(table).round
        assert first == 1
        assert last is not None
        assert last > 1


# From the database


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Hub]:
    store = SQLite(folder / "atoll.sqlite")
    await store.open()
    hub = Hub(store)
    try:
        yield hub
    finally:
        await hub.close()
        await store.close()


async def listed(store: Store, rooms: Any, person: Person = ADA) -> list[Any]:
    return await summaries(store, rooms, await store.tables_of(person.id))


def test_summaries_from_memory_log_and_database_are_equal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def replayed(table_id: str, entries: list[Any]) -> Table:
        made.append(table_id)
        return replay(table_id, entries)

    monkeypatch.setattr(module, "replay", replayed)

    async def work() -> None:
        async with running(tmp_path) as hub:
            table = await hub.create(ADA, NewTable(game="reef", seats=["me", "open"], options={"setup": "random"}))
            room = await hub.room(table)
            assert room is not None
            assert (await hub.execute(room, BO, Sit(command="s", seat=1))).ok
            (known,) = await listed(hub.store, hub.rooms)
            assert known.status == "playing"
            assert made == []
            # Another process reads the log once, and again when the log has grown.
            for _ in range(2):
                assert await listed(hub.store, {}) == [known]
            assert made == [table]
            assert (await hub.execute(room, BO, Chat(command="c", text="hi"))).ok
            assert (await hub.execute(room, BO, Leave(command="l", seat=1))).ok
            # If it is Bo's turn, the stand-in plays it and is marked from then on.
            await until(lambda: room.table.actor == 0)
            (left,) = await listed(hub.store, hub.rooms)
            assert left.seats[1].left
            assert (await listed(hub.store, {}, BO))[0].seats == left.seats
            assert made == [table, table]
            # A process that lags behind the log does not return an old summary.
            room.table.seq = 1
            assert (await listed(hub.store, hub.rooms))[0].seats == left.seats

    asyncio.run(work())


def test_one_request_makes_a_limited_number_of_summaries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_MADE", 2)

    async def work() -> None:
        async with running(tmp_path) as hub:
            for _ in range(5):
                await hub.create(ADA, NewTable(game="reef", seats=["me", "open"]))
            for made in (2, 4, 5):
                found = await listed(hub.store, {})
                assert sum(one is not None for one in found) == made

    asyncio.run(work())


def test_a_game_of_another_rules_version_is_listed_without_a_summary(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path) as hub:
            await hub.create(ADA, NewTable(game="reef", seats=["me", "open"]))
            ((body,),) = await hub.store.fetch("SELECT body FROM entry WHERE seq = 1")
            other = msgspec.json.decode(body) | {"rules": 99}
            await hub.store.execute("UPDATE entry SET body = $1 WHERE seq = 1", msgspec.json.encode(other))
            for _ in range(2):
                assert await listed(hub.store, {}) == [None]
            assert [game.summarized for game in await hub.store.tables_of("ada")] == [2]

    asyncio.run(work())


def test_leaving_before_the_deal_removes_the_table_from_the_list(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path) as hub:
            table = await hub.create(ADA, NewTable(game="reef", seats=["me", "open", "open"]))
            room = await hub.room(table)
            assert room is not None
            assert (await hub.execute(room, BO, Sit(command="s", seat=1))).ok
            assert len(await hub.store.tables_of("bo")) == 1
            assert (await hub.execute(room, BO, Leave(command="l", seat=1))).ok
            assert await hub.store.tables_of("bo") == []
            assert (await hub.store.seats_of("ada")) == {table: [0]}

    asyncio.run(work())


def test_no_bot_continues_an_abandoned_game_and_it_earns_nothing(tmp_path: Path) -> None:
    async def work() -> str:
        async with running(tmp_path) as hub:
            wanted = NewTable(game="shallow_sea", seats=["me", "greedy"], options={"modified": "6"})
            table = await hub.create(ADA, wanted)
            room = await hub.room(table)
            assert room is not None
            assert (await hub.execute(room, ADA, Abandon(command="a"))).ok
            await until(lambda: room.bot_task is None)
            made = len(room.table.decisions)
            assert await hub.store.unattended() == {}
            assert await hub.store.finished() == []
            assert await hub.store.without_awards("shallow_sea", "") == []
            (row,) = await hub.store.tables_of("ada")
            assert row.finished is not None
            assert row.result is None
            (result,) = await listed(hub.store, {})
            assert (result.status, result.ranking) == ("abandoned", None)
            assert len(room.table.decisions) == made
            return table

    async def after(table: str) -> None:
        async with running(tmp_path) as hub:
            await hub.open()
            room = await hub.room(table)
            assert room is not None
            assert (room.table.status, room.bot_task) == ("abandoned", None)

    asyncio.run(after(asyncio.run(work())))


def test_a_clock_that_runs_out_changes_nothing_in_an_abandoned_game(tmp_path: Path) -> None:
    async def work() -> None:
        async with running(tmp_path) as hub:
            wanted = NewTable(game="reef", seats=["me", "open"], options={"setup": "random"}, turn_seconds=1)
            room = await hub.room(await hub.create(ADA, wanted))
            assert room is not None
            assert (await hub.execute(room, BO, Sit(command="s", seat=1))).ok
            assert (await hub.execute(room, BO, Leave(command="l", seat=1))).ok
            hub.drivers._time_up(room)
            assert (await hub.execute(room, ADA, Abandon(command="a"))).ok
            await until(lambda: room.stand_in_task is None and room.bot_task is None)
            assert room.clock is None

    asyncio.run(work())


def test_an_old_log_in_which_the_last_person_left_is_still_read() -> None:
    table = dealt("reef", 2)
    table.apply(Left(at=3.0, by="ada", seat=0))
    assert table.bot_to_decide == "greedy" or table.actor == 1
    play_to_the_end(table)
    assert [(seat.left, seat.stand_in) for seat in summary(table).seats] == [(True, True), (False, False)]


# Over HTTP


def test_my_tables_have_summaries_also_from_an_older_database(served: Served) -> None:
    ada, bo = served.guest("Ada"), served.guest("Bo")
    running = served.table(ada, ["me", "open"], options={"setup": "random"})
    served.post(f"/api/tables/{running}/commands", {"type": "sit", "command": "s", "seat": 1}, bo)
    gone = served.table(ada, ["me", "greedy"])
    assert served.post(f"/api/tables/{gone}/commands", {"type": "abandon", "command": "a"}, ada)["ok"]
    assert served.refused("GET", f"/api/tables/{gone}/record")[0] == 409
    status, _ = served.refused("POST", f"/api/tables/{gone}/commands", {"type": "abandon", "command": "b"}, bo)
    assert status == 409
    result = served.get("/api/me/tables", ada)
    assert [(row["table"], row["mine"], row["summary"]["status"]) for row in result] == [
        (running, [0], "playing"), (gone, [0], "abandoned"),
    ]  # fmt: skip
    assert result[0]["summary"]["options"] == {"setup": "random"}
    assert result[1]["finished"] is not None
    assert result[1]["scores"] is None
    assert gone not in [row["table"] for row in served.get("/api/finished")]
    assert [game["record"] for game in served.get("/api/me/export", ada)["games"]] == [None, None]
    served.kill()
    with sqlite3.connect(served.database) as database:
        for statement in FORMER_NAMES:
            database.execute(statement)
        for column in ("summary", "summarized"):
            database.execute(f"ALTER TABLE game DROP COLUMN {column}")
        database.execute("PRAGMA user_version = 2")
    served.start()
    assert served.get("/api/me/tables", ada) == result

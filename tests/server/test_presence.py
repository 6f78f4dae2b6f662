"""Every process that serves a table shows the same presence."""

import asyncio
from collections.abc import Callable, Coroutine

import pytest

from atoll.server import presence
from atoll.server.entries import Created, Sat
from atoll.server.presence import TABLES_PER_UPDATE, PresenceExchange
from atoll.server.room import Room
from atoll.server.sqlite import SQLite
from atoll.server.table import replay
from faults.playing import until
from server.serving import Client, serving

TABLES = [f"table {number}" for number in range(TABLES_PER_UPDATE + 1)]
FIRST = TABLES[0]


def shows(online: list[int], watching: int) -> Callable[[dict[str, object]], bool]:
    return lambda message: (message["online"], message["watching"]) == (online, watching)


def test_viewers_of_one_table_on_two_processes_are_shown_to_each_other(postgres: str) -> None:
    async def run() -> None:
        ada, bo = one.guest("Ada"), other.guest("Bo")
        table = one.table(ada, ["me", "open"])
        async with Client(one, table, ada) as first, Client(other, table, bo) as second:
            await first.next("presence", shows([0], 1))
            await second.next("presence", shows([0], 1))
            assert (await second.command("sit", seat=1))["ok"]
            await first.next("presence", shows([0, 1], 0))
            await second.next("presence", shows([0, 1], 0))
            async with Client(other, table):
                await first.next("presence", shows([0, 1], 1))
            await first.next("presence", shows([0, 1], 0))
            # A second hello is not an absence: the next presence that Ada gets is that of a new spectator.
            await second.send({"type": "hello", "table": table})
            await second.next("frame")
            async with Client(other, table):
                assert shows([0, 1], 1)(await first.next("presence"))
            await first.next("presence", shows([0, 1], 0))
            other.stop()
            await first.next("presence", shows([0], 0))

    with serving(postgres) as one, serving(postgres) as other:
        asyncio.run(run())


class Exchange(PresenceExchange):
    """Gathers changes only until the next iteration of the event loop."""

    async def _wait_for_more(self) -> None:
        await asyncio.sleep(0)

    @property
    def quiet(self) -> bool:
        return not self._pending and (self._sending is None or self._sending.done())


class Process(SQLite):
    """One of several processes in a test; the others receive its updates while its gate is open."""

    shared = True

    def __init__(self, name: str, others: "list[Process]") -> None:
        super().__init__("never opened")
        self.name, self.others, self.lost = name, others, False
        self.gate = asyncio.Event()
        self.gate.set()
        self.published: list[str] = []
        self.rooms = {table: Room(replay(table, entries())) for table in TABLES}
        self.exchange = Exchange(self, self.rooms)
        for room in self.rooms.values():
            room.on_change = self.exchange.publish
        others.append(self)

    async def publish(self, text: str) -> None:
        assert len(text) < 7900
        self.published.append(text)
        await self.gate.wait()
        for other in self.others:
            if other is not self and not self.lost:
                other.exchange.receive(self.name, text)

    def shown(self, table: str = FIRST) -> tuple[list[int], int]:
        found = self.rooms[table].presence
        return found.online, found.watching


def entries() -> list[object]:
    created = Created(at=0.0, by="ada", game="reef", rules=1, seats=2, options={}, secret="s")
    return [created, Sat(at=0.0, by="ada", seat=0, name="Ada"), Sat(at=0.0, by="bo", seat=1, name="Bo")]


class Viewer:
    """A viewer that counts how often it was woken."""

    def __init__(self, person_id: str) -> None:
        self.person_id, self.woken = person_id, 0

    def wake(self) -> None:
        self.woken += 1


Work = Callable[[Process, Process], Coroutine[None, None, None]]


def with_processes(work: Work) -> None:
    """Run a test with two processes."""

    async def run() -> None:
        others: list[Process] = []
        await work(Process("one", others), Process("other", others))

    asyncio.run(run())


async def quiet(*processes: Process) -> None:
    """Wait until no update is pending."""
    await until(lambda: all(process.exchange.quiet for process in processes))


def test_a_process_that_starts_later_gets_the_presence_of_the_others() -> None:
    async def work(one: Process, other: Process) -> None:
        one.rooms[FIRST].enter(ada := Viewer("ada"))
        await quiet(one, other)
        other.rooms[FIRST].elsewhere.clear()  # as if that process had just started
        other.rooms[FIRST].enter(Viewer("bo"))
        await quiet(one, other)
        assert one.shown() == other.shown() == ([0, 1], 0)
        assert one.shown("table 1") == other.shown("table 1") == ([], 0)
        updates, woken = one.published + other.published, ada.woken
        one.exchange.publish(one.rooms[FIRST])
        other.exchange.publish(other.rooms[FIRST])
        await quiet(one, other)
        assert (one.published + other.published, ada.woken) == (updates, woken)  # nothing has changed since

    with_processes(work)


@pytest.mark.parametrize("online", [True, False])
def test_no_update_overtakes_another(online: bool) -> None:
    async def work(one: Process, other: Process) -> None:
        room, ada = one.rooms[FIRST], Viewer("ada")
        one.gate.clear()
        room.enter(ada)
        await until(lambda: len(one.published) == 1)
        room.leave(ada)
        if online:
            room.enter(ada)
        for _ in range(10):
            await asyncio.sleep(0)
        assert len(one.published) == 1  # the next update waits for the one under way
        one.gate.set()
        await quiet(one, other)
        assert other.shown() == (([0], 0) if online else ([], 0))

    with_processes(work)


def test_simultaneous_changes_share_a_few_updates() -> None:
    async def work(one: Process, other: Process) -> None:
        for process in (one, other):
            for table in TABLES:
                process.rooms[table].enter(Viewer("somebody"))
        await quiet(one, other)
        assert all(process.shown(table) == ([], 2) for process in (one, other) for table in TABLES)
        # Each publishes its tables in two updates, and again in answer to a process that is new to it.
        assert max(len(process.published) for process in (one, other)) <= 4

    with_processes(work)


def test_a_lost_update_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "REPEAT_SECONDS", 0.001)

    async def work(one: Process, other: Process) -> None:
        one.lost = True
        for table in TABLES:
            one.rooms[table].enter(Viewer("somebody"))
        await quiet(one, other)
        one.lost = False
        assert other.shown() == ([], 0)
        running = asyncio.ensure_future(one.exchange.run())
        await until(lambda: all(other.shown(table) == ([], 1) for table in TABLES))
        running.cancel()

    with_processes(work)


def test_the_viewers_of_a_killed_process_expire(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(one: Process, other: Process) -> None:
        one.rooms[FIRST].enter(Viewer("ada"))
        other.rooms[FIRST].enter(bo := Viewer("bo"))
        await quiet(one, other)
        one.lost = True
        monkeypatch.setattr(presence, "EXPIRY_SECONDS", 1000.0)
        other.exchange.repeat()
        assert other.shown() == ([0, 1], 0)
        woken = bo.woken
        monkeypatch.setattr(presence, "EXPIRY_SECONDS", -1.0)
        other.exchange.repeat()
        assert other.shown() == ([1], 0)
        assert bo.woken == woken + 1
        await quiet(one, other)

    with_processes(work)


def test_closing_publishes_what_is_pending() -> None:
    async def work(one: Process, other: Process) -> None:
        one.rooms[FIRST].enter(ada := Viewer("ada"))
        await quiet(one, other)
        one.rooms[FIRST].leave(ada)
        assert other.shown() == ([0], 0)
        await one.exchange.close()
        assert other.shown() == ([], 0)

    with_processes(work)

"""Who is at a table is told the same way by every process that serves it."""

import asyncio
from collections.abc import Callable, Coroutine

import pytest

from atoll.server import attendance
from atoll.server.attendance import TABLES_A_NOTICE, Attendance
from atoll.server.entries import Created, Sat
from atoll.server.room import Room
from atoll.server.sqlite import SQLite
from atoll.server.table import replay
from server.serving import Client, serving

TABLES = [f"table {number}" for number in range(TABLES_A_NOTICE + 1)]
FIRST = TABLES[0]


def seen(online: list[int], watching: int) -> Callable[[dict[str, object]], bool]:
    return lambda present: (present["online"], present["watching"]) == (online, watching)


def test_players_and_onlookers_of_one_table_on_two_processes_are_shown_to_each_other(postgres: str) -> None:
    async def run() -> None:
        ada, bo = one.guest("Ada"), other.guest("Bo")
        table = one.table(ada, ["me", "open"])
        async with Client(one, table, ada) as first, Client(other, table, bo) as second:
            await first.next("presence", seen([0], 1))
            await second.next("presence", seen([0], 1))
            assert (await second.command("sit", seat=1))["ok"]
            await first.next("presence", seen([0, 1], 0))
            await second.next("presence", seen([0, 1], 0))
            async with Client(other, table):
                await first.next("presence", seen([0, 1], 1))
            await first.next("presence", seen([0, 1], 0))
            # Who greets the table again was never away: what Ada is told next is that an onlooker came.
            await second.send({"type": "hello", "table": table})
            await second.next("frame")
            async with Client(other, table):
                assert seen([0, 1], 1)(await first.next("presence"))
            await first.next("presence", seen([0, 1], 0))
            other.stop()
            await first.next("presence", seen([0], 0))

    with serving(postgres) as one, serving(postgres) as other:
        asyncio.run(run())


class Process(SQLite):
    """One of several in this test: what it announces the others hear a little later, unless it is lost."""

    shared = True

    def __init__(self, name: str, others: "list[Process]") -> None:
        super().__init__("never opened")
        self.name, self.others, self.lost, self.slow = name, others, False, 0.0
        self.announced: list[str] = []
        self.rooms = {table: Room(replay(table, entries())) for table in TABLES}
        self.attendance = Attendance(self, self.rooms)
        for room in self.rooms.values():
            room.on_change = self.attendance.tell
        others.append(self)

    async def announce(self, text: str) -> None:
        assert len(text) < 7900
        self.announced.append(text)
        await asyncio.sleep(self.slow)
        for other in self.others:
            if other is not self and not self.lost:
                other.attendance.heard(self.name, text)

    def shown(self, table: str = FIRST) -> tuple[list[int], int]:
        present = self.rooms[table].presence
        return present.online, present.watching


def entries() -> list[object]:
    created = Created(at=0.0, by="ada", game="reef", rules=1, seats=2, options={}, secret="s")
    return [created, Sat(at=0.0, by="ada", seat=0, name="Ada"), Sat(at=0.0, by="bo", seat=1, name="Bo")]


class Viewer:
    """Somebody who looks, and how often they were woken."""

    def __init__(self, person: str) -> None:
        self.person, self.woken = person, 0

    def wake(self) -> None:
        self.woken += 1


Story = Callable[[Process, Process], Coroutine[None, None, None]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Callable[[Story], None]:
    """Return what runs a story of two processes that tell each other things quickly."""
    monkeypatch.setattr(attendance, "GATHERING_SECONDS", 0.001)
    monkeypatch.setattr(attendance, "AGAIN_SECONDS", 0.01)

    async def run(story: Story) -> None:
        others: list[Process] = []
        await story(Process("one", others), Process("other", others))

    return lambda story: asyncio.run(run(story))


async def quiet(*processes: Process) -> None:
    """Wait until nothing is left to be told."""
    before = None
    while before != (before := [len(process.announced) for process in processes]):
        await asyncio.sleep(0.02)


def test_a_process_that_comes_later_learns_who_was_there_before(told: Callable[[Story], None]) -> None:
    async def story(one: Process, other: Process) -> None:
        one.rooms[FIRST].enter(ada := Viewer("ada"))
        await quiet(one, other)
        other.rooms[FIRST].elsewhere.clear()  # as if that process had just begun
        other.rooms[FIRST].enter(Viewer("bo"))
        await quiet(one, other)
        assert one.shown() == other.shown() == ([0, 1], 0)
        assert one.shown("table 1") == other.shown("table 1") == ([], 0)
        notices, woken = one.announced + other.announced, ada.woken
        one.attendance.tell(one.rooms[FIRST])
        other.attendance.tell(other.rooms[FIRST])
        await quiet(one, other)
        assert (one.announced + other.announced, ada.woken) == (notices, woken)  # nothing has changed since

    told(story)


def test_no_notice_overtakes_another(told: Callable[[Story], None]) -> None:
    async def story(one: Process, other: Process) -> None:
        room, ada = one.rooms[FIRST], Viewer("ada")
        for one.slow in (0.02, 0.0):
            room.enter(ada)
            await asyncio.sleep(0.005)
            room.leave(ada)
        await asyncio.sleep(0.005)
        room.enter(ada)
        await quiet(one, other)
        assert other.shown() == ([0], 0)
        one.slow = 0.02
        room.leave(ada)
        await asyncio.sleep(0.005)
        room.enter(ada)
        one.slow = 0.0
        room.leave(ada)
        await asyncio.sleep(0.05)
        assert other.shown() == ([], 0)

    told(story)


def test_what_changes_at_once_goes_into_few_notices(told: Callable[[Story], None]) -> None:
    async def story(one: Process, other: Process) -> None:
        for process in (one, other):
            for table in TABLES:
                process.rooms[table].enter(Viewer("somebody"))
        await quiet(one, other)
        assert all(process.shown(table) == ([], 2) for process in (one, other) for table in TABLES)
        # The tables of each in two notices, and once more as an answer to who was new.
        assert max(len(process.announced) for process in (one, other)) <= 4

    told(story)


def test_what_was_lost_is_told_again(told: Callable[[Story], None]) -> None:
    async def story(one: Process, other: Process) -> None:
        one.lost = True
        for table in TABLES:
            one.rooms[table].enter(Viewer("somebody"))
        await quiet(one, other)
        one.lost = False
        assert other.shown() == ([], 0)
        again = asyncio.ensure_future(one.attendance.go_on())
        await asyncio.sleep(0.05)
        again.cancel()
        assert all(other.shown(table) == ([], 1) for table in TABLES)

    told(story)


def test_who_looked_from_a_process_that_was_killed_is_gone_after_a_while(
    told: Callable[[Story], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(one: Process, other: Process) -> None:
        one.rooms[FIRST].enter(Viewer("ada"))
        other.rooms[FIRST].enter(bo := Viewer("bo"))
        await quiet(one, other)
        one.lost = True
        going_on = asyncio.ensure_future(other.attendance.go_on())
        await asyncio.sleep(0.05)
        assert other.shown() == ([0, 1], 0)
        woken = bo.woken
        monkeypatch.setattr(attendance, "GONE_SECONDS", 0.01)
        await asyncio.sleep(0.05)
        going_on.cancel()
        assert other.shown() == ([1], 0)
        assert bo.woken == woken + 1

    told(story)


def test_goodbye_is_said_before_the_end(told: Callable[[Story], None]) -> None:
    async def story(one: Process, other: Process) -> None:
        one.rooms[FIRST].enter(ada := Viewer("ada"))
        await quiet(one, other)
        one.rooms[FIRST].leave(ada)
        assert other.shown() == ([0], 0)
        await one.attendance.close()
        assert other.shown() == ([], 0)

    told(story)

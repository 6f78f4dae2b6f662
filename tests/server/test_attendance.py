"""Who is at a table is told the same way by every process that serves it."""

import asyncio
import time
from collections.abc import Callable

import pytest

from atoll.server.attendance import GONE_SECONDS, TABLES_A_NOTICE, Attendance
from atoll.server.entries import Created, Sat
from atoll.server.room import Room
from atoll.server.store import SQLite
from atoll.server.table import replay
from server.serving import Client, serving

TABLES = [f"table {number}" for number in range(TABLES_A_NOTICE + 1)]


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
            await second.close()
            await first.next("presence", seen([0], 0))

    with serving(postgres) as one, serving(postgres) as other:
        asyncio.run(run())


class Process(SQLite):
    """One of several in this test: what it announces the others hear, unless it is lost."""

    shared = True

    def __init__(self, name: str, others: "list[Process]") -> None:
        super().__init__("never opened")
        self.name, self.others, self.told, self.lost = name, others, 0, False
        self.rooms = {table: Room(replay(table, entries())) for table in TABLES}
        self.attendance = Attendance(self, self.rooms)
        for room in self.rooms.values():
            room.on_change = self.attendance.tell
        others.append(self)

    def announce(self, text: str) -> None:
        self.told += 1
        assert len(text) < 7900
        for other in self.others:
            if other is not self and not self.lost:
                other.attendance.heard(self.name, text)

    def shown(self, table: str) -> tuple[list[int], int]:
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


@pytest.fixture
def processes() -> tuple[Process, Process]:
    others: list[Process] = []
    return Process("one", others), Process("other", others)


def test_a_process_that_comes_later_learns_who_was_there_before(processes: tuple[Process, Process]) -> None:
    one, other = processes
    one.rooms["table 0"].enter(ada := Viewer("ada"))
    other.rooms["table 0"].elsewhere.clear()  # as if that process had just begun
    other.rooms["table 0"].enter(Viewer("bo"))
    assert one.shown("table 0") == other.shown("table 0") == ([0, 1], 0)
    assert one.shown("table 1") == other.shown("table 1") == ([], 0)
    told, woken = one.told + other.told, ada.woken
    one.attendance.tell(one.rooms["table 0"])
    other.attendance.tell(other.rooms["table 0"])
    assert (one.told + other.told, ada.woken) == (told, woken)  # nothing has changed since


def test_what_was_lost_is_told_again(processes: tuple[Process, Process]) -> None:
    one, other = processes
    one.lost = True
    for table in TABLES:
        one.rooms[table].enter(Viewer("somebody"))
    one.lost = False
    assert other.shown("table 0") == ([], 0)
    told = one.told
    one.attendance.tell_again()
    assert one.told == told + 2  # all tables, in two notices
    assert all(other.shown(table) == ([], 1) for table in TABLES)


def test_who_looked_from_a_process_that_was_killed_is_gone_after_a_while(
    processes: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = processes
    one.rooms["table 0"].enter(Viewer("ada"))
    other.rooms["table 0"].enter(bo := Viewer("bo"))
    one.lost = True
    other.attendance.tell_again()
    assert other.shown("table 0") == ([0, 1], 0)
    now, woken = time.monotonic() + GONE_SECONDS + 1, bo.woken
    monkeypatch.setattr(time, "monotonic", lambda: now)
    other.attendance.tell_again()
    assert other.shown("table 0") == ([1], 0)
    assert bo.woken == woken + 1

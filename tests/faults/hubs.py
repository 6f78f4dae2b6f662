"""Hubs on one SQLite file, whose writes and notifications a test controls."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from atoll.server.hub import Hub
from atoll.server.protocol import Decide, NewTable
from atoll.server.room import Room
from atoll.server.seating import Person
from atoll.server.sqlite import SQLite
from atoll.server.store import Group
from faults.playing import until

ADA = Person("ada", "Ada")


class Gated(SQLite):
    """A SQLite store whose commits wait for a gate, and whose notifications the test sends."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.gate = asyncio.Event()
        self.gate.set()
        self.held = asyncio.Event()
        self.failures = 0
        self.read: list[str] = []
        self.polls = 0
        self.notify: Callable[[list[str]], None]

    async def listen(
        self,
        on_entries: Callable[[list[str]], None],
        on_published: Callable[[str, str], None],  # noqa: ARG002
    ) -> None:
        self.notify = on_entries

    async def insert(self, groups: Sequence[Group]) -> list[bool]:
        self.held.set()
        await self.gate.wait()
        if self.failures:
            self.failures -= 1
            raise OSError("the disk is full")
        return await super().insert(groups)

    async def unattended(self) -> dict[str, int]:
        self.polls += 1
        return await super().unattended()

    async def entries(self, table_id: str, after: int = 0) -> list[bytes]:
        self.read.append(table_id)
        return await super().entries(table_id, after)


class Watcher:
    """A viewer that records the `seq` of the table when woken."""

    def __init__(self, room: Room) -> None:
        self.person_id, self.room, self.seen = "watcher", room, 0
        room.viewers.add(self)

    def wake(self) -> None:
        self.seen = self.room.table.seq


def with_hubs(folder: Path, test: Callable[..., Awaitable[None]], count: int) -> None:
    """Run a test with several hubs on one file, as processes share a database."""

    async def run() -> None:
        stores = [Gated(folder / "atoll.sqlite") for _ in range(count)]
        hubs = [Hub(store) for store in stores]
        for store in stores:
            await store.open()
        try:
            await test(*zip(hubs, stores, strict=True))
        finally:
            for hub, store in zip(hubs, stores, strict=True):
                await hub.close()
                await store.close()

    asyncio.run(run())


async def opened(hub: Hub, *seats: str) -> Room:
    room = await hub.room(await hub.create(ADA, NewTable(game="reef", seats=list(seats))))
    assert room is not None
    return room


async def bots_done(room: Room) -> None:
    await until(lambda: not room.table.bot_to_decide)


def decision(room: Room, name: str, *, last: bool = False) -> Decide:
    """Return a command with a legal decision."""
    state = room.table.state
    assert state is not None
    choice = state.legal()[-1 if last else 0]
    return Decide(command=name, ply=room.table.ply, decision=state.game.format(state, choice))


async def cut_off(hub: Hub, store: Gated, room: Room, command: Decide) -> None:
    """Execute a command for a client whose connection ends while the entry is being stored."""
    store.gate.clear()
    store.held.clear()
    working = asyncio.create_task(hub.execute(room, ADA, command))
    await store.held.wait()
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    store.gate.set()

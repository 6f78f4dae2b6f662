"""What a hub makes of work that is cut off, and of another process that was quicker."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from atoll.server.hub import Hub
from atoll.server.protocol import Answer, Decide, NewTable
from atoll.server.room import Room
from atoll.server.store import Row, SQLite
from atoll.server.table import Who
from faults.playing import until

ADA = Who("ada", "Ada")


class Gated(SQLite):
    """A file whose commits can be held up, and whose news from other processes come when the test says so."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.gate = asyncio.Event()
        self.gate.set()
        self.held = asyncio.Event()
        self.tell: Callable[[list[str]], None]

    async def listen(self, moved: Callable[[list[str]], None]) -> None:
        self.tell = moved

    async def insert(self, rows: Sequence[Row]) -> list[bool]:
        self.held.set()
        await self.gate.wait()
        return await super().insert(rows)


class Watcher:
    """Somebody who looks on and notes what could be seen when woken."""

    def __init__(self, room: Room) -> None:
        self.person, self.room, self.seen = "watcher", room, 0
        room.viewers.add(self)

    def wake(self) -> None:
        self.seen = self.room.table.seq


def with_hubs(folder: Path, test: Callable[..., Awaitable[None]], count: int) -> None:
    """Run a test with hubs on one file, as several processes have them on one database."""

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


def decision(room: Room, name: str, *, last: bool = False) -> Decide:
    """Return a command that decides something in a position."""
    state = room.table.state
    assert state is not None
    choice = state.legal()[-1 if last else 0]
    return Decide(command=name, ply=room.table.ply, decision=state.game.format(state, choice))


async def cut_off(hub: Hub, store: Gated, room: Room, command: Decide) -> None:
    """Carry out a command for a client whose connection ends while the entry is on its way to the disk."""
    store.gate.clear()
    store.held.clear()
    working = asyncio.create_task(hub.execute(room, ADA, command))
    await store.held.wait()
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    store.gate.set()


def test_what_was_stored_for_somebody_cut_off_is_shown_to_the_others(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated]) -> None:
        hub, store = one
        room = await opened(hub, "me", "me")
        watcher, seq = Watcher(room), room.table.seq
        await cut_off(hub, store, room, decision(room, "c"))
        await until(lambda: watcher.seen == seq + 1)

    with_hubs(tmp_path, test, 1)


def test_a_command_sent_again_after_a_cut_shows_the_others_what_it_did(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated]) -> None:
        hub, store = one
        room = await opened(hub, "me", "me")
        watcher, seq, command = Watcher(room), room.table.seq, decision(room, "c")
        await cut_off(hub, store, room, command)
        await asyncio.sleep(0.1)
        assert await hub.execute(room, ADA, command) == Answer("c", ok=True)
        await until(lambda: watcher.seen == seq + 1)

    with_hubs(tmp_path, test, 1)


def test_a_bot_answers_somebody_who_was_cut_off_and_sent_again(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated]) -> None:
        hub, store = one
        room = await opened(hub, "me", "greedy")
        await until(lambda: room.table.actor == 0)
        # Until a decision gives the turn to the bot: one of a turn's decisions may leave it with its player.
        for number in range(20):
            command = decision(room, f"c{number}")
            await cut_off(hub, store, room, command)
            await asyncio.sleep(0.1)
            assert (await hub.execute(room, ADA, command)).ok
            if room.table.actor != 0:
                break
        await until(lambda: room.table.actor == 0)

    with_hubs(tmp_path, test, 1)


def test_a_refused_command_hides_nothing_that_another_process_did(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated], two: tuple[Hub, Gated]) -> None:
        (here, _), (there, news) = one, two
        await there.open()
        room = await opened(here, "me", "me")
        same = await there.room(room.table.id)
        assert same is not None
        watcher, late = Watcher(same), decision(same, "late", last=True)
        assert (await here.execute(room, ADA, decision(room, "quick"))).ok
        assert (await there.execute(same, ADA, late)).stale
        news.tell([room.table.id])
        await until(lambda: watcher.seen == room.table.seq)

    with_hubs(tmp_path, test, 2)


def test_a_bot_that_another_process_played_for_hides_nothing(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated], two: tuple[Hub, Gated]) -> None:
        (here, quick), (there, slow) = one, two
        room = await opened(here, "greedy", "me")
        while not room.table.bot_to_decide:
            room = await opened(here, "greedy", "me")
        quick.gate.clear()
        slow.gate.clear()
        await there.open()
        await slow.held.wait()
        quick.gate.set()
        same = await there.room(room.table.id)
        assert same is not None
        watcher = Watcher(same)
        await until(lambda: not room.table.bot_to_decide)
        slow.gate.set()
        await asyncio.sleep(0.2)
        slow.tell([room.table.id])
        await until(lambda: watcher.seen == room.table.seq)

    with_hubs(tmp_path, test, 2)


def test_a_process_that_lags_behind_refuses_nothing_that_was_applied(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated], two: tuple[Hub, Gated]) -> None:
        (here, _), (there, _) = one, two
        room = await opened(here, "me", "me")
        same = await there.room(room.table.id)
        assert same is not None
        assert (await here.execute(room, ADA, decision(room, "first"))).ok
        second = decision(room, "second")
        assert (await here.execute(room, ADA, second)).ok
        # The answer was lost with the first process: the client sends again, to one that was told nothing.
        assert await there.execute(same, ADA, second) == Answer("second", ok=True)

    with_hubs(tmp_path, test, 2)


def test_a_process_that_lags_behind_takes_a_decision_for_the_newest_position(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated], two: tuple[Hub, Gated]) -> None:
        (here, _), (there, _) = one, two
        room = await opened(here, "me", "me")
        same = await there.room(room.table.id)
        assert same is not None
        assert (await here.execute(room, ADA, decision(room, "first"))).ok
        assert await there.execute(same, ADA, decision(room, "second")) == Answer("second", ok=True)

    with_hubs(tmp_path, test, 2)

"""The log alone restores a table: requested takebacks, the rematch, and the time left."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from atoll.server import protocol
from atoll.server.entries import Agreed, Asked, Decided, Rematched, unpack
from atoll.server.frames import frame_of
from atoll.server.hub import Hub
from atoll.server.protocol import Answer, Command, Consent, Decide, NewTable, Rematch, Sit, Undo
from atoll.server.room import Room
from atoll.server.seating import Person
from atoll.server.sqlite import SQLite
from atoll.server.table import Table, replay
from faults.playing import until

ADA, BO, CY = PLAYERS = Person("ada", "Ada"), Person("bo", "Bo"), Person("cy", "Cy")
Frames = dict[tuple[int | None, int], bytes]


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Hub]:
    """Run a hub, on the same file each time."""
    store = SQLite(folder / "atoll.sqlite")
    await store.open()
    hub = Hub(store)
    await hub.open()
    try:
        yield hub
    finally:
        await hub.close()
        await store.close()


class SeatedParty:
    """Three persons at a table, with their commands and answers."""

    def __init__(self, hub: Hub, room: Room) -> None:
        self.hub, self.room, self.table = hub, room, room.table
        self.executed: list[tuple[Person, Command, Answer]] = []

    async def execute(self, person: Person, command: Command) -> None:
        answer = await self.hub.execute(self.room, person, command)
        assert answer.ok, answer
        self.executed.append((person, command, answer))

    async def decide(self) -> None:
        state = self.table.state
        assert state is not None
        assert state.actor is not None
        decision = state.game.format(state, state.legal()[-1])
        ply = self.table.ply
        await self.execute(PLAYERS[state.actor], Decide(command=f"decide {ply}", ply=ply, decision=decision))

    async def turn(self) -> Person:
        """Play a turn; return its player."""
        seat = self.table.actor
        assert seat is not None
        while self.table.actor == seat:
            await self.decide()
        return PLAYERS[seat]

    async def ask(self, person: Person) -> None:
        await self.execute(person, Undo(command=f"undo {self.table.seq}", ply=self.table.ply))

    async def agree(self, person: Person, *, agree: bool) -> None:
        await self.execute(person, Consent(command=f"consent {self.table.seq}", ply=self.table.ply, agree=agree))

    async def log(self) -> list[object]:
        return [unpack(body) for body in await self.hub.store.entries(self.table.id)]

    async def check(self) -> None:
        """Assert that the log replays to the current table."""
        assert frames(replay(self.table.id, await self.log())) == frames(self.table)


async def gathered(hub: Hub, turn_seconds: int = 0) -> SeatedParty:
    wanted = NewTable(game="reef", seats=["me", "open", "open"], options={"setup": "random"}, turn_seconds=turn_seconds)
    room = await hub.room(await hub.create(ADA, wanted))
    assert room is not None
    party = SeatedParty(hub, room)
    for seat, person in ((1, BO), (2, CY)):
        await party.execute(person, Sit(command="sit", seat=seat, nonce=person.name))
    return party


def frames(table: Table) -> Frames:
    """Return the frames of every seat and a spectator, for several last known entries."""
    return {
        (seat, known): protocol.encoder.encode(frame_of(table, person_id, seat, known))
        for seat, person_id in [*enumerate(person.id for person in PLAYERS), (None, "")]
        for known in range(table.seq, -1, -7)
    }


def test_takebacks_and_the_rematch_survive_a_restart(tmp_path: Path) -> None:
    async def before() -> tuple[SeatedParty, Frames]:
        async with running(tmp_path) as hub:
            party = await gathered(hub)
            table = party.table
            for agreeing in ((True, False), (True, True), (), (True, True)):
                await party.turn()
                person, made = await party.turn(), len(table.decisions)
                await party.ask(person)
                await party.check()
                for other, agree in zip((other for other in PLAYERS if other != person), agreeing, strict=False):
                    assert table.takeback is not None
                    await party.agree(other, agree=agree)
                    await party.check()
                assert (table.takeback is None) == bool(agreeing)
                assert (len(table.decisions) < made) == (bool(agreeing) and all(agreeing))
                await party.turn()
                assert table.takeback is None
                await party.check()
            while table.status != "over":
                await party.decide()
            await party.check()
            await party.execute(BO, Rematch(command="rematch"))
            assert table.rematch
            await party.check()
            kinds = [type(entry) for entry in await party.log()]
            assert (kinds.count(Asked), kinds.count(Agreed), kinds.count(Rematched)) == (4, 6, 1)
            return party, frames(table)

    async def after(party: SeatedParty, seen: Frames) -> None:
        async with running(tmp_path) as hub:
            room = await hub.room(party.table.id)
            assert room is not None
            assert room.table is not party.table
            assert frames(room.table) == seen
            for person, command, answer in party.executed:
                assert await hub.execute(room, person, command) == answer
            assert frames(room.table) == seen

    asyncio.run(after(*asyncio.run(before())))


def test_a_clock_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def before() -> dict[str, float | None]:
        async with running(tmp_path) as hub:
            dealt, moved, taken_back = parties = [await gathered(hub, turn_seconds=600) for _ in range(3)]
            assert dealt.table.ply == 1
            await moved.turn()
            person = await taken_back.turn()
            await taken_back.ask(person)
            for other in PLAYERS:
                if other != person:
                    await taken_back.agree(other, agree=True)
            return {party.table.id: party.table.deadline for party in parties}

    async def after(deadlines: dict[str, float | None]) -> None:
        async with running(tmp_path) as hub:
            # The server resumes the tables without any client.
            await until(lambda: hub.rooms.keys() == deadlines.keys())
            for table, deadline in deadlines.items():
                room = hub.rooms[table]
                assert deadline is not None
                assert room.table.deadline == deadline
                assert room.clock is not None
                left = room.clock.when() - asyncio.get_running_loop().time()
                assert left == pytest.approx(deadline - time.time(), abs=10.0)
                assert left < 560.0

    with monkeypatch.context() as earlier:
        now = time.time
        earlier.setattr(time, "time", lambda: now() - 100.0)
        deadlines = asyncio.run(before())
    asyncio.run(after(deadlines))


def test_a_stand_in_decides_when_a_clock_set_before_a_restart_runs_out(tmp_path: Path) -> None:
    async def before() -> tuple[str, float]:
        async with running(tmp_path) as hub:
            party = await gathered(hub, turn_seconds=2)
            assert party.table.deadline is not None
            return party.table.id, party.table.deadline

    async def after(table: str, deadline: float) -> None:
        async with running(tmp_path) as hub:
            await until(lambda: table in hub.rooms and bool(hub.rooms[table].table.decisions))
            decided = next(
                entry for entry in await SeatedParty(hub, hub.rooms[table]).log() if isinstance(entry, Decided)
            )
            assert decided.stand_in
            assert decided.at >= deadline

    asyncio.run(after(*asyncio.run(before())))

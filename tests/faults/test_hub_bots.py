"""Bots and stand-ins of a hub: after cut connections, failed writes and faster peers."""

import asyncio
from pathlib import Path

import pytest

from atoll.bots import Bot, Budget, bot
from atoll.core.state import State
from atoll.server.drivers import Drivers
from atoll.server.hub import Hub
from atoll.server.protocol import NewTable
from atoll.server.room import Room
from faults.hubs import ADA, Gated, Watcher, bots_done, cut_off, decision, opened, with_hubs
from faults.playing import until


def test_a_bot_goes_on_after_a_client_was_cut_off(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated]) -> None:
        hub, store = one
        room = await opened(hub, "me", "greedy")
        await until(lambda: room.table.actor == 0)
        # Decide until the turn ends: the first decisions may not end it.
        for number in range(20):
            command, seq = decision(room, f"c{number}"), room.table.seq
            await cut_off(hub, store, room, command)
            await until(lambda seq=seq: room.table.seq > seq)  # type: ignore[misc]
            assert (await hub.execute(room, ADA, command)).ok
            if room.table.actor != 0:
                break
        await until(lambda: room.table.actor == 0)

    with_hubs(tmp_path, test, 1)


def test_a_bot_that_is_late_does_not_hide_entries_of_another_process(tmp_path: Path) -> None:
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
        await until(lambda: same.bot_task is None)
        slow.notify([room.table.id])
        await until(lambda: watcher.seen == room.table.seq)

    with_hubs(tmp_path, test, 2)


@pytest.mark.parametrize("seats", [("greedy", "greedy"), ("me", "me")])
def test_a_bot_whose_decision_could_not_be_stored_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: tuple[str, ...]
) -> None:
    monkeypatch.setattr("atoll.server.drivers.RETRY_SECONDS", 0.01)

    async def test(one: tuple[Hub, Gated]) -> None:
        hub, store = one
        # A stand-in decides for a person whose time is up.
        table = await hub.create(ADA, NewTable(game="reef", seats=list(seats), turn_seconds=1 if "me" in seats else 0))
        room = await hub.room(table)
        assert room is not None
        store.failures = 3
        await until(lambda: store.failures == 0 and len(room.table.decisions) > 3)

    with_hubs(tmp_path, test, 1)


def test_a_bot_does_not_wait_for_other_processes_after_a_decision_in_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Gated, "shared", True)
    monkeypatch.setattr("atoll.server.peers.Peers.grace_seconds", 1000.0)

    async def test(one: tuple[Hub, Gated], two: tuple[Hub, Gated]) -> None:
        (here, _), (there, _) = one, two
        room = await opened(here, "me", "random", "me", "random")
        await bots_done(room)
        same = await there.room(room.table.id)
        assert same is not None
        for number in range(12):
            sides = [(there, same), (here, room)]
            (hub, mine), (other, its) = sides if number % 2 else reversed(sides)
            while mine.table.actor in (0, 2):
                assert (await hub.execute(mine, ADA, decision(mine, f"{number} {mine.table.ply}"))).ok
            # The other process reads that it is a bot's turn, which it leaves to this one, then the bot's decision.
            await other.peers.catch_up(its)
            await bots_done(mine)
            await other.peers.catch_up(its)

    with_hubs(tmp_path, test, 2)


def test_a_table_that_waits_for_a_person_is_not_loaded_repeatedly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("atoll.server.peers.Peers.grace_seconds", 0.01)

    async def test(one: tuple[Hub, Gated], two: tuple[Hub, Gated]) -> None:
        (here, _), (there, news) = one, two
        room = await opened(here, "me", "random")
        await until(lambda: room.table.actor == 0)
        monkeypatch.setattr(Gated, "shared", True)
        await there.open()
        await until(lambda: there.drivers.waiting == {room.table.id: room.table.seq})
        there.rooms.clear()
        news.read.clear()
        polls = news.polls
        await until(lambda: news.polls > polls + 3)
        assert news.read == []
        assert (await here.execute(room, ADA, decision(room, "c"))).ok
        await until(lambda: room.table.id in news.read)

    with_hubs(tmp_path, test, 2)


def test_a_delayed_stand_in_does_not_decide_in_the_next_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    retry = asyncio.Event()

    async def try_to_decide(drivers: Drivers, room: Room, name: str, *, stand_in: bool) -> None:
        try:
            await drivers._decide(room, name, stand_in=stand_in)
        except OSError:
            await retry.wait()

    monkeypatch.setattr(Drivers, "_try_to_decide", try_to_decide)

    async def test(one: tuple[Hub, Gated]) -> None:
        hub, store = one
        table_id = await hub.create(ADA, NewTable(game="reef", seats=["me", "random"], turn_seconds=600))
        room = await hub.room(table_id)
        assert room is not None
        await until(lambda: room.table.actor == 0 and room.bot_task is None)
        store.failures = 1
        hub.drivers._time_up(room)
        await until(lambda: store.failures == 0)
        # The late player finishes the turn before the stand-in tries again, and the bot answers at once.
        began = room.table.turn_began
        while room.table.actor == 0:
            assert (await hub.execute(room, ADA, decision(room, f"{room.table.ply}"))).ok
        await until(lambda: room.table.actor == 0)
        assert room.table.turn_began != began
        number = len(room.table.decisions)
        late = room.stand_in_task
        assert late is not None
        retry.set()
        await late
        assert len(room.table.decisions) == number

    with_hubs(tmp_path, test, 1)


def test_one_stand_in_at_a_time_plays_for_a_late_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once: list[int] = []
    decide = Drivers._decide

    async def counted(drivers: Drivers, room: Room, name: str, *, stand_in: bool) -> None:
        at_once.append(1 + (at_once[-1] if at_once else 0))
        try:
            await decide(drivers, room, name, stand_in=stand_in)
        finally:
            at_once.append(at_once[-1] - 1)

    monkeypatch.setattr(Drivers, "_decide", counted)

    async def test(one: tuple[Hub, Gated]) -> None:
        hub, _ = one
        wanted = NewTable(game="shallow_sea", seats=["me", "me"], turn_seconds=1)
        room = await hub.room(await hub.create(ADA, wanted))
        assert room is not None
        first = room.table.actor
        await until(lambda: room.table.actor != first)
        assert len(room.table.decisions) > 1
        assert max(at_once) == 1
        # The next turn has another clock.
        await until(lambda: room.table.actor == first)

    with_hubs(tmp_path, test, 1)


def test_a_bot_that_fails_does_not_block_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def choose(self, _state: State, _seat: int, _budget: Budget) -> int:
            return 1 << 40

    def broken(name: str, seed: int) -> Bot:
        return Broken() if name == "greedy" else bot(name, seed)

    monkeypatch.setattr("atoll.server.drivers.bot", broken)

    async def test(one: tuple[Hub, Gated]) -> None:
        hub, _ = one
        room = await opened(hub, "greedy", "greedy")
        await until(lambda: room.table.status == "over")

    with_hubs(tmp_path, test, 1)

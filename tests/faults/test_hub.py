"""What a hub makes of work that is cut off, and of another process that was quicker."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from atoll.bots import Bot, Budget, bot
from atoll.core.state import State
from atoll.server import limits
from atoll.server.hub import Hub
from atoll.server.protocol import Answer, Chat, Decide, NewTable, Rematch, Sit
from atoll.server.room import Room
from atoll.server.sqlite import SQLite
from atoll.server.store import Group
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
        self.failures = 0
        self.read: list[str] = []
        self.tell: Callable[[list[str]], None]

    async def listen(self, moved: Callable[[list[str]], None], told: Callable[[str, str], None]) -> None:  # noqa: ARG002
        self.tell = moved

    async def insert(self, groups: Sequence[Group]) -> list[bool]:
        self.held.set()
        await self.gate.wait()
        if self.failures:
            self.failures -= 1
            raise OSError("the disk is full")
        return await super().insert(groups)

    async def entries(self, game: str, after: int = 0) -> list[bytes]:
        self.read.append(game)
        return await super().entries(game, after)


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


async def bots_done(room: Room) -> None:
    await until(lambda: not room.table.bot_to_decide)


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


def test_a_room_that_somebody_asked_for_stays_until_they_enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TABLES_IN_MEMORY", 2)

    async def test(one: tuple[Hub, Gated]) -> None:
        hub, _ = one
        watched = [Watcher(await opened(hub, "me", "me")) for _ in range(3)]
        late = await opened(hub, "me", "me")
        assert await hub.room(late.table.id) is late
        del hub.rooms[late.table.id]
        again = await hub.room(late.table.id)
        assert again is not late
        assert await hub.room(late.table.id) is again
        assert again is not None
        again.used -= 1000.0
        watched.append(Watcher(await opened(hub, "me", "me")))
        assert hub.rooms.keys() == {watcher.room.table.id for watcher in watched}

    with_hubs(tmp_path, test, 1)


@pytest.mark.parametrize("seats", [("greedy", "greedy"), ("me", "me")])
def test_a_bot_whose_decision_could_not_be_stored_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: tuple[str, ...]
) -> None:
    monkeypatch.setattr("atoll.server.hub.AGAIN_SECONDS", 0.01)

    async def test(one: tuple[Hub, Gated]) -> None:
        hub, store = one
        # Where persons play, a stand-in decides when their time is over.
        table = await hub.create(ADA, NewTable(game="reef", seats=list(seats), turn_seconds=1 if "me" in seats else 0))
        room = await hub.room(table)
        assert room is not None
        store.failures = 3
        await until(lambda: store.failures == 0 and len(room.table.decisions) > 3)

    with_hubs(tmp_path, test, 1)


def test_a_bot_waits_for_no_other_process_once_our_own_player_has_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Gated, "shared", True)
    monkeypatch.setattr("atoll.server.hub.OTHERS_SECONDS", 1000.0)

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
            # The other process learns that it is a bot's turn, which it leaves to this one, and then what the bot did.
            await other.catch_up(its)
            await bots_done(mine)
            await other.catch_up(its)

    with_hubs(tmp_path, test, 2)


def test_a_game_that_waits_for_a_person_is_not_read_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("atoll.server.hub.OTHERS_SECONDS", 0.01)

    async def test(one: tuple[Hub, Gated], two: tuple[Hub, Gated]) -> None:
        (here, _), (there, news) = one, two
        room = await opened(here, "me", "random")
        await until(lambda: room.table.actor == 0)
        monkeypatch.setattr(Gated, "shared", True)
        await there.open()
        await until(lambda: there.resting == {room.table.id: room.table.seq})
        there.rooms.clear()
        news.read.clear()
        await asyncio.sleep(0.2)
        assert news.read == []
        assert (await here.execute(room, ADA, decision(room, "c"))).ok
        await until(lambda: room.table.id in news.read)

    with_hubs(tmp_path, test, 2)


def test_the_first_answer_is_the_answer_to_repeats_of_chat_and_rematch(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated]) -> None:
        hub, _ = one
        room = await opened(hub, "me", "me")
        lines = [Chat(command=f"c{number}", text="hi") for number in range(7)]
        answers = [await hub.execute(room, ADA, line) for line in lines]
        assert [answer.ok for answer in answers] == [True] * 6 + [False]
        hub.chats.buckets.clear()
        assert [await hub.execute(room, ADA, line) for line in lines] == answers
        assert "ada" not in hub.chats.buckets
        early = await hub.execute(room, ADA, Rematch(command="r"))
        assert not early.ok
        assert room.refused["ada", "r"] == early

    with_hubs(tmp_path, test, 1)


def test_a_chat_message_sent_again_while_it_is_stored_is_answered_like_the_first(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated]) -> None:
        hub, store = one
        room = await opened(hub, "me", "me")
        for number in range(5):
            assert (await hub.execute(room, ADA, Chat(command=f"c{number}", text="hi"))).ok
        store.gate.clear()
        last = Chat(command="last", text="hi")
        both = [asyncio.create_task(hub.execute(room, ADA, last)) for _ in range(2)]
        await asyncio.sleep(0.05)
        store.gate.set()
        assert [answer.ok for answer in await asyncio.gather(*both)] == [True, True]

    with_hubs(tmp_path, test, 1)


def test_a_stand_in_that_was_held_up_leaves_the_next_turn_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("atoll.server.hub.AGAIN_SECONDS", 0.3)

    async def test(one: tuple[Hub, Gated]) -> None:
        hub, store = one
        table_id = await hub.create(ADA, NewTable(game="reef", seats=["me", "random"], turn_seconds=1))
        room = await hub.room(table_id)
        assert room is not None
        await until(lambda: room.table.actor == 0)
        store.failures = 1
        await until(lambda: store.failures == 0)
        # The late player finishes the turn before the stand-in tries again, and the bot answers at once.
        began = room.table.turn_began
        while room.table.actor == 0:
            assert (await hub.execute(room, ADA, decision(room, f"{room.table.ply}"))).ok
        await until(lambda: room.table.actor == 0)
        assert room.table.turn_began != began
        number = len(room.table.decisions)
        await asyncio.sleep(0.5)
        assert len(room.table.decisions) == number

    with_hubs(tmp_path, test, 1)


def test_one_stand_in_at_a_time_plays_for_who_is_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once: list[int] = []
    decide = Hub._decide

    async def counted(hub: Hub, room: Room, name: str, *, stand_in: bool) -> None:
        at_once.append(1 + (at_once[-1] if at_once else 0))
        try:
            await decide(hub, room, name, stand_in=stand_in)
        finally:
            at_once.append(at_once[-1] - 1)

    monkeypatch.setattr(Hub, "_decide", counted)

    async def test(one: tuple[Hub, Gated]) -> None:
        hub, _ = one
        wanted = NewTable(game="shallow_sea", seats=["me", "me"], turn_seconds=1)
        room = await hub.room(await hub.create(ADA, wanted))
        assert room is not None
        first = room.table.actor
        await until(lambda: room.table.actor != first)
        assert len(room.table.decisions) > 1
        assert max(at_once) == 1
        # The next turn has a clock of its own.
        await until(lambda: room.table.actor == first)

    with_hubs(tmp_path, test, 1)


def test_who_has_another_name_now_sits_down_and_talks_by_that_one(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated]) -> None:
        hub, store = one
        await store.add_person(ADA, "token")
        room = await opened(hub, "open", "open")
        await store.rename(ADA.id, "Countess")
        assert (await hub.execute(room, ADA, Sit(command="s", seat=0))).ok
        assert (await hub.execute(room, ADA, Chat(command="c", text="hi"))).ok
        assert room.table.chairs[0].name == room.table.chat[-1].name == "Countess"

    with_hubs(tmp_path, test, 1)


def test_a_bot_that_fails_does_not_keep_the_others_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def choose(self, _state: State, _seat: int, _budget: Budget) -> int:
            return 1 << 40

    def broken(name: str, seed: int) -> Bot:
        return Broken() if name == "greedy" else bot(name, seed)

    monkeypatch.setattr("atoll.server.hub.bot", broken)

    async def test(one: tuple[Hub, Gated]) -> None:
        hub, _ = one
        room = await opened(hub, "greedy", "greedy")
        await until(lambda: room.table.status == "over")

    with_hubs(tmp_path, test, 1)


def test_a_rematch_is_opened_once_and_told_to_those_who_played(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated]) -> None:
        hub, _ = one
        room = await opened(hub, "me", "me")
        while room.table.status != "over":
            assert (await hub.execute(room, ADA, decision(room, f"{room.table.ply}", last=True))).ok
        stranger = Who("eve", "Eve")
        tables = hub.metrics.tables_opened
        asked = [hub.execute(room, ADA, Rematch(command=name)) for name in ("r1", "r2")]
        first, second = await asyncio.gather(*asked)
        assert first.table == second.table is not None
        assert hub.metrics.tables_opened == tables + 1
        told = await hub.execute(room, stranger, Rematch(command="r"))
        assert (told.ok, told.table) == (False, None)

    with_hubs(tmp_path, test, 1)

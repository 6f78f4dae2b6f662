"""A hub with clients that are cut off, delayed writes, and faster peers."""

import asyncio
from pathlib import Path

import pytest

from atoll.server import limits
from atoll.server.hub import Hub
from atoll.server.protocol import Answer, Chat, Rematch, Sit
from atoll.server.seating import Person
from faults.hubs import ADA, Gated, Watcher, cut_off, decision, opened, with_hubs
from faults.playing import until


def test_others_see_the_command_of_a_client_that_was_cut_off(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated]) -> None:
        hub, store = one
        room = await opened(hub, "me", "me")
        watcher, seq = Watcher(room), room.table.seq
        await cut_off(hub, store, room, decision(room, "c"))
        await until(lambda: watcher.seen == seq + 1)

    with_hubs(tmp_path, test, 1)


def test_others_see_a_command_that_was_repeated_after_a_cut(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated]) -> None:
        hub, store = one
        room = await opened(hub, "me", "me")
        watcher, seq, command = Watcher(room), room.table.seq, decision(room, "c")
        await cut_off(hub, store, room, command)
        await until(lambda: room.table.seq == seq + 1)
        assert await hub.execute(room, ADA, command) == Answer("c", ok=True)
        await until(lambda: watcher.seen == seq + 1)

    with_hubs(tmp_path, test, 1)


def test_a_stale_command_does_not_hide_entries_of_another_process(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated], two: tuple[Hub, Gated]) -> None:
        (here, _), (there, news) = one, two
        await there.open()
        room = await opened(here, "me", "me")
        same = await there.room(room.table.id)
        assert same is not None
        watcher, late = Watcher(same), decision(same, "late", last=True)
        assert (await here.execute(room, ADA, decision(room, "quick"))).ok
        assert (await there.execute(same, ADA, late)).stale
        news.notify([room.table.id])
        await until(lambda: watcher.seen == room.table.seq)

    with_hubs(tmp_path, test, 2)


def test_a_process_that_lags_behind_accepts_a_repeat_of_an_applied_command(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated], two: tuple[Hub, Gated]) -> None:
        (here, _), (there, _) = one, two
        room = await opened(here, "me", "me")
        same = await there.room(room.table.id)
        assert same is not None
        assert (await here.execute(room, ADA, decision(room, "first"))).ok
        second = decision(room, "second")
        assert (await here.execute(room, ADA, second)).ok
        # The answer was lost with the first process: the client repeats the command to one without a notification.
        assert await there.execute(same, ADA, second) == Answer("second", ok=True)

    with_hubs(tmp_path, test, 2)


def test_a_process_that_lags_behind_accepts_a_decision_for_the_newest_position(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated], two: tuple[Hub, Gated]) -> None:
        (here, _), (there, _) = one, two
        room = await opened(here, "me", "me")
        same = await there.room(room.table.id)
        assert same is not None
        assert (await here.execute(room, ADA, decision(room, "first"))).ok
        assert await there.execute(same, ADA, decision(room, "second")) == Answer("second", ok=True)

    with_hubs(tmp_path, test, 2)


def test_a_room_stays_in_memory_for_a_viewer_about_to_enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
        again.last_used -= 1000.0
        watched.append(Watcher(await opened(hub, "me", "me")))
        assert hub.rooms.keys() == {watcher.room.table.id for watcher in watched}

    with_hubs(tmp_path, test, 1)


def test_repeats_of_chat_and_rematch_get_the_first_answer(tmp_path: Path) -> None:
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
        assert room.refusals["ada", "r"] == early

    with_hubs(tmp_path, test, 1)


def test_a_chat_message_sent_again_while_it_is_stored_is_answered_like_the_first(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated]) -> None:
        hub, store = one
        room = await opened(hub, "me", "me")
        for number in range(5):
            assert (await hub.execute(room, ADA, Chat(command=f"c{number}", text="hi"))).ok
        store.gate.clear()
        last = Chat(command="last", text="hi")
        store.held.clear()
        both = [asyncio.create_task(hub.execute(room, ADA, last)) for _ in range(2)]
        await store.held.wait()
        await until(lambda: bool(room.lock._waiters))  # the repeat waits behind the first
        store.gate.set()
        assert [answer.ok for answer in await asyncio.gather(*both)] == [True, True]

    with_hubs(tmp_path, test, 1)


def test_a_renamed_person_sits_and_chats_under_the_new_name(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated]) -> None:
        hub, store = one
        await store.add_person(ADA, "token")
        room = await opened(hub, "open", "open")
        await store.rename(ADA.id, "Countess")
        assert (await hub.execute(room, ADA, Sit(command="s", seat=0))).ok
        assert (await hub.execute(room, ADA, Chat(command="c", text="hi"))).ok
        assert room.table.seats[0].name == room.table.chat[-1].name == "Countess"

    with_hubs(tmp_path, test, 1)


def test_a_rematch_is_opened_once_and_only_for_the_players(tmp_path: Path) -> None:
    async def test(one: tuple[Hub, Gated]) -> None:
        hub, _ = one
        room = await opened(hub, "me", "me")
        while room.table.status != "over":
            assert (await hub.execute(room, ADA, decision(room, f"{room.table.ply}", last=True))).ok
        stranger = Person("eve", "Eve")
        tables = hub.metrics.tables_opened
        asked = [hub.execute(room, ADA, Rematch(command=name)) for name in ("r1", "r2")]
        first, second = await asyncio.gather(*asked)
        assert first.table == second.table is not None
        assert hub.metrics.tables_opened == tables + 1
        refused = await hub.execute(room, stranger, Rematch(command="r"))
        assert (refused.ok, refused.table) == (False, None)

    with_hubs(tmp_path, test, 1)

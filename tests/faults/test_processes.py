"""Two server processes on one PostgreSQL: they share all tables, and nobody waits for a dead process."""

import asyncio
import json
import os
import random
import re
import select
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import asyncpg
import pytest
import websockets

from atoll.server.entries import Said, pack
from atoll.server.hub import Hub
from atoll.server.peers import Peers
from atoll.server.postgres import Postgres
from faults.hubs import ADA, Watcher, decision, opened
from faults.playing import Player, check, guest, read_logs, until
from server.serving import Client, Served, serving
from server.test_play import play_to_the_end

TABLES = 4


@pytest.fixture
def two(database: str) -> Iterator[tuple[Served, Served]]:
    """Run two processes on one database."""
    with ExitStack() as stack:
        first, second = (stack.enter_context(serving(database, "--no-limits")) for _ in range(2))
        yield first, second


def socket_of(served: Served) -> str:
    return served.base.replace("http", "ws") + "/ws"


def check_logs(served: Served, games: list[list[Player]]) -> None:
    logs = asyncio.run(read_logs(served.database, [game[0].table for game in games]))
    for game in games:
        assert check(logs[game[0].table], game).status == "over"


def started(players: list[Player]) -> list[asyncio.Task[None]]:
    never = asyncio.Event()
    return [asyncio.create_task(player.play(never)) for player in players]


async def wait_until(playing: list[asyncio.Task[None]], enough: Callable[[], bool]) -> None:
    """Wait until a condition holds, or a player stopped."""
    await until(lambda: enough() or any(task.done() for task in playing))


async def finish(playing: list[asyncio.Task[None]]) -> None:
    """Wait until the players have finished the game, or fail like one of them."""
    await asyncio.wait(playing, timeout=60, return_when=asyncio.FIRST_EXCEPTION)
    for task in playing:
        task.cancel()
    for failure in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(failure, Exception):
            raise failure


@pytest.mark.slow
def test_a_game_on_two_processes_ends_on_the_surviving_one(two: tuple[Served, Served]) -> None:
    first, second = two
    dice = random.Random(2)
    games = []
    for number in range(TABLES):
        ada, bo, eve = guest(first, f"ada{number}"), guest(second, f"bo{number}"), guest(second, f"eve{number}")
        table = first.table(ada.token, ["me", "open"])
        # No player sends a second hello: changes made by the other process must be shown without one.
        players = [Player(socket_of(first), ada, table, dice), Player(socket_of(second), bo, table, dice)]
        games.append([*players, Player(socket_of(second), eve, table, dice, watches=True)])

    async def play() -> None:
        everybody = [player for game in games for player in game]
        playing = started(everybody)
        await wait_until(playing, lambda: all(len(player.accepted) > 8 or player.watches for player in everybody))
        first.kill()
        for ada, *_ in games:
            ada.address = socket_of(second)
        await finish(playing)
        assert all(player.over for player in everybody), [player.frame["seq"] for player in everybody]

    asyncio.run(play())
    check_logs(second, games)


def test_a_notification_shows_what_another_process_stored(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Peers, "grace_seconds", 1000.0)  # no polling

    async def look() -> None:
        stores = [Postgres(database) for _ in range(2)]
        here, there = hubs = [Hub(store) for store in stores]
        for hub, store in zip(hubs, stores, strict=True):
            await store.open()
            await hub.open()
        room = await opened(here, "me", "me")
        same = await there.room(room.table.id)
        assert same is not None
        watcher = Watcher(same)
        assert (await here.execute(room, ADA, decision(room, "c"))).ok
        await until(lambda: watcher.seen == room.table.seq)
        for hub, store in zip(hubs, stores, strict=True):
            await hub.close()
            await store.close()

    asyncio.run(look())


@pytest.mark.slow
def test_bots_go_on_when_their_process_is_killed(two: tuple[Served, Served]) -> None:
    first, second = two
    dice = random.Random(3)
    persons = [guest(first, f"loner{number}") for number in range(2 * TABLES)]
    games = [
        [Player(socket_of(first), person, first.table(person.token, ["me", "greedy", "greedy"]), dice, whims=False)]
        for person in persons
    ]

    async def play() -> None:
        loners = [game[0] for game in games]
        playing = started(loners)
        await wait_until(playing, lambda: all(len(loner.accepted) > 2 for loner in loners))
        first.kill()
        for loner in loners:
            loner.address = socket_of(second)
        await finish(playing)
        stuck = [loner.frame["view"]["actor"] for loner in loners if not loner.over]
        assert not stuck, f"{len(stuck)} of {len(loners)} games are stuck, waiting for the bots on seats {stuck}"

    asyncio.run(play())
    check_logs(second, games)


@pytest.mark.slow
def test_play_goes_on_when_the_database_drops_every_connection(two: tuple[Served, Served]) -> None:
    first, second = two
    ada, bo = guest(first, "ada"), guest(second, "bo")
    table, dice = first.table(ada.token, ["me", "open"]), random.Random(4)
    players = [Player(socket_of(first), ada, table, dice), Player(socket_of(second), bo, table, dice)]

    async def play() -> None:
        playing = started(players)
        await wait_until(playing, lambda: all(len(player.accepted) > 4 for player in players))
        connection = await asyncpg.connect(first.database)
        others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        await connection.execute(f"SELECT pg_terminate_backend(pid) {others}")
        await connection.close()
        await finish(playing)
        assert all(player.over for player in players), [player.frame["seq"] for player in players]

    asyncio.run(play())
    check_logs(second, [players])


@pytest.mark.slow
def test_an_entry_without_a_notification_is_shown_after_hello(two: tuple[Served, Served]) -> None:
    first, second = two
    ada = guest(first, "ada")
    table = second.table(ada.token, ["me", "open"])

    async def look() -> None:
        async with Client(second, table, ada.token) as watching:
            seq = watching.frame["seq"] + 1
            await store_silently(second.database, table, seq)
            again = Client(second, table, ada.token)
            shown = await again.connect(seq)
            await again.close()
            assert shown["seq"] == seq

    asyncio.run(look())


@pytest.mark.slow
def test_an_entry_without_a_notification_is_shown_after_a_few_seconds(two: tuple[Served, Served]) -> None:
    first, second = two
    ada = guest(first, "ada")
    table = second.table(ada.token, ["me", "open"])

    async def look() -> None:
        async with Client(second, table, ada.token) as watching:
            seq = watching.frame["seq"] + 1
            await store_silently(second.database, table, seq)
            await asyncio.wait_for(watching.until(seq), Peers.grace_seconds + 30)

    asyncio.run(look())


async def store_silently(database: str, table: str, seq: int) -> None:
    """Store an entry like a process that dies between its commit and its notification."""
    entry = Said(at=time.time(), by="somebody", command="c", name="Somebody", text="anybody there?")
    connection = await asyncpg.connect(database)
    await connection.execute("INSERT INTO entry VALUES ($1, $2, $3)", table, seq, pack(entry))
    await connection.close()


@pytest.mark.slow
def test_workers_share_a_port_and_their_tables_and_stop_together(database: str) -> None:
    with serving(database, "--workers", "2", "--no-limits") as served:
        workers = workers_of(served, 2)

        async def play() -> None:
            with only_running(workers[0], workers):
                tokens = [served.guest("Ada"), served.guest("Bo"), ""]
                table = served.table(tokens[0], ["me", "open"])
            ada, bo, eve = clients = [Client(served, table, token) for token in tokens]
            for client, worker in ((ada, workers[0]), (bo, workers[1]), (eve, workers[1])):
                with only_running(worker, workers):
                    await client.connect()
            assert (await bo.command("sit", seat=1))["ok"]
            for client in clients:
                await client.until(3)
            last = await play_to_the_end({0: ada, 1: bo})
            assert (await eve.until(last["seq"]))["view"]["scores"] == last["view"]["scores"]
            served.process.terminate()
            for client in clients:
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await client.until(last["seq"] + 1)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012

        asyncio.run(play())
        assert served.process.wait(30) == 0
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


def workers_of(served: Served, number: int) -> list[int]:
    """Return the worker processes of a server, once its log names them."""
    assert served.process.stderr is not None
    output, pids = b"", list[str]()
    while len(pids) < number:
        assert select.select([served.process.stderr], [], [], 60.0)[0], output
        output += os.read(served.process.stderr.fileno(), 1 << 16)
        messages = [json.loads(line)["message"] for line in output.splitlines(keepends=True) if line.endswith(b"\n")]
        pids = [pid for message in messages for pid in re.findall(r"^Started server process \[(\d+)\]$", message)]
    assert len(pids) == number
    assert str(served.process.pid) not in pids
    return [int(pid) for pid in pids]


@contextmanager
def only_running(worker: int, workers: list[int]) -> Iterator[None]:
    """Suspend all workers but one, for less time than the supervisor waits for them."""
    others = [other for other in workers if other != worker]
    for other in others:
        os.kill(other, signal.SIGSTOP)
    try:
        yield
    finally:
        for other in others:
            os.kill(other, signal.SIGCONT)

"""Two server processes on one PostgreSQL: one table for all, and nobody has to wait for a dead process."""

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import ExitStack

import asyncpg
import pytest

from atoll.server.entries import Said, pack
from atoll.server.hub import OTHERS_SECONDS
from faults.playing import Player, check, guest, read_logs, until
from server.serving import Client, Served, serving

TABLES = 4
A_FEW_SECONDS = 4.0


@pytest.fixture
def two(database: str) -> Iterator[tuple[Served, Served]]:
    """Run two processes on one database."""
    with ExitStack() as stack:
        first, second = (stack.enter_context(serving(database, "--no-limits")) for _ in range(2))
        yield first, second


def socket_of(served: Served) -> str:
    return served.base.replace("http", "ws") + "/ws"


def checked(served: Served, games: list[list[Player]]) -> None:
    logs = asyncio.run(read_logs(served.database, [game[0].table for game in games]))
    for game in games:
        assert check(logs[game[0].table], game).status == "over"


def begun(players: list[Player]) -> list[asyncio.Task[None]]:
    never = asyncio.Event()
    return [asyncio.create_task(player.play(never)) for player in players]


async def ended(playing: list[asyncio.Task[None]]) -> None:
    """Give everybody some time to come to the end of the game."""
    await asyncio.wait(playing, timeout=60)
    for task in playing:
        task.cancel()
    for failure in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(failure, Exception):
            raise failure


@pytest.mark.slow
def test_a_game_is_played_through_two_processes_and_ends_on_the_one_that_is_left(two: tuple[Served, Served]) -> None:
    first, second = two
    dice = random.Random(2)
    games = []
    for number in range(TABLES):
        ada, bo = guest(first, f"ada{number}"), guest(second, f"bo{number}")
        table = first.table(ada.token, ["me", "open"])
        # Nobody asks twice here: what the other process did must be shown without being asked for.
        players = Player(socket_of(first), ada, table, dice), Player(socket_of(second), bo, table, dice)
        games.append(list(players))

    async def play() -> None:
        everybody = [player for game in games for player in game]
        playing = begun(everybody)
        await until(lambda: all(len(player.accepted) > 8 for player in everybody))
        first.kill()
        for ada, _ in games:
            ada.address = socket_of(second)
        await ended(playing)
        assert all(player.over for player in everybody), [player.frame["seq"] for player in everybody]
        assert max(player.slowest for player in everybody) < A_FEW_SECONDS

    asyncio.run(play())
    checked(second, games)


@pytest.mark.slow
def test_bots_go_on_when_the_process_they_were_thinking_in_is_killed(two: tuple[Served, Served]) -> None:
    first, second = two
    dice = random.Random(3)
    persons = [guest(first, f"loner{number}") for number in range(2 * TABLES)]
    games = [
        [Player(socket_of(first), person, first.table(person.token, ["me", "greedy", "greedy"]), dice, whims=False)]
        for person in persons
    ]

    async def play() -> None:
        loners = [game[0] for game in games]
        playing = begun(loners)
        await until(lambda: all(len(loner.accepted) > 2 for loner in loners))
        first.kill()
        for loner in loners:
            loner.address = socket_of(second)
        await ended(playing)
        stuck = [loner.frame["view"]["actor"] for loner in loners if not loner.over]
        assert not stuck, f"{len(stuck)} of {len(loners)} games stand still, waiting for the bots on seats {stuck}"

    asyncio.run(play())
    checked(second, games)


@pytest.mark.slow
def test_play_goes_on_when_the_database_drops_every_connection(two: tuple[Served, Served]) -> None:
    first, second = two
    ada, bo = guest(first, "ada"), guest(second, "bo")
    table, dice = first.table(ada.token, ["me", "open"]), random.Random(4)
    players = [Player(socket_of(first), ada, table, dice), Player(socket_of(second), bo, table, dice)]

    async def play() -> None:
        playing = begun(players)
        await until(lambda: all(len(player.accepted) > 4 for player in players))
        connection = await asyncpg.connect(first.database)
        others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        await connection.execute(f"SELECT pg_terminate_backend(pid) {others}")
        await connection.close()
        await ended(playing)
        assert all(player.over for player in players), [player.frame["seq"] for player in players]

    asyncio.run(play())
    checked(second, [players])


@pytest.mark.slow
def test_what_a_process_stored_and_told_nobody_is_shown_to_who_says_hello(two: tuple[Served, Served]) -> None:
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
def test_what_a_process_stored_and_told_nobody_is_shown_after_a_little_time(two: tuple[Served, Served]) -> None:
    first, second = two
    ada = guest(first, "ada")
    table = second.table(ada.token, ["me", "open"])

    async def look() -> None:
        async with Client(second, table, ada.token) as watching:
            seq = watching.frame["seq"] + 1
            await store_silently(second.database, table, seq)
            await asyncio.wait_for(watching.until(seq), OTHERS_SECONDS + 30)

    asyncio.run(look())


async def store_silently(database: str, table: str, seq: int) -> None:
    """Store an entry as a process does that dies between its commit and its notice to the others."""
    entry = Said(at=time.time(), by="somebody", command="c", name="Somebody", text="anybody there?")
    connection = await asyncpg.connect(database)
    await connection.execute("INSERT INTO entry VALUES ($1, $2, $3)", table, seq, pack(entry))
    await connection.close()

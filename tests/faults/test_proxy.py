"""Whatever the network does, every frame that a client gets shows a prefix of the log."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field

import pytest
import websockets

from faults.playing import DISCONNECTED, Player, check, guest, read_logs, until
from server.serving import Served, serving

SECONDS = 6.0
TABLES = 4
Socket = websockets.ClientConnection | websockets.ServerConnection


@dataclass
class Proxy:
    """Forwards messages, but randomly delays, drops and doubles some, and cuts connections.

    With a frame it drops everything after it: a websocket leaves no gaps, and clients rely on that.
    """

    served: Served
    dice: random.Random
    did: Counter[str] = field(default_factory=Counter)

    async def __call__(self, near: websockets.ServerConnection) -> None:
        """Connect one client to the server."""
        assert near.request is not None
        headers = {"Authorization": near.request.headers["Authorization"]}
        address = self.served.base.replace("http", "ws") + "/ws"
        async with websockets.connect(address, additional_headers=headers, max_size=None, close_timeout=1) as far:
            ways = [asyncio.create_task(self._pass(*way)) for way in ((near, far), (far, near))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for end in (near, far):
                if self.dice.random() < 0.5:
                    end.transport.abort()

    async def _pass(self, source: Socket, target: Socket) -> None:
        try:
            async for message in source:
                what = self.dice.choices(["passed", "delayed", "dropped", "doubled", "cut"], [69, 20, 4, 5, 2])[0]
                self.did[what] += 1
                if what == "cut":
                    return
                if what == "delayed":
                    await asyncio.sleep(self.dice.expovariate(1 / 0.01))
                if what == "dropped" and '"type":"frame"' in str(message):
                    await asyncio.sleep(self.dice.expovariate(1 / 0.05))
                    return
                for _ in range({"dropped": 0, "doubled": 2}.get(what, 1)):
                    await target.send(message)
        except DISCONNECTED:
            return


async def played_through(proxy: Proxy) -> list[list[Player]]:
    """Play games through a proxy for a while; return the players of each."""
    stop = asyncio.Event()
    served, dice = proxy.served, proxy.dice
    games = []

    async def play(number: int, address: str) -> None:
        persons = [guest(served, f"{number} {name}") for name in ("a", "b", "watcher")]
        while not stop.is_set():
            bot = number % 2 == 1
            table = served.table(persons[0].token, ["me", "open", "random"] if bot else ["me", "open"])
            players = [Player(address, person, table, dice, patience=0.3, twice=True) for person in persons]
            players[2].watches = True
            games.append(players)
            await asyncio.gather(*(player.play(stop) for player in players))

    async with websockets.serve(proxy, "127.0.0.1", 0, max_size=None, close_timeout=1) as server:
        host, port = next(iter(server.sockets)).getsockname()
        playing = asyncio.gather(*(play(number, f"ws://{host}:{port}") for number in range(TABLES)))
        await asyncio.wait([playing], timeout=SECONDS)
        await until(lambda: playing.done() or sum(player.over for game in games for player in game) >= TABLES)
        stop.set()
        await asyncio.wait_for(playing, 60)
    return games


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
def test_every_frame_ever_shown_is_a_projection_of_a_prefix_of_the_log(database: str) -> None:
    with serving(database, "--no-limits") as served:
        proxy = Proxy(served, random.Random(1))
        games = asyncio.run(played_through(proxy))
        logs = asyncio.run(read_logs(served.database, [game[0].table for game in games]))
    for game in games:
        check(logs[game[0].table], game)
    assert min(proxy.did[what] for what in ("delayed", "dropped", "doubled", "cut")) > 10
    assert sum(player.over for game in games for player in game) >= TABLES
    assert sum(player.connections - 1 for game in games for player in game) > 10

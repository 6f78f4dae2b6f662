"""No acknowledged decision is lost and none is applied twice, whenever the server dies."""

import asyncio
import http.client
import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from faults.playing import Person, Player, check, guest, read_logs
from server.serving import Served, serving

KINDS = ["sqlite", "postgres"]
KILLS = 16
PAIRS, LONERS = 3, 2
SOAK_SECONDS = 60 * float(os.environ.get("SOAK_MINUTES", "0")) / len(KINDS)


@dataclass
class Party:
    """Persons who play one game after another on a server that is killed under them."""

    served: Served
    persons: list[Person]
    dice: random.Random
    up: asyncio.Event
    stop: asyncio.Event

    async def play(self) -> list[list[Player]]:
        """Play until told to stop; returns the players of each game."""
        games = []
        while not self.stop.is_set():
            table = await self._open()
            address = self.served.base.replace("http", "ws") + "/ws"
            players = [Player(address, person, table, self.dice, up=self.up) for person in self.persons]
            games.append(players)
            await asyncio.gather(*(player.play(self.stop) for player in players))
        return games

    async def _open(self) -> str:
        seats = ["me", "open"] if len(self.persons) == 2 else self.dice.sample(["me", "greedy"], 2)
        while True:
            await self.up.wait()
            try:
                return await asyncio.to_thread(self.served.table, self.persons[0].token, seats)
            except (OSError, http.client.HTTPException):
                await asyncio.sleep(0.02)


async def killed_again_and_again(served: Served, dice: random.Random, who: Callable[[str], Person]) -> int:
    """Play while the server is killed; check every log at the end and return how many decisions were acknowledged."""
    up, stop = asyncio.Event(), asyncio.Event()
    up.set()
    parties = [Party(served, [who(f"pair{n} a"), who(f"pair{n} b")], dice, up, stop) for n in range(PAIRS)]
    parties += [Party(served, [who(f"loner{n}")], dice, up, stop) for n in range(LONERS)]
    playing = asyncio.gather(*(party.play() for party in parties))
    for _ in range(KILLS):
        await asyncio.sleep(dice.uniform(0.0, 0.6))
        up.clear()
        served.kill()
        await asyncio.to_thread(served.start)
        up.set()
    stop.set()
    games = [game for games in await asyncio.wait_for(playing, 30) for game in games]
    logs = await read_logs(served.database, [game[0].table for game in games])
    for game in games:
        check(logs[game[0].table], game)
    return sum(len(player.accepted) for game in games for player in game)


@pytest.mark.slow
@pytest.mark.parametrize("database", KINDS, indirect=True)
def test_no_acknowledged_decision_is_lost_and_none_is_applied_twice(database: str) -> None:
    until = time.monotonic() + SOAK_SECONDS
    with serving(database, "--no-limits") as served:
        for number in range(1_000_000):
            dice = random.Random(number)
            acknowledged = asyncio.run(killed_again_and_again(served, dice, lambda name: guest(served, name)))
            assert acknowledged > 10 * KILLS
            if time.monotonic() >= until:
                break

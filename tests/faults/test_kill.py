"""No acknowledged decision is lost and none is applied twice, whenever the server dies."""

import asyncio
import http.client
import os
import random
import time
from dataclasses import dataclass, field

import pytest

from faults.playing import Guest, Player, check, guest, read_logs
from server.serving import Served, serving

KINDS = ["sqlite", "postgres"]
KILLS = 16
PAIRS, LONERS = 3, 2
SOAK_SECONDS = 60 * float(os.environ.get("SOAK_MINUTES", "0")) / len(KINDS)


@dataclass
class KilledServerParty:
    """Persons who play one game after another on a server that is killed repeatedly."""

    served: Served
    persons: list[Guest]
    dice: random.Random
    up: asyncio.Event
    stop: asyncio.Event
    games: list[list[Player]] = field(default_factory=list)

    @property
    def acknowledged(self) -> int:
        """The number of acknowledged commands."""
        return sum(len(player.accepted) for game in self.games for player in game)

    async def play(self) -> None:
        """Play until stopped."""
        while not self.stop.is_set():
            table = await self._open()
            address = self.served.base.replace("http", "ws") + "/ws"
            players = [Player(address, person, table, self.dice, up=self.up) for person in self.persons]
            self.games.append(players)
            await asyncio.gather(*(player.play(self.stop) for player in players))

    async def _open(self) -> str:
        seats = ["me", "open"] if len(self.persons) == 2 else self.dice.sample(["me", "greedy"], 2)
        while True:
            await self.up.wait()
            try:
                return await asyncio.to_thread(self.served.table, self.persons[0].token, seats)
            except (OSError, http.client.HTTPException):
                await asyncio.sleep(0.02)


async def play_through_kills(served: Served, dice: random.Random, persons: list[list[Guest]]) -> None:
    """Play while the server is killed at random moments; then check every log."""
    up, stop = asyncio.Event(), asyncio.Event()
    up.set()
    parties = [KilledServerParty(served, party, dice, up, stop) for party in persons]
    playing = asyncio.gather(*(party.play() for party in parties))
    for number in range(KILLS):
        before = sum(party.acknowledged for party in parties)
        await asyncio.sleep(dice.uniform(0.0, 0.6))
        for _ in range(2000 * (number % 2)):  # every other time only after some progress
            if sum(party.acknowledged for party in parties) > before + 10:
                break
            await asyncio.sleep(0.01)
        up.clear()
        served.kill()
        await asyncio.to_thread(served.start)
        up.set()
    stop.set()
    await asyncio.wait_for(playing, 60)
    games = [game for party in parties for game in party.games]
    logs = await read_logs(served.database, [game[0].table for game in games])
    for game in games:
        check(logs[game[0].table], game)
    assert sum(party.acknowledged for party in parties) > 5 * KILLS


@pytest.mark.slow
@pytest.mark.parametrize("database", KINDS, indirect=True)
def test_no_acknowledged_decision_is_lost_and_none_is_applied_twice(database: str) -> None:
    until = time.monotonic() + SOAK_SECONDS
    with serving(database, "--no-limits") as served:
        for number in range(1_000_000):
            names = [[f"pair{n} a", f"pair{n} b"] for n in range(PAIRS)] + [[f"loner{n}"] for n in range(LONERS)]
            persons = [[guest(served, name) for name in party] for party in names]
            asyncio.run(play_through_kills(served, random.Random(number), persons))
            if time.monotonic() >= until:
                break

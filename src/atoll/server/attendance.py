"""Who is at a table that several processes serve: each tells the others who looks from there, and again now and then.

Nothing of it is kept: a notice that is lost is made up for by the next, and who is not told of again is gone. One at a
time is under way, made of what is so when it is sent: none can overtake another.
"""

import asyncio
import contextlib
import time
from collections.abc import Mapping

import msgspec

from atoll.server.room import NOBODY, Present, Room
from atoll.server.store import Store

GATHERING_SECONDS = 0.05
"""How long changes are gathered for one notice."""
TABLES_A_NOTICE = 100
AGAIN_SECONDS = 5.0
GONE_SECONDS = 15.0
"""How long a process that tells nothing more, as it was killed, counts."""
GOODBYE_SECONDS = 1.0


class Told(msgspec.Struct, array_like=True):
    """Who looks at one table, as one process tells the others."""

    table: str
    online: list[int]
    watching: int


decoder = msgspec.json.Decoder(list[Told])


class Attendance:
    """Tells the other processes who looks at the tables here, and hears who looks there."""

    def __init__(self, store: Store, rooms: Mapping[str, Room]) -> None:
        self.store, self.rooms = store, rooms
        self._untold: dict[Room, None] = {}
        self._sending: asyncio.Task[None] | None = None

    def tell(self, room: Room) -> None:
        """Tell who looks at a table from here, where that is not what was told last."""
        if self.store.shared and room.here != room.told:
            self._tell(room)

    async def go_on(self) -> None:
        """Now and then tell of every table that somebody looks at, and forget processes that no longer do so."""
        while True:
            await asyncio.sleep(AGAIN_SECONDS)
            for room in list(self.rooms.values()):
                room.forget(time.monotonic() - GONE_SECONDS)
                if room.viewers:
                    self._tell(room)

    async def close(self) -> None:
        """Say what is still to be said, such as goodbye, unless the database is away."""
        if self._sending is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._sending, GOODBYE_SECONDS)

    def _tell(self, room: Room) -> None:
        self._untold[room] = None
        if self._sending is None or self._sending.done():
            self._sending = asyncio.ensure_future(self._send())

    async def _send(self) -> None:
        while self._untold:
            await asyncio.sleep(GATHERING_SECONDS)
            told = []
            for room in list(self._untold)[:TABLES_A_NOTICE]:
                del self._untold[room]
                room.told = room.here
                told.append(Told(room.table.id, sorted(room.here.online), room.here.watching))
            await self.store.announce(msgspec.json.encode(told).decode())

    def heard(self, process: str, text: str) -> None:
        """Learn who looks from another process; one that is new to a table is told who looks from here."""
        for told in decoder.decode(text):
            room = self.rooms.get(told.table)
            if room is None:
                continue
            present = Present(frozenset(told.online), told.watching)
            met = process in room.elsewhere
            room.look(process, present, time.monotonic())
            if not met and present != NOBODY and room.viewers:
                self._tell(room)

"""Who views a table that several processes serve: each process publishes its own viewers, and repeats it periodically.

Nothing is stored: the next update makes up for a lost one, and a process that publishes nothing more counts as gone.
One update at a time is under way, made from the room when it is sent, so that none overtakes another.
"""

import asyncio
import contextlib
import time
from collections.abc import Mapping

import msgspec

from atoll.server.room import NOBODY, ProcessPresence, Room
from atoll.server.store import Store

GATHERING_SECONDS = 0.05
"""How long changes are gathered for one update."""
TABLES_PER_UPDATE = 100
REPEAT_SECONDS = 5.0
EXPIRY_SECONDS = 15.0
"""How long the viewers of a silent process count."""
GOODBYE_SECONDS = 1.0


class TablePresence(msgspec.Struct, array_like=True):
    """One table of an update: its viewers in the process that sends it."""

    table: str
    online: list[int]
    watching: int


decoder = msgspec.json.Decoder(list[TablePresence])


class PresenceExchange:
    """Publishes the viewers of this process's rooms, and receives those of other processes."""

    def __init__(self, store: Store, rooms: Mapping[str, Room]) -> None:
        self.store, self.rooms = store, rooms
        self._pending: dict[Room, None] = {}
        self._sending: asyncio.Task[None] | None = None

    def publish(self, room: Room) -> None:
        """Publish a room's viewers if they have changed."""
        if self.store.shared and room.here != room.published:
            self._schedule(room)

    async def run(self) -> None:
        """Periodically publish every room with viewers, and drop processes that are silent."""
        while True:
            await asyncio.sleep(REPEAT_SECONDS)
            self.repeat()

    def repeat(self) -> None:
        """Publish every room with viewers, and drop processes that are silent."""
        for room in list(self.rooms.values()):
            room.expire_elsewhere(time.monotonic() - EXPIRY_SECONDS)
            if room.viewers:
                self._schedule(room)

    async def close(self) -> None:
        """Send what is pending, unless the database does not answer."""
        if self._sending is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._sending, GOODBYE_SECONDS)

    def _schedule(self, room: Room) -> None:
        self._pending[room] = None
        if self._sending is None or self._sending.done():
            self._sending = asyncio.ensure_future(self._send())

    async def _send(self) -> None:
        while self._pending:
            await self._wait_for_more()
            update = []
            for room in list(self._pending)[:TABLES_PER_UPDATE]:
                del self._pending[room]
                room.published = room.here
                update.append(TablePresence(room.table.id, sorted(room.here.online), room.here.watching))
            await self.store.publish(msgspec.json.encode(update).decode())

    async def _wait_for_more(self) -> None:
        await asyncio.sleep(GATHERING_SECONDS)

    def receive(self, process: str, text: str) -> None:
        """Take another process's update; answer one that is new to a table with the viewers here."""
        for elsewhere in decoder.decode(text):
            room = self.rooms.get(elsewhere.table)
            if room is None:
                continue
            presence = ProcessPresence(frozenset(elsewhere.online), elsewhere.watching)
            known = process in room.elsewhere
            room.set_elsewhere(process, presence, time.monotonic())
            if not known and presence != NOBODY and room.viewers:
                self._schedule(room)

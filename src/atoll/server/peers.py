"""News from other processes on the same database: entries they have added to tables that are in memory here."""

import asyncio
from collections.abc import Callable, Mapping

from atoll.server.entries import unpack
from atoll.server.room import Room
from atoll.server.store import Store
from atoll.server.tasks import Tasks


class Peers:
    """Keeps the rooms of one process up to date with the log; `on_news` is called for a room that has changed."""

    grace_seconds = 5.0
    """How long other processes may take to act for a bot or a clock before this one does, and how often it polls."""

    def __init__(self, store: Store, rooms: Mapping[str, Room], tasks: Tasks, on_news: Callable[[Room], None]) -> None:
        self.store, self.rooms, self.tasks, self.on_news = store, rooms, tasks, on_news
        self._changed: set[str] = set()
        self._reading: asyncio.Task[None] | None = None

    def notify(self, table_ids: list[str]) -> None:
        """Read the tables that another process has added entries to; none named: any may have changed."""
        self._changed.update(table_ids or self.rooms)
        if self._reading is None or self._reading.done():
            self._reading = self.tasks.spawn(self._read())

    async def _read(self) -> None:
        """Read the changed tables by one query; more may change meanwhile."""
        while self._changed:
            changed, self._changed = self._changed, set()
            rooms = [self.rooms[table_id] for table_id in changed if table_id in self.rooms]
            known = {room.table.id: room.table.seq for room in rooms}
            found = await self.store.new_entries(known)
            for room in rooms:
                if room.lock.locked():
                    # The command under way may have read the log before these entries came: read it again afterwards.
                    self.tasks.spawn(self.catch_up(room))
                else:
                    self._apply(room, found[room.table.id][room.table.seq - known[room.table.id] :])

    async def catch_up_all(self) -> None:
        """Make up for lost notifications, in every room that is in use."""
        for room in [room for room in self.rooms.values() if room.viewers or not room.idle]:
            await self.catch_up(room)

    async def catch_up(self, room: Room) -> None:
        """Apply what other processes have added."""
        async with room.lock:
            await self.catch_up_locked(room)

    async def catch_up_locked(self, room: Room) -> bool:
        """Apply what other processes have added; return whether there was anything. The caller holds the lock."""
        return self._apply(room, await self.store.entries(room.table.id, room.table.seq))

    def _apply(self, room: Room, bodies: list[bytes]) -> bool:
        for body in bodies:
            room.table.apply(unpack(body))
        if bodies:
            room.wake_viewers()
            self.on_news(room)
        return bool(bodies)

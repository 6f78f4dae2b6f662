"""Who is at a table that several processes serve: each tells the others who looks from there, and again now and then.

Nothing of it is kept: a notice that is lost is made up for by the next, and who is not told of again is gone.
"""

import time
from collections.abc import Mapping, Sequence

import msgspec

from atoll.server.room import NOBODY, Present, Room
from atoll.server.store import Store

GONE_SECONDS = 15.0
"""How long a process that tells nothing more, as it was killed, counts."""
TABLES_A_NOTICE = 100


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

    def tell(self, room: Room) -> None:
        """Tell who looks at a table from here, where that is not what was told last."""
        if self.store.shared and room.here != room.told:
            self._tell([room])

    def tell_again(self) -> None:
        """Tell of every table that somebody looks at, and forget the processes that no longer do so."""
        for room in self.rooms.values():
            room.forget(time.monotonic() - GONE_SECONDS)
        self._tell([room for room in self.rooms.values() if room.viewers])

    def _tell(self, rooms: Sequence[Room]) -> None:
        for room in rooms:
            room.told = room.here
        told = [Told(room.table.id, sorted(room.here.online), room.here.watching) for room in rooms]
        for start in range(0, len(told), TABLES_A_NOTICE):
            self.store.announce(msgspec.json.encode(told[start : start + TABLES_A_NOTICE]).decode())

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
                self._tell([room])

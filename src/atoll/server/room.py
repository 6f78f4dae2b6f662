"""A table in memory with its viewers."""

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

from atoll.bots import Bot
from atoll.server.protocol import Answer, Presence, Seat
from atoll.server.seating import Person
from atoll.server.table import Table

MAX_REFUSALS = 64
"""How many refusals of a table are kept for repeats of their commands."""


class Viewer(Protocol):
    """A connection that shows a table."""

    person_id: str

    def wake(self) -> None:
        """Schedule a frame: the table may have changed."""


class ProcessPresence(NamedTuple):
    """A table's viewers in one process: the seats they have, and the number of spectators."""

    online: frozenset[int]
    watching: int


NOBODY = ProcessPresence(frozenset(), 0)


class Room:
    """A table in memory with its viewers; `on_change` is called whenever the table or its viewers may have changed."""

    def __init__(self, table: Table, on_change: Callable[["Room"], None] = lambda _: None) -> None:
        self.table = table
        self.on_change = on_change
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.refusals: dict[tuple[str, str], Answer] = {}
        self.last_used = time.monotonic()
        # Bots and the clock
        self.driven_here = asyncio.Event()
        """Set while this process acts for bots and the clock; otherwise the process that added the last entry does."""
        self.bots: dict[int, tuple[str, Bot]] = {}
        self.bot_task: asyncio.Task[None] | None = None
        self.clock: asyncio.TimerHandle | None = None
        self.stand_in_task: asyncio.Task[None] | None = None
        # Presence
        self.elsewhere: dict[str, tuple[ProcessPresence, float]] = {}
        """The presence in other processes, and when each was last published."""
        self.published = NOBODY
        self._here: ProcessPresence | None = None
        self._shown_seats: list[Seat] = []
        self._presence: Presence | None = None

    def bot(self, seat: int, name: str, create: Callable[[], Bot]) -> Bot:
        """Return a seat's bot: the same one for the whole game, as it remembers its plans."""
        if seat not in self.bots or self.bots[seat][0] != name:
            self.bots[seat] = name, create()
        return self.bots[seat][1]

    def enter(self, viewer: Viewer) -> None:
        """Add a viewer."""
        self.viewers.add(viewer)
        self._viewers_changed()

    def leave(self, viewer: Viewer) -> None:
        """Remove a viewer."""
        self.viewers.discard(viewer)
        self._viewers_changed()

    def _viewers_changed(self) -> None:
        self._here = self._presence = None
        self.wake_viewers()

    def wake_viewers(self) -> None:
        """Let every viewer check for something new."""
        self.on_change(self)
        for viewer in self.viewers:
            viewer.wake()

    @property
    def here(self) -> ProcessPresence:
        """The presence in this process; the same object until a viewer or a seat changes."""
        if self._here is None or self._shown_seats is not self.table.shown_seats:
            seats = [self.table.seats_of(viewer.person_id) for viewer in self.viewers]
            self._here = ProcessPresence(frozenset(seat for own in seats for seat in own), seats.count([]))
            self._shown_seats, self._presence = self.table.shown_seats, None
        return self._here

    @property
    def presence(self) -> Presence:
        """The presence in all processes; the same object until it changes."""
        here = self.here
        if self._presence is None:
            everywhere = [here, *(presence for presence, _ in self.elsewhere.values())]
            online = sorted({seat for presence in everywhere for seat in presence.online})
            self._presence = Presence(self.table.id, online, sum(presence.watching for presence in everywhere))
        return self._presence

    def set_elsewhere(self, process: str, presence: ProcessPresence, now: float) -> None:
        """Update the presence in another process."""
        before, _ = self.elsewhere.pop(process, (NOBODY, now))
        if presence != NOBODY:
            self.elsewhere[process] = presence, now
        if presence != before:
            self._presence = None
            self.wake_viewers()

    def expire_elsewhere(self, before: float) -> None:
        """Drop the presence of processes that have published nothing since `before`."""
        for process in [process for process, (_, at) in self.elsewhere.items() if at < before]:
            self.set_elsewhere(process, NOBODY, before)

    def remember_refusal(self, person: Person, answer: Answer) -> None:
        """Keep a refusal for repeats of its command; accepted commands are in the log."""
        if not answer.ok and person.id:
            self.refusals[person.id, answer.command] = answer
            if len(self.refusals) > MAX_REFUSALS:
                del self.refusals[next(iter(self.refusals))]

    @property
    def idle(self) -> bool:
        """Whether the room can leave memory unnoticed."""
        busy = self.bot_task or self.clock or self.stand_in_task
        return not self.viewers and not self.lock.locked() and busy is None

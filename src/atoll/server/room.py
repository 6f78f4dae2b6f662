"""A table in memory with those who look at it."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from atoll.bots import Bot
from atoll.server.protocol import Answer, Presence, Seat
from atoll.server.table import Table, Who

REFUSALS = 64
"""How many refusals of a table are remembered for the repeats of their commands."""


class Viewer(Protocol):
    """Somebody who looks at a room."""

    person: str

    def wake(self) -> None:
        """There may be something new to see."""


class Room:
    """A table in memory with those who look at it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.ours = asyncio.Event()
        self.viewers: set[Viewer] = set()
        self.thinking: asyncio.Task[None] | None = None
        self.players: dict[int, tuple[str, Bot]] = {}
        self.clock: asyncio.TimerHandle | None = None
        self.late: asyncio.Task[None] | None = None
        self.refused: dict[tuple[str, str], Answer] = {}
        self.used = time.monotonic()
        self._presence: Presence | None = None
        self._seating: list[Seat] = []

    def player(self, seat: int, name: str, make: Callable[[], Bot]) -> Bot:
        """Return the bot on a seat: the same one for the whole game, as it remembers what it meant to do."""
        if seat not in self.players or self.players[seat][0] != name:
            self.players[seat] = name, make()
        return self.players[seat][1]

    def enter(self, viewer: Viewer) -> None:
        """Somebody looks at the table from now on."""
        self.viewers.add(viewer)
        self._come_or_gone()

    def leave(self, viewer: Viewer) -> None:
        """Somebody looks no more."""
        self.viewers.discard(viewer)
        self._come_or_gone()

    def _come_or_gone(self) -> None:
        self._presence = None
        self.show()

    def show(self) -> None:
        """Tell everybody that there may be something new to see."""
        for viewer in self.viewers:
            viewer.wake()

    @property
    def presence(self) -> Presence:
        """Who looks at the table; the same object until somebody comes, goes or sits down."""
        if self._presence is None or self._seating is not self.table.seating:
            persons = {viewer.person for viewer in self.viewers}
            online = [seat for seat, chair in enumerate(self.table.chairs) if chair.person and chair.person in persons]
            watching = sum(not self.table.seats_of(viewer.person) for viewer in self.viewers)
            self._presence, self._seating = Presence(self.table.id, online, watching), self.table.seating
        return self._presence

    def remember(self, who: Who, answer: Answer) -> None:
        """Keep a refusal for the repeats of its command; accepted ones are in the log."""
        if not answer.ok and who.id:
            self.refused[who.id, answer.command] = answer
            if len(self.refused) > REFUSALS:
                del self.refused[next(iter(self.refused))]

    @property
    def idle(self) -> bool:
        """Whether nobody would notice if the room left memory."""
        busy = self.thinking or self.clock or self.late
        return not self.viewers and not self.lock.locked() and busy is None

"""A table in memory with those who look at it."""

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

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


class Present(NamedTuple):
    """Who looks at a table from one process: from which seats, and how many only watch."""

    online: frozenset[int]
    watching: int


NOBODY = Present(frozenset(), 0)


class Room:
    """A table in memory with those who look at it; `on_change` is called whenever there may be something new."""

    def __init__(self, table: Table, on_change: Callable[["Room"], None] = lambda _: None) -> None:
        self.table = table
        self.on_change = on_change
        self.lock = asyncio.Lock()
        self.ours = asyncio.Event()
        self.viewers: set[Viewer] = set()
        self.thinking: asyncio.Task[None] | None = None
        self.players: dict[int, tuple[str, Bot]] = {}
        self.clock: asyncio.TimerHandle | None = None
        self.late: asyncio.Task[None] | None = None
        self.refused: dict[tuple[str, str], Answer] = {}
        self.used = time.monotonic()
        self.elsewhere: dict[str, tuple[Present, float]] = {}
        """Who looks from other processes, and when they said so last."""
        self.told = NOBODY
        self._here: Present | None = None
        self._seating: list[Seat] = []
        self._presence: Presence | None = None

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
        self._here = self._presence = None
        self.show()

    def show(self) -> None:
        """Tell everybody that there may be something new to see."""
        self.on_change(self)
        for viewer in self.viewers:
            viewer.wake()

    @property
    def here(self) -> Present:
        """Who looks at the table from this process; the same object until somebody comes, goes or sits down."""
        if self._here is None or self._seating is not self.table.seating:
            seats = [self.table.seats_of(viewer.person) for viewer in self.viewers]
            self._here = Present(frozenset(seat for mine in seats for seat in mine), seats.count([]))
            self._seating, self._presence = self.table.seating, None
        return self._here

    @property
    def presence(self) -> Presence:
        """Who looks at the table from any process; the same object until that changes."""
        here = self.here
        if self._presence is None:
            all_over = [here, *(present for present, _ in self.elsewhere.values())]
            online = sorted({seat for present in all_over for seat in present.online})
            self._presence = Presence(self.table.id, online, sum(present.watching for present in all_over))
        return self._presence

    def look(self, process: str, present: Present, now: float) -> None:
        """Learn who looks from another process."""
        before, _ = self.elsewhere.pop(process, (NOBODY, now))
        if present != NOBODY:
            self.elsewhere[process] = present, now
        if present != before:
            self._presence = None
            self.show()

    def forget(self, before: float) -> None:
        """Forget the processes that were not heard of since some time."""
        for process in [process for process, (_, at) in self.elsewhere.items() if at < before]:
            self.look(process, NOBODY, before)

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

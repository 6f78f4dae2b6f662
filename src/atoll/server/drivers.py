"""What makes tables go on by themselves: bots that decide, and clocks that let a stand-in decide."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

from atoll.bots import Bot, Budget, bot
from atoll.core.fair import seed
from atoll.core.state import State
from atoll.server.commits import commit
from atoll.server.entries import AnyEntry, Decided
from atoll.server.peers import Peers
from atoll.server.room import Room
from atoll.server.store import Store
from atoll.server.table_state import STAND_IN
from atoll.server.tasks import Tasks

log = logging.getLogger("atoll.server")
RETRY_SECONDS = 1.0
"""How long a bot waits after a failure, such as a database that does not answer, before it tries again."""


class Drivers:
    """Runs the bots and clocks of one process; `load` brings a table into memory."""

    def __init__(
        self,
        store: Store,
        peers: Peers,
        tasks: Tasks,
        load: Callable[[str], Awaitable[Room | None]],
        *,
        threads: int = 1,
    ) -> None:
        self.store, self.peers, self.tasks, self.load = store, peers, tasks, load
        self.metrics = store.metrics
        self.threads = ThreadPoolExecutor(threads, "bot")
        self.waiting: dict[str, int] = {}
        """Unattended tables that were found to wait for a person, each with its `seq` at that time."""

    async def resume(self, unattended: Mapping[str, int]) -> None:
        """Load unattended tables, except those that wait for a person and have not changed since."""
        self.waiting = {table_id: seq for table_id, seq in self.waiting.items() if unattended.get(table_id) == seq}
        for table_id in unattended:
            if table_id in self.peers.rooms or table_id in self.waiting:
                continue
            try:
                room = await self.load(table_id)
            except Exception:
                log.exception("table %s can't be resumed", table_id)
                continue
            if room is not None and room.idle:
                self.waiting[table_id] = room.table.seq

    def close(self) -> None:
        """Stop the bots."""
        self.threads.shutdown(wait=False, cancel_futures=True)

    def entry_added(self, room: Room, entry: AnyEntry) -> None:
        """Show an entry of this process to the viewers, and drive the table on."""
        self.metrics.decisions += isinstance(entry, Decided)
        room.wake_viewers()
        self.drive(room)

    def drive(self, room: Room, *, here: bool = True) -> None:
        """Start the bot whose turn it is, and set the table's clock.

        After an entry of another process, which is not `here`, that process gets a while to act first.
        """
        table = room.table
        if here:
            room.driven_here.set()
        else:
            room.driven_here.clear()
        if table.bot_to_decide and room.bot_task is None:
            room.bot_task = self.tasks.spawn(self._run_bots(room))
        if room.clock is not None:
            room.clock.cancel()
            room.clock = None
        if table.deadline is not None and not table.bot_to_decide and room.stand_in_task is None:
            delay = max(0.0, table.deadline - time.time()) + (0.0 if here else self.peers.grace_seconds)
            loop = asyncio.get_running_loop()
            room.clock = loop.call_later(delay, self._time_up, room)

    def _time_up(self, room: Room) -> None:
        room.clock = None
        room.stand_in_task = self.tasks.spawn(self._run_stand_in(room))

    async def _run_bots(self, room: Room) -> None:
        """Decide for bots as long as it is their turn."""
        try:
            ply = -1
            while not room.driven_here.is_set() and room.table.ply != ply:
                ply = room.table.ply
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(room.driven_here.wait(), self.peers.grace_seconds)
            while room.table.bot_to_decide:
                await self._try_to_decide(room, room.table.bot_to_decide, stand_in=False)
        finally:
            room.bot_task = None

    async def _run_stand_in(self, room: Room) -> None:
        """Play the rest of the turn for a person whose time is up."""
        table = room.table
        seat, began = table.actor, table.turn_began
        try:
            while seat is not None and table.actor == seat and table.turn_began == began:
                await self._try_to_decide(room, STAND_IN, stand_in=True)
        finally:
            room.stand_in_task = None
        self.drive(room)

    async def _try_to_decide(self, room: Room, name: str, *, stand_in: bool) -> None:
        """Let a bot decide; after a failure wait a while, then the caller tries again, as nobody else would."""
        try:
            await self._decide(room, name, stand_in=stand_in)
        except Exception:
            log.exception("a bot could not decide; it tries again")
            await asyncio.sleep(RETRY_SECONDS)

    async def _decide(self, room: Room, name: str, *, stand_in: bool) -> None:
        """Let a bot decide for the actor, from what that seat knows."""
        table = room.table
        seat, ply, state = table.actor, table.ply, table.state
        assert seat is not None
        assert state is not None
        player = room.bot(seat, name, lambda: bot(name, seed(table.created.secret, (str(seat), str(ply))) >> 1))
        self.metrics.bot_queue += 1
        try:
            loop = asyncio.get_running_loop()
            decision = await loop.run_in_executor(self.threads, _choose, player, state.hide(seat), seat)
        finally:
            self.metrics.bot_queue -= 1
        async with room.lock:
            while True:
                proposal = table.propose_for_bot(seat, decision, ply, time.time(), stand_in=stand_in)
                if proposal is None:
                    return
                if await commit(self.store, room, proposal):
                    break
                await self.peers.catch_up_locked(room)
        self.entry_added(room, proposal.entry)


def _choose(player: Bot, known: State, seat: int) -> int:
    """Return a bot's decision; if it fails a random legal one, as the others wait."""
    try:
        decision = player.choose(known, seat, Budget())
        known.play(decision)
    except Exception:
        log.exception("a bot failed; a random legal decision is played instead")
        return bot("random", hash(known)).choose(known, seat, Budget())
    return decision

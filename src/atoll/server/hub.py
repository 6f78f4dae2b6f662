"""The tables in memory, and the way of every command: propose, store, apply, answer, show.

A room is a table with the viewers around it. One command at a time is under way in a room; with several processes on
one database the log's unique key decides between them, and who comes second reads what happened and looks again.
"""

import asyncio
import contextlib
import hmac
import logging
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from atoll.bots import Bot, Budget, bot
from atoll.core.errors import AtollError
from atoll.core.fair import new_secret, seed
from atoll.core.game import game
from atoll.core.state import State
from atoll.server import limits, protocol
from atoll.server.attendance import Attendance
from atoll.server.auth import new_table_id
from atoll.server.earning import earned, judge_old
from atoll.server.entries import Abandoned, AnyEntry, Created, Decided, Invited, Left, Rematched, Sat, pack, unpack
from atoll.server.limits import Buckets
from atoll.server.outbox import Outbox
from atoll.server.protocol import Answer, NewTable
from atoll.server.room import Room
from atoll.server.store import NOTHING, Index, Row, Store
from atoll.server.table import STAND_IN, Proposal, Refused, Table, Who, replay

T = TypeVar("T")
log = logging.getLogger("atoll.server")
OTHERS_SECONDS = 5.0
"""How long a process waits before it plays for a bot whose last opponent spoke to another process."""
ENTER_SECONDS = 10.0
"""How long a room stays for who asked for it and has not entered yet."""
AGAIN_SECONDS = 1.0
"""How long a bot waits that could not decide, as when the database is away, before it tries again."""


class Hub:
    """All rooms of one process."""

    def __init__(self, store: Store, *, threads: int = 1) -> None:
        self.store = store
        self.metrics = store.metrics
        self.rooms: dict[str, Room] = {}
        self.attendance = Attendance(store, self.rooms)
        self.loading: dict[str, asyncio.Task[Room | None]] = {}
        self.thinkers = ThreadPoolExecutor(threads, "bot")
        self.tasks: set[asyncio.Task[Any]] = set()
        self.chats = Buckets("chats")
        self.outbox = Outbox()
        self.resting: dict[str, int] = {}
        self.moved: set[str] = set()
        self.reading: asyncio.Task[None] | None = None
        self._key = ""

    async def open(self) -> None:
        """Take up what goes on by itself: games with bots or clocks."""
        await self.store.listen(self._heard, self.attendance.heard)
        self._spawn(self._resume(await self.store.attended()))
        self._spawn(judge_old(self.store))
        if self.store.shared:
            self._spawn(self._look_around())
            self._spawn(self.attendance.go_on())

    async def _look_around(self) -> None:
        """Now and then make up for a lost notice, and take over what a process that is gone had to do by itself."""
        while True:
            await asyncio.sleep(OTHERS_SECONDS)
            try:
                for room in [room for room in self.rooms.values() if room.viewers or not room.idle]:
                    await self.catch_up(room)
                await self._resume(await self.store.attended())
            except Exception:
                log.exception("the database did not answer; trying again")

    async def _resume(self, attended: Mapping[str, int]) -> None:
        """Take up games with bots or clocks, but for those that were seen to wait for a person and have not moved."""
        self.resting = {table_id: seq for table_id, seq in self.resting.items() if attended.get(table_id) == seq}
        for table_id in attended:
            if table_id in self.rooms or table_id in self.resting:
                continue
            try:
                room = await self.room(table_id)
            except Exception:
                log.exception("table %s can't be taken up", table_id)
                continue
            if room is not None and room.idle:
                self.resting[table_id] = room.table.seq

    async def close(self) -> None:
        """Stop thinking; what was not stored was not acknowledged."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.attendance.close()
        self.thinkers.shutdown(wait=False, cancel_futures=True)

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._spawned)
        return task

    def _spawned(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("background work failed", exc_info=task.exception())

    # Rooms

    async def room(self, table_id: str) -> Room | None:
        """Return a table's room, read from its log if it is not in memory; None if there is no such table."""
        found = self.rooms.get(table_id)
        if found is None:
            if table_id not in self.loading:
                self.loading[table_id] = asyncio.ensure_future(self._load(table_id))
            try:
                found = await asyncio.shield(self.loading[table_id])
            finally:
                self.loading.pop(table_id, None)
        if found is not None:
            found.used = time.monotonic()
        return found

    async def table(self, table_id: str) -> Table | None:
        """Return a table as its log has it, without keeping it in memory; None if there is no such table."""
        bodies = await self.store.entries(table_id)
        return replay(table_id, [unpack(body) for body in bodies]) if bodies else None

    async def _load(self, table_id: str) -> Room | None:
        table = await self.table(table_id)
        if table is None:
            return None
        room = self.rooms.setdefault(table_id, Room(table, self.attendance.tell))
        self._attend(room, ours=not self.store.shared)
        self._forget_some()
        return room

    def _forget_some(self) -> None:
        if len(self.rooms) <= limits.TABLES_IN_MEMORY:
            return
        before = time.monotonic() - ENTER_SECONDS
        idle = sorted((room.used, table_id) for table_id, room in self.rooms.items() if room.idle)
        for used, table_id in idle[: len(self.rooms) // 4]:
            if used < before:
                del self.rooms[table_id]

    def _heard(self, games: list[str]) -> None:
        """Another process has added entries: look at those games that we have in memory."""
        self.moved.update(games or self.rooms)
        if self.reading is None or self.reading.done():
            self.reading = self._spawn(self._read_news())

    async def _read_news(self) -> None:
        """Read what was added to the games that have moved, all at once; meanwhile more may move."""
        while self.moved:
            moved, self.moved = self.moved, set()
            rooms = [self.rooms[table_id] for table_id in moved if table_id in self.rooms]
            known = {room.table.id: room.table.seq for room in rooms}
            news = await self.store.news(known)
            for room in rooms:
                if room.lock.locked():
                    # Who works there may have looked before the news came: look again afterwards.
                    self._spawn(self.catch_up(room))
                else:
                    self._learn(room, news[room.table.id][room.table.seq - known[room.table.id] :])

    async def catch_up(self, room: Room) -> None:
        """Read what other processes have added."""
        async with room.lock:
            await self._catch_up(room)

    async def _catch_up(self, room: Room) -> bool:
        """Read what other processes have added; tell whether there was anything."""
        return self._learn(room, await self.store.entries(room.table.id, room.table.seq))

    def _learn(self, room: Room, bodies: list[bytes]) -> bool:
        """Apply what other processes have added, and show it; tell whether there was anything."""
        for body in bodies:
            room.table.apply(unpack(body))
        if bodies:
            room.show()
            self._attend(room, ours=not self.store.shared)
        return bool(bodies)

    # Commands

    async def create(self, who: Who, wanted: NewTable, reserved: Sequence[str] = ()) -> str:
        """Open a table; returns its id. Open seats may be reserved for persons, who are shown by the wanted names."""
        kind = game(wanted.game)
        options = kind.resolve(wanted.options)
        kind.check_seats(len(wanted.seats))
        if wanted.turn_seconds and len(wanted.seats) == 1:
            raise Refused("a clock is for two or more: alone nobody is kept waiting")
        if wanted.names and len(wanted.names) != len(wanted.seats):
            raise Refused(f"names must be one for each of the {len(wanted.seats)} seats, or none")
        names = [" ".join(name.split()) for name in wanted.names] or [""] * len(wanted.seats)
        if wanted.edition:
            kind.edition_of(wanted.edition, "edition")
        table_id, now = wanted.ticket or new_table_id(), time.time()
        created = Created(
            at=now, by=who.id, game=kind.id, rules=kind.rules, seats=len(wanted.seats), options=options,
            secret=await self.secret(table_id), edition=wanted.edition, turn_seconds=wanted.turn_seconds,
            reserved=list(reserved), names=names if any(reserved) else [],
        )  # fmt: skip
        for taker in wanted.seats:
            if taker not in ("me", "open"):
                bot(taker, 0)
        entries: list[AnyEntry] = [created]
        for seat, taker in enumerate(wanted.seats):
            if taker == "me":
                entries.append(Sat(at=now, by=who.id, seat=seat, name=names[seat] or who.name, nonce=wanted.nonce))
            elif taker != "open":
                entries.append(Invited(at=now, by=who.id, seat=seat, bot=taker))
        rows = [Row(table_id, seq, pack(entry), _index(entry)) for seq, entry in enumerate(entries, 1)]
        if not await self.store.append(*rows):
            raise Refused(f"ticket {table_id} was used already")
        room = self.rooms.setdefault(table_id, Room(replay(table_id, entries), self.attendance.tell))
        self._forget_some()
        self._attend(room)
        self.metrics.tables_opened += 1
        return table_id

    async def secret(self, ticket: str) -> str:
        """Return the secret of the deal at the table of that id: fixed before anybody has chosen a nonce."""
        if not self._key:
            self._key = await self.store.setting("secret key", new_secret())
        return hmac.digest(self._key.encode(), ticket.encode(), "sha256").hex()

    async def execute(self, room: Room, who: Who, command: protocol.Command) -> Answer:
        """Carry out a command, also when who asked is gone before it is done."""
        return await asyncio.shield(self._spawn(self.carry_out(room, who, command)))

    async def carry_out(
        self, room: Room, who: Who, command: protocol.Command, answered: Callable[[Answer], None] = lambda _: None
    ) -> Answer:
        """Carry out a command and return its answer, the first one if it is a repeat.

        `answered` is called with the answer before anybody is shown what changed. Who may be cancelled calls `execute`:
        what is on its way to the disk must be finished.
        """
        answer, change = await self._execute(room, who, command)
        answered(answer)
        if change is not None:
            self._changed(room, change)
        return answer

    async def _execute(self, room: Room, who: Who, command: protocol.Command) -> tuple[Answer, Proposal | None]:
        earlier = room.table.answered(who, command) or room.refused.get((who.id, command.command))
        if earlier is not None:
            return earlier, None
        if isinstance(command, protocol.Rematch):
            return await self._rematch(room, who, command)
        if isinstance(command, protocol.Sit | protocol.Chat):
            # Whoever has another name since they connected is shown by that one.
            who = await self.store.renamed(who)
        async with room.lock:
            counts = isinstance(command, protocol.Chat)
            while True:
                proposal = room.table.propose(command, who, time.time())
                if counts and isinstance(proposal, Proposal):
                    counts = not self.chats.take(who.id)
                    if counts:
                        proposal = Answer(command.command, ok=False, error="too many chat messages, wait a little")
                if isinstance(proposal, Answer):
                    # Another process may know more: only what is refused in the newest position is refused.
                    if proposal.ok:
                        return proposal, None
                    if not await self._catch_up(room):
                        return self._refuse(room, who, proposal)
                    continue
                if await self._store(room, proposal):
                    return Answer(command.command, ok=True), proposal
                await self._catch_up(room)

    def _refuse(self, room: Room, who: Who, answer: Answer) -> tuple[Answer, None]:
        self.metrics.refused += 1
        room.remember(who, answer)
        return answer, None

    async def _store(self, room: Room, proposal: Proposal) -> bool:
        """Make a proposal durable, then true; False if another process was first."""
        entry, after = proposal
        row = Row(room.table.id, room.table.seq + 1, pack(entry), _index(entry, after, room.table))
        if not await self.store.append(row):
            return False
        room.table.apply(entry, after)
        return True

    def _changed(self, room: Room, proposal: Proposal) -> None:
        self.metrics.decisions += isinstance(proposal.entry, Decided)
        room.show()
        self._attend(room)

    async def _rematch(self, room: Room, who: Who, command: protocol.Rematch) -> tuple[Answer, Proposal | None]:
        """Open one table and reserve its seats for those who played."""
        table = room.table
        async with room.lock:
            if self.store.shared:
                await self._catch_up(room)
            if table.status != "over" or not table.seats_of(who.id):
                error = "a rematch is for the players of a finished game"
                return self._refuse(room, who, Answer(command.command, ok=False, error=error))
            if table.rematch:
                return Answer(command.command, ok=True, table=table.rematch), None
            # Everybody moves up by one seat, so that another player is the first.
            chairs, made = [*table.chairs[1:], table.chairs[0]], table.created
            wanted = NewTable(
                game=made.game, options=made.options, edition=made.edition, turn_seconds=made.turn_seconds,
                seats=[chair.bot if chair.bot and not chair.left else "open" for chair in chairs],
                names=[chair.name if chair.person else "" for chair in chairs],
            )  # fmt: skip
            try:
                opened = await self.create(who, wanted, [chair.person for chair in chairs])
            except AtollError as error:
                return self._refuse(room, who, Answer(command.command, ok=False, error=str(error)))
            proposal = Proposal(Rematched(at=time.time(), by=who.id, command=command.command, table=opened))
            while table.rematch is None and not await self._store(room, proposal):
                await self._catch_up(room)
            return Answer(command.command, ok=True, table=table.rematch), proposal

    # What goes on by itself

    def _attend(self, room: Room, *, ours: bool = True) -> None:
        """Let a bot think if it is its turn, and set the clock of a table that has one.

        What another process may be about to do, as it is not ours, is left to it for a while.
        """
        table = room.table
        if ours:
            room.ours.set()
        else:
            room.ours.clear()
        if table.bot_to_decide and room.thinking is None:
            room.thinking = self._spawn(self._bots(room))
        if room.clock is not None:
            room.clock.cancel()
            room.clock = None
        if table.deadline is not None and not table.bot_to_decide and room.late is None:
            delay = max(0.0, table.deadline - time.time()) + (0.0 if ours else OTHERS_SECONDS)
            loop = asyncio.get_running_loop()
            room.clock = loop.call_later(delay, self._ring, room)

    def _ring(self, room: Room) -> None:
        room.clock = None
        room.late = self._spawn(self._too_late(room))

    async def _bots(self, room: Room) -> None:
        """Play for bots as long as it is their turn."""
        try:
            ply = -1
            while not room.ours.is_set() and room.table.ply != ply:
                ply = room.table.ply
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(room.ours.wait(), OTHERS_SECONDS)
            while room.table.bot_to_decide:
                await self._think(room, room.table.bot_to_decide, stand_in=False)
        finally:
            room.thinking = None

    async def _too_late(self, room: Room) -> None:
        """Play the rest of the turn for somebody who let the time pass."""
        table = room.table
        seat, began = table.actor, table.turn_began
        try:
            while seat is not None and table.actor == seat and table.turn_began == began:
                await self._think(room, STAND_IN, stand_in=True)
        finally:
            room.late = None
        self._attend(room)

    async def _think(self, room: Room, name: str, *, stand_in: bool) -> None:
        """Let a bot decide; where that fails it is tried again after a while, as nobody else would."""
        try:
            await self._decide(room, name, stand_in=stand_in)
        except Exception:
            log.exception("a bot could not decide; it tries again")
            await asyncio.sleep(AGAIN_SECONDS)

    async def _decide(self, room: Room, name: str, *, stand_in: bool) -> None:
        """Let a bot decide for the seat whose turn it is, from what that seat knows."""
        table = room.table
        seat, ply, state = table.actor, table.ply, table.state
        assert seat is not None
        assert state is not None
        player = room.player(seat, name, lambda: bot(name, seed(table.created.secret, (str(seat), str(ply))) >> 1))
        self.metrics.bot_queue += 1
        try:
            loop = asyncio.get_running_loop()
            decision = await loop.run_in_executor(self.thinkers, _choose, player, state.hide(seat), seat)
        finally:
            self.metrics.bot_queue -= 1
        async with room.lock:
            while True:
                proposal = table.decided_by_bot(seat, decision, ply, time.time(), stand_in=stand_in)
                if proposal is None:
                    return
                if await self._store(room, proposal):
                    break
                await self._catch_up(room)
        self._changed(room, proposal)


def _choose(player: Bot, known: State, seat: int) -> int:
    """Return a bot's decision; where it fails any legal one, as the others wait."""
    try:
        decision = player.choose(known, seat, Budget())
        known.play(decision)
    except Exception:
        log.exception("a bot failed; any legal decision is played instead")
        return bot("random", hash(known)).choose(known, seat, Budget())
    return decision


def _index(entry: AnyEntry, after: State | None = None, table: Table | None = None) -> Index:
    """Return what an entry changes in the lists of games."""
    match entry:
        case Created():
            return Index(created=(entry.game, entry.rules, entry.at, bool(entry.turn_seconds)))
        case Sat():
            return Index(seat=(entry.seat, entry.by))
        case Left() if table is not None and table.state is None:
            return Index(seat=(entry.seat, ""))
        case Left():
            # The seat stays in its owner's list, so that the way back is found.
            return Index(attended=True)
        case Abandoned():
            return Index(abandoned=True)
        case Invited():
            return Index(attended=True)
        case Decided() if after is not None and after.over and table is not None:
            return Index(result=",".join(str(points) for points in after.scores()), earned=earned(table, after))
        case _:
            return NOTHING

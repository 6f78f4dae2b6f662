"""The rooms of one process, and the path of every command: propose, store, apply, answer, show.

One command at a time is under way in a room. With several processes on one database the log's unique key decides
between them: the second process reads what the first has added, and proposes again.
"""

import asyncio
import hmac
import logging
import time
from collections.abc import Callable, Sequence

from atoll.bots import bot
from atoll.core.fair import new_secret
from atoll.core.game import find_game
from atoll.kit.errors import AtollError
from atoll.server import limits, protocol
from atoll.server.achievements import backfill
from atoll.server.auth import new_table_id
from atoll.server.commits import commit, index_update
from atoll.server.drivers import Drivers
from atoll.server.entries import AnyEntry, Created, Invited, Rematched, Sat, pack, unpack
from atoll.server.limits import Buckets
from atoll.server.outbox import Outbox
from atoll.server.peers import Peers
from atoll.server.presence import PresenceExchange
from atoll.server.protocol import Answer, NewTable
from atoll.server.room import Room
from atoll.server.seating import Person
from atoll.server.store import Row, Store
from atoll.server.table import Proposal, Refused, Table, refuse, replay
from atoll.server.tasks import Tasks

log = logging.getLogger("atoll.server")
MIN_ROOM_SECONDS = 10.0
"""How long an unused room stays in memory, for a viewer who is about to enter."""


class Hub:
    """All rooms of one process."""

    def __init__(self, store: Store, *, threads: int = 1) -> None:
        self.store = store
        self.metrics = store.metrics
        self.rooms: dict[str, Room] = {}
        self.tasks = Tasks()
        self.outbox = Outbox()
        self.presence = PresenceExchange(store, self.rooms)
        self.peers = Peers(store, self.rooms, self.tasks, self._on_news)
        self.drivers = Drivers(store, self.peers, self.tasks, self.room, threads=threads)
        self.chats = Buckets("chats")
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._key = ""

    async def open(self) -> None:
        """Resume unattended tables, and listen to other processes."""
        await self.store.listen(self.peers.notify, self.presence.receive)
        self.tasks.spawn(self.drivers.resume(await self.store.unattended()))
        self.tasks.spawn(backfill(self.store))
        if self.store.shared:
            self.tasks.spawn(self._poll())
            self.tasks.spawn(self.presence.run())

    async def _poll(self) -> None:
        """Periodically catch up on missed notifications and adopt tables of dead processes."""
        while True:
            await asyncio.sleep(self.peers.grace_seconds)
            try:
                await self.peers.catch_up_all()
                await self.drivers.resume(await self.store.unattended())
            except Exception:
                log.exception("the database did not answer; trying again")

    async def close(self) -> None:
        """Stop; what was not stored was not acknowledged."""
        await self.tasks.close()
        await self.presence.close()
        self.drivers.close()

    # Rooms

    async def room(self, table_id: str) -> Room | None:
        """Return a table's room, loaded from its log if it is not in memory; None if there is no such table."""
        found = self.rooms.get(table_id)
        if found is None:
            if table_id not in self._loading:
                self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            try:
                found = await asyncio.shield(self._loading[table_id])
            finally:
                self._loading.pop(table_id, None)
        if found is not None:
            found.last_used = time.monotonic()
        return found

    async def table(self, table_id: str) -> Table | None:
        """Return a table from its log without a room; None if there is no such table."""
        bodies = await self.store.entries(table_id)
        return replay(table_id, [unpack(body) for body in bodies]) if bodies else None

    async def _load(self, table_id: str) -> Room | None:
        table = await self.table(table_id)
        if table is None:
            return None
        room = self.rooms.setdefault(table_id, Room(table, self.presence.publish))
        self._on_news(room)
        self._unload_some()
        return room

    def _on_news(self, room: Room) -> None:
        self.drivers.drive(room, here=not self.store.shared)

    def _unload_some(self) -> None:
        if len(self.rooms) <= limits.TABLES_IN_MEMORY:
            return
        before = time.monotonic() - MIN_ROOM_SECONDS
        idle = sorted((room.last_used, table_id) for table_id, room in self.rooms.items() if room.idle)
        for last_used, table_id in idle[: len(self.rooms) // 4]:
            if last_used < before:
                del self.rooms[table_id]

    # Commands

    async def create(self, person: Person, wanted: NewTable, reserved: Sequence[str] = ()) -> str:
        """Open a table and return its id; `reserved` has the ids of persons for open seats, shown by `wanted.names`."""
        game = find_game(wanted.game)
        options = game.resolve(wanted.options)
        game.check_seats(len(wanted.seats))
        if wanted.turn_seconds and len(wanted.seats) == 1:
            raise Refused("a clock is for two or more: alone nobody is kept waiting")
        if wanted.names and len(wanted.names) != len(wanted.seats):
            raise Refused(f"names must be one for each of the {len(wanted.seats)} seats, or none")
        names = [" ".join(name.split()) for name in wanted.names] or [""] * len(wanted.seats)
        if wanted.edition:
            game.edition_of(wanted.edition, "edition")
        table_id, now = wanted.ticket or new_table_id(), time.time()
        created = Created(
            at=now, by=person.id, game=game.id, rules=game.rules, seats=len(wanted.seats), options=options,
            secret=await self.secret(table_id), edition=wanted.edition, turn_seconds=wanted.turn_seconds,
            reserved=list(reserved), names=names if any(reserved) else [],
        )  # fmt: skip
        for player in wanted.seats:
            if player not in ("me", "open"):
                bot(player, 0)
        entries: list[AnyEntry] = [created]
        for seat, player in enumerate(wanted.seats):
            if player == "me":
                name = names[seat] or person.name
                entries.append(Sat(at=now, by=person.id, seat=seat, name=name, nonce=wanted.nonce))
            elif player != "open":
                entries.append(Invited(at=now, by=person.id, seat=seat, bot=player))
        rows = [Row(table_id, seq, pack(entry), index_update(entry)) for seq, entry in enumerate(entries, 1)]
        if not await self.store.append(*rows):
            raise Refused(f"ticket {table_id} was used already")
        room = self.rooms.setdefault(table_id, Room(replay(table_id, entries), self.presence.publish))
        self._unload_some()
        self.drivers.drive(room)
        self.metrics.tables_opened += 1
        return table_id

    async def secret(self, ticket: str) -> str:
        """Return the secret for the deal of the table with that id: fixed before anybody has chosen a nonce."""
        if not self._key:
            self._key = await self.store.setting("secret key", new_secret())
        return hmac.digest(self._key.encode(), ticket.encode(), "sha256").hex()

    async def execute(self, room: Room, person: Person, command: protocol.Command) -> Answer:
        """Carry out a command to its end, even if the caller is cancelled."""
        return await asyncio.shield(self.tasks.spawn(self.carry_out(room, person, command)))

    async def carry_out(
        self, room: Room, person: Person, command: protocol.Command, send: Callable[[Answer], None] = lambda _: None
    ) -> Answer:
        """Carry out a command and return its answer, the first one if it is a repeat.

        `send` gets the answer before any viewer is shown the change. A caller that may be cancelled uses `execute`:
        an entry on its way to the disk must be applied.
        """
        answer, change = await self._carry_out(room, person, command)
        send(answer)
        if change is not None:
            self.drivers.entry_added(room, change.entry)
        return answer

    async def _carry_out(self, room: Room, person: Person, command: protocol.Command) -> tuple[Answer, Proposal | None]:
        earlier = room.table.earlier_answer(person, command) or room.refusals.get((person.id, command.command))
        if earlier is not None:
            return earlier, None
        if isinstance(command, protocol.Rematch):
            return await self._rematch(room, person, command)
        if isinstance(command, protocol.Sit | protocol.Chat):
            # The person may have another name since they connected.
            person = await self.store.refresh_name(person)
        async with room.lock:
            limited = isinstance(command, protocol.Chat)
            while True:
                proposal = room.table.propose(command, person, time.time())
                if limited and isinstance(proposal, Proposal):
                    limited = not self.chats.take(person.id)
                    if limited:
                        error = Refused("too many chat messages, wait a little", "too_many_messages")
                        proposal = refuse(command, error)
                if isinstance(proposal, Answer):
                    # Another process may have added entries: only a refusal in the newest position counts.
                    if proposal.ok:
                        return proposal, None
                    if not await self.peers.catch_up_locked(room):
                        return self._refuse(room, person, proposal)
                    continue
                if await commit(self.store, room, proposal):
                    return Answer(command.command, ok=True), proposal
                await self.peers.catch_up_locked(room)

    def _refuse(self, room: Room, person: Person, answer: Answer) -> tuple[Answer, None]:
        self.metrics.refused += 1
        room.remember_refusal(person, answer)
        return answer, None

    async def _rematch(self, room: Room, person: Person, command: protocol.Rematch) -> tuple[Answer, Proposal | None]:
        """Open one table and reserve its seats for the players of this one."""
        table = room.table
        async with room.lock:
            if self.store.shared:
                await self.peers.catch_up_locked(room)
            if table.status != "over" or not table.seats_of(person.id):
                error = Refused("a rematch is for the players of a finished game", "rematch_players")
                return self._refuse(room, person, refuse(command, error))
            if table.rematch:
                return Answer(command.command, ok=True, table=table.rematch), None
            # Everybody moves up by one seat, so that another player is the first.
            seats, created = [*table.seats[1:], table.seats[0]], table.created
            wanted = NewTable(
                game=created.game, options=created.options, edition=created.edition, turn_seconds=created.turn_seconds,
                seats=[seat.bot if seat.bot and not seat.left else "open" for seat in seats],
                names=[seat.name if seat.person_id else "" for seat in seats],
            )  # fmt: skip
            try:
                opened = await self.create(person, wanted, [seat.person_id for seat in seats])
            except AtollError as failure:
                return self._refuse(room, person, refuse(command, failure))
            proposal = Proposal(Rematched(at=time.time(), by=person.id, command=command.command, table=opened))
            while table.rematch is None and not await commit(self.store, room, proposal):
                await self.peers.catch_up_locked(room)
            return Answer(command.command, ok=True, table=table.rematch), proposal

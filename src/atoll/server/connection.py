"""One websocket: what a client says is checked and carried out; what it should see is written when it can take it.

Nothing is queued for a slow reader but a handful of answers: a frame is made when it is sent, from the table as it is
then, so a client that missed ten moves gets one frame for each turn that ended meanwhile.
"""

import asyncio
import time
from collections import deque

import msgspec

from atoll.server import limits, protocol
from atoll.server.hub import Hub
from atoll.server.limits import Bucket
from atoll.server.protocol import Answer, Fault, Frame, Presence
from atoll.server.room import Room
from atoll.server.socket import Socket
from atoll.server.table import OtherRules, Who

TOO_MANY = 4029
BLINK = 0.1
"""Seconds in which a busy server makes several moves into one frame for who is not to decide; hardly to be seen."""
INBOX = 16
"""How many messages wait for their turn before the client has to wait."""


class Connection:
    """A client at a table."""

    def __init__(self, hub: Hub, socket: Socket, who: Who) -> None:
        self.hub, self.socket, self.who = hub, socket, who
        self.person = who.id
        self.room: Room | None = None
        self.wanted_seat: int | None = None
        self.public = False
        self.seq = 0
        self.fresh = False
        self.due = False
        self.seats: list[int] = []
        self.later: asyncio.TimerHandle | None = None
        self.presence: Presence | None = None
        self.inbox: deque[bytes | None] = deque()
        self.mail: asyncio.Future[None] | None = None
        self.outgoing: deque[Answer | Fault] = deque()
        self.full_since: float | None = None
        self.bucket = Bucket("messages")

    def wake(self) -> None:
        """There may be something new to see; who is not to decide can wait a blink while others' moves are stored."""
        watches = self.room is not None and self.room.table.actor not in self.seats
        if not (watches and self.hub.store.busy) or self.fresh:
            self._see()
        elif self.later is None:
            self.later = asyncio.get_running_loop().call_later(BLINK, self._see)

    def _see(self) -> None:
        if self.later is not None:
            self.later.cancel()
            self.later = None
        self.due = True
        self.writable()

    # What comes in

    async def run(self) -> None:
        """Talk until one side has had enough; what was asked for is finished also when nobody waits for it."""
        self.hub.metrics.connections += 1
        try:
            while (data := await self._mail()) is not None:
                if not self.bucket.take():
                    await self.socket.send({"type": "websocket.close", "code": TOO_MANY, "reason": "too many messages"})
                    return
                await self.hear(data)
        finally:
            self.hub.metrics.connections -= 1
            self._enter(None)
            if self.later is not None:
                self.later.cancel()

    async def _mail(self) -> bytes | None:
        """Return the next message; None when the client is gone."""
        while not self.inbox:
            self.mail = asyncio.get_running_loop().create_future()
            await self.mail
        data = self.inbox.popleft()
        if len(self.inbox) < INBOX:
            self.socket.go_on()
        return data

    def heard(self, data: bytes | None) -> None:
        """Take one message; its turn comes when those before it are done."""
        self.inbox.append(data)
        if len(self.inbox) >= INBOX:
            self.socket.hold()
        if self.mail is not None and not self.mail.done():
            self.mail.set_result(None)

    def gone(self) -> None:
        """Stop when what was heard last is done."""
        self.inbox.clear()
        self.heard(None)

    async def hear(self, data: str | bytes) -> None:
        """Carry out one message."""
        try:
            message = protocol.decoder.decode(data)
        except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._say(Fault(f"message can't be understood: {error}"))
            return
        if isinstance(message, protocol.Hello):
            await self._hello(message)
        elif self.room is None:
            self._say(Answer(message.command, ok=False, error="say hello to a table first"))
        else:
            await self.hub.carry_out(self.room, self.who, message, self._say)

    async def _hello(self, hello: protocol.Hello) -> None:
        try:
            room = await self.hub.room(hello.table)
        except OtherRules as error:
            self._say(Fault(str(error)))
            return
        if room is None:
            self._say(Fault(f"there is no table {hello.table}"))
            return
        if self.hub.store.shared:
            await self.hub.catch_up(room)
        mine = room.table.seats_of(self.person)
        if hello.seat is not None and hello.seat not in mine:
            self._say(Fault(f"seat {hello.seat} is not yours"))
            return
        self.wanted_seat, self.public = hello.seat, hello.public
        self.seq = hello.seq if hello.seq <= room.table.seq else 0
        self.fresh = True
        self._enter(room)
        self.wake()

    def _enter(self, room: Room | None) -> None:
        before, self.room, self.presence = self.room, room, None
        if before is room:
            return
        if before is not None:
            before.leave(self)
        if room is not None:
            room.enter(self)

    # What goes out

    def _say(self, message: Answer | Fault) -> None:
        self.hub.metrics.faults += isinstance(message, Fault)
        self.outgoing.append(message)
        # Who speaks of a position that is gone is shown the one that is, whatever was sent before.
        if isinstance(message, Answer) and message.stale:
            self.fresh = self.due = True
        self.writable()

    def writable(self) -> None:
        """Write what there is to say, as soon as everything that happens now has happened."""
        self.hub.outbox.add(self)

    def make(self) -> bytes:
        """Return what there is to say, a line each: an answer and a frame that are both due travel together."""
        self.full_since = (self.full_since or time.monotonic()) if self.socket.full else None
        if self.socket.full:
            return b""
        lines = [
            protocol.encoder.encode(message)
            for message in (*self.outgoing, *self._frames(), self._presence())
            if message is not None
        ]
        self.outgoing.clear()
        return b"\n".join(lines)

    def say(self, text: bytes) -> None:
        """Send what was made."""
        self.socket.say(text)

    def drop_if_stuck(self) -> None:
        """Let go of somebody who has not read for too long; connecting again brings everything missed."""
        if self.full_since is not None and time.monotonic() - self.full_since > limits.SEND_SECONDS:
            self.socket.transport.abort()

    def _frames(self) -> list[Frame]:
        """Return what is new at the table: a frame for each turn that ended meanwhile, then the present one."""
        if self.room is None or not self.due:
            return []
        table = self.room.table
        self.due = False
        if table.seq == self.seq and not self.fresh:
            return []
        self.seats = table.seats_of(self.person)
        seat = None if self.public else table.seat_for(self.person, self.wanted_seat)
        frames = []
        # A client that has just said hello gets the present; one that keeps up follows turn by turn.
        for decisions in [] if self.fresh else table.turn_ends(self.seq):
            frames.append(table.past_frame(self.person, seat, self.seq, decisions))
            self.seq = frames[-1].seq
        frames.append(table.frame(self.person, seat, self.seq))
        self.seq, self.fresh = table.seq, False
        self.hub.metrics.frames += len(frames)
        return frames

    def _presence(self) -> Presence | None:
        if self.room is None:
            return None
        present = self.room.presence
        if present == self.presence:
            return None
        self.presence = present
        return present

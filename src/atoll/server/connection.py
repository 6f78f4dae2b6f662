"""One websocket: carries out a client's messages, and writes answers and frames when the client can take them.

Nothing is queued for a slow reader but a handful of answers: a frame is made when it is sent, from the table as it is
then, so a client that missed ten moves gets one frame for each turn that ended meanwhile.
"""

import asyncio
import time
from collections import deque

import msgspec

from atoll.server import limits, protocol
from atoll.server.frames import frame_of, past_frame, turn_ends
from atoll.server.hub import Hub
from atoll.server.limits import Bucket
from atoll.server.protocol import Answer, Fault, Frame, Presence
from atoll.server.room import Room
from atoll.server.seating import Person
from atoll.server.socket import Socket
from atoll.server.table_state import OtherRules

TOO_MANY_MESSAGES = 4029
"""The websocket's close code for a client over its rate limit."""
FRAME_DELAY = 0.1
"""Seconds for which a busy server gathers moves into one frame, for viewers who are not to decide."""
MAX_INBOX = 16
"""How many messages wait to be handled before reading pauses."""


class Connection:
    """A client at a table."""

    def __init__(self, hub: Hub, socket: Socket, person: Person) -> None:
        self.hub, self.socket, self.person = hub, socket, person
        self.person_id = person.id
        self.room: Room | None = None
        self.wanted_seat: int | None = None
        self.public = False
        self.seq = 0
        self.resend_all = False
        """Whether the next frame is due even if the client has seen everything."""
        self.frame_due = False
        self.seats: list[int] = []
        self.delayed: asyncio.TimerHandle | None = None
        self.presence: Presence | None = None
        self.inbox: deque[bytes | None] = deque()
        self.inbox_ready: asyncio.Future[None] | None = None
        self.outgoing: deque[Answer | Fault] = deque()
        self.congested_since: float | None = None
        self.bucket = Bucket("messages")

    # Input

    async def run(self) -> None:
        """Handle messages until the client is gone or over its rate limit; finish what was begun."""
        self.hub.metrics.connections += 1
        try:
            while (data := await self._next_message()) is not None:
                if not self.bucket.take():
                    code, reason = TOO_MANY_MESSAGES, "too many messages"
                    await self.socket.send({"type": "websocket.close", "code": code, "reason": reason})
                    return
                await self.handle(data)
        finally:
            self.hub.metrics.connections -= 1
            self._enter(None)
            if self.delayed is not None:
                self.delayed.cancel()

    async def _next_message(self) -> bytes | None:
        """Return the next message; None when the client is gone."""
        while not self.inbox:
            self.inbox_ready = asyncio.get_running_loop().create_future()
            await self.inbox_ready
        data = self.inbox.popleft()
        if len(self.inbox) < MAX_INBOX:
            self.socket.resume_reading()
        return data

    def receive(self, data: bytes | None) -> None:
        """Queue one message; None ends the connection."""
        self.inbox.append(data)
        if len(self.inbox) >= MAX_INBOX:
            self.socket.pause_reading()
        if self.inbox_ready is not None and not self.inbox_ready.done():
            self.inbox_ready.set_result(None)

    def disconnected(self) -> None:
        """Stop after the message that is being handled."""
        self.inbox.clear()
        self.receive(None)

    async def handle(self, data: str | bytes) -> None:
        """Carry out one message."""
        try:
            message = protocol.decoder.decode(data)
        except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._send(Fault(f"message can't be understood: {error}"))
            return
        if isinstance(message, protocol.Hello):
            await self._hello(message)
        elif self.room is None:
            self._send(Answer(message.command, ok=False, error="say hello to a table first"))
        else:
            await self.hub.carry_out(self.room, self.person, message, self._send)

    async def _hello(self, hello: protocol.Hello) -> None:
        try:
            room = await self.hub.room(hello.table)
        except OtherRules as error:
            self._send(Fault(str(error)))
            return
        if room is None:
            self._send(Fault(f"there is no table {hello.table}"))
            return
        if self.hub.store.shared:
            await self.hub.peers.catch_up(room)
        if hello.seat is not None and hello.seat not in room.table.seats_of(self.person_id):
            self._send(Fault(f"seat {hello.seat} is not yours"))
            return
        self.wanted_seat, self.public = hello.seat, hello.public
        self.seq = hello.seq if hello.seq <= room.table.seq else 0
        self.resend_all = True
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

    # Output

    def wake(self) -> None:
        """Schedule a frame; under load, viewers who are not to decide get it up to 0.1 s later."""
        watches = self.room is not None and self.room.table.actor not in self.seats
        if not (watches and self.hub.store.busy) or self.resend_all:
            self._queue_frame()
        elif self.delayed is None:
            self.delayed = asyncio.get_running_loop().call_later(FRAME_DELAY, self._queue_frame)

    def _queue_frame(self) -> None:
        if self.delayed is not None:
            self.delayed.cancel()
            self.delayed = None
        self.frame_due = True
        self.writable()

    def _send(self, message: Answer | Fault) -> None:
        self.hub.metrics.faults += isinstance(message, Fault)
        self.outgoing.append(message)
        # A stale command means that the client shows an old position: send it the present one again.
        if isinstance(message, Answer) and message.stale:
            self.resend_all = self.frame_due = True
        self.writable()

    def writable(self) -> None:
        """Queue this connection's output for the next flush."""
        self.hub.outbox.add(self)

    def encode_pending(self) -> bytes:
        """Return all pending output, a line each: an answer and a frame that are both due travel together."""
        self.congested_since = (self.congested_since or time.monotonic()) if self.socket.congested else None
        if self.socket.congested:
            return b""
        lines = [
            protocol.encoder.encode(message)
            for message in (*self.outgoing, *self._frames(), self._new_presence())
            if message is not None
        ]
        self.outgoing.clear()
        return b"\n".join(lines)

    def write(self, text: bytes) -> None:
        """Write encoded output."""
        self.socket.write_text(text)

    def drop_if_stuck(self) -> None:
        """Drop a client that has not read for too long; connecting again brings everything missed."""
        if self.congested_since is not None and time.monotonic() - self.congested_since > limits.SEND_SECONDS:
            self.socket.transport.abort()

    def _frames(self) -> list[Frame]:
        """Return the new frames: one for each turn that ended meanwhile, then the present one."""
        if self.room is None or not self.frame_due:
            return []
        table = self.room.table
        self.frame_due = False
        if table.seq == self.seq and not self.resend_all:
            return []
        self.seats = table.seats_of(self.person_id)
        seat = None if self.public else table.seat_for(self.person_id, self.wanted_seat)
        frames = []
        # A client that has just said hello gets the present; one that keeps up follows turn by turn.
        for decisions in [] if self.resend_all else turn_ends(table, self.seq):
            frames.append(past_frame(table, self.person_id, seat, self.seq, decisions))
            self.seq = frames[-1].seq
        frames.append(frame_of(table, self.person_id, seat, self.seq))
        self.seq, self.resend_all = table.seq, False
        self.hub.metrics.frames += len(frames)
        return frames

    def _new_presence(self) -> Presence | None:
        if self.room is None:
            return None
        presence = self.room.presence
        if presence == self.presence:
            return None
        self.presence = presence
        return presence

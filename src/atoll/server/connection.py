"""One websocket: what a client says is checked and carried out; what it should see is written when it can take it.

Nothing is queued for a slow reader but a handful of answers: a frame is made when it is sent, from the table as it is
then, so a client that missed ten moves gets one frame that holds them all.
"""

import asyncio
import contextlib
import time
from collections import deque

import msgspec
from starlette.types import Receive, Send

from atoll.server import limits, protocol
from atoll.server.hub import Hub
from atoll.server.limits import Bucket
from atoll.server.protocol import Answer, Fault, Frame, Presence
from atoll.server.room import Room
from atoll.server.table import Who

TOO_MANY = 4029
BLINK = 0.1
"""Seconds in which a busy server makes several moves into one frame for who only watches; less than anybody sees."""


class Connection:
    """A client at a table."""

    def __init__(self, hub: Hub, receive: Receive, send: Send, who: Who) -> None:
        self.hub, self.receive, self.send, self.who = hub, receive, send, who
        self.person = who.id
        self.room: Room | None = None
        self.wanted_seat: int | None = None
        self.seq = 0
        self.fresh = False
        self.due = False
        self.seats: list[int] = []
        self.later: asyncio.TimerHandle | None = None
        self.presence: Presence | None = None
        self.outgoing: deque[Answer | Fault] = deque()
        self.woken = asyncio.Event()
        self.sending_since: float | None = None
        self.reader: asyncio.Future[None] | None = None
        self.bucket = Bucket("messages")

    def wake(self) -> None:
        """There may be something new to see; who only watches can wait a blink while others' moves are stored."""
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
        self.woken.set()

    async def run(self) -> None:
        """Talk until one side has had enough."""
        await self.receive()
        await self.send({"type": "websocket.accept"})
        self.hub.metrics.connections += 1
        self.reader, writer = asyncio.ensure_future(self._read()), asyncio.ensure_future(self._write())
        try:
            await asyncio.wait({self.reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.hub.metrics.connections -= 1
            self._enter(None)
            if self.later is not None:
                self.later.cancel()
            self.reader.cancel()
            writer.cancel()
            for task in (self.reader, writer):
                # Gone clients end in exceptions of several libraries; what they had to say has been said.
                with contextlib.suppress(Exception, asyncio.CancelledError):
                    await task

    async def _read(self) -> None:
        while True:
            message = await self.receive()
            if message["type"] == "websocket.disconnect":
                return
            data = message.get("text") or message.get("bytes") or b""
            if not self.bucket.take():
                await self.send({"type": "websocket.close", "code": TOO_MANY, "reason": "too many messages"})
                return
            await self.hear(data)

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
            await self.hub.execute(self.room, self.who, message, self._say)

    async def _hello(self, hello: protocol.Hello) -> None:
        room = await self.hub.room(hello.table)
        if room is None:
            self._say(Fault(f"there is no table {hello.table}"))
            return
        if self.hub.store.shared:
            await self.hub.catch_up(room)
        mine = room.table.seats_of(self.person)
        if hello.seat is not None and hello.seat not in mine:
            self._say(Fault(f"seat {hello.seat} is not yours"))
            return
        self.wanted_seat = hello.seat
        self.seq = hello.seq if hello.seq <= room.table.seq else 0
        self.fresh = True
        self._enter(room)
        self.wake()

    def _enter(self, room: Room | None) -> None:
        if self.room is not None:
            self.room.leave(self)
        self.room, self.presence = room, None
        if room is not None:
            room.enter(self)

    def _say(self, message: Answer | Fault) -> None:
        self.hub.metrics.faults += isinstance(message, Fault)
        self.outgoing.append(message)
        self.woken.set()

    async def _write(self) -> None:
        while True:
            await self.woken.wait()
            self.woken.clear()
            # An answer and the frame it led to travel together, a line each: sending costs more than making them.
            lines = [
                protocol.encoder.encode(message)
                for message in (*self.outgoing, self._frame(), self._presence())
                if message
            ]
            self.outgoing.clear()
            if lines:
                self.sending_since = time.monotonic()
                await self.send({"type": "websocket.send", "text": b"\n".join(lines).decode()})
                self.sending_since = None

    def drop_if_stuck(self) -> None:
        """Let go of somebody who has not read for too long; connecting again brings everything missed."""
        since = self.sending_since
        if since is not None and time.monotonic() - since > limits.SEND_SECONDS and self.reader is not None:
            self.reader.cancel()

    def _frame(self) -> Frame | None:
        if self.room is None or not self.due:
            return None
        table = self.room.table
        self.due = False
        if table.seq == self.seq and not self.fresh:
            return None
        self.seats = table.seats_of(self.person)
        frame = table.frame(self.person, table.seat_for(self.person, self.wanted_seat), self.seq)
        self.seq, self.fresh = table.seq, False
        self.hub.metrics.frames += 1
        return frame

    def _presence(self) -> Presence | None:
        if self.room is None:
            return None
        present = self.room.presence
        if present == self.presence:
            return None
        self.presence = present
        return present

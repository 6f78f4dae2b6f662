"""uvicorn's websocket and HTTP protocols with two changes each: direct delivery, and a write timeout.

A websocket hands a message to its handler as soon as it is there. The usual way of an application, a queue that a task
waits for and a pause in reading after each message, costs a busy server more than the message itself. The framing of
messages, pings and closing are left to uvicorn and its library.
"""

import asyncio
from typing import Protocol

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from atoll.server import limits


class MessageHandler(Protocol):
    """Takes the messages of a websocket."""

    def receive(self, data: bytes) -> None:
        """Take one message."""

    def writable(self) -> None:
        """Go on writing: the client has caught up."""

    def disconnected(self) -> None:
        """Stop: the client is gone."""


class Socket(WebSocketsSansIOProtocol):
    """A websocket that calls its handler as soon as a message is there."""

    message_handler: MessageHandler | None = None

    def handle_connect(self, event: Request) -> None:
        """Let the application find this socket."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), "atoll.socket": {"socket": self}}

    def send_receive_event_to_app(self) -> None:
        """Give a message to the handler."""
        if self.message_handler is None:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self.message_handler.receive(data)

    def write_text(self, text: bytes) -> None:
        """Write a text message."""
        if not self.close_sent and not self.transport.is_closing():
            self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def pause_reading(self) -> None:
        """Leave what the client sends unread, so that it has to wait."""
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        """Read on."""
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    @property
    def congested(self) -> bool:
        """Whether the client reads more slowly than we write."""
        return not self.writable.is_set()

    def resume_writing(self) -> None:
        """Let the handler write on."""
        super().resume_writing()
        if self.message_handler is not None:
            self.message_handler.writable()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the handler stop."""
        super().connection_lost(exc)
        if self.message_handler is not None:
            self.message_handler.disconnected()


class HttpProtocol(H11Protocol):
    """uvicorn's HTTP/1.1 with a write timeout: clients that stop reading are dropped."""

    write_timeout: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Start the timeout."""
        super().pause_writing()
        self.write_timeout = self.loop.call_later(limits.SEND_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the timeout."""
        super().resume_writing()
        self._stop_timeout()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timeout."""
        super().connection_lost(exc)
        self._stop_timeout()

    def _stop_timeout(self) -> None:
        if self.write_timeout is not None:
            self.write_timeout.cancel()
            self.write_timeout = None

"""The websocket under a connection: uvicorn's, but a message goes to its listener as soon as it is there.

The way of an application, a queue that a task waits for and a pause in reading after each message, costs a busy server
more than the message itself. Frames, pings and closing are left to uvicorn and its library.
"""

import asyncio
from typing import Protocol

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from atoll.server import limits


class Listener(Protocol):
    """Who is told what a socket hears."""

    def heard(self, data: bytes) -> None:
        """Take one message."""

    def writable(self) -> None:
        """Learn that there is room again for what is to be said."""

    def gone(self) -> None:
        """Learn that the other side is gone."""


class Socket(WebSocketsSansIOProtocol):
    """A websocket that calls its listener as soon as a message is there."""

    listener: Listener | None = None

    def handle_connect(self, event: Request) -> None:
        """Let the application find this socket."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), "atoll.socket": {"socket": self}}

    def send_receive_event_to_app(self) -> None:
        """Give a message to the listener."""
        if self.listener is None:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self.listener.heard(data)

    def say(self, text: bytes) -> None:
        """Write a text message."""
        if not self.close_sent and not self.transport.is_closing():
            self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def hold(self) -> None:
        """Let the other side wait: what it sends is not read for now."""
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def go_on(self) -> None:
        """Read on."""
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    @property
    def full(self) -> bool:
        """Whether more was written than the other side reads."""
        return not self.writable.is_set()

    def resume_writing(self) -> None:
        """Tell the listener that the other side has caught up."""
        super().resume_writing()
        if self.listener is not None:
            self.listener.writable()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the listener that nobody is there any more."""
        super().connection_lost(exc)
        if self.listener is not None:
            self.listener.gone()


class Line(H11Protocol):
    """HTTP, as uvicorn speaks it; but who does not take what is sent, such as a stream, is let go after a while."""

    stuck: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Begin to wait for the other side."""
        super().pause_writing()
        self.stuck = self.loop.call_later(limits.SEND_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on, as the other side has caught up."""
        super().resume_writing()
        self._wait_no_more()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let everything go, as the other side is gone."""
        super().connection_lost(exc)
        self._wait_no_more()

    def _wait_no_more(self) -> None:
        if self.stuck is not None:
            self.stuck.cancel()
            self.stuck = None

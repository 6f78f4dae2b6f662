"""The websocket under a connection: uvicorn's, with a short way for short messages.

Handshake, pings, closing and everything unusual are left to uvicorn and its library. What a game consists of, one text
message in one frame, is read and written here, without tasks, queues or pauses in between: a server at its limit spends
its time on games instead.
"""

from typing import Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

TEXT = 0x81  # a text message, whole in this frame
MASKED = 0x80
CONTROL = 0x08


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
    _unusual = False
    """Whether the other side splits messages: then the library reads them all."""

    _rest = b""

    def handle_connect(self, event: Request) -> None:
        """Let the application find this socket."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), "atoll.socket": {"socket": self}}

    def data_received(self, data: bytes) -> None:
        """Take whole frames out of what came."""
        if self.listener is None or self._unusual:
            super().data_received(data)
            return
        data = self._rest + data
        while len(data) > 1:
            size, start = data[1] & 0x7F, 2
            if size == 126:
                size, start = int.from_bytes(data[2:4], "big"), 4
            if size == 127 or size > self.config.ws_max_size or not data[1] & MASKED:
                # Too long or against the protocol: the library knows how to say so.
                self._unusual = True
                break
            end = start + 4 + size
            if len(data) < end:
                break
            if data[0] == TEXT and not self.close_sent:
                self.listener.heard(unmask(data[start + 4 : end], data[start : start + 4]))
            else:
                self._unusual = not data[0] & CONTROL
                super().data_received(data[:end])
            data = data[end:]
            if self._unusual:
                break
        self._rest = data
        if self._unusual and data:
            self._rest = b""
            super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Give the listener a message that the library has put together."""
        if self.listener is None:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self.listener.heard(data)

    def say(self, text: bytes) -> None:
        """Write a text message, as one frame."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        size = len(text)
        if size < 126:
            head = bytes((TEXT, size))
        elif size < 1 << 16:
            head = bytes((TEXT, 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((TEXT, 127)) + size.to_bytes(8, "big")
        self.transport.write(head + text)

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


def unmask(body: bytes, mask: bytes) -> bytes:
    """Return the body of a message with its mask taken off."""
    size = len(body)
    long_mask = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(body, "little") ^ int.from_bytes(long_mask, "little")).to_bytes(size, "little")

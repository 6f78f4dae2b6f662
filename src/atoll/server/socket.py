"""The websocket under a connection: uvicorn's, with a short way for short messages.

Handshake, pings, closing and everything unusual are left to uvicorn and its library. What a game consists of, one text
message in one frame, is read and written here, without tasks, queues or pauses in between: a server at its limit spends
its time on games instead.
"""

from typing import Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

TEXT = 0x81  # a text message, whole in this frame
CONTROL = 0x08
MASKED = 0x80
SIZE = 0x7F
LONG = 126  # instead of a size: it stands in the next two bytes; one more, in the next eight


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
    """Whether the other side splits messages or breaks rules: then the library reads everything."""

    _rest = b""

    def handle_connect(self, event: Request) -> None:
        """Let the application find this socket."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), "atoll.socket": {"socket": self}}

    def data_received(self, data: bytes) -> None:
        """Take whole frames out of what came: plain messages are for the listener, the rest for the library."""
        self._rest += data
        while end := self._end_of_frame():
            frame, self._rest = self._rest[:end], self._rest[end:]
            if frame[0] == TEXT and self.listener is not None and not self.close_sent:
                start = 2 if frame[1] & SIZE < LONG else 4
                self.listener.heard(unmask(frame[start + 4 :], frame[start : start + 4]))
            else:
                self._unusual = not frame[0] & CONTROL
                super().data_received(frame)
        if self._unusual or self.listener is None:
            data, self._rest = self._rest, b""
            super().data_received(data)

    def _end_of_frame(self) -> int:
        """Return where the first frame ends; 0 if it is not all there yet, or not one to be taken out."""
        data = self._rest
        if self._unusual or self.listener is None or len(data) < 2:
            return 0
        size, start = data[1] & SIZE, 2
        if size == LONG:
            size, start = int.from_bytes(data[2:4], "big"), 4
        # What is too long or against the protocol the library knows how to refuse.
        self._unusual = data[1] & SIZE > LONG or size > self.config.ws_max_size or not data[1] & MASKED
        end = start + 4 + size
        return end if end <= len(data) and not self._unusual else 0

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
            head = bytes((TEXT, LONG)) + size.to_bytes(2, "big")
        else:
            head = bytes((TEXT, LONG + 1)) + size.to_bytes(8, "big")
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

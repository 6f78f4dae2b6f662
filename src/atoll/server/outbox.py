"""What goes out to the clients of a process: made for several of them, then sent in one go.

A send that wakes its reader up takes twice the time of one to a reader who is awake, as are all but the first of many.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")
log = logging.getLogger("atoll.server")
PORTION = 16
"""For how many something is made before it is sent: few enough that nobody notices the wait."""


class Writer(Protocol):
    """Somebody with something to say."""

    def make(self) -> bytes:
        """Return all there is to say now."""

    def say(self, text: bytes) -> None:
        """Send it."""


class Outbox:
    """Those with something to say, each once, until everything that happens now has happened."""

    def __init__(self) -> None:
        self._waiting: dict[Writer, None] = {}

    def add(self, writer: Writer) -> None:
        """Let somebody speak soon."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting[writer] = None

    def _send(self) -> None:
        writers = list(self._waiting)
        self._waiting.clear()
        for start in range(0, len(writers), PORTION):
            portion = writers[start : start + PORTION]
            for writer, text in [(writer, _spare(writer.make)) for writer in portion]:
                if text:
                    _spare(writer.say, text)


def _spare(work: Callable[..., T], *given: bytes) -> T | None:
    """Do something for one client; what fails there must not silence the others."""
    try:
        return work(*given)
    except Exception:
        log.exception("a client can't be told what it should see")
        return None

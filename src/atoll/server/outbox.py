"""Output to the clients of one process: encoded for several of them, then written in one go.

A write that has to wake its reader takes twice as long as one to a reader that is awake. When many writes follow each
other, only the first has to wake the reader.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")
log = logging.getLogger("atoll.server")
PORTION = 16
"""For how many clients output is encoded before it is written: few enough for no noticeable delay."""


class Writer(Protocol):
    """A connection with output pending."""

    def encode_pending(self) -> bytes:
        """Return all pending output."""

    def write(self, text: bytes) -> None:
        """Write it."""


class Outbox:
    """The connections with output pending, each once, until the event loop's present callbacks are done."""

    def __init__(self) -> None:
        self._waiting: dict[Writer, None] = {}

    def add(self, writer: Writer) -> None:
        """Queue a connection for the next flush."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting[writer] = None

    def _flush(self) -> None:
        writers = list(self._waiting)
        self._waiting.clear()
        for start in range(0, len(writers), PORTION):
            portion = writers[start : start + PORTION]
            for writer, text in [(writer, _isolated(writer.encode_pending)) for writer in portion]:
                if text:
                    _isolated(writer.write, text)


def _isolated(work: Callable[..., T], *arguments: bytes) -> T | None:
    """Call something for one client; a failure there must not silence the others."""
    try:
        return work(*arguments)
    except Exception:
        log.exception("a client's output failed")
        return None

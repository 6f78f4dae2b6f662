"""Messages in every form that a websocket allows: whole, split, several at once, and against the rules."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
import websockets

from atoll.server import limits
from atoll.server.connection import Connection
from atoll.server.hub import Hub
from atoll.server.protocol import NewTable
from atoll.server.sqlite import SQLite
from atoll.server.table import Who
from server.serving import Client, Served

GREETING = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
TEXT, BINARY, CLOSE, PING, PONG = 0x81, 0x82, 0x88, 0x89, 0x8A
MASK = b"\x37\xfa\x21\x3d"
HELLO = json.dumps({"type": "hello", "table": "nowhere"}).encode()
NOWHERE = {"type": "fault", "error": "there is no table nowhere"}


def framed(kind: int, body: bytes, *, masked: bool = True) -> bytes:
    """Return a message as one frame of a client."""
    mask = MASK if masked else b""
    size = bytes([len(body)]) if len(body) < 126 else bytes([126]) + len(body).to_bytes(2, "big")
    head = bytes([kind, size[0] | 0x80 * masked]) + size[1:] + mask
    return head + bytes(byte ^ mask[i % 4] for i, byte in enumerate(body)) if masked else head + body


class Raw:
    """A client that writes its own bytes."""

    def __init__(self, served: Served) -> None:
        self.served = served

    async def __aenter__(self) -> "Raw":
        host, port = self.served.base.removeprefix("http://").split(":")
        self.reader, self.writer = await asyncio.open_connection(host, int(port))
        self.writer.write(GREETING.encode())
        assert (await self.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()

    async def heard(self) -> tuple[int, bytes]:
        """Return the next frame of the server: its kind and body."""
        kind, size = await asyncio.wait_for(self.reader.readexactly(2), 30)
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        return kind, await self.reader.readexactly(size)

    async def told(self) -> list[dict[str, Any]]:
        """Return the messages of the next frame, which must be text."""
        kind, body = await self.heard()
        assert kind == TEXT
        return [json.loads(line) for line in body.split(b"\n")]


def test_messages_come_in_pieces_or_together(served: Served) -> None:
    async def run() -> None:
        async with Raw(served) as raw:
            for byte in framed(TEXT, HELLO):
                raw.writer.write(bytes([byte]))
                await raw.writer.drain()
                await asyncio.sleep(0.001)
            assert await raw.told() == [NOWHERE]
            long = HELLO + b" " * 300
            raw.writer.write(framed(TEXT, HELLO) + framed(PING, b"here?") + framed(TEXT, long) + framed(TEXT, b"{")[:3])
            answers: list[Any] = []
            while len(answers) < 3:
                kind, body = await raw.heard()
                answers += [body] if kind == PONG else [json.loads(line) for line in body.split(b"\n")]
            assert sorted(answers, key=str) == sorted([NOWHERE, NOWHERE, b"here?"], key=str)

    asyncio.run(run())


def test_more_messages_than_fit_the_inbox_are_answered_in_order(served: Served) -> None:
    async def run() -> None:
        async with Raw(served) as raw:
            raw.writer.write(
                b"".join(framed(TEXT, f'{{"type": "sit", "command": "{n}", "seat": 0}}'.encode()) for n in range(100))
            )
            answers: list[str] = []
            while len(answers) < 100:
                answers += [answer["command"] for answer in await raw.told()]
            assert answers == [str(number) for number in range(100)]

    asyncio.run(run())


def test_split_and_binary_messages_are_understood(served: Served) -> None:
    async def run() -> None:
        table = served.table(ada := served.guest("Ada"), ["me", "open"])
        async with Client(served, table, ada) as client:
            assert client.socket is not None
            for form in (["{", '"type": "chat", "comm', 'and": "split", "text": "hi"}'], b'{"type": "what"}'):
                await client.socket.send(form)
            assert (await client.next("answer"))["ok"]
            assert "what" in (await client.next("fault"))["error"]
            assert (await client.command("chat", text="whole again"))["ok"]
            pong = await client.socket.ping()
            await asyncio.wait_for(pong, 30)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (framed(TEXT, HELLO, masked=False), 1002),
        (framed(0x80, HELLO), 1002),
        (bytes([TEXT, 0xFF]) + (1 << 40).to_bytes(8, "big"), 1009),
        (framed(0x01, b"a") + framed(TEXT, HELLO), 1002),
    ],
    ids=["not masked", "the end of nothing", "too long", "whole amid parts"],
)
def test_what_is_against_the_protocol_ends_the_connection(served: Served, wrong: bytes, code: int) -> None:
    async def run() -> None:
        async with Raw(served) as raw:
            raw.writer.write(framed(TEXT, HELLO))
            assert await raw.told() == [NOWHERE]
            raw.writer.write(wrong)
            kind, body = await raw.heard()
            assert (kind, int.from_bytes(body[:2], "big")) == (CLOSE, code)

    asyncio.run(run())


def test_a_client_that_hangs_up_leaves_the_room(served: Served) -> None:
    async def run() -> None:
        table = served.table(ada := served.guest("Ada"), ["me", "open"])
        async with Client(served, table, ada) as client:
            async with Client(served, table):
                await client.next("presence", lambda present: present["watching"] == 1)
            await client.next("presence", lambda present: present["watching"] == 0)
            watcher = Client(served, table)
            await watcher.connect()
            assert watcher.socket is not None
            await client.next("presence", lambda present: present["watching"] == 1)
            watcher.socket.transport.abort()
            await client.next("presence", lambda present: present["watching"] == 0)
            with pytest.raises(websockets.ConnectionClosed):
                await watcher.send({"type": "hello", "table": table})

    asyncio.run(run())


class Tap:
    """Stands in for a socket whose other side reads when the test says so."""

    def __init__(self) -> None:
        self.full, self.aborted, self.said = False, False, list[dict[str, Any]]()
        self.transport = self

    def say(self, text: bytes) -> None:
        self.said += [json.loads(line) for line in text.split(b"\n")]

    def abort(self) -> None:
        self.aborted = True


def test_who_reads_slowly_gets_one_frame_for_all_and_who_reads_nothing_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        store, ada, tap = SQLite(tmp_path / "atoll.sqlite"), Who("ada", "Ada"), Tap()
        await store.open()
        hub = Hub(store)
        table = await hub.create(ada, NewTable(game="reef", seats=["me", "me"]))
        client = Connection(hub, tap, ada)  # type: ignore[arg-type]  # all that a connection uses of a socket
        await client.hear(json.dumps({"type": "hello", "table": table}))
        await asyncio.sleep(0)
        tap.full = True
        first = tap.said[0]
        for number in range(3):
            state = hub.rooms[table].table.state
            assert state is not None
            decision = state.game.format(state, state.legal()[0])
            ply = first["ply"] + number
            await client.hear(json.dumps({"type": "decide", "command": f"{number}", "ply": ply, "decision": decision}))
            await asyncio.sleep(0)
        client.drop_if_stuck()
        assert (len(tap.said), hub.metrics.frames, tap.aborted) == (2, 1, False)  # a frame and who is there
        tap.full = False
        client.writable()
        await asyncio.sleep(0)
        *answers, frame = tap.said[2:]
        assert [answer["command"] for answer in answers] == ["0", "1", "2"]
        assert (frame["since"], len(frame["steps"]), frame["seq"]) == (0, 3, first["seq"] + 3)
        tap.full = True
        await client.hear(json.dumps({"type": "hello", "table": table}))
        await asyncio.sleep(0)
        monkeypatch.setattr(limits, "SEND_SECONDS", -1.0)
        client.drop_if_stuck()
        assert tap.aborted
        await hub.close()
        await store.close()

    asyncio.run(run())

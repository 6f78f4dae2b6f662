"""Messages in every form that a websocket allows (single, split, several at once), and protocol violations."""

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
from atoll.server.seating import Person
from atoll.server.sqlite import SQLite
from server.serving import Client, Served

HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
TEXT, BINARY, CLOSE, PING, PONG = 0x81, 0x82, 0x88, 0x89, 0x8A
MASK = b"\x37\xfa\x21\x3d"
HELLO = json.dumps({"type": "hello", "table": "nowhere"}).encode()
NOWHERE = {"type": "fault", "error": "there is no table nowhere"}


def framed(opcode: int, body: bytes, *, masked: bool = True) -> bytes:
    """Return a message as one frame of a client."""
    mask = MASK if masked else b""
    size = bytes([len(body)]) if len(body) < 126 else bytes([126]) + len(body).to_bytes(2, "big")
    head = bytes([opcode, size[0] | 0x80 * masked]) + size[1:] + mask
    return head + bytes(byte ^ mask[i % 4] for i, byte in enumerate(body)) if masked else head + body


class Raw:
    """A client that writes raw bytes."""

    def __init__(self, served: Served) -> None:
        self.served = served

    async def __aenter__(self) -> "Raw":
        host, port = self.served.base.removeprefix("http://").split(":")
        self.reader, self.writer = await asyncio.open_connection(host, int(port))
        self.writer.write(HANDSHAKE.encode())
        assert (await self.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()

    async def next_frame(self) -> tuple[int, bytes]:
        """Return the opcode and body of the next frame."""
        opcode, size = await asyncio.wait_for(self.reader.readexactly(2), 30)
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        return opcode, await self.reader.readexactly(size)

    async def next_messages(self) -> list[dict[str, Any]]:
        """Return the messages of the next frame, which must be text."""
        opcode, body = await self.next_frame()
        assert opcode == TEXT
        return [json.loads(line) for line in body.split(b"\n")]


def test_messages_may_arrive_in_pieces_or_together(served: Served) -> None:
    async def run() -> None:
        async with Raw(served) as raw:
            for byte in framed(TEXT, HELLO):
                raw.writer.write(bytes([byte]))
                await raw.writer.drain()
                await asyncio.sleep(0.001)
            assert await raw.next_messages() == [NOWHERE]
            long = HELLO + b" " * 300
            raw.writer.write(framed(TEXT, HELLO) + framed(PING, b"here?") + framed(TEXT, long) + framed(TEXT, b"{")[:3])
            answers: list[Any] = []
            while len(answers) < 3:
                opcode, body = await raw.next_frame()
                answers += [body] if opcode == PONG else [json.loads(line) for line in body.split(b"\n")]
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
                answers += [answer["command"] for answer in await raw.next_messages()]
            assert answers == [str(number) for number in range(100)]

    asyncio.run(run())


def test_split_and_binary_messages_are_read(served: Served) -> None:
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
    ids=["not masked", "continuation without a start", "too long", "new message amid fragments"],
)
def test_a_protocol_violation_ends_the_connection(served: Served, wrong: bytes, code: int) -> None:
    async def run() -> None:
        async with Raw(served) as raw:
            raw.writer.write(framed(TEXT, HELLO))
            assert await raw.next_messages() == [NOWHERE]
            raw.writer.write(wrong)
            opcode, body = await raw.next_frame()
            assert (opcode, int.from_bytes(body[:2], "big")) == (CLOSE, code)

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


class FakeSocket:
    """A fake socket; the test decides whether its client reads."""

    def __init__(self) -> None:
        self.congested, self.aborted, self.sent = False, False, list[dict[str, Any]]()
        self.transport = self

    def write_text(self, text: bytes) -> None:
        self.sent += [json.loads(line) for line in text.split(b"\n")]

    def abort(self) -> None:
        self.aborted = True


def test_a_slow_reader_gets_one_frame_for_all_changes_and_one_that_reads_nothing_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        store, ada, socket = SQLite(tmp_path / "atoll.sqlite"), Person("ada", "Ada"), FakeSocket()
        await store.open()
        hub = Hub(store)
        table = await hub.create(ada, NewTable(game="reef", seats=["me", "me"]))
        client = Connection(hub, socket, ada)  # type: ignore[arg-type]  # it has what a connection uses
        await client.handle(json.dumps({"type": "hello", "table": table}))
        await asyncio.sleep(0)
        socket.congested = True
        first = socket.sent[0]
        for number in range(3):
            state = hub.rooms[table].table.state
            assert state is not None
            decision = state.game.format(state, state.legal()[0])
            ply = first["ply"] + number
            await client.handle(
                json.dumps({"type": "decide", "command": f"{number}", "ply": ply, "decision": decision})
            )
            await asyncio.sleep(0)
        client.drop_if_stuck()
        assert (len(socket.sent), hub.metrics.frames, socket.aborted) == (2, 1, False)  # a frame and the presence
        socket.congested = False
        client.writable()
        await asyncio.sleep(0)
        *answers, frame = socket.sent[2:]
        assert [answer["command"] for answer in answers] == ["0", "1", "2"]
        assert (frame["since"], len(frame["steps"]), frame["seq"]) == (0, 3, first["seq"] + 3)
        socket.congested = True
        await client.handle(json.dumps({"type": "hello", "table": table}))
        await asyncio.sleep(0)
        monkeypatch.setattr(limits, "SEND_SECONDS", -1.0)
        client.drop_if_stuck()
        assert socket.aborted
        await hub.close()
        await store.close()

    asyncio.run(run())

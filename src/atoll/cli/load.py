"""Clients that play random legal decisions against a table server, as fast as it answers or at a given pace."""

import asyncio
import base64
import json
import os
import random
import time
import urllib.request
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, cast

import msgspec

SOCKET_GREETING = (
    "GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: {key}\r\nAuthorization: Bearer {token}\r\n\r\n"
)


class Choice(msgspec.Struct):
    """A legal decision, as far as a random player cares."""

    text: str


class View(msgspec.Struct):
    """What a random player looks at."""

    legal: list[Choice]


class Heard(msgspec.Struct):
    """Any message of the server."""

    type: str
    ply: int = 0
    status: str = ""
    view: View | None = None
    ok: bool = True
    error: str | None = None


_decoder = msgspec.json.Decoder(Heard)


def post(base: str, path: str, data: object, token: str = "") -> dict[str, str]:
    """Send JSON to the server and return its answer."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(base + path, json.dumps(data).encode(), headers, method="POST")
    with urllib.request.urlopen(request) as answer:
        found: dict[str, str] = json.load(answer)
    return found


class Player(asyncio.Protocol):
    """One websocket that plays; written for little overhead, so that the server and not the load is measured."""

    def __init__(self, table: str, token: str, host: str, answered: Callable[[float], None], pause: float) -> None:
        self.table, self.token, self.host, self.answered, self.pause = table, token, host, answered, pause
        self.buffer = bytearray()
        self.open = False
        self.over = asyncio.get_running_loop().create_future()
        self.sent_at = 0.0
        self.commands = 0
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet the server."""
        self.transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(SOCKET_GREETING.format(host=self.host, key=key, token=self.token).encode())

    def connection_lost(self, error: Exception | None) -> None:  # noqa: ARG002 - the protocol's signature
        """Stop playing."""
        if not self.over.done():
            self.over.set_result(False)

    def data_received(self, data: bytes) -> None:
        """Take whole messages out of what came."""
        self.buffer += data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            del self.buffer[: end + 4]
            self.open = True
            self.send({"type": "hello", "table": self.table})
        while len(self.buffer) >= 2:
            length, start = self.buffer[1] & 127, 2
            if length == 126:
                length, start = int.from_bytes(self.buffer[2:4]), 4
            elif length == 127:
                length, start = int.from_bytes(self.buffer[2:10]), 10
            if len(self.buffer) < start + length:
                return
            kind, body = self.buffer[0] & 15, bytes(self.buffer[start : start + length])
            del self.buffer[: start + length]
            if kind == 1:
                for line in body.split(b"\n"):
                    self.heard(_decoder.decode(line))
            elif kind == 9:
                self.write(10, body)

    def heard(self, message: Heard) -> None:
        """Answer a frame with a decision, if it is our turn."""
        if message.type == "answer":
            self.answered(time.perf_counter() - self.sent_at)
            if not message.ok:
                raise RuntimeError(message.error)
        if message.type != "frame":
            return
        if message.status == "over" and not self.over.done():
            self.over.set_result(True)
        if message.view and message.view.legal:
            if self.pause:
                delay = random.uniform(0, 2 * self.pause)
                asyncio.get_running_loop().call_later(delay, self.decide, message.ply, message.view.legal)
            else:
                self.decide(message.ply, message.view.legal)

    def decide(self, ply: int, legal: list[Choice]) -> None:
        """Play any legal decision."""
        self.commands += 1
        self.sent_at = time.perf_counter()
        choice = random.choice(legal).text
        self.send({"type": "decide", "command": str(self.commands), "ply": ply, "decision": choice})

    def send(self, message: dict[str, object]) -> None:
        """Send a message."""
        self.write(1, msgspec.json.encode(message))

    def write(self, kind: int, body: bytes) -> None:
        """Write one masked websocket frame; the mask is all zeros, which leaves the body as it is."""
        if self.transport.is_closing():
            return
        size = bytes([128 | len(body)]) if len(body) < 126 else bytes([254]) + len(body).to_bytes(2)
        self.transport.write(bytes([128 | kind]) + size + bytes(4) + body)


class Played(NamedTuple):
    """What a load measured."""

    seconds: float
    server_seconds: float  # of its processors
    times: list[float]  # to each acknowledgement, the shortest first


async def play_tables(
    base: str, tables: int, seconds: float, rate: float, server_seconds: Callable[[], float]
) -> Played:
    """Keep a number of tables busy for a while; `server_seconds` tells the processor time that the server has had."""
    host, _, port = base.removeprefix("http://").partition(":")
    times: list[float] = []
    pause = tables / rate if rate else 0.0
    tokens = [post(base, "/api/me", {"name": f"player {number}"})["token"] for number in range(2)]
    loop = asyncio.get_running_loop()

    async def keep_playing() -> None:
        while True:
            wanted = {"game": "reef", "seats": ["me", "open"]}
            table = (await asyncio.to_thread(post, base, "/api/tables", wanted, tokens[0]))["table"]
            sit = {"type": "sit", "command": "sit", "seat": 1}
            await asyncio.to_thread(post, base, f"/api/tables/{table}/commands", sit, tokens[1])
            players = []
            try:
                for token in tokens:
                    maker = partial(Player, table, token, host, times.append, pause)
                    _, player = await loop.create_connection(maker, host, int(port))
                    players.append(player)
                await asyncio.gather(*(player.over for player in players))
            finally:
                for player in players:
                    player.transport.close()

    work = [asyncio.ensure_future(keep_playing()) for _ in range(tables)]
    # A server that has just started loads its rules with the first decisions: that is not what is measured.
    while not times and not any(task.done() for task in work):
        await asyncio.sleep(0.05)
    await asyncio.sleep(min(3.0, 1.0 + tables / 200))
    before, start, server_start = len(times), time.perf_counter(), server_seconds()
    await asyncio.sleep(seconds)
    played = Played(time.perf_counter() - start, server_seconds() - server_start, sorted(times[before:]))
    for task in work:
        task.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    return played

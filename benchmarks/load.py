"""Clients that play random decisions on a table server, as fast as it answers or at a given rate."""

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

HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: {key}\r\nAuthorization: Bearer {token}\r\n\r\n"
)
TEXT, PING, PONG = 1, 9, 10  # opcodes of RFC 6455


class Choice(msgspec.Struct):
    """A legal decision; a random player needs only its text."""

    text: str


class View(msgspec.Struct):
    """The part of a view that a random player needs."""

    legal: list[Choice]


class Message(msgspec.Struct):
    """Any message from the server."""

    type: str
    ply: int = 0
    status: str = ""
    view: View | None = None
    ok: bool = True
    error: str | None = None


_decoder = msgspec.json.Decoder(Message)


def post(base: str, path: str, data: object, token: str = "") -> dict[str, str]:
    """Post JSON to the server and return its answer."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(base + path, json.dumps(data).encode(), headers, method="POST")
    with urllib.request.urlopen(request) as answer:
        reply: dict[str, str] = json.load(answer)
    return reply


class Player(asyncio.Protocol):
    """A websocket client that plays, with so little overhead that the server stays the bottleneck."""

    def __init__(self, table: str, token: str, host: str, answered: Callable[[float], None], pause: float) -> None:
        self.table, self.token, self.host, self.answered, self.pause = table, token, host, answered, pause
        self.buffer = bytearray()
        self.open = False
        self.over = asyncio.get_running_loop().create_future()
        self.sent_at = 0.0
        self.commands = 0
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask the server for a websocket."""
        self.transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(HANDSHAKE.format(host=self.host, key=key, token=self.token).encode())

    def connection_lost(self, error: Exception | None) -> None:  # noqa: ARG002 - the protocol's signature
        """End the game for this player."""
        if not self.over.done():
            self.over.set_result(False)

    def data_received(self, data: bytes) -> None:
        """Split the stream into messages; answer pings."""
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
            opcode, body = self.buffer[0] & 15, bytes(self.buffer[start : start + length])
            del self.buffer[: start + length]
            if opcode == TEXT:
                for line in body.split(b"\n"):
                    self.receive(_decoder.decode(line))
            elif opcode == PING:
                self.write(PONG, body)

    def receive(self, message: Message) -> None:
        """Decide, if a frame says that it is our turn."""
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
        """Send a random legal decision."""
        self.commands += 1
        self.sent_at = time.perf_counter()
        choice = random.choice(legal).text
        self.send({"type": "decide", "command": str(self.commands), "ply": ply, "decision": choice})

    def send(self, message: dict[str, object]) -> None:
        """Send a message."""
        self.write(TEXT, msgspec.json.encode(message))

    def write(self, opcode: int, body: bytes) -> None:
        """Write one websocket frame; its mask is zero, which leaves the body unchanged."""
        if self.transport.is_closing():
            return
        size = bytes([128 | len(body)]) if len(body) < 126 else bytes([254]) + len(body).to_bytes(2)
        self.transport.write(bytes([128 | opcode]) + size + bytes(4) + body)


class Played(NamedTuple):
    """What the clients measured."""

    seconds: float
    server_seconds: float  # processor time
    times: list[float]  # from each decision to its answer, sorted


async def play_tables(
    base: str, tables: int, seconds: float, rate: float, server_seconds: Callable[[], float]
) -> Played:
    """Keep tables busy for some seconds; `server_seconds` returns the processor time that the server has used."""
    host, _, port = base.removeprefix("http://").partition(":")
    times: list[float] = []
    pause = tables / rate if rate else 0.0
    tokens = [post(base, "/api/me", {"name": f"player {number}"})["token"] for number in range(2)]
    loop = asyncio.get_running_loop()

    async def keep_playing() -> None:
        while True:
            new_table = {"game": "reef", "seats": ["me", "open"]}
            table = (await asyncio.to_thread(post, base, "/api/tables", new_table, tokens[0]))["table"]
            sit = {"type": "sit", "command": "sit", "seat": 1}
            await asyncio.to_thread(post, base, f"/api/tables/{table}/commands", sit, tokens[1])
            players = []
            try:
                for token in tokens:
                    make_player = partial(Player, table, token, host, times.append, pause)
                    _, player = await loop.create_connection(make_player, host, int(port))
                    players.append(player)
                await asyncio.gather(*(player.over for player in players))
            finally:
                for player in players:
                    player.transport.close()

    work = [asyncio.ensure_future(keep_playing()) for _ in range(tables)]
    # The server loads its rules for the first decisions: start to measure after them.
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

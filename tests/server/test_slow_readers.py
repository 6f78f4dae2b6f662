"""Clients that stop reading, over real sockets: the others play on, and a client that reads again misses nothing."""

import asyncio
import contextlib
import re
import socket
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
import websockets

from atoll.server.frames import MAX_TURN_FRAMES
from faults.playing import Memory
from server.serving import Client, Served, serving

SEND_SECONDS = 3.0
IMPATIENT = (
    sys.executable,
    "-c",
    f"from atoll.cli import main; from atoll.server import limits; limits.SEND_SECONDS = {SEND_SECONDS}; main()",
)
DROP_SECONDS = 30.0
"""Seconds within which a client that does not read must be dropped; later uvicorn drops it for unanswered pings."""
LINE = "\N{TROPICAL FISH}" * 280
SEGMENT_BYTES = 536
"""A small segment size: with the much larger segments of the loopback interface the system buffers megabytes for a
client that does not read."""


def connect_with_small_buffers(served: Served) -> socket.socket:
    """Return a connection with small buffers."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT_BYTES)
    line.connect(("127.0.0.1", served.port))
    line.setblocking(False)
    return line


class Reader(Client):
    """A client with small buffers that may stop reading, and remembers what it read."""

    def __init__(self, served: Served, table: str, token: str = "") -> None:
        super().__init__(served, table, token)
        self.memory = Memory()
        self.lines: list[int] = []

    async def connect(self, seq: int = 0, **hello: Any) -> dict[str, Any]:
        line, address = connect_with_small_buffers(self.served), self.served.base.replace("http", "ws") + "/ws"
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        await self.close()
        self.socket = await websockets.connect(address, sock=line, additional_headers=headers, max_size=None)
        await self.send({"type": "hello", "table": self.table, "seq": seq, **hello})
        return await self.next("frame")

    async def receive(self) -> dict[str, Any]:
        message = await super().receive()
        if message["type"] == "frame":
            self.frame = self.memory.merge(message)
            self.lines.append(len(message["chat"]))
        return message

    def stop_reading(self) -> None:
        assert self.socket is not None
        self.socket.transport.pause_reading()

    def read_on(self) -> None:
        assert self.socket is not None
        self.socket.transport.resume_reading()

    async def read_to_the_end(self) -> None:
        """Read until the connection ends, which must be soon."""
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await self.receive()


class Talker(Client):
    """A client that keeps the table busy with much chat and few decisions, and records the times of answers."""

    def __init__(self, served: Served, table: str, tokens: list[str]) -> None:
        super().__init__(served, table, tokens[0])
        self.tokens = tokens
        self.said = self.frames = 0
        self.answered: list[float] = []

    async def receive(self) -> dict[str, Any]:
        message = await super().receive()
        self.frames += message["type"] == "frame"
        return message

    async def talk(self) -> None:
        assert (await self.command("chat", text=f"{self.said} {LINE}"[:280]))["ok"]
        self.answered.append(time.monotonic())
        self.said += 1
        if self.said % 5 == 0:
            await asyncio.to_thread(self._decide_for_both)

    def check_answers(self) -> None:
        """Assert that answers kept coming while the other client read nothing."""
        begin = time.monotonic() - SEND_SECONDS
        assert sum(at > begin for at in self.answered) >= 8

    def _decide_for_both(self) -> None:
        """Decide for the actor, as from another device."""
        for token in self.tokens:
            frame = self.served.get(f"/api/tables/{self.table}", token)
            if frame["view"]["legal"]:
                decide = {"type": "decide", "command": f"{self.said}", "ply": frame["ply"]}
                decision = frame["view"]["legal"][-1]["text"]
                self.served.post(f"/api/tables/{self.table}/commands", {**decide, "decision": decision}, token)
                return


def metric(served: Served, name: str) -> int:
    found = re.search(rf"^atoll_{name} (\d+)$", served.get("/metrics"), re.MULTILINE)
    assert found is not None
    return int(found[1])


def seated(served: Served) -> tuple[str, list[str]]:
    """Return a table dealt to two persons, and their tokens."""
    tokens = [served.guest("Ada"), served.guest("Bo")]
    table = served.table(tokens[0], ["me", "open"])
    served.post(f"/api/tables/{table}/commands", {"type": "sit", "command": "sit", "seat": 1}, tokens[1])
    return table, tokens


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Run a server that soon drops clients that do not read."""
    with serving(tmp_path_factory.mktemp("server") / "atoll.sqlite", "--no-limits", program=IMPATIENT) as served:
        yield served


@pytest.mark.slow
def test_a_client_that_stops_reading_is_dropped_and_misses_nothing_after_reconnecting(impatient: Served) -> None:
    async def run(served: Served) -> None:
        table, tokens = seated(served)
        ada, bo, eve = Talker(served, table, tokens), Reader(served, table, tokens[1]), Reader(served, table)
        async with ada, bo, eve:
            watching = asyncio.create_task(eve.next("presence", lambda present: present["online"] == [0]))
            before, stopped = bo.frame, time.monotonic()
            bo.stop_reading()
            while metric(served, "connections") > 2:
                assert time.monotonic() < stopped + DROP_SECONDS, "the client was not dropped"
                await ada.talk()
                await asyncio.sleep(0.0 if ada.said < 100 else 0.1)
            ada.check_answers()
            assert time.monotonic() - stopped >= SEND_SECONDS
            await watching
            last = served.get(f"/api/tables/{table}", tokens[0])
            await asyncio.wait_for(eve.until(last["seq"]), 30)
            assert eve.frame == served.get(f"/api/tables/{table}")
            bo.read_on()
            await bo.read_to_the_end()
            assert before["seq"] < bo.frame["seq"] < last["seq"]
            whole = served.get(f"/api/tables/{table}", tokens[1])
            await bo.connect(bo.frame["seq"])
            assert bo.frame == whole
            forgetful = Reader(served, table, tokens[1])
            forgetful.memory.merge(before)
            await forgetful.connect(before["seq"])
            await forgetful.close()
            assert forgetful.frame == whole

    asyncio.run(run(impatient))


@pytest.mark.slow
def test_a_client_that_stops_reading_a_stream_is_dropped(impatient: Served) -> None:
    async def run(served: Served) -> None:
        table, tokens = seated(served)
        ada, eve = Talker(served, table, tokens), Client(served, table)
        async with ada, eve:
            with connect_with_small_buffers(served) as line:
                headers = f"Host: 127.0.0.1\r\nAuthorization: Bearer {tokens[1]}"
                line.send(f"GET /api/tables/{table}/stream HTTP/1.1\r\n{headers}\r\n\r\n".encode())
                await eve.next("presence", lambda present: present["online"] == [0, 1])
                stopped = time.monotonic()
                watching = asyncio.create_task(eve.next("presence", lambda present: present["online"] == [0]))
                while not watching.done():
                    assert time.monotonic() < stopped + DROP_SECONDS, "the client was not dropped"
                    await ada.talk()
                    await asyncio.sleep(0.0 if ada.said < 100 else 0.1)
                ada.check_answers()
                assert time.monotonic() - stopped >= SEND_SECONDS

    asyncio.run(run(impatient))


def test_a_client_that_reads_again_in_time_gets_what_it_missed_in_a_few_frames(served: Served) -> None:
    async def run() -> None:
        table, tokens = seated(served)
        others = metric(served, "frames_total")
        ada, bo = Talker(served, table, tokens), Reader(served, table, tokens[1])
        async with ada, bo:
            bo.stop_reading()
            # Frames are made for Ada, who reads all of them, and for Bo as long as they can be written.
            for_bo, before = -1, 0
            while for_bo != before:
                assert ada.said < 200, "frames are made for a client that does not read"
                for _ in range(30):
                    await ada.talk()
                await ada.until(served.get(f"/api/tables/{table}", tokens[0])["seq"])
                before, for_bo = for_bo, metric(served, "frames_total") - ada.frames - others
            bo.read_on()
            last = served.get(f"/api/tables/{table}", tokens[1])
            await bo.until(last["seq"])
            assert bo.frame == last
            # What was missed comes turn by turn, in a handful of frames.
            assert 30 <= sum(bo.lines[-MAX_TURN_FRAMES - 1 :]) < ada.said
            assert (await bo.command("chat", text="still here"))["ok"]

    asyncio.run(run())

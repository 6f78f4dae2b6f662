"""A real server process on SQLite or PostgreSQL, and a client for its protocol."""

import asyncio
import json
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import websockets

from atoll.cli.serve import free_port

command_numbers = count()
"""Numbers for command ids: no two clients of a test may send the same one."""

START_SECONDS = 600.0
"""How long a server may take to start: the first start compiles the rules, perhaps on a busy machine."""


class Served:
    """A server process that can be killed and started again on the same database ("": the default) and port."""

    def __init__(
        self,
        database: str,
        *options: str,
        program: Sequence[str] = (sys.executable, "-c", "from atoll.cli import main; main()"),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.database, self.options, self.port = database, options, free_port("127.0.0.1", 0)
        self.program, self.environment = program, environment
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes]

    def start(self) -> None:
        command = [*self.program, "serve", "--port", str(self.port), *self.options]
        if self.database:
            command += ["--database", self.database]
        self.process = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                assert self.process.stderr is not None
                raise RuntimeError(self.process.stderr.read().decode())
            try:
                self.get("/healthz")
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise RuntimeError("the server does not answer")

    def kill(self) -> None:
        """Kill the process, like a power cut."""
        self.process.send_signal(signal.SIGKILL)
        self.stop()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(30)
        if self.process.stderr is not None:
            self.process.stderr.close()

    def get(self, path: str, token: str = "") -> Any:
        return self._call("GET", path, None, token)

    def post(self, path: str, data: Any = None, token: str = "", **headers: str) -> Any:
        return self._call("POST", path, data, token, **headers)

    def _call(self, method: str, path: str, data: Any, token: str, **headers: str) -> Any:
        body = None if data is None else data if isinstance(data, bytes) else json.dumps(data).encode()
        if token:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(self.base + path, body, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read().decode()
            return json.loads(text) if answer.headers["content-type"] == "application/json" else text

    def refused(self, method: str, path: str, data: Any = None, token: str = "", **headers: str) -> tuple[int, str]:
        """Make a request that must be refused; return its status and reason."""
        try:
            self._call(method, path, data, token, **headers)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read())["error"]
        raise AssertionError(f"{method} {path} was not refused")

    def guest(self, name: str) -> str:
        """Return the token of a new guest."""
        token: str = self.post("/api/me", {"name": name})["token"]
        return token

    def table(self, token: str, seats: list[str], **wanted: Any) -> str:
        """Open a table of Reef and return its id."""
        opened: str = self.post("/api/tables", {"game": "reef", "seats": seats, **wanted}, token)["table"]
        return opened


FORMER_NAMES = (
    "DROP INDEX tables_unattended",
    "DROP INDEX tables_finished",
    "ALTER TABLE achievement RENAME COLUMN table_id TO game",
    "ALTER TABLE seat RENAME COLUMN table_id TO game",
    "ALTER TABLE entry RENAME COLUMN table_id TO game",
    "ALTER TABLE tables RENAME COLUMN awarded TO judged",
    "ALTER TABLE tables RENAME COLUMN unattended TO attended",
    "ALTER TABLE tables RENAME COLUMN game TO kind",
    "ALTER TABLE tables RENAME TO game",
    "CREATE INDEX game_attended ON game (id) WHERE finished IS NULL AND attended = 1",
    "CREATE INDEX game_finished ON game (finished) WHERE finished IS NOT NULL",
)
"""Take a database from schema 4 back to schema 3."""


@contextmanager
def serving(database: Path | str, *options: str, **how: Any) -> Iterator[Served]:
    """Run a server during a test."""
    served = Served(str(database), *options, **how)
    try:
        served.start()
        yield served
    finally:
        served.stop()


class Client:
    """A client at a table, over a websocket."""

    def __init__(self, served: Served, table: str, token: str = "") -> None:
        self.served, self.table, self.token = served, table, token
        self.waiting: list[dict[str, Any]] = []
        self.socket: websockets.ClientConnection | None = None
        self.frame: dict[str, Any] = {}

    async def connect(self, seq: int = 0, **hello: Any) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        address = self.served.base.replace("http", "ws") + "/ws"
        await self.close()
        self.socket = await websockets.connect(address, additional_headers=headers, max_size=None)
        await self.send({"type": "hello", "table": self.table, "seq": seq, **hello})
        return await self.next("frame")

    async def __aenter__(self) -> "Client":
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    async def send(self, message: dict[str, Any] | str | bytes) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def receive(self) -> dict[str, Any]:
        """Return the next message of any type."""
        assert self.socket is not None
        while not self.waiting:
            text = await asyncio.wait_for(self.socket.recv(), 30)
            self.waiting = [json.loads(line) for line in str(text).split("\n")]
        message = self.waiting.pop(0)
        if message["type"] == "frame":
            self.frame = message
        return message

    async def next(self, type_: str, wanted: Callable[[dict[str, Any]], bool] = bool) -> dict[str, Any]:
        """Return the next message of a type for which a condition holds."""
        while True:
            message = await self.receive()
            if message["type"] == type_ and wanted(message):
                return message

    async def until(self, seq: int) -> dict[str, Any]:
        """Return the newest frame, once it has reached a `seq`."""
        while self.frame.get("seq", 0) < seq:
            await self.receive()
        return self.frame

    async def command(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Send a command and return its answer."""
        name = fields.pop("command", f"{type_} {next(command_numbers)}")
        await self.send({"type": type_, "command": name, **fields})
        return await self.next("answer", lambda answer: answer["command"] == name)

    async def decide(self, text: str) -> dict[str, Any]:
        """Decide in the position last seen."""
        return await self.command("decide", ply=self.frame["ply"], decision=text)

    @property
    def legal(self) -> list[str]:
        """The legal decisions in the position last seen."""
        view = self.frame["view"]
        return [choice["text"] for choice in view["legal"]] if view else []

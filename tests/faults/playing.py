"""Persistent random players, and a check of a table's log against what they were sent."""

import asyncio
import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

import websockets

from atoll.server import protocol
from atoll.server.entries import Decided, Said, unpack
from atoll.server.frames import frame_of
from atoll.server.run import store_of
from atoll.server.table import Table
from server.serving import Served

Message = dict[str, Any]
DISCONNECTED = (OSError, EOFError, websockets.WebSocketException)


@dataclass
class Guest:
    """A person with a token."""

    id: str
    name: str
    token: str


def guest(served: Served, name: str) -> Guest:
    """Return a new guest."""
    return Guest(**served.post("/api/me", {"name": name}))


async def until(enough: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until a condition holds; the timeout is generous, because tests may share two cores."""
    end = time.monotonic() + seconds
    while not enough():
        assert time.monotonic() < end, "the condition did not become true"
        await asyncio.sleep(0.002)


@dataclass
class Memory:
    """All steps, chat and notices that a viewer was sent, kept as docs/protocol.md requires of clients."""

    steps: list[Message] = field(default_factory=list)
    chat: dict[int, Message] = field(default_factory=dict)
    notices: dict[tuple[int, str], Message] = field(default_factory=dict)

    def merge(self, frame: Message) -> Message:
        """Merge a frame; return it as a new viewer would get it."""
        assert frame["since"] <= len(self.steps), "a frame skipped some steps"
        self.steps = [*self.steps[: frame["since"]], *frame["steps"]]
        self.chat |= {line["seq"]: line for line in frame["chat"]}
        self.notices |= {(notice["seq"], notice["kind"]): notice for notice in frame["notices"]}
        lines = [self.chat[seq] for seq in sorted(self.chat)]
        notices = sorted(self.notices.values(), key=itemgetter("seq"))
        return {**frame, "since": 0, "steps": self.steps, "chat": lines, "notices": notices}


@dataclass
class Player:
    """Plays at random, reconnects when cut off, and repeats unanswered commands with the same id.

    A player that `watches` only chats, now and then.
    """

    address: str
    person: Guest
    table: str
    dice: random.Random
    patience: float = 60.0
    up: asyncio.Event | None = None
    """Set while the server runs."""
    whims: bool = True
    """Whether it chats and requests undos now and then."""
    watches: bool = False
    twice: bool = False
    """Whether the network delivers some messages twice."""
    memory: Memory = field(default_factory=Memory)
    frames: list[Message] = field(default_factory=list)
    texts: set[str] = field(default_factory=set)
    """What the server sent so far."""
    commands: dict[str, Message] = field(default_factory=dict)
    accepted: set[str] = field(default_factory=set)
    refused: dict[str, str] = field(default_factory=dict)
    unanswered: Message | None = None
    connections: int = 0

    @property
    def frame(self) -> Message:
        """The table as last seen, with all steps and chat."""
        return self.frames[-1] if self.frames else {"seq": 0, "status": "unseen"}

    @property
    def over(self) -> bool:
        """Whether the game is over in the last frame and no command waits for its answer."""
        return self.unanswered is None and self.frame["status"] == "over"

    async def play(self, stop: asyncio.Event) -> None:
        """Play until the game is over, or after `stop` until everything is answered."""
        while not (self.over or (stop.is_set() and self.unanswered is None)):
            if self.up is not None:
                await self.up.wait()
            try:
                headers = {"Authorization": f"Bearer {self.person.token}"}
                async with websockets.connect(
                    self.address, additional_headers=headers, max_size=None, open_timeout=5, close_timeout=1
                ) as socket:
                    self.connections += 1
                    await self._talk(socket, stop)
            except DISCONNECTED:
                await asyncio.sleep(0.02)

    async def _talk(self, socket: websockets.ClientConnection, stop: asyncio.Event) -> None:
        hello = {"type": "hello", "table": self.table}
        seen = 0
        await socket.send(json.dumps({**hello, "seq": self.frame["seq"]}))
        while True:
            try:
                text = str(await asyncio.wait_for(socket.recv(), self.patience))
            except TimeoutError:
                # A message was lost: send hello again, then repeat the command.
                await socket.send(json.dumps({**hello, "seq": self.frame["seq"]}))
                again = self.unanswered if seen else None
            else:
                again = None
                repeated = self.twice and text in self.texts
                self.texts.add(text)
                for message in map(json.loads, text.split("\n")):
                    # A repeated message begins with the turns that led to its last frame.
                    if repeated and message["type"] == "frame" and message["seq"] < self.frame["seq"]:
                        continue
                    if message["type"] == "frame":
                        again, seen = (self.unanswered, message["seq"]) if not seen else (again, message["seq"])
                    self._receive(message)
            if self.over or (stop.is_set() and self.unanswered is None):
                return
            if seen and self.unanswered is None:
                self.unanswered = again = self._next_command()
            if again is not None and again is self.unanswered:
                await socket.send(json.dumps(again))

    def _receive(self, message: Message) -> None:
        assert message["type"] != "fault", message
        if message["type"] == "frame":
            assert message["seq"] >= self.frame["seq"], "the server sent an older frame"
            seqs = [0 if self.twice else self.frame["seq"], *(line["seq"] for line in message["chat"])]
            assert seqs == sorted(set(seqs)), "a line of chat was sent twice"
            self.frames.append(self.memory.merge(message))
        elif message["type"] == "answer" and self.unanswered and message["command"] == self.unanswered["command"]:
            self.unanswered = None
            if message["ok"]:
                self.accepted.add(message["command"])
            else:
                self.refused[message["command"]] = message["error"]

    def _next_command(self) -> Message | None:
        """Return the next command, if any."""
        frame = self.frame
        roll = self.dice.random() if self.whims else 1.0
        # A person with a seat can't read the spectators' chat: a spectator who may still sit down must not chat.
        if roll < 0.04 and (frame["mine"] or (self.watches and frame["status"] == "playing")):
            return self._command("chat", text=f"what about {self.dice.random()} \N{TROPICAL FISH}?")
        if self.watches:
            return None
        if not frame["mine"]:
            seat = next(number for number, seat in enumerate(frame["seats"]) if seat["kind"] == "open")
            return self._command("sit", seat=seat, nonce=self.person.name)
        if frame["asking"] not in (None, *frame["mine"]):
            return self._command("consent", ply=frame["ply"], agree=self.dice.random() < 0.5)
        if frame["status"] != "playing" or not frame["view"]["legal"]:
            return None
        if roll < 0.07:
            return self._command("undo", ply=frame["ply"])
        choice = self.dice.choice(frame["view"]["legal"])
        return self._command("decide", ply=frame["ply"], decision=choice["text"])

    def _command(self, type_: str, **fields: Any) -> Message:
        name = f"{self.person.name} {len(self.commands) + 1}"
        self.commands[name] = {"type": type_, "command": name, **fields}
        return self.commands[name]


@dataclass
class Log:
    """The log of a table in the database."""

    seqs: list[int]
    entries: list[Any]


async def read_logs(database: str, tables: Sequence[str]) -> dict[str, Log]:
    """Return the logs of tables, straight from the database."""
    store = store_of(database)
    await store.open()
    try:
        logs = {}
        for table in tables:
            seqs = await store.fetch("SELECT seq FROM entry WHERE table_id = $1 ORDER BY seq", table)
            logs[table] = Log([seq for (seq,) in seqs], [unpack(body) for body in await store.entries(table)])
        return logs
    finally:
        await store.close()


def check(log: Log, players: Sequence[Player]) -> Table:
    """Assert that a log agrees with what its players were sent; return the table replayed from it."""
    assert log.seqs == list(range(1, len(log.entries) + 1))
    logged_commands = [(entry.by, entry.command) for entry in log.entries if entry.command]
    assert len(logged_commands) == len(set(logged_commands)), "a command was applied twice"
    for player in players:
        logged = {command for by, command in logged_commands if by == player.person.id}
        assert player.accepted <= logged, "an acknowledged command was lost"
        assert not logged & set(player.refused), "a refused command was applied"
        assert logged <= set(player.commands)
    viewers: dict[int, set[str]] = {}
    for player in players:
        for frame in player.frames:
            viewers.setdefault(frame["seq"], set()).add(player.person.id)
    table = Table(players[0].table, log.entries[0])
    projections = {(1, person_id): _projection(table, person_id) for person_id in viewers.get(1, ())}
    for seq, entry in enumerate(log.entries[1:], 2):
        _check_entry(table, entry, players)
        table.apply(entry)
        projections |= {(seq, person_id): _projection(table, person_id) for person_id in viewers.get(seq, ())}
    lines = [_line(seq, entry) for seq, entry in enumerate(log.entries, 1) if isinstance(entry, Said)]
    for player in players:
        for frame in player.frames:
            lines_read = [
                line
                for line in lines
                if line["seq"] <= frame["seq"] and (line["seat"] is not None or not frame["mine"])
            ]
            assert frame["chat"] == lines_read, "players' chat is for everybody, spectators' chat for spectators only"
            expected = projections[frame["seq"], player.person.id]
            assert frame == expected, [
                (name, frame.get(name), expected[name]) for name in expected if frame.get(name) != expected[name]
            ]
    return table


def _check_entry(table: Table, entry: Any, players: Sequence[Player]) -> None:
    """Assert that an entry is what a person sent: the text, or the decision and its ply."""
    for player in players:
        if entry.by == player.person.id and isinstance(entry, Decided):
            sent = player.commands[entry.command]
            assert table.state is not None
            assert (sent["ply"], sent["decision"]) == (table.ply, table.game.format(table.state, entry.decision))
        elif entry.by == player.person.id and isinstance(entry, Said):
            assert entry.text == player.commands[entry.command]["text"]


def _line(seq: int, said: Said) -> Message:
    return {"seq": seq, "seat": said.seat, "name": said.name, "text": said.text}


def _projection(table: Table, person_id: str) -> Message:
    """Return the frame of a person, with all steps and chat."""
    frame: Message = json.loads(protocol.encoder.encode(frame_of(table, person_id, table.seat_for(person_id), 0)))
    return frame

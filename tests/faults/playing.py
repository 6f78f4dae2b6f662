"""Players who never give up, and what must be true of a table's log after all that happened to them."""

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
from atoll.server.run import store as store_of
from atoll.server.table import Table
from server.serving import Served

Message = dict[str, Any]
GONE = (OSError, EOFError, websockets.WebSocketException)


@dataclass
class Person:
    """Somebody the server knows."""

    id: str
    name: str
    token: str


def guest(served: Served, name: str) -> Person:
    """Return somebody new."""
    return Person(**served.post("/api/me", {"name": name}))


async def until(enough: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait for something to become true; it usually does at once, but tests share two cores."""
    end = time.monotonic() + seconds
    while not enough():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.002)


@dataclass
class Memory:
    """All that a viewer was told of steps, chat and notices, kept as docs/protocol.md tells clients to keep it."""

    steps: list[Message] = field(default_factory=list)
    chat: dict[int, Message] = field(default_factory=dict)
    notices: dict[tuple[int, str], Message] = field(default_factory=dict)

    def whole(self, frame: Message) -> Message:
        """Learn from a frame; returns it as somebody would get it who knew nothing before."""
        assert frame["since"] <= len(self.steps), "a frame left out what some decisions brought about"
        self.steps = [*self.steps[: frame["since"]], *frame["steps"]]
        self.chat |= {line["seq"]: line for line in frame["chat"]}
        self.notices |= {(notice["seq"], notice["kind"]): notice for notice in frame["notices"]}
        lines = [self.chat[seq] for seq in sorted(self.chat)]
        notices = sorted(self.notices.values(), key=itemgetter("seq"))
        return {**frame, "since": 0, "steps": self.steps, "chat": lines, "notices": notices}


@dataclass
class Player:
    """Plays at random, connects again when cut off, and sends again, with the same id, what was not answered.

    Who only watches talks, now and then, and that is all.
    """

    address: str
    person: Person
    table: str
    dice: random.Random
    patience: float = 60.0
    up: asyncio.Event | None = None
    whims: bool = True
    watches: bool = False
    twice: bool = False
    """Whether the network brings some messages twice."""
    memory: Memory = field(default_factory=Memory)
    frames: list[Message] = field(default_factory=list)
    texts: set[str] = field(default_factory=set)
    """What the server sent so far."""
    said: dict[str, Message] = field(default_factory=dict)
    accepted: set[str] = field(default_factory=set)
    refused: dict[str, str] = field(default_factory=dict)
    unanswered: Message | None = None
    connections: int = 0
    slowest: float = 0.0

    @property
    def frame(self) -> Message:
        """The table as last seen, with all steps and chat."""
        return self.frames[-1] if self.frames else {"seq": 0, "status": "unseen"}

    @property
    def over(self) -> bool:
        """Whether the game has been seen to end and nothing waits for its answer."""
        return self.unanswered is None and self.frame["status"] == "over"

    async def play(self, stop: asyncio.Event) -> None:
        """Play until the game is over, or until all is answered once told to stop."""
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
            except GONE:
                await asyncio.sleep(0.02)

    async def _talk(self, socket: websockets.ClientConnection, stop: asyncio.Event) -> None:
        hello = {"type": "hello", "table": self.table}
        seen = 0
        await socket.send(json.dumps({**hello, "seq": self.frame["seq"]}))
        while True:
            begin = asyncio.get_running_loop().time()
            try:
                text = str(await asyncio.wait_for(socket.recv(), self.patience))
            except TimeoutError:
                # Something was lost on the way: ask for the table again, then for the answer.
                await socket.send(json.dumps({**hello, "seq": self.frame["seq"]}))
                again = self.unanswered if seen else None
            else:
                self.slowest = max(self.slowest, asyncio.get_running_loop().time() - begin)
                again = None
                repeated = self.twice and text in self.texts
                self.texts.add(text)
                for message in map(json.loads, text.split("\n")):
                    # A message that comes twice begins with the turns that led to its last frame.
                    if repeated and message["type"] == "frame" and message["seq"] < self.frame["seq"]:
                        continue
                    if message["type"] == "frame":
                        again, seen = (self.unanswered, message["seq"]) if not seen else (again, message["seq"])
                    self._hear(message)
            if self.over or (stop.is_set() and self.unanswered is None):
                return
            if seen and self.unanswered is None:
                self.unanswered = again = self._wish()
            if again is not None and again is self.unanswered:
                await socket.send(json.dumps(again))

    def _hear(self, message: Message) -> None:
        assert message["type"] != "fault", message
        if message["type"] == "frame":
            assert message["seq"] >= self.frame["seq"], "the table went back in time"
            told = [0 if self.twice else self.frame["seq"], *(line["seq"] for line in message["chat"])]
            assert told == sorted(set(told)), "a line of chat was told twice"
            self.frames.append(self.memory.whole(message))
        elif message["type"] == "answer" and self.unanswered and message["command"] == self.unanswered["command"]:
            self.unanswered = None
            if message["ok"]:
                self.accepted.add(message["command"])
            else:
                self.refused[message["command"]] = message["error"]

    def _wish(self) -> Message | None:
        """Return the next command, if there is anything to do."""
        frame = self.frame
        roll = self.dice.random() if self.whims else 1.0
        # Spectators hear each other only as long as they have no seat: who may still take one hears nothing yet.
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

    def _command(self, kind: str, **fields: Any) -> Message:
        name = f"{self.person.name} {len(self.said) + 1}"
        self.said[name] = {"type": kind, "command": name, **fields}
        return self.said[name]


@dataclass
class Log:
    """What a database holds of a table."""

    seqs: list[int]
    entries: list[Any]


async def read_logs(database: str, tables: Sequence[str]) -> dict[str, Log]:
    """Return the logs of tables, straight from the database."""
    store = store_of(database)
    await store.open()
    try:
        logs = {}
        for table in tables:
            seqs = await store.fetch("SELECT seq FROM entry WHERE game = $1 ORDER BY seq", table)
            logs[table] = Log([seq for (seq,) in seqs], [unpack(body) for body in await store.entries(table)])
        return logs
    finally:
        await store.close()


def check(log: Log, players: Sequence[Player]) -> Table:
    """Assert that a log and what its players were told agree; returns the table it makes."""
    assert log.seqs == list(range(1, len(log.entries) + 1))
    commands = [(entry.by, entry.command) for entry in log.entries if entry.command]
    assert len(commands) == len(set(commands)), "a command was applied twice"
    for player in players:
        logged = {command for by, command in commands if by == player.person.id}
        assert player.accepted <= logged, "an acknowledged command was lost"
        assert not logged & set(player.refused), "a refused command was applied"
        assert logged <= set(player.said)
    viewers: dict[int, set[str]] = {}
    for player in players:
        for frame in player.frames:
            viewers.setdefault(frame["seq"], set()).add(player.person.id)
    table = Table(players[0].table, log.entries[0])
    projections = {(1, person): _projection(table, person) for person in viewers.get(1, ())}
    for seq, entry in enumerate(log.entries[1:], 2):
        _check_entry(table, entry, players)
        table.apply(entry)
        projections |= {(seq, person): _projection(table, person) for person in viewers.get(seq, ())}
    lines = [_line(seq, entry) for seq, entry in enumerate(log.entries, 1) if isinstance(entry, Said)]
    for player in players:
        for frame in player.frames:
            heard = [
                line
                for line in lines
                if line["seq"] <= frame["seq"] and (line["seat"] is not None or not frame["mine"])
            ]
            assert frame["chat"] == heard, "players are heard by everybody, spectators by spectators"
            whole = projections[frame["seq"], player.person.id]
            assert frame == whole, [
                (name, frame.get(name), whole[name]) for name in whole if frame.get(name) != whole[name]
            ]
    return table


def _check_entry(table: Table, entry: Any, players: Sequence[Player]) -> None:
    """Assert that the log has what a person sent: the words, or the decision for the position it was meant for."""
    for player in players:
        if entry.by == player.person.id and isinstance(entry, Decided):
            said = player.said[entry.command]
            assert table.state is not None
            assert (said["ply"], said["decision"]) == (table.ply, table.game.format(table.state, entry.decision))
        elif entry.by == player.person.id and isinstance(entry, Said):
            assert entry.text == player.said[entry.command]["text"]


def _line(seq: int, said: Said) -> Message:
    return {"seq": seq, "seat": said.seat, "name": said.name, "text": said.text}


def _projection(table: Table, person: str) -> Message:
    """Return the table, from its beginning, as a person sees it."""
    frame: Message = json.loads(protocol.encoder.encode(table.frame(person, table.seat_for(person), 0)))
    return frame

"""Whatever clients send, each gets one answer with a reason, and the table stays equal to its log replayed."""

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import atoll
from atoll.core import fair
from atoll.server import protocol
from atoll.server.connection import Connection
from atoll.server.entries import AnyEntry, Created, Decided, Sat, pack, unpack
from atoll.server.hub import Hub
from atoll.server.protocol import Answer, Command, Fault, Hello, Rematch
from atoll.server.room import Room
from atoll.server.seating import Person
from atoll.server.socket import Socket
from atoll.server.store import Store
from atoll.server.table import Table, replay
from server.fuzz_messages import ACCEPTED, ACTOR, ANY_SENT, NEEDED, OPTIONAL, Ply, Sent, Text, encoded
from server.logged import LogStore

FRAMES = 10_000
BATCH = 50
SECRET = "s"
STRUCTS = {str(struct.__struct_config__.tag): struct for struct in get_args(protocol.Incoming)}


class ImmediateExecutor(ThreadPoolExecutor):
    """An executor that runs a bot immediately, before the next message."""

    def submit(self, fn: Callable[..., Any], /, *values: Any, **keywords: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(fn(*values, **keywords))
        return done


class CountingHub(Hub):
    """A hub that counts the commands that reach a table."""

    def __init__(self, store: Store, reached: Counter[str]) -> None:
        super().__init__(store)
        self.drivers.threads, self.reached = ImmediateExecutor(), reached

    async def carry_out(
        self, room: Room, person: Person, command: Command, send: Callable[[Answer], None] = lambda _: None
    ) -> Answer:
        self.reached[tag_of(command)] += 1
        return await super().carry_out(room, person, command, send)


class RecordingSocket(Socket):
    """A socket that records what is written; its client reads nothing until the end."""

    congested = True

    def __init__(self) -> None:
        self.lines: list[Any] = []

    def write_text(self, text: bytes) -> None:
        self.lines += [json.loads(line) for line in text.split(b"\n")]


class CountingViewer:
    """A viewer that counts how often it was woken."""

    person_id = ""

    def __init__(self) -> None:
        self.woken = 0

    def wake(self) -> None:
        self.woken += 1


def tag_of(message: protocol.Incoming) -> str:
    return str(message.__struct_config__.tag)


# Tables


@cache
def log_of(game_id: str, beginning: str, persons: tuple[str, str]) -> list[bytes]:
    """Return the log of a table that gathers players, has just begun, is nearly over, or is over."""
    game = atoll.find_game(game_id)
    entries: list[AnyEntry] = [
        Created(at=0.0, by=persons[0], game=game_id, rules=game.rules, seats=2, options=game.resolve({}), secret=SECRET)
    ]
    if beginning == "rematch":
        entries[0] = msgspec.structs.replace(entries[0], reserved=list(persons), names=list(persons))
    if beginning in ("gathering", "rematch"):
        return list(map(pack, entries))
    entries += [Sat(at=0.0, by=person_id, seat=seat, name=person_id) for seat, person_id in enumerate(persons)]
    state, decisions = game.deal(2, fair.seed(SECRET, ("", ""))), 0
    while (seat := state.actor) is not None:
        legal = state.legal()
        decision = legal[7 * decisions % len(legal)]
        entries.append(Decided(at=0.0, by=persons[seat], seat=seat, decision=decision))
        state, decisions = state.play(decision), decisions + 1
    return list(map(pack, entries[: {"begun": -decisions, "nearly over": -5, "over": None}[beginning]]))


BEGINNINGS = [*itertools.product(atoll.find_games(), ("gathering", "rematch", "begun", "begun", "nearly over", "over"))]
EXAMPLES = -(-FRAMES // (BATCH * len(BEGINNINGS)))


class Counted:
    """The number of messages by outcome."""

    def __init__(self) -> None:
        self.frames = self.repeated = 0
        self.reached: Counter[str] = Counter()
        self.answers: Counter[tuple[str, bool]] = Counter()


class Session:
    """Two tables on one server: everybody plays at one; the same people can only watch and chat at the other."""

    def __init__(self, game: str, beginning: str, counted: Counted) -> None:
        self.counted = counted
        self.store = LogStore()
        self.store.logs = {
            "t": list(log_of(game, beginning, ("ada", "bo"))),
            "elsewhere": list(log_of(game, "begun", ("dot", "eve"))),
        }
        self.hub = CountingHub(self.store, counted.reached)
        self.clients = {
            name: Connection(self.hub, RecordingSocket(), Person(name, name)) for name in ("ada", "bo", "cy", "")
        }
        self.viewer = CountingViewer()
        self.first: dict[tuple[str, str, str], Answer] = {}

    async def run(self, messages: list[Sent]) -> None:
        tables = []
        for name in self.store.logs:
            room = await self.hub.room(name)
            assert room is not None
            room.enter(self.viewer)
            tables.append(room.table)
        table, elsewhere = tables
        for name in ("ada", "bo", "cy"):
            await self.clients[name].handle('{"type": "hello", "table": "t"}')
        for sender, message in messages:
            client = self.clients[table.seats[table.actor or 0].person_id if sender == ACTOR else sender]
            here = client.room.table if client.room else table
            await self.send(client, message if isinstance(message, bytes) else encoded(message, here))
            async with asyncio.timeout(300):
                while any(room.bot_task for room in self.hub.rooms.values()):
                    await asyncio.sleep(0)
        for here in tables:
            assert logged_state(replay(here.id, list(map(unpack, self.store.logs[here.id])))) == logged_state(here)
        assert not elsewhere.decisions
        assert [seat.person_id for seat in elsewhere.seats] == ["dot", "eve"]
        await self.check_both_tables(table, elsewhere)
        await self.hub.close()

    async def send(self, client: Connection, data: bytes) -> None:
        """Send a message of a client, and check its effects."""
        before = {name: len(other.outgoing) for name, other in self.clients.items()}
        size, woken = self.store.size, self.viewer.woken
        await client.handle(data)
        received = {name: list(other.outgoing)[before[name] :] for name, other in self.clients.items()}
        answers, grown = received.pop(client.person_id), self.store.size - size
        assert not any(received.values())
        self.counted.frames += 1
        message = decoded(data)
        accepted = False
        if isinstance(message, Hello):
            accepted = self.check_hello(client, message, answers)
            assert grown == 0
        elif message is None:
            assert [type(answer) for answer in answers] == [Fault]
        else:
            (answer,) = answers
            assert isinstance(answer, Answer)
            assert (answer.command, bool(answer.error)) == (message.command, not answer.ok)
            self.check_answer(client, message, answer, grown)
            accepted = answer.ok
        if not accepted:
            assert (grown, self.viewer.woken) == (0, woken)

    def check_hello(self, client: Connection, hello: Hello, answers: list[Answer | Fault]) -> bool:
        """Return whether a hello was accepted; otherwise there must be a fault with the reason."""
        accepted = not answers
        if accepted:
            assert client.room is self.hub.rooms[hello.table]
            self.counted.reached["hello"] += 1
        else:
            assert [type(answer) for answer in answers] == [Fault]
        self.counted.answers["hello", accepted] += 1
        return accepted

    def check_answer(self, client: Connection, command: Command, answer: Answer, grown: int) -> None:
        """Check the answer to a command, which for a repeat must be the first one."""
        if client.room is None:
            assert not answer.ok
            return
        key = client.room.table.id, client.person_id, command.command
        if key in self.first:
            assert (answer, grown) == (self.first[key], 0)
            self.counted.repeated += 1
            return
        self.counted.answers[tag_of(command), answer.ok] += 1
        if answer.ok and not isinstance(command, Rematch):
            assert grown == 1
        # Repeats by unknown persons are not recognized, and a second rematch only gets the table of the first.
        if client.person_id and (grown or not answer.ok):
            self.first[key] = answer

    async def check_both_tables(self, table: Table, elsewhere: Table) -> None:
        """Check that the other table still takes a decision, and that a late reader gets all messages."""
        assert elsewhere.actor is not None
        player = Connection(self.hub, RecordingSocket(), Person(elsewhere.seats[elsewhere.actor].person_id, "n"))
        await player.handle('{"type": "hello", "table": "elsewhere"}')
        decide = {"type": "decide", "command": "on", "ply": Ply(0), "decision": Text(0, legal=True)}
        await player.handle(encoded(decide, elsewhere))
        assert list(player.outgoing) == [Answer("on", ok=True)]
        ada = self.clients["ada"]
        await ada.handle('{"type": "hello", "table": "t"}')
        socket, waiting = ada.socket, len(ada.outgoing)
        assert isinstance(socket, RecordingSocket)
        socket.congested = False
        ada.writable()
        await asyncio.sleep(0)
        *answers, frame, presence = socket.lines
        assert (len(answers), frame["seq"], presence["type"]) == (waiting, table.seq, "presence")


def decoded(data: bytes) -> protocol.Incoming | None:
    try:
        message: protocol.Incoming = protocol.decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return message


def logged_state(table: Table) -> list[Any]:
    """Return everything about a table that must follow from its log."""
    return [
        table.seq, table.ply, table.decisions, table.state, table.free_undos, table.seats, table.takeback, table.chat,
        table.rematch, table.held_seats, table.accepted, table.notices,
    ]  # fmt: skip


def fuzz(game: str, beginning: str, counted: Counted) -> None:
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(ANY_SENT, min_size=BATCH, max_size=BATCH))
    @example(ACCEPTED[beginning])
    def run(messages: list[Sent]) -> None:
        asyncio.run(Session(game, beginning, counted).run(messages))

    run()


def test_every_field_of_every_message_is_generated() -> None:
    assert {tag: [*needed, *OPTIONAL.get(tag, ())] for tag, needed in NEEDED.items()} == {
        tag: list(struct.__struct_fields__) for tag, struct in STRUCTS.items()
    }


@pytest.mark.slow
def test_every_message_gets_an_answer_and_none_breaks_the_table(caplog: pytest.LogCaptureFixture) -> None:
    counted = Counted()
    for game, beginning in BEGINNINGS:
        fuzz(game, beginning, counted)
    assert not caplog.records
    assert counted.frames >= FRAMES
    assert sum(counted.reached.values()) > FRAMES / 2
    assert set(counted.reached) == set(STRUCTS)
    assert set(counted.answers) == set(itertools.product(STRUCTS, (True, False)))
    assert counted.repeated > 0

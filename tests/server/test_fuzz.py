"""Whatever clients say, each of them gets one answer with a reason, and the table stays what its log makes of it."""

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import atoll
from atoll.core import fair
from atoll.server import protocol
from atoll.server.connection import Connection
from atoll.server.entries import AnyEntry, Created, Decided, Sat, pack, unpack
from atoll.server.hub import Hub
from atoll.server.protocol import Answer, Command, Fault, Hello, Rematch
from atoll.server.room import Room
from atoll.server.socket import Socket
from atoll.server.store import Group, Store
from atoll.server.table import Table, Who, replay

FRAMES = 10_000
BATCH = 50
SECRET = "s"
KINDS = {str(kind.__struct_config__.tag): kind for kind in get_args(protocol.Incoming)}
Fields = dict[str, Any]
Said = tuple[str, Fields | bytes]
Strategies = dict[str, st.SearchStrategy[Any]]


class Memory(Store):
    """A store that keeps the logs it is given, and nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.logs: dict[str, list[bytes]] = {}

    async def open(self) -> None:
        """Nothing to open."""

    async def close(self) -> None:
        """Nothing to close."""

    async def insert(self, groups: Sequence[Group]) -> list[bool]:
        return [self._free(group) for group in groups]

    def _free(self, group: Group) -> bool:
        log = self.logs.setdefault(group[0].game, [])
        free = group[0].seq == len(log) + 1
        log += [row.body for row in group] if free else []
        return free

    async def entries(self, game: str, after: int = 0) -> list[bytes]:
        return self.logs.get(game, [])[after:]

    async def setting(self, name: str, value: str) -> str:  # noqa: ARG002
        return value

    async def fetch(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:  # noqa: ARG002
        return []

    async def execute(self, statement: str, *values: Any) -> None:
        """Nothing to change."""

    @property
    def size(self) -> int:
        return sum(map(len, self.logs.values()))


class AtOnce(ThreadPoolExecutor):
    """Bots that have decided before anybody says more."""

    def submit(self, fn: Callable[..., Any], /, *values: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(fn(*values, **named))
        return done


class Reached(Hub):
    """A hub that counts the commands that get to a table."""

    def __init__(self, store: Store, reached: Counter[str]) -> None:
        super().__init__(store)
        self.thinkers, self.reached = AtOnce(), reached

    async def carry_out(
        self, room: Room, who: Who, command: Command, answered: Callable[[Answer], None] = lambda _: None
    ) -> Answer:
        self.reached[named(command)] += 1
        return await super().carry_out(room, who, command, answered)


class Wire(Socket):
    """A reader who takes nothing until the end."""

    full = True

    def __init__(self) -> None:
        self.lines: list[Any] = []

    def say(self, text: bytes) -> None:
        self.lines += [json.loads(line) for line in text.split(b"\n")]


class Bystander:
    """Somebody who counts how often there may be something new to see."""

    person = ""

    def __init__(self) -> None:
        self.woken = 0

    def wake(self) -> None:
        self.woken += 1


def named(message: protocol.Incoming) -> str:
    return str(message.__struct_config__.tag)


# What is said


@dataclass(frozen=True)
class Ply:
    """The ply that the table is at when this is said, or so many off."""

    off: int

    def at(self, table: Table) -> int:
        return table.ply + self.off


@dataclass(frozen=True)
class Text:
    """One of the legal decisions when this is said, or one of all that the game has."""

    number: int
    legal: bool

    def at(self, table: Table) -> str:
        state = table.state
        if state is None or state.over:
            return "end"
        choices = state.legal() if self.legal else range(table.game.kernel.decisions)
        text: str = table.game.notation.format_decision(state, choices[self.number % len(choices)])
        return text


@dataclass(frozen=True)
class Unused:
    """A command id that nobody has used."""

    counting = itertools.count()

    def at(self, _table: Table) -> str:
        return f"unused {next(self.counting)}"


def written(message: Fields, table: Table | None = None) -> bytes:
    """Return a message as it is sent to a table."""
    return json.dumps(message, default=lambda value: value.at(table) if table else repr(value)).encode()


def shares(**parts: int) -> st.SearchStrategy[str]:
    """Return a choice of names, each so many times as likely as its number says."""
    return st.sampled_from([name for name, part in parts.items() for _ in range(part)])


DECISIONS = {
    "legal": st.builds(Text, st.integers(0, 63), st.just(True)),
    "likely": st.builds(Text, st.integers(0, 999), st.just(False)),
    "garbage": st.text(max_size=64) | st.sampled_from(["", "play 99", "take -1", "put 3 turn 9", "\x00", "x" * 64]),
}
COMMAND = {"command": st.sampled_from([Unused()] * 10 + ["again", "once more"])}
PLY = {"ply": st.sampled_from([Ply(0)] * 20 + [Ply(-1), Ply(1), 0, 10**6])}
SEAT = {"seat": st.sampled_from([0, 1] * 5 + [2, 7])}
NEEDED: dict[str, Strategies] = {
    "hello": {"table": st.sampled_from(["t"] * 8 + ["elsewhere", "nowhere"])},
    "decide": COMMAND | PLY | {"decision": shares(legal=7, likely=2, garbage=1).flatmap(DECISIONS.__getitem__)},
    "undo": COMMAND | PLY,
    "consent": COMMAND | PLY | {"agree": st.booleans()},
    "sit": COMMAND | SEAT,
    "leave": COMMAND | SEAT,
    "abandon": COMMAND,
    "invite": COMMAND | SEAT | {"bot": st.sampled_from(["greedy", "random", "clever"])},
    "rematch": COMMAND,
    "decline": COMMAND,
    "chat": COMMAND | {"text": st.sampled_from(["hi", " \n "]) | st.text(min_size=1, max_size=280)},
}
OPTIONAL: dict[str, Strategies] = {
    "hello": {"seq": st.integers(0, 2**63 - 1), "seat": SEAT["seat"] | st.none(), "public": st.booleans()},
    "consent": {"seat": SEAT["seat"] | st.none()},
    "sit": {"nonce": st.sampled_from(["", "mine", "x" * 64]), "name": st.sampled_from(["", " ", "Zosia", "x" * 32])},
}
MESSAGES = {
    kind: st.fixed_dictionaries({"type": st.just(kind), **needed}, optional=OPTIONAL.get(kind, {}))
    for kind, needed in NEEDED.items()
}
ANY_KIND = shares(
    decide=12, undo=7, consent=7, sit=4, leave=3, abandon=1, invite=5, rematch=2, decline=1, chat=2, hello=2
)
ANY_MESSAGE = ANY_KIND.flatmap(MESSAGES.__getitem__)
TURN = "whoever is to decide"
IN_TURN = st.sampled_from([TURN] * 10 + ["ada", "bo", "cy", ""])
ANYBODY = st.sampled_from(["ada", "bo"] * 6 + ["cy", ""])
SPEAKERS = dict.fromkeys(NEEDED, ANYBODY) | {"decide": IN_TURN, "consent": IN_TURN}

JSON = st.recursive(
    st.sampled_from([None, True, -1, 8, 10**6 + 1, 2**31, 2**63, 2**64, 10**30, 1.5, 1e300])
    | st.sampled_from(["", " ", "x" * 33, "x" * 65, "x" * 281, "\x00", "\ud800", "a\n"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


def spoiled(message: Fields, number: int, how: str, value: Any) -> Fields:
    """Return a message with a field missing, of another type, or that no message has."""
    name = list(message)[number % len(message)]
    if how == "missing":
        return {other: found for other, found in message.items() if other != name}
    return message | {name if how == "changed" else how: value}


def broken(message: Fields, number: int, piece: bytes) -> bytes:
    """Return a message with bytes in it that no text has, or one that breaks off."""
    text = written(message)
    place = number % len(text)
    return text[:place] + piece + text[place:] if piece else text[:place]


def nested(begin: str, depth: int) -> bytes:
    """Return so many lists in one another, by themselves or as a field."""
    return f"{begin}{'[' * depth}{']' * depth}{'}' if begin else ''}".encode()


WRONG: dict[str, st.SearchStrategy[Fields | bytes]] = {
    "spoiled": st.builds(
        spoiled, ANY_MESSAGE, st.integers(0, 3), st.sampled_from(["changed", "changed", "missing", "colour"]), JSON
    ),
    "broken": st.builds(
        broken, ANY_MESSAGE, st.integers(0, 99), st.sampled_from([b"", b"\xff", b"\xed\xa0\x80", b"\x00"])
    ),
    "nested": st.builds(
        nested,
        st.sampled_from(["", '{"type": "chat", "command": "deep", "text": ', '{"type": "rematch", "command": ']),
        st.integers(1, 8000),
    ),
    "raw": st.binary(max_size=60)
    | JSON.map(lambda value: json.dumps(value).encode())
    | st.just(b'{"type": "undo", "command": "u", "ply": 1e999}'),
}
RIGHT = ANY_KIND.flatmap(lambda kind: st.tuples(SPEAKERS[kind], MESSAGES[kind]))
SAID = shares(right=16, spoiled=2, broken=1, nested=1, raw=1).flatmap(
    lambda form: RIGHT if form == "right" else st.tuples(ANYBODY, WRONG[form])
)


# Where it is said


@cache
def log_of(game_id: str, beginning: str, persons: tuple[str, str]) -> list[bytes]:
    """Return the log of a table that waits for players, has just begun, is nearly over, or is over."""
    game = atoll.game(game_id)
    entries: list[AnyEntry] = [
        Created(at=0.0, by=persons[0], game=game_id, rules=game.rules, seats=2, options=game.resolve({}), secret=SECRET)
    ]
    if beginning == "rematch":
        entries[0] = msgspec.structs.replace(entries[0], reserved=list(persons), names=list(persons))
    if beginning in ("gathering", "rematch"):
        return list(map(pack, entries))
    entries += [Sat(at=0.0, by=person, seat=seat, name=person) for seat, person in enumerate(persons)]
    state, decisions = game.deal(2, fair.seed(SECRET, ("", ""))), 0
    while (seat := state.actor) is not None:
        legal = state.legal()
        decision = legal[7 * decisions % len(legal)]
        entries.append(Decided(at=0.0, by=persons[seat], seat=seat, decision=decision))
        state, decisions = state.play(decision), decisions + 1
    return list(map(pack, entries[: {"begun": -decisions, "nearly over": -5, "over": None}[beginning]]))


BEGINNINGS = [*itertools.product(atoll.games(), ("gathering", "rematch", "begun", "begun", "nearly over", "over"))]
EXAMPLES = -(-FRAMES // (BATCH * len(BEGINNINGS)))


class Counted:
    """What came of all that was said."""

    def __init__(self) -> None:
        self.frames = self.repeated = 0
        self.reached: Counter[str] = Counter()
        self.answers: Counter[tuple[str, bool]] = Counter()


class Talk:
    """Two tables of one server: at one everybody talks, at the other the same people can only look on and chat."""

    def __init__(self, game: str, beginning: str, counted: Counted) -> None:
        self.counted = counted
        self.store = Memory()
        self.store.logs = {
            "t": list(log_of(game, beginning, ("ada", "bo"))),
            "elsewhere": list(log_of(game, "begun", ("dot", "eve"))),
        }
        self.hub = Reached(self.store, counted.reached)
        self.clients = {name: Connection(self.hub, Wire(), Who(name, name)) for name in ("ada", "bo", "cy", "")}
        self.bystander = Bystander()
        self.first: dict[tuple[str, str, str], Answer] = {}

    async def run(self, said: list[Said]) -> None:
        tables = []
        for name in self.store.logs:
            room = await self.hub.room(name)
            assert room is not None
            room.enter(self.bystander)
            tables.append(room.table)
        table, elsewhere = tables
        for name in ("ada", "bo", "cy"):
            await self.clients[name].hear('{"type": "hello", "table": "t"}')
        for speaker, message in said:
            client = self.clients[table.chairs[table.actor or 0].person if speaker == TURN else speaker]
            here = client.room.table if client.room else table
            await self.says(client, message if isinstance(message, bytes) else written(message, here))
            async with asyncio.timeout(30):
                while any(room.thinking for room in self.hub.rooms.values()):
                    await asyncio.sleep(0)
        for here in tables:
            assert present(replay(here.id, list(map(unpack, self.store.logs[here.id])))) == present(here)
        assert not elsewhere.decisions
        assert [chair.person for chair in elsewhere.chairs] == ["dot", "eve"]
        await self.goes_on(table, elsewhere)
        await self.hub.close()

    async def says(self, client: Connection, data: bytes) -> None:
        """Let a client say something, and look at everything that came of it."""
        before = {name: len(other.outgoing) for name, other in self.clients.items()}
        size, woken = self.store.size, self.bystander.woken
        await client.hear(data)
        heard = {name: list(other.outgoing)[before[name] :] for name, other in self.clients.items()}
        answers, grown = heard.pop(client.person), self.store.size - size
        assert not any(heard.values())
        self.counted.frames += 1
        message = understood(data)
        accepted = False
        if isinstance(message, Hello):
            accepted = self.entered(client, message, answers)
            assert grown == 0
        elif message is None:
            assert [type(answer) for answer in answers] == [Fault]
        else:
            (answer,) = answers
            assert isinstance(answer, Answer)
            assert (answer.command, bool(answer.error)) == (message.command, not answer.ok)
            self.answered(client, message, answer, grown)
            accepted = answer.ok
        if not accepted:
            assert (grown, self.bystander.woken) == (0, woken)

    def entered(self, client: Connection, hello: Hello, answers: list[Answer | Fault]) -> bool:
        """Tell whether a client was let in; who is not hears why."""
        accepted = not answers
        if accepted:
            assert client.room is self.hub.rooms[hello.table]
            self.counted.reached["hello"] += 1
        else:
            assert [type(answer) for answer in answers] == [Fault]
        self.counted.answers["hello", accepted] += 1
        return accepted

    def answered(self, client: Connection, command: Command, answer: Answer, grown: int) -> None:
        """Look at the answer to a command, which for a repeat must be the first one."""
        if client.room is None:
            assert not answer.ok
            return
        said = client.room.table.id, client.person, command.command
        if said in self.first:
            assert (answer, grown) == (self.first[said], 0)
            self.counted.repeated += 1
            return
        self.counted.answers[named(command), answer.ok] += 1
        if answer.ok and not isinstance(command, Rematch):
            assert grown == 1
        # Strangers are not known again; and where a rematch is open already, who asks for it is only told where.
        if client.person and (grown or not answer.ok):
            self.first[said] = answer

    async def goes_on(self, table: Table, elsewhere: Table) -> None:
        """See that somebody can decide elsewhere, and that who reads at last gets everything."""
        assert elsewhere.actor is not None
        player = Connection(self.hub, Wire(), Who(elsewhere.chairs[elsewhere.actor].person, "n"))
        await player.hear('{"type": "hello", "table": "elsewhere"}')
        decide = {"type": "decide", "command": "on", "ply": Ply(0), "decision": Text(0, legal=True)}
        await player.hear(written(decide, elsewhere))
        assert list(player.outgoing) == [Answer("on", ok=True)]
        ada = self.clients["ada"]
        await ada.hear('{"type": "hello", "table": "t"}')
        wire, waiting = ada.socket, len(ada.outgoing)
        assert isinstance(wire, Wire)
        wire.full = False
        ada.writable()
        await asyncio.sleep(0)
        *answers, frame, presence = wire.lines
        assert (len(answers), frame["seq"], presence["type"]) == (waiting, table.seq, "presence")


def understood(data: bytes) -> protocol.Incoming | None:
    try:
        message: protocol.Incoming = protocol.decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return message


def present(table: Table) -> list[Any]:
    """Return all that a log must make of a table."""
    return [
        table.seq, table.ply, table.decisions, table.state, table.free, table.chairs, table.request, table.chat,
        table.rematch, table.held, table.accepted, table.notices,
    ]  # fmt: skip


def talked(game: str, beginning: str, counted: Counted) -> None:
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(SAID, min_size=BATCH, max_size=BATCH))
    def talk(said: list[Said]) -> None:
        asyncio.run(Talk(game, beginning, counted).run(said))

    talk()


def test_every_field_of_every_message_is_said() -> None:
    assert {kind: [*needed, *OPTIONAL.get(kind, ())] for kind, needed in NEEDED.items()} == {
        kind: list(struct.__struct_fields__) for kind, struct in KINDS.items()
    }


@pytest.mark.slow
def test_every_message_gets_an_answer_and_none_breaks_the_table(caplog: pytest.LogCaptureFixture) -> None:
    counted = Counted()
    for game, beginning in BEGINNINGS:
        talked(game, beginning, counted)
    assert not caplog.records
    assert counted.frames >= FRAMES
    assert sum(counted.reached.values()) > FRAMES / 2
    assert set(counted.reached) == set(KINDS)
    assert set(counted.answers) == set(itertools.product(KINDS, (True, False)))
    assert counted.repeated > 0

"""Two tables that differ only in what is hidden from a viewer send that viewer the same bytes, whatever the request."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import numpy as np
import pytest
from msgspec.json import encode
from starlette.types import Message

from atoll import Game, IllegalDecision, InvalidNotation, State
from atoll.server import limits, protocol
from atoll.server.app import Server
from atoll.server.auth import token_hash
from atoll.server.entries import Created, Decided, Sat, pack
from atoll.server.frames import frame_of
from atoll.server.protocol import Answer, Chat, Decide
from atoll.server.room import Room
from atoll.server.routes import ROUTES
from atoll.server.seating import Person
from atoll.server.sqlite import SQLite
from atoll.server.store import IndexUpdate, Row
from atoll.server.table import Proposal, Table
from atoll.testing.sample_games import sampled

PERSONS = ("ada", "bo", "cy", "dee")
SPECTATOR = "zoe"
NEW_EACH_TIME = "/api/ticket"
DONE = b'{"type":"answer","command":"c","ok":true}'
Pair = tuple[Table, Table, int | None]


def table_at(state: State, decisions: list[int], name: str) -> Table:
    """Return a table with these decisions after a position, as if that had been dealt."""
    game, seats = state.game, range(state.seats)
    created = Created(
        at=0.0, by="ada", game=game.id, rules=game.rules, seats=len(seats), options=state.options, secret="s",
    )  # fmt: skip
    table = Table(name, created)
    for seat in seats:
        table.apply(Sat(at=0.0, by=PERSONS[seat], seat=seat, name=PERSONS[seat]))
    table.deal = table.state = state
    for decision in decisions:
        table.apply(Decided(at=0.0, seat=table.actor or 0, decision=decision))
    return table


def look_alikes(game: Game, moments: int) -> Iterator[Pair]:
    """Yield pairs of tables that a seat (None: a spectator) can't distinguish, at and after some positions of games."""
    found = list(sampled(game, step=3))
    for number, (state, decision, after) in enumerate(found[:: -(-len(found) // moments)]):
        for seat in (*range(state.seats), None):
            other = state.hide(seat).fill(number)
            if other == state:
                continue
            yield table_at(state, [], f"{number}.{seat}"), table_at(other, [], f"{number}.{seat}"), seat
            if decision in other.legal() and not after.over and other.play(decision).hide(seat) == after.hide(seat):
                name = f"{number}.{seat}.next"
                yield table_at(state, [decision], name), table_at(other, [decision], name), seat


def viewer(seat: int | None) -> str:
    return SPECTATOR if seat is None else PERSONS[seat]


def sent(table: Table, seat: int | None, after_seq: int = 0) -> bytes:
    return protocol.encoder.encode(frame_of(table, viewer(seat), seat, after_seq))


def dump(state: State) -> str:
    return state.array.tobytes().hex()


@pytest.fixture
def leaky(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the view, events and explanations of a game contain the whole position that they get."""

    def view(_tables: np.ndarray, known: np.ndarray, seat: int, *, legal: bool) -> bytes:
        # Without the opening brace, which comes before the header of a view.
        return encode({"dump": known.tobytes(), "seat": seat, "legal": legal})[1:]

    def events(_tables: np.ndarray, before: np.ndarray, decision: int, after: np.ndarray) -> bytes:
        return encode([{"event": before.tobytes(), "decision": decision, "then": after.tobytes()}])

    def explanation(_tables: np.ndarray, known: np.ndarray, seat: int, _topic: int, about: str) -> bytes:
        return encode({"about": about, "seat": seat, "dump": known.tobytes()})

    monkeypatch.setattr(game.show, "view", view)
    monkeypatch.setattr(game.show, "events", events)
    monkeypatch.setattr(game.show, "explanation", explanation)


def compare_frames(game: Game) -> None:
    decisions = 0
    for one, two, seat in look_alikes(game, moments=60):
        for after_seq in (0, one.seq):
            assert sent(one, seat, after_seq) == sent(two, seat, after_seq)
        decisions += len(one.decisions)
    assert decisions > 5


def test_frames_do_not_depend_on_hidden_information(game: Game) -> None:
    compare_frames(game)


@pytest.mark.usefixtures("leaky")
def test_frames_are_made_from_what_a_viewer_knows(game: Game) -> None:
    compare_frames(game)


# Refusals


def texts(state: State) -> list[str]:
    """Return decisions to try: all that a game has, and some that it does not have."""
    every = range(state.game.kernel.decisions)
    return ["", "x", "play 1", "take 99", *(state.game.text.format_decision(state, decision) for decision in every)]


def refusals(table: Table, tried: list[str]) -> list[str]:
    """Return a table's refusals of decisions of the actor; empty for legal ones."""
    assert table.actor is not None
    person, answers = Person(PERSONS[table.actor], "n"), []
    for text in tried:
        answer = table.propose(Decide(command="c", ply=table.ply, decision=text), person, 0.0)
        answers.append(protocol.encoder.encode(answer).decode() if isinstance(answer, Answer) else "")
    return answers


def compared_refusals(game: Game) -> set[str]:
    """Return all refusals, after comparing those of each actor."""
    found = set()
    for one, two, seat in look_alikes(game, moments=30):
        if seat is not None and seat == one.actor:
            assert one.state is not None
            assert two.state is not None
            tried = list(dict.fromkeys(texts(one.state) + texts(two.state)))
            answers = refusals(one, tried)
            assert answers == refusals(two, tried)
            found.update(answers)
    return found - {""}


def test_refusals_do_not_depend_on_hidden_information(game: Game) -> None:
    found = compared_refusals(game)
    unreadable = {answer for answer in found if "is not a decision" in answer}
    assert len(unreadable) > 1
    assert len(found - unreadable) > 10


def test_refusals_are_made_from_what_the_seat_knows(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    parse = game.text.parse_decision

    def parse_and_leak(state: State, text: str) -> int:
        try:
            decision: int = parse(state, text)
        except InvalidNotation:
            raise InvalidNotation(f"unreadable {dump(state)}") from None
        return decision

    monkeypatch.setattr(game.text, "parse_decision", parse_and_leak)
    monkeypatch.setattr(Game, "illegal", lambda _, state, _decision: IllegalDecision(f"illegal {dump(state)}"))
    found = compared_refusals(game)
    for word in ("unreadable", "illegal"):
        assert sum(word in answer for answer in found) > 3


# Messages


def say(table: Table, person_id: str, text: str) -> None:
    proposal = table.propose(Chat(command=str(table.seq), text=text), Person(person_id, person_id), 0.0)
    assert isinstance(proposal, Proposal)
    table.apply(proposal.entry)


def test_frames_of_players_do_not_depend_on_the_chat_of_spectators(game: Game) -> None:
    for one, two, seat in look_alikes(game, moments=30):
        before, plays = one.seq, seat is not None
        for table, guess in ((one, "ada has the red one"), (two, "she has not")):
            say(table, "ada", "good luck")
            say(table, SPECTATOR, guess if plays else "who leads?")
            say(table, "ada", "your turn")
        for after_seq in (0, before, before + 1):
            assert sent(one, seat, after_seq) == sent(two, seat, after_seq)
        chat = [line["text"] for line in json.loads(sent(one, seat, before))["chat"]]
        assert chat == ["good luck", *([] if plays else ["who leads?"]), "your turn"]


# HTTP


class LocalServer:
    """A server called in the test's process; each person's token is their id."""

    def __init__(self, database: Path) -> None:
        self.server = Server(SQLite(database))
        self.app = self.server.app()
        self.paths = [path for method, path, _ in ROUTES if method == "GET" and path != NEW_EACH_TIME]

    async def add(self, table: Table, secret: str) -> None:
        """Add a table; its log, which must not leak either, has another secret."""
        self.server.hub.rooms[table.id] = Room(table)
        created = msgspec.structs.replace(table.created, secret=secret)
        rows = [Row(table.id, 1, pack(created), IndexUpdate(created=(created.game, created.rules, 0.0, False)))]
        for seat, seat_state in enumerate(table.seats):
            sat = Sat(at=0.0, by=seat_state.person_id, seat=seat, name=seat_state.name)
            rows.append(Row(table.id, seat + 2, pack(sat), IndexUpdate(seat=(seat, seat_state.person_id))))
        assert await self.server.store.append(*rows)

    async def ask(self, path: str, token: str = "", data: Any = None) -> tuple[int, bytes]:
        """Return the status and the body of an answer; of a stream its first line."""
        url, answer = urlsplit(path), bytearray()
        begun, status = asyncio.Event(), 0
        requests: list[Message] = [{"type": "http.request", "body": b"" if data is None else json.dumps(data).encode()}]

        async def receive() -> Message:
            if requests:
                return requests.pop()
            await begun.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            answer.extend(message.get("body", b""))
            if answer:
                begun.set()

        scope = {
            "type": "http", "method": "GET" if data is None else "POST", "path": url.path, "root_path": "",
            "query_string": url.query.encode(), "headers": [(b"authorization", f"Bearer {token}".encode())],
            "scheme": "http", "server": ("test", 80), "client": ("test", 1), "http_version": "1.1",
        }  # fmt: skip
        await self.app(scope, receive, send)
        return status, bytes(answer)

    async def answers(self, table: Table, person_id: str) -> dict[str, tuple[int, bytes]]:
        """Return the answers to all GET routes, for one person."""
        paths = [path.format(table=table.id, game=table.game.id) for path in self.paths]
        paths += [f"/api/tables/{table.id}/explain?about={about}" for about in ("1", "7", "x")]
        return {path: untimed(*await self.ask(path, person_id)) for path in paths}


def untimed(status: int, body: bytes) -> tuple[int, bytes]:
    """Return an answer without the lines of metrics that measure time."""
    timed = b"atoll_append_seconds_bucket", b"atoll_append_seconds_sum"
    return status, b"\n".join(line for line in body.split(b"\n") if not line.startswith(timed))


@contextlib.asynccontextmanager
async def local_server(database: Path) -> AsyncIterator[LocalServer]:
    found = LocalServer(database)
    await found.server.store.open()
    for person_id in (*PERSONS, SPECTATOR):
        await found.server.store.add_person(Person(person_id, person_id), token_hash(person_id))
    try:
        yield found
    finally:
        await found.server.hub.close()
        await found.server.store.close()


@pytest.fixture(autouse=True)
def no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RATE_LIMITS", dict.fromkeys(limits.RATE_LIMITS, limits.RateLimit(1 << 40, 1e9)))


@contextlib.asynccontextmanager
async def local_servers(folder: Path) -> AsyncIterator[tuple[LocalServer, LocalServer]]:
    async with local_server(folder / "one.sqlite") as one, local_server(folder / "two.sqlite") as two:
        yield one, two


async def pairs_on(game: Game, both: tuple[LocalServer, LocalServer]) -> AsyncIterator[Pair]:
    """Add each pair of look-alikes to the two servers, one table to each, and yield it."""
    for one, two, seat in look_alikes(game, moments=8):
        await both[0].add(one, secret="this")
        await both[1].add(two, secret="that")
        yield one, two, seat


@pytest.mark.usefixtures("leaky")
def test_http_answers_do_not_depend_on_hidden_information(game: Game, tmp_path: Path) -> None:
    async def run() -> None:
        async with local_servers(tmp_path) as both:
            async for one, two, seat in pairs_on(game, both):
                first, second = [
                    await found.answers(table, viewer(seat)) for found, table in zip(both, (one, two), strict=True)
                ]
                assert first == second
                assert first["/api/me/export"][0] == first[f"/api/tables/{one.id}"][0] == 200
                assert first[f"/api/tables/{one.id}/record"][0] == 409

    asyncio.run(run())


def wrong_commands(table: Table) -> list[Any]:
    """Return commands that are refused whoever sends them."""
    assert table.state is not None
    legal, every = table.state.legal(), range(table.game.kernel.decisions)
    illegal = table.game.text.format_decision(table.state, next(number for number in every if number not in legal))
    commands: list[dict[str, Any]] = [
        *({"type": "decide", "ply": table.ply, "decision": text} for text in ("x", "play 99", illegal)),
        {"type": "decide", "ply": table.ply + 1, "decision": "x"},
        {"type": "undo", "ply": table.ply + 1},
        {"type": "consent", "ply": table.ply, "agree": True},
        {"type": "sit", "seat": 0},
        {"type": "leave", "seat": 7},
        {"type": "invite", "seat": 0, "bot": "greedy"},
        {"type": "rematch"},
        {"type": "chat", "text": " "},
        {"type": "nonsense"},
    ]
    return [{**command, "command": f"wrong {number}"} for number, command in enumerate(commands)]


def test_http_errors_do_not_depend_on_hidden_information(game: Game, tmp_path: Path) -> None:
    asked = ("about=", "about=x", "about=1&seat=9", "about=1&seat=x", "about=1&decisions=99", "about=1&after=x")

    async def errors(found: LocalServer, table: str, person_id: str, wrong: list[Any]) -> list[tuple[int, bytes]]:
        path = f"/api/tables/{table}"
        answers = [await found.ask(f"{path}/explain?{query}", person_id) for query in asked]
        answers += [await found.ask(f"{path}/{place}", person_id) for place in ("record", "nonsense")]
        return answers + [await found.ask(f"{path}/commands", person_id, command) for command in wrong]

    async def run() -> None:
        sentences: set[bytes] = set()
        async with local_servers(tmp_path) as both:
            async for one, two, seat in pairs_on(game, both):
                for person_id in (viewer(seat), ""):
                    wrong = wrong_commands(one)
                    first = await errors(both[0], one.id, person_id, wrong)
                    assert first == await errors(both[1], two.id, person_id, wrong)
                    assert {status // 100 for status, _ in first} == {4}
                    sentences.update(body for _, body in first)
        assert len(sentences) > 20

    asyncio.run(run())


def test_metrics_do_not_depend_on_hidden_information(game: Game, tmp_path: Path) -> None:
    async def run() -> None:
        async with local_servers(tmp_path) as both:
            async for one, two, seat in pairs_on(game, both):
                wrong, decision = wrong_commands(one), indistinguishable_decision(one, two, seat)
                for found, table in zip(both, (one, two), strict=True):
                    path = f"/api/tables/{table.id}/commands"
                    for command in wrong:
                        await found.ask(path, viewer(seat), command)
                    if decision is not None and table.state is not None:
                        data = {"type": "decide", "command": "c", "ply": table.ply}
                        data["decision"] = game.format(table.state, decision)
                        assert await found.ask(path, viewer(table.actor), data) == (200, DONE)
                first, second = [untimed(*await found.ask("/metrics")) for found in both]
                assert first == second
        counted = dict(line.split() for line in first[1].decode().splitlines() if not line.startswith("#"))
        for name in ("tables", "decisions_total", "refused_total", "append_seconds_count"):
            assert int(counted[f"atoll_{name}"]) > 0

    asyncio.run(run())


def indistinguishable_decision(one: Table, two: Table, seat: int | None) -> int | None:
    """Return a decision after which a seat still can't distinguish two tables, if there is one."""
    assert one.state is not None
    assert two.state is not None
    for decision in set(one.state.legal()) & set(two.state.legal()):
        after, other = one.state.play(decision), two.state.play(decision)
        if not after.over and after.hide(seat) == other.hide(seat):
            return decision
    return None


# The secret of a deal


def test_nothing_contains_the_secret_before_the_end(game: Game, tmp_path: Path) -> None:
    seats = min(3, game.max_players)

    async def run() -> None:
        async with local_server(tmp_path / "atoll.sqlite") as found:
            wanted = {"game": game.id, "seats": ["me", *["open"] * (seats - 1)]}
            _, body = await found.ask("/api/tables", "ada", wanted)
            name = json.loads(body)["table"]
            table, commands = found.server.hub.rooms[name].table, f"/api/tables/{name}/commands"
            for seat in range(1, seats):
                await found.ask(commands, PERSONS[seat], {"type": "sit", "command": "s", "seat": seat})
            secrets = [(await found.server.hub.secret(name)).encode(), str(table.proof.seed).encode()]

            async def holders(person_id: str) -> set[str]:
                """Return the places where a person finds the secret, or the seed that follows from it."""
                answers = {path: body for path, (_, body) in (await found.answers(table, person_id)).items()}
                answers |= {"frame": sent(table, table.seat_for(person_id)), "record": table.record().format().encode()}
                return {path for path, body in answers.items() if any(secret in body for secret in secrets)}

            players = PERSONS[:seats]
            while (state := table.state) is not None and state.actor is not None:
                legal = state.legal()
                decision = legal[7 * len(table.decisions) % len(legal)]
                if len(table.decisions) % 60 == 0 or state.play(decision).over:
                    for person_id in (*players, SPECTATOR, ""):
                        assert not await holders(person_id)
                data = {"type": "decide", "command": str(table.ply), "ply": table.ply}
                data["decision"] = game.format(state, decision)
                assert secrets[0] not in (await found.ask(commands, PERSONS[state.actor], data))[1]
            for person_id in (*players, SPECTATOR, ""):
                shown = {"frame", "record", *(f"/api/tables/{name}{path}" for path in ("", "/stream", "/record"))}
                assert await holders(person_id) == shown | ({"/api/me/export"} if person_id in players else set())

    asyncio.run(run())

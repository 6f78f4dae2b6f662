"""Two tables that differ only in what somebody may not know tell that somebody the same bytes, whatever they ask."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from starlette.routing import Route
from starlette.types import Message

from atoll import Game, InvalidNotation, State
from atoll.server import limits, protocol
from atoll.server.app import Server
from atoll.server.auth import token_hash
from atoll.server.entries import Created, Decided, Sat, pack
from atoll.server.protocol import Answer, Chat, Decide
from atoll.server.room import Room
from atoll.server.sqlite import SQLite
from atoll.server.store import Index, Row
from atoll.server.table import Proposal, Table, Who
from conformance.playing import sampled

PERSONS = ("ada", "bo", "cy", "dee")
ONLOOKER = "zoe"
NEW_EACH_TIME = "/api/ticket"
DONE = b'{"type":"answer","command":"c","ok":true}'
Pair = tuple[Table, Table, int | None]


def table_at(state: State, decisions: list[int], name: str) -> Table:
    """Return a table at which these decisions were made after a position, as if that had been dealt."""
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
    """Yield pairs of tables that a seat (None: an onlooker) can't tell apart, at some moments of games and the next."""
    found = list(sampled(game, step=3))
    for number, (state, decision, after) in enumerate(found[:: -(-len(found) // moments)]):
        for seat in (*range(state.seats), None):
            rival = state.hide(seat).fill(number)
            if rival == state:
                continue
            yield table_at(state, [], f"{number}.{seat}"), table_at(rival, [], f"{number}.{seat}"), seat
            if decision in rival.legal() and not after.over and rival.play(decision).hide(seat) == after.hide(seat):
                name = f"{number}.{seat}.next"
                yield table_at(state, [decision], name), table_at(rival, [decision], name), seat


def viewer(seat: int | None) -> str:
    return ONLOOKER if seat is None else PERSONS[seat]


def sent(table: Table, seat: int | None, after_seq: int = 0) -> bytes:
    return protocol.encoder.encode(table.frame(viewer(seat), seat, after_seq))


def told(state: State) -> str:
    return state.array.tobytes().hex()


@pytest.fixture
def telling(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a game tell all that it is given, as what it shows is less."""
    view = game.part("view")
    monkeypatch.setattr(view, "view", lambda known: {"told": told(known)})
    monkeypatch.setattr(view, "events", lambda before, _, after: [{"event": told(before), "then": told(after)}])
    monkeypatch.setattr(view, "explain", lambda known, seat, about: {"about": about, "seat": seat, "told": told(known)})


def compare_frames(game: Game) -> None:
    decisions = 0
    for one, two, seat in look_alikes(game, moments=60):
        for after_seq in (0, one.seq):
            assert sent(one, seat, after_seq) == sent(two, seat, after_seq)
        decisions += len(one.decisions)
    assert decisions > 5


def test_frames_are_the_same_bytes_whatever_is_hidden(game: Game) -> None:
    compare_frames(game)


@pytest.mark.usefixtures("telling")
def test_frames_are_made_from_what_a_viewer_knows(game: Game) -> None:
    compare_frames(game)


# What is refused


def texts(state: State) -> list[str]:
    """Return what somebody might try to decide: anything that a game has, and what it does not."""
    every = range(state.game.kernel.decisions)
    return ["", "x", "play 1", "take 99", *(state.game.notation.format_decision(state, decision) for decision in every)]


def refusals(table: Table, tried: list[str]) -> list[str]:
    """Return how a table answers decisions of the seat whose turn it is; nothing to those that are legal."""
    assert table.actor is not None
    who, answers = Who(PERSONS[table.actor], "n"), []
    for text in tried:
        answer = table.propose(Decide(command="c", ply=table.ply, decision=text), who, 0.0)
        answers.append(protocol.encoder.encode(answer).decode() if isinstance(answer, Answer) else "")
    return answers


def compared_refusals(game: Game) -> set[str]:
    """Return all refusals, having compared those of each seat to decide."""
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


def test_refusals_are_the_same_whatever_is_hidden(game: Game) -> None:
    found = compared_refusals(game)
    unreadable = {answer for answer in found if "is not a decision" in answer}
    assert len(unreadable) > 1
    assert len(found - unreadable) > 10


def test_refusals_are_made_from_what_the_seat_knows(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    parse = game.notation.parse_decision

    def parse_and_tell(state: State, text: str) -> int:
        try:
            decision: int = parse(state, text)
        except InvalidNotation:
            raise InvalidNotation(f"unreadable {told(state)}") from None
        return decision

    monkeypatch.setattr(game.notation, "parse_decision", parse_and_tell)
    monkeypatch.setattr(Game, "refusal", lambda _, state, _decision: f"illegal {told(state)}")
    found = compared_refusals(game)
    for kind in ("unreadable", "illegal"):
        assert sum(kind in answer for answer in found) > 3


# What is said


def say(table: Table, person: str, text: str) -> None:
    proposal = table.propose(Chat(command=str(table.seq), text=text), Who(person, person), 0.0)
    assert isinstance(proposal, Proposal)
    table.apply(proposal.entry)


def test_players_are_sent_the_same_bytes_whatever_onlookers_say(game: Game) -> None:
    for one, two, seat in look_alikes(game, moments=30):
        before, plays = one.seq, seat is not None
        for table, guess in ((one, "ada has the red one"), (two, "she has not")):
            say(table, "ada", "good luck")
            say(table, ONLOOKER, guess if plays else "who leads?")
            say(table, "ada", "your turn")
        for after_seq in (0, before, before + 1):
            assert sent(one, seat, after_seq) == sent(two, seat, after_seq)
        heard = [line["text"] for line in json.loads(sent(one, seat, before))["chat"]]
        assert heard == ["good luck", *([] if plays else ["who leads?"]), "your turn"]


# What a server is asked


class House:
    """A server that is asked without a network; everybody's token is their name."""

    def __init__(self, database: Path) -> None:
        self.server = Server(SQLite(database))
        self.app = self.server.app()
        routes = [route for route in self.server._http().routes if isinstance(route, Route)]
        self.paths = [route.path for route in routes if "GET" in (route.methods or ()) and route.path != NEW_EACH_TIME]

    async def show(self, table: Table, secret: str) -> None:
        """Put a table into the house; its log, which is nobody's business either, has a secret of its own."""
        self.server.hub.rooms[table.id] = Room(table)
        created = msgspec.structs.replace(table.created, secret=secret)
        rows = [Row(table.id, 1, pack(created), Index(created=(created.game, created.rules, 0.0, False)))]
        for seat, chair in enumerate(table.chairs):
            sat = Sat(at=0.0, by=chair.person, seat=seat, name=chair.name)
            rows.append(Row(table.id, seat + 2, pack(sat), Index(seat=(seat, chair.person))))
        assert await self.server.store.append(*rows)

    async def ask(self, path: str, token: str = "", said: Any = None) -> tuple[int, bytes]:
        """Return the status and the body of an answer; of a stream its first line."""
        url, answer = urlsplit(path), bytearray()
        begun, status = asyncio.Event(), 0
        heard: list[Message] = [{"type": "http.request", "body": b"" if said is None else json.dumps(said).encode()}]

        async def receive() -> Message:
            if heard:
                return heard.pop()
            await begun.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            answer.extend(message.get("body", b""))
            if answer:
                begun.set()

        scope = {
            "type": "http", "method": "GET" if said is None else "POST", "path": url.path, "root_path": "",
            "query_string": url.query.encode(), "headers": [(b"authorization", f"Bearer {token}".encode())],
            "scheme": "http", "server": ("test", 80), "client": ("test", 1), "http_version": "1.1",
        }  # fmt: skip
        await self.app(scope, receive, send)
        return status, bytes(answer)

    async def answers(self, table: Table, person: str) -> dict[str, tuple[int, bytes]]:
        """Return the answers to all that somebody can ask, a table or the server."""
        paths = [path.format(table=table.id, game=table.game.id) for path in self.paths]
        paths += [f"/api/tables/{table.id}/explain?about={about}" for about in ("1", "7", "x")]
        return {path: untimed(*await self.ask(path, person)) for path in paths}


def untimed(status: int, body: bytes) -> tuple[int, bytes]:
    """Return an answer without the lines of the metrics that tell how long something took."""
    timed = b"atoll_append_seconds_bucket", b"atoll_append_seconds_sum"
    return status, b"\n".join(line for line in body.split(b"\n") if not line.startswith(timed))


@contextlib.asynccontextmanager
async def house(database: Path) -> AsyncIterator[House]:
    found = House(database)
    await found.server.store.open()
    for person in (*PERSONS, ONLOOKER):
        await found.server.store.add_person(Who(person, person), token_hash(person))
    try:
        yield found
    finally:
        await found.server.hub.close()
        await found.server.store.close()


@pytest.fixture(autouse=True)
def no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PACES", dict.fromkeys(limits.PACES, limits.Pace(1 << 40, 1e9)))


@contextlib.asynccontextmanager
async def houses(folder: Path) -> AsyncIterator[tuple[House, House]]:
    async with house(folder / "one.sqlite") as one, house(folder / "two.sqlite") as two:
        yield one, two


async def shown(game: Game, both: tuple[House, House]) -> AsyncIterator[Pair]:
    """Put some pairs of tables into two houses, one after the other."""
    for one, two, seat in look_alikes(game, moments=8):
        await both[0].show(one, secret="this")
        await both[1].show(two, secret="that")
        yield one, two, seat


@pytest.mark.usefixtures("telling")
def test_whatever_is_asked_is_answered_by_the_same_bytes(game: Game, tmp_path: Path) -> None:
    async def run() -> None:
        async with houses(tmp_path) as both:
            async for one, two, seat in shown(game, both):
                first, second = [
                    await found.answers(table, viewer(seat)) for found, table in zip(both, (one, two), strict=True)
                ]
                assert first == second
                assert first["/api/me/export"][0] == first[f"/api/tables/{one.id}"][0] == 200
                assert first[f"/api/tables/{one.id}/record"][0] == 409

    asyncio.run(run())


def wrong_commands(table: Table) -> list[Any]:
    """Return what can't be carried out whoever sends it."""
    assert table.state is not None
    legal, every = table.state.legal(), range(table.game.kernel.decisions)
    illegal = table.game.notation.format_decision(table.state, next(number for number in every if number not in legal))
    said: list[dict[str, Any]] = [
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
    return [{**command, "command": f"wrong {number}"} for number, command in enumerate(said)]


def test_errors_are_the_same_bytes_whatever_is_hidden(game: Game, tmp_path: Path) -> None:
    asked = ("about=", "about=x", "about=1&seat=9", "about=1&seat=x", "about=1&decisions=99", "about=1&after=x")

    async def errors(found: House, table: str, person: str, wrong: list[Any]) -> list[tuple[int, bytes]]:
        path = f"/api/tables/{table}"
        answers = [await found.ask(f"{path}/explain?{query}", person) for query in asked]
        answers += [await found.ask(f"{path}/{place}", person) for place in ("record", "nonsense")]
        return answers + [await found.ask(f"{path}/commands", person, command) for command in wrong]

    async def run() -> None:
        sentences: set[bytes] = set()
        async with houses(tmp_path) as both:
            async for one, two, seat in shown(game, both):
                for person in (viewer(seat), ""):
                    wrong = wrong_commands(one)
                    first = await errors(both[0], one.id, person, wrong)
                    assert first == await errors(both[1], two.id, person, wrong)
                    assert {status // 100 for status, _ in first} == {4}
                    sentences.update(body for _, body in first)
        assert len(sentences) > 20

    asyncio.run(run())


def test_metrics_are_the_same_whatever_is_hidden(game: Game, tmp_path: Path) -> None:
    async def run() -> None:
        async with houses(tmp_path) as both:
            async for one, two, seat in shown(game, both):
                wrong, decision = wrong_commands(one), shows_the_same(one, two, seat)
                for found, table in zip(both, (one, two), strict=True):
                    path = f"/api/tables/{table.id}/commands"
                    for command in wrong:
                        await found.ask(path, viewer(seat), command)
                    if decision is not None and table.state is not None:
                        said = {"type": "decide", "command": "c", "ply": table.ply}
                        said["decision"] = game.format(table.state, decision)
                        assert await found.ask(path, viewer(table.actor), said) == (200, DONE)
                first, second = [untimed(*await found.ask("/metrics")) for found in both]
                assert first == second
        counted = dict(line.split() for line in first[1].decode().splitlines() if not line.startswith("#"))
        for name in ("tables", "decisions_total", "refused_total", "append_seconds_count"):
            assert int(counted[f"atoll_{name}"]) > 0

    asyncio.run(run())


def shows_the_same(one: Table, two: Table, seat: int | None) -> int | None:
    """Return a decision after which a seat can't tell two tables apart either, where there is one."""
    assert one.state is not None
    assert two.state is not None
    for decision in set(one.state.legal()) & set(two.state.legal()):
        after, rival = one.state.play(decision), two.state.play(decision)
        if not after.over and after.hide(seat) == rival.hide(seat):
            return decision
    return None


# The secret of a deal


def test_nothing_holds_the_secret_before_the_end(game: Game, tmp_path: Path) -> None:
    seats = min(3, game.most)

    async def run() -> None:
        async with house(tmp_path / "atoll.sqlite") as found:
            wanted = {"game": game.id, "seats": ["me", *["open"] * (seats - 1)]}
            _, body = await found.ask("/api/tables", "ada", wanted)
            name = json.loads(body)["table"]
            table, commands = found.server.hub.rooms[name].table, f"/api/tables/{name}/commands"
            for seat in range(1, seats):
                await found.ask(commands, PERSONS[seat], {"type": "sit", "command": "s", "seat": seat})
            secrets = [(await found.server.hub.secret(name)).encode(), str(table.proof.seed).encode()]

            async def holders(person: str) -> set[str]:
                """Return where somebody finds the secret, or the seed that follows from it."""
                answers = {path: body for path, (_, body) in (await found.answers(table, person)).items()}
                answers |= {"frame": sent(table, table.seat_for(person)), "record": table.record().format().encode()}
                return {path for path, body in answers.items() if any(secret in body for secret in secrets)}

            players = PERSONS[:seats]
            while (state := table.state) is not None and state.actor is not None:
                legal = state.legal()
                decision = legal[7 * len(table.decisions) % len(legal)]
                if len(table.decisions) % 60 == 0 or state.play(decision).over:
                    for person in (*players, ONLOOKER, ""):
                        assert not await holders(person)
                said = {"type": "decide", "command": str(table.ply), "ply": table.ply}
                said["decision"] = game.format(state, decision)
                assert secrets[0] not in (await found.ask(commands, PERSONS[state.actor], said))[1]
            for person in (*players, ONLOOKER, ""):
                shown = {"frame", "record", *(f"/api/tables/{name}{path}" for path in ("", "/stream", "/record"))}
                assert await holders(person) == shown | ({"/api/me/export"} if person in players else set())

    asyncio.run(run())

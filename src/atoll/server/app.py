"""The server's routes: a little HTTP to open and find tables, a websocket to play, a stream for bots, a client."""

import asyncio
import contextlib
import gc
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from atoll.core.errors import AtollError, UnknownGame
from atoll.core.fair import commitment
from atoll.core.game import Game, game, games
from atoll.core.levels import LEVELS
from atoll.server import auth, history, limits, network, preview, protocol
from atoll.server.connection import Connection
from atoll.server.hub import Hub
from atoll.server.limits import Buckets
from atoll.server.persons import (
    NewName,
    export_mine,
    finished,
    me,
    my_achievements,
    my_tables,
    new_key,
    redeem,
    rename,
)
from atoll.server.protocol import NewTable
from atoll.server.requests import Problem, body
from atoll.server.room import Room
from atoll.server.socket import Socket
from atoll.server.static import BUILT, FOR_A_WHILE, Static
from atoll.server.store import Store
from atoll.server.table import Table, Who

STRANGER = Who("", "")
Handler = Callable[["Server", Request], Awaitable[Response]]


class Server:
    """One process of the table server."""

    def __init__(
        self, store: Store, *, origins: frozenset[str] = frozenset(), threads: int = 1, client: Path = BUILT
    ) -> None:
        self.store = store
        self.client = Static(client)
        self.hub = Hub(store, threads=threads)
        self.origins = origins
        self.connections: set[Connection] = set()
        self.buckets = {what: Buckets(what) for what in limits.PACES}

    def app(self) -> ASGIApp:
        """Return the application that serves everything; websockets and files go past Starlette's layers."""
        http = self._http()

        async def serve(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "websocket":
                await self.websocket(scope, receive, send)
            elif scope["type"] == "http" and self.client.serves(scope["path"]):
                request = Request(scope)
                head = await preview.head(self.store, request.url, request.headers)
                await self.client.answer(request, head)(scope, receive, send)
            else:
                await http(scope, receive, send)

        return serve

    def _http(self) -> Starlette:
        routes = [
            self._route("/healthz", healthz),
            self._route("/metrics", metrics),
            self._route("/api/games", list_games),
            self._route("/api/games/{game}/components", components),
            self._route("/api/games/{game}/advice", advice),
            self._route(f"/api/games/{{game}}/{preview.PICTURE}", picture),
            self._route("/api/me", me, "POST"),
            self._route("/api/me/name", rename, "POST"),
            self._route("/api/me/key", new_key, "POST"),
            self._route("/api/me/redeem", redeem, "POST"),
            self._route("/api/me/tables", my_tables),
            self._route("/api/me/achievements", my_achievements),
            self._route("/api/me/export", export_mine),
            self._route("/api/finished", finished),
            self._route("/api/network", network_addresses),
            self._route("/api/ticket", ticket),
            self._route("/api/tables", open_table, "POST"),
            self._route("/api/tables/{table}", show_table),
            self._route("/api/tables/{table}/components", table_components),
            self._route("/api/tables/{table}/replay", replay),
            self._route("/api/tables/{table}/steps", steps),
            self._route("/api/tables/{table}/explain", explain),
            self._route("/api/tables/{table}/record", record),
            self._route("/api/tables/{table}/commands", command, "POST"),
            self._route("/api/tables/{table}/seats/{seat}/bot", seat_token, "POST"),
            self._route("/api/tables/{table}/stream", stream),
        ]
        return Starlette(routes=routes, lifespan=self.lifespan)

    @contextlib.asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """Open the database and go on with what was under way; close it at the end."""
        await self.store.open()
        await self.hub.open()
        # Numba leaves some hundred thousand objects behind that the collector would walk again and again; and with 500
        # tables every look takes it a twentieth of a second, while what it looks for hardly comes about here.
        gc.collect()
        gc.freeze()
        gc.set_threshold(200_000, 20, 100)
        watch = asyncio.ensure_future(self._drop_stuck())
        try:
            yield
        finally:
            watch.cancel()
            await self.hub.close()
            await self.store.close()

    def _route(self, path: str, handler: Handler, method: str = "GET") -> Route:
        async def endpoint(request: Request) -> Response:
            try:
                if method != "GET" and not auth.same_origin(request, self.origins):
                    raise Problem(403, "requests from other origins are not allowed")
                return await handler(self, request)
            except Problem as problem:
                return JSONResponse({"error": str(problem)}, problem.status)
            except AtollError as error:
                return JSONResponse({"error": str(error)}, 400)

        return Route(path, endpoint, methods=[method])

    async def websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Play or watch."""
        caller = HTTPConnection(scope)
        if scope["path"] != "/ws" or not auth.same_origin(caller, self.origins):
            await send({"type": "websocket.close", "code": 4003, "reason": "only our own pages connect, to /ws"})
            return
        socket: Socket = scope["extensions"]["atoll.socket"]["socket"]
        connection = Connection(self.hub, socket, await auth.known(self.store, caller) or STRANGER)
        self.connections.add(connection)
        try:
            await receive()
            socket.listener = connection
            await send({"type": "websocket.accept"})
            await connection.run()
        finally:
            self.connections.discard(connection)

    async def _drop_stuck(self) -> None:
        while True:
            await asyncio.sleep(limits.SEND_SECONDS / 4)
            for connection in list(self.connections):
                connection.drop_if_stuck()

    async def person(self, request: Request) -> Who:
        """Return who sends a request; refuse a stranger."""
        who = await auth.known(self.store, request)
        if who is None:
            raise Problem(401, "nobody is known by that cookie or token; POST /api/me first")
        return who

    async def introduce(self, request: Request, name: str) -> tuple[Who, str]:
        """Remember somebody new, unless too many come from one address."""
        self.pace("persons", _address(request), "new guests from one address")
        return await auth.introduce(self.store, " ".join(name.split()))

    def pace(self, what: str, who: str, called: str) -> None:
        """Refuse somebody, a person or an address, who asks for too much at once."""
        if not self.buckets[what].take(who):
            raise Problem(429, f"too many {called}, wait a little")

    async def room(self, request: Request) -> Room:
        """Return the room that a request's path names."""
        table = request.path_params["table"]
        found = await self.hub.room(table) if re.fullmatch(protocol.TABLE_ID, table) else None
        if found is None:
            raise Problem(404, f"there is no table {table}")
        return found


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


# Looking after the server


async def healthz(server: Server, _request: Request) -> Response:
    """Tell whether the database answers."""
    await server.store.fetch("SELECT 1")
    return JSONResponse({"ok": True})


async def metrics(server: Server, _request: Request) -> Response:
    """Return the numbers of this process."""
    return PlainTextResponse(server.hub.metrics.text(len(server.hub.rooms)))


# Tables


async def list_games(_server: Server, _request: Request) -> Response:
    """Return the games that can be played here."""
    about = [
        {
            "id": kind.id,
            "rules": kind.rules,
            "fewest": kind.fewest,
            "most": kind.most,
            "minutes": kind.minutes,
            "bots": list(LEVELS),
            "achievements": kind.has("achievements"),
            "options": [option.about() for option in kind.options],
            "presets": kind.presets,
            "first": kind.first,
        }
        for kind in games().values()
    ]
    return JSONResponse(about)


async def components(_server: Server, request: Request) -> Response:
    """Return the components that come with a game, as data to draw them from."""
    kind = _game(request)
    return JSONResponse(kind.components(kind.standard))


async def advice(_server: Server, request: Request) -> Response:
    """Return what to know of some options before a table is opened with them."""
    kind, asked = _game(request), dict(request.query_params)
    seats = _number(request.query_params, "seats")
    asked.pop("seats", None)
    return JSONResponse(kind.advise(asked, kind.fewest if seats is None else seats))


async def picture(_server: Server, request: Request) -> Response:
    """Return a game's picture, for messengers that show one beside a link."""
    path = _game(request).file(preview.PICTURE)
    if not path.is_file():
        raise Problem(404, "this game has no picture")
    return FileResponse(path, headers={"Cache-Control": FOR_A_WHILE})


def _game(request: Request) -> Game:
    try:
        return game(request.path_params["game"])
    except UnknownGame as error:
        raise Problem(404, str(error)) from None


async def table_components(server: Server, request: Request) -> Response:
    """Return the components that are played with at a table."""
    table = (await server.room(request)).table
    return JSONResponse(table.game.components(table.edition))


async def network_addresses(_server: Server, request: Request) -> Response:
    """Return under which addresses other machines find this server; only for a browser on the same machine."""
    if not network.asked_from_here(request):
        raise Problem(404, "only the server's own machine is told its addresses")
    if not network.reachable():
        return JSONResponse({"reachable": False, "origins": []})
    found = await asyncio.to_thread(network.addresses)
    origins = [f"{request.url.scheme}://{address}:{request.url.port or 80}" for address in found]
    return JSONResponse({"reachable": True, "origins": origins})


async def ticket(server: Server, _request: Request) -> Response:
    """Commit to the deal of a table that is still to be opened: so the nonce of who opens it comes after."""
    table = auth.new_table_id()
    return JSONResponse({"ticket": table, "commitment": commitment(await server.hub.secret(table))})


async def open_table(server: Server, request: Request) -> Response:
    """Open a table."""
    who = await server.person(request)
    wanted = await body(request, NewTable)
    server.pace("tables", who.id, "new tables")
    table = await server.hub.create(who, wanted)
    return JSONResponse({"table": table, "link": f"{request.url.scheme}://{request.url.netloc}/t/{table}"}, 201)


async def show_table(server: Server, request: Request) -> Response:
    """Return a table as I see it now."""
    room, who = await server.room(request), await auth.known(server.store, request) or STRANGER
    return Response(protocol.encoder.encode(_frame(room, who, 0)), media_type="application/json")


def _frame(room: Room, who: Who, after_seq: int) -> protocol.Frame:
    return room.table.frame(who.id, room.table.seat_for(who.id), after_seq)


async def replay(server: Server, request: Request) -> Response:
    """Return every position of a game so far, and what led there, as I see it."""
    return await _look_back(server, request, history.replay)


async def steps(server: Server, request: Request) -> Response:
    """Return every decision of a game so far, as I see it."""
    return await _look_back(server, request, history.steps)


async def _look_back(
    server: Server, request: Request, look: Callable[[Table, str], Callable[[], dict[str, object]]]
) -> Response:
    table, person = await _begun(server, request)
    server.pace("replays", _address(request), "replays")
    tell = look(table, person)
    told = await asyncio.to_thread(lambda: protocol.encoder.encode(tell()))
    return Response(told, media_type="application/json")


async def explain(server: Server, request: Request) -> Response:
    """Return what something a player points at means, as far as I may know."""
    table, person = await _begun(server, request)
    asked = request.query_params
    seat, decisions = _number(asked, "seat"), _number(asked, "decisions")
    about, after = asked.get("about", ""), asked.get("after", "")
    return JSONResponse(history.explain(table, person, about, seat=seat, after=after, decisions=decisions))


def _number(asked: Mapping[str, str], name: str) -> int | None:
    text = asked.get(name)
    if text is not None and not re.fullmatch("[0-9]{1,6}", text):
        raise Problem(400, f"{name} must be a whole number, not {text!r}")
    return None if text is None else int(text)


async def _begun(server: Server, request: Request) -> tuple[Table, str]:
    """Return the table that a request is about, which must have been dealt, and who asks."""
    table, who = (await server.room(request)).table, await auth.known(server.store, request) or STRANGER
    if table.status == "gathering":
        raise Problem(409, "the game has not begun: some seats are open")
    return table, who.id


async def record(server: Server, request: Request) -> Response:
    """Return a finished game as a record, with the proof of its deal."""
    table = (await server.room(request)).table
    if table.status != "over":
        raise Problem(409, "the record of a game can be had when it is over")
    return PlainTextResponse(table.record().format(), media_type="application/toml")


async def command(server: Server, request: Request) -> Response:
    """Carry out one command, as over the websocket."""
    who = await server.person(request)
    server.pace("messages", who.id, "commands")
    said: protocol.Command = await body(request, protocol.Command)  # type: ignore[arg-type]  # a union, to msgspec a type
    answer = await server.hub.execute(await server.room(request), who, said)
    return Response(protocol.encoder.encode(answer), 200 if answer.ok else 409, media_type="application/json")


# Bots of other people


async def seat_token(server: Server, request: Request) -> Response:
    """Put a bot of one's own on an open seat; returns the token it plays with."""
    who, wanted = await server.person(request), await body(request, NewName)
    room = await server.room(request)
    if who.id != room.table.created.by:
        raise Problem(403, "only who opened the table can put bots on its seats")
    seat = _number(request.path_params, "seat")
    if seat is None or seat not in room.table.open_seats:
        raise Problem(409, f"seat {seat} is not open")
    player, token = await server.introduce(request, wanted.name)
    answer = await server.hub.execute(room, player, protocol.Sit(command="sit", seat=seat))
    if not answer.ok:
        raise Problem(409, answer.error or "the seat can't be taken")
    return JSONResponse({"token": token, "seat": seat}, 201)


class Listener:
    """Somebody who reads a table as a stream."""

    def __init__(self, who: Who) -> None:
        self.person = who.id
        self.woken = asyncio.Event()
        self.woken.set()

    def wake(self) -> None:
        """There may be something new to see."""
        self.woken.set()


async def stream(server: Server, request: Request) -> Response:
    """Send a frame a line whenever the table changes, until the game is over; empty lines keep the connection alive."""
    room, who = await server.room(request), await auth.known(server.store, request) or STRANGER

    async def lines() -> AsyncIterator[bytes]:
        listener, seq = Listener(who), 0
        room.enter(listener)
        try:
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(listener.woken.wait(), 15)
                listener.woken.clear()
                if room.table.seq == seq:
                    yield b"\n"
                    continue
                frame = _frame(room, who, seq)
                seq = frame.seq
                yield protocol.encoder.encode(frame) + b"\n"
                if frame.status in ("over", "abandoned"):
                    return
        finally:
            room.leave(listener)

    return StreamingResponse(lines(), media_type="application/x-ndjson")

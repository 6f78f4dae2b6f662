"""Routes about tables: open one, see it, send commands, follow it as a stream."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from atoll.core.fair import commitment
from atoll.server import auth, protocol
from atoll.server.frames import frame_of
from atoll.server.protocol import NewTable
from atoll.server.requests import Problem, body, number
from atoll.server.room import Room
from atoll.server.routes.persons import NewName, listed
from atoll.server.seating import Person
from atoll.server.services import Services

KEEP_ALIVE_SECONDS = 15


async def finished(services: Services, _request: Request) -> Response:
    """Return the tables that finished last, without abandoned ones."""
    return JSONResponse([listed(row) for row in await services.store.finished()])


async def ticket(services: Services, _request: Request) -> Response:
    """Commit to the deal of a table before it is opened, so that the opener's nonce comes after the commitment."""
    table_id = auth.new_table_id()
    return JSONResponse({"ticket": table_id, "commitment": commitment(await services.hub.secret(table_id))})


async def open_table(services: Services, request: Request) -> Response:
    """Open a table."""
    person = await services.require_person(request)
    wanted = await body(request, NewTable)
    services.limit("tables", person.id, "new tables")
    table_id = await services.hub.create(person, wanted)
    return JSONResponse({"table": table_id, "link": f"{request.url.scheme}://{request.url.netloc}/t/{table_id}"}, 201)


async def show_table(services: Services, request: Request) -> Response:
    """Return a table as the person sees it now."""
    room, person = await services.room(request), await services.person(request)
    return Response(protocol.encoder.encode(_frame(room, person, 0)), media_type="application/json")


def _frame(room: Room, person: Person, after_seq: int) -> protocol.Frame:
    return frame_of(room.table, person.id, room.table.seat_for(person.id), after_seq)


async def components(services: Services, request: Request) -> Response:
    """Return the components of a table's edition."""
    table = (await services.room(request)).table
    return JSONResponse(table.game.components(table.edition))


async def command(services: Services, request: Request) -> Response:
    """Carry out one command, as over the websocket."""
    person = await services.require_person(request)
    services.limit("messages", person.id, "commands")
    wanted: protocol.Command = await body(request, protocol.Command)  # type: ignore[arg-type]  # a union, to msgspec a type
    answer = await services.hub.execute(await services.room(request), person, wanted)
    return Response(protocol.encoder.encode(answer), 200 if answer.ok else 409, media_type="application/json")


async def seat_bot(services: Services, request: Request) -> Response:
    """Put the person's own bot on an open seat; return the token it plays with."""
    person, wanted = await services.require_person(request), await body(request, NewName)
    room = await services.room(request)
    if person.id != room.table.created.by:
        raise Problem(403, "only the person who opened the table can put bots on its seats")
    seat = number(request.path_params, "seat")
    if seat is None or seat not in room.table.open_seats:
        raise Problem(409, f"seat {seat} is not open")
    player, token = await services.introduce(request, wanted.name)
    answer = await services.hub.execute(room, player, protocol.Sit(command="sit", seat=seat))
    if not answer.ok:
        raise Problem(409, answer.error or "the seat can't be taken")
    return JSONResponse({"token": token, "seat": seat}, 201)


class StreamViewer:
    """A client that reads a table as a stream."""

    def __init__(self, person: Person) -> None:
        self.person_id = person.id
        self.woken = asyncio.Event()
        self.woken.set()

    def wake(self) -> None:
        """Schedule a frame: the table may have changed."""
        self.woken.set()


async def stream(services: Services, request: Request) -> Response:
    """Send a frame a line whenever the table changes, until the game is over; empty lines keep the connection alive."""
    room, person = await services.room(request), await services.person(request)

    async def lines() -> AsyncIterator[bytes]:
        viewer, seq = StreamViewer(person), 0
        room.enter(viewer)
        try:
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(viewer.woken.wait(), KEEP_ALIVE_SECONDS)
                viewer.woken.clear()
                if room.table.seq == seq:
                    yield b"\n"
                    continue
                frame = _frame(room, person, seq)
                seq = frame.seq
                yield protocol.encoder.encode(frame) + b"\n"
                if frame.status in ("over", "abandoned"):
                    return
        finally:
            room.leave(viewer)

    return StreamingResponse(lines(), media_type="application/x-ndjson")

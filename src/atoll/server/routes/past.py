"""Routes that look back on a game: replay, steps, explanations, the record."""

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from atoll.server import history, protocol
from atoll.server.requests import Problem, address, number
from atoll.server.services import Services
from atoll.server.table import Table


async def replay(services: Services, request: Request) -> Response:
    """Return every position of a game so far with the step that led there, as the person knows them."""
    return await _look_back(services, request, history.replay)


async def steps(services: Services, request: Request) -> Response:
    """Return every step of a game so far, as the person knows them."""
    return await _look_back(services, request, history.steps)


async def _look_back(
    services: Services, request: Request, prepare: Callable[[Table, str], Callable[[], dict[str, object]]]
) -> Response:
    table, person_id = await _dealt(services, request)
    services.limit("replays", address(request), "replays")
    make = prepare(table, person_id)
    text = await asyncio.to_thread(lambda: protocol.encoder.encode(make()))
    return Response(text, media_type="application/json")


async def explain(services: Services, request: Request) -> Response:
    """Return the explanation of a topic, as far as the person may know."""
    table, person_id = await _dealt(services, request)
    services.limit("explanations", address(request), "explanations")
    asked = request.query_params
    seat, decisions = number(asked, "seat"), number(asked, "decisions")
    about, after = asked.get("about", ""), asked.get("after", "")
    text = history.explain(table, person_id, about, seat=seat, after=after, decisions=decisions)
    return Response(text, media_type="application/json")


async def record(services: Services, request: Request) -> Response:
    """Return a finished game as a record, with the proof of its deal."""
    table = (await services.room(request)).table
    if table.status != "over":
        raise Problem(409, "the record of a game can be had when it is over")
    return PlainTextResponse(table.record().format(), media_type="application/toml")


async def _dealt(services: Services, request: Request) -> tuple[Table, str]:
    """Return the table of a request and the id of the person who asks; refuse one that has not been dealt."""
    table, person = (await services.room(request)).table, await services.person(request)
    if table.status == "gathering":
        raise Problem(409, "the game has not begun: some seats are open")
    return table, person.id

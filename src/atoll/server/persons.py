"""Routes about persons: who somebody is, on which device, and the games they find again."""

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from atoll.server import auth, protocol
from atoll.server.earning import sheets
from atoll.server.requests import Problem, body
from atoll.server.store import Listed
from atoll.server.summaries import summaries
from atoll.server.table import OtherRules

if TYPE_CHECKING:
    from atoll.server.app import Server


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """A name somebody chose."""

    name: protocol.Name


class MaybeName(msgspec.Struct, forbid_unknown_fields=True):
    """A name somebody may have chosen; without one they are a guest, in the words of each reader."""

    name: protocol.Name | None = None


class Key(msgspec.Struct, forbid_unknown_fields=True):
    """A key that carries an identity to another device."""

    key: str


async def me(server: "Server", request: Request) -> Response:
    """Return who I am; somebody new gets a cookie, and the token in the answer for programs."""
    who = await auth.known(server.store, request)
    if who is not None:
        return JSONResponse({"id": who.id, "name": who.name})
    who, token = await server.introduce(request, (await body(request, MaybeName)).name or "")
    response = JSONResponse({"id": who.id, "name": who.name, "token": token}, 201)
    _set_cookie(request, response, token)
    return response


def _set_cookie(request: Request, response: Response, token: str) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(auth.COOKIE, token, max_age=auth.YEAR, httponly=True, samesite="lax", secure=secure)


async def rename(server: "Server", request: Request) -> Response:
    """Give me another name; it shows at the tables I sit down at from now on."""
    who, wanted = await server.person(request), await body(request, NewName)
    name = " ".join(wanted.name.split())
    await server.store.rename(who.id, name)
    return JSONResponse({"id": who.id, "name": name})


async def new_key(server: "Server", request: Request) -> Response:
    """Return a key that makes another device me."""
    who, key = await server.person(request), auth.new_token()
    server.pace("keys", who.id, "new keys")
    await server.store.add_token(who.id, auth.token_hash(key))
    return JSONResponse({"key": key}, 201)


async def redeem(server: "Server", request: Request) -> Response:
    """Take a key and become who it belongs to."""
    key = (await body(request, Key)).key
    who = await server.store.person(auth.token_hash(key))
    if who is None:
        raise Problem(404, "nobody is known by that key")
    response = JSONResponse({"id": who.id, "name": who.name})
    _set_cookie(request, response, key)
    return response


async def my_tables(server: "Server", request: Request) -> Response:
    """Return the tables I have a seat at, those under way first."""
    who = await server.person(request)
    rows, seats = await server.store.games_of(who.id), await server.store.seats_of(who.id)
    known = await summaries(server.store, server.hub.rooms, rows)
    tables = [
        protocol.Listed(row.id, row.kind, row.created, row.finished, _scores(row), seats.get(row.id, []), summary)
        for row, summary in zip(rows, known, strict=True)
    ]
    return Response(protocol.encoder.encode(tables), media_type="application/json")


async def my_achievements(server: "Server", request: Request) -> Response:
    """Return the achievements of each game that has some, with those I have earned."""
    who = await server.person(request)
    # The first time it loads the rules of a game that may never have been played here.
    return JSONResponse(await asyncio.to_thread(sheets, await server.store.earned_by(who.id)))


async def export_mine(server: "Server", request: Request) -> Response:
    """Return all that is mine: finished games as records, others by name only, as they still hold secrets."""
    who = await server.person(request)
    server.pace("exports", who.id, "exports")
    exported = [
        {**_listed(row), "record": await _record(server, row) if row.result else None}
        for row in await server.store.games_of(who.id, limit=1_000_000)
    ]
    achievements = [
        {"game": one.kind, "name": one.name, "table": one.game, "finished": one.finished, "times": one.times}
        for one in await server.store.earned_by(who.id)
    ]
    return JSONResponse({"id": who.id, "name": who.name, "games": exported, "achievements": achievements})


async def _record(server: "Server", row: Listed) -> str | None:
    """Return a finished game as a record, unless it was played by rules that we do not have."""
    try:
        table = await server.hub.table(row.id)
    except OtherRules:
        return None
    return table.record().format() if table else None


async def finished(server: "Server", _request: Request) -> Response:
    """Return the games finished last, without those that were abandoned."""
    return JSONResponse([_listed(row) for row in await server.store.finished()])


def _listed(row: Listed) -> dict[str, Any]:
    return {"table": row.id, "game": row.kind, "created": row.created, "finished": row.finished, "scores": _scores(row)}


def _scores(row: Listed) -> list[int] | None:
    return [int(points) for points in row.result.split(",")] if row.result else None

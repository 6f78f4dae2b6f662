"""Routes about the person who asks: identity, devices, tables, achievements, export."""

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from atoll.server import auth, protocol
from atoll.server.achievements import achievement_sheets
from atoll.server.requests import Problem, body
from atoll.server.services import Services
from atoll.server.store import Listed
from atoll.server.summaries import summaries
from atoll.server.table_state import OtherRules


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """A name that a person chose."""

    name: protocol.Name


class OptionalName(msgspec.Struct, forbid_unknown_fields=True):
    """A name that a person may have chosen; without one clients call them a guest, each in its language."""

    name: protocol.Name | None = None


class Key(msgspec.Struct, forbid_unknown_fields=True):
    """A key that carries an identity to another device."""

    key: str


async def me(services: Services, request: Request) -> Response:
    """Return the person; a new one gets a cookie, and for programs the token in the answer."""
    person = await auth.identify(services.store, request)
    if person is not None:
        return JSONResponse({"id": person.id, "name": person.name})
    person, token = await services.introduce(request, (await body(request, OptionalName)).name or "")
    response = JSONResponse({"id": person.id, "name": person.name, "token": token}, 201)
    _set_cookie(request, response, token)
    return response


def _set_cookie(request: Request, response: Response, token: str) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(auth.COOKIE, token, max_age=auth.YEAR, httponly=True, samesite="lax", secure=secure)


async def rename(services: Services, request: Request) -> Response:
    """Give the person another name; it shows at the seats they take from now on."""
    person, wanted = await services.require_person(request), await body(request, NewName)
    name = " ".join(wanted.name.split())
    await services.store.rename(person.id, name)
    return JSONResponse({"id": person.id, "name": name})


async def new_key(services: Services, request: Request) -> Response:
    """Return a key that gives another device the person's identity."""
    person, key = await services.require_person(request), auth.new_token()
    services.limit("keys", person.id, "new keys")
    await services.store.add_token(person.id, auth.token_hash(key))
    return JSONResponse({"key": key}, 201)


async def redeem(services: Services, request: Request) -> Response:
    """Give this device the identity that a key belongs to."""
    key = (await body(request, Key)).key
    person = await services.store.person_by_token(auth.token_hash(key))
    if person is None:
        raise Problem(404, "nobody is known by that key")
    response = JSONResponse({"id": person.id, "name": person.name})
    _set_cookie(request, response, key)
    return response


async def my_tables(services: Services, request: Request) -> Response:
    """Return the tables where the person has a seat, running ones first."""
    person = await services.require_person(request)
    rows, seats = await services.store.tables_of(person.id), await services.store.seats_of(person.id)
    known = await summaries(services.store, services.hub.rooms, rows)
    tables = [
        protocol.Listed(row.id, row.game, row.created, row.finished, _scores(row), seats.get(row.id, []), summary)
        for row, summary in zip(rows, known, strict=True)
    ]
    return Response(protocol.encoder.encode(tables), media_type="application/json")


async def my_achievements(services: Services, request: Request) -> Response:
    """Return the achievements of each game that has some, with the person's awards."""
    person = await services.require_person(request)
    # The first time it loads the rules of a game that may never have been played here.
    return JSONResponse(await asyncio.to_thread(achievement_sheets, await services.store.awards_of(person.id)))


async def export(services: Services, request: Request) -> Response:
    """Return everything about the person; only finished games have a record, as others still hold secrets."""
    person = await services.require_person(request)
    services.limit("exports", person.id, "exports")
    games = [
        {**listed(row), "record": await _record(services, row) if row.result else None}
        for row in await services.store.tables_of(person.id, limit=1_000_000)
    ]
    achievements = [
        {"game": award.game, "name": award.name, "table": award.table_id, "finished": award.finished,
         "times": award.times}
        for award in await services.store.awards_of(person.id)
    ]  # fmt: skip
    return JSONResponse({"id": person.id, "name": person.name, "games": games, "achievements": achievements})


async def _record(services: Services, row: Listed) -> str | None:
    """Return a finished game as a record, unless it was played by another rules version."""
    try:
        table = await services.hub.table(row.id)
    except OtherRules:
        return None
    return table.record().format() if table else None


def listed(row: Listed) -> dict[str, Any]:
    """Return a table as lists without summaries show it."""
    return {"table": row.id, "game": row.game, "created": row.created, "finished": row.finished, "scores": _scores(row)}


def _scores(row: Listed) -> list[int] | None:
    return [int(points) for points in row.result.split(",")] if row.result else None

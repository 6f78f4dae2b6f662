"""Describes the HTTP side of the server as OpenAPI 3.1: `python -m atoll.server.openapi > docs/openapi.json`.

Paths, methods and summaries come from the application's routes and the docstrings of their handlers, messages from
`protocol.py`. `OPERATIONS` adds what neither knows: parameters, bodies, answers and statuses.
"""

import inspect
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Struct
from starlette.routing import Route

import atoll
from atoll.server import protocol
from atoll.server.routes.persons import Key, NewName, OptionalName

JSON = "application/json"
CONFLICT = 409
Data = dict[str, Any]
"""Data whose shape depends on the game."""


# Answers that handlers write as plain dictionaries


class Health(Struct, forbid_unknown_fields=True):
    """The server and its database work."""

    ok: bool


class GameInfo(Struct, forbid_unknown_fields=True):
    """A game that can be played here; `first` names the preset for a first game."""

    id: str
    rules: int
    min_players: int
    max_players: int
    minutes: int
    bots: list[str]
    achievements: bool
    components: bool
    options: list[Data]
    presets: dict[str, dict[str, str | bool]]
    first: str


class Components(Struct, forbid_unknown_fields=True):
    """The components of an edition."""

    edition: str
    items: list[Data]


class Advice(Struct, forbid_unknown_fields=True):
    """Which options have no effect beside the others, and what to know about them."""

    idle: list[str]
    advice: list[Data]


class Identity(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A person; the token is sent once, to somebody new."""

    id: str
    name: str
    token: str | None = None


class FinishedTable(Struct, forbid_unknown_fields=True):
    """A table whose game is over."""

    table: str
    game: str
    created: float
    finished: float | None
    scores: list[int] | None


class Network(Struct, forbid_unknown_fields=True):
    """Addresses under which other machines reach this server."""

    reachable: bool
    origins: list[str]


class Ticket(Struct, forbid_unknown_fields=True):
    """The commitment to the deal of a table that is not open yet."""

    ticket: str
    commitment: str


class OpenedTable(Struct, forbid_unknown_fields=True):
    """A new table."""

    table: str
    link: str


class Replay(Struct, forbid_unknown_fields=True):
    """Every position of a game, each with the step that led there."""

    table: str
    game: str
    seats: list[protocol.Seat]
    mine: list[int]
    over: bool
    positions: list[Data]


class Steps(Struct, forbid_unknown_fields=True):
    """Every decision of a game."""

    steps: list[protocol.Step]


class BotSeat(Struct, forbid_unknown_fields=True):
    """The seat of a guest's own bot, and the token it plays with."""

    token: str
    seat: int


class Error(Struct, forbid_unknown_fields=True):
    """A refusal, as a sentence."""

    error: str


# Operations


@dataclass(frozen=True)
class Operation:
    """What a route takes and answers; `person` says that it needs a token, `conflict` is the answer with status 409."""

    answer: Any = None
    body: Any = None
    status: int = 200
    media: str = JSON
    errors: tuple[int, ...] = ()
    person: bool = False
    conflict: Any = Error
    query: dict[str, str] = field(default_factory=dict)


OPERATIONS = {
    "GET /healthz": Operation(Health),
    "GET /metrics": Operation(media="text/plain"),
    "GET /api/games": Operation(list[GameInfo]),
    "GET /api/games/{game}/components": Operation(Components, errors=(404,)),
    "GET /api/games/{game}/advice": Operation(Advice, errors=(400, 404), query={"seats": "integer"}),
    "GET /api/games/{game}/words": Operation(
        dict[str, str | dict[str, str]], errors=(400, 404), query={"language": "string"}
    ),
    "GET /api/games/{game}/preview.png": Operation(media="image/png", errors=(404,)),
    "POST /api/me": Operation(Identity, OptionalName, 201, errors=(429,)),
    "POST /api/me/name": Operation(Identity, NewName, errors=(401,), person=True),
    "POST /api/me/key": Operation(Key, status=201, errors=(401, 429), person=True),
    "POST /api/me/redeem": Operation(Identity, Key, errors=(404,)),
    "GET /api/me/tables": Operation(list[protocol.Listed], errors=(401,), person=True),
    "GET /api/me/achievements": Operation(list[Data], errors=(401,), person=True),
    "GET /api/me/export": Operation(Data, errors=(401, 429), person=True),
    "GET /api/finished": Operation(list[FinishedTable]),
    "GET /api/network": Operation(Network, errors=(404,)),
    "GET /api/ticket": Operation(Ticket),
    "POST /api/tables": Operation(OpenedTable, protocol.NewTable, 201, errors=(401, 429), person=True),
    "GET /api/tables/{table}": Operation(protocol.Frame, errors=(404,)),
    "GET /api/tables/{table}/components": Operation(Components, errors=(404,)),
    "GET /api/tables/{table}/replay": Operation(Replay, errors=(404, 409, 429)),
    "GET /api/tables/{table}/steps": Operation(Steps, errors=(404, 409, 429)),
    "GET /api/tables/{table}/explain": Operation(
        Data,
        errors=(400, 404, 409),
        query={"about": "string", "seat": "integer", "after": "string", "decisions": "integer"},
    ),
    "GET /api/tables/{table}/record": Operation(media="application/toml", errors=(404, 409)),
    "POST /api/tables/{table}/commands": Operation(
        protocol.Answer, protocol.Command, errors=(401, 404, 409, 429), person=True, conflict=protocol.Answer
    ),
    "POST /api/tables/{table}/seats/{seat}/bot": Operation(
        BotSeat, NewName, 201, errors=(401, 403, 404, 409, 429), person=True
    ),
    "GET /api/tables/{table}/stream": Operation(protocol.Frame, media="application/x-ndjson", errors=(404,)),
}
"""The description of each route, by method and path."""

STATUSES = {
    400: "The body or the query can't be understood, or names something that does not exist.",
    401: "A token is needed.",
    403: "A page of another origin, or somebody else's right.",
    404: "There is no such game, table or key.",
    CONFLICT: "Not in this state of the table.",
    413: "The body is too large.",
    429: "Too many requests.",
}


def described(routes: Iterable[Route]) -> dict[str, Route]:
    """Return the routes by method and path; HEAD, which Starlette adds to GET, is left out."""
    return {f"{method} {route.path}": route for route in routes for method in (route.methods or set()) - {"HEAD"}}


def document(routes: Iterable[Route]) -> Data:
    """Return the OpenAPI document of an application's routes."""
    found = described(routes)
    types = [kind for operation in OPERATIONS.values() for kind in (operation.answer, operation.body) if kind]
    _, schemas = msgspec.json.schema_components([*types, Error], ref_template="#/components/schemas/{name}")
    paths: Data = {}
    for name, route in found.items():
        method, path = name.split()
        paths.setdefault(path, {})[method.lower()] = _operation(route, method, OPERATIONS[name])
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Atoll",
            "version": atoll.__version__,
            "license": {"name": "MIT", "identifier": "MIT"},
            "description": "Open, find and replay tables over HTTP. Games are played over the websocket at /ws.",
        },
        "security": [{}],
        "paths": paths,
        "components": {
            "schemas": _portable(schemas),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "atoll"},
            },
        },
    }


def _operation(route: Route, method: str, about: Operation) -> Data:
    lines = (inspect.getdoc(route.endpoint) or "").splitlines()
    if not lines:
        raise ValueError(f"the handler of {method} {route.path} has no docstring")
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "integer" if name == "seat" else "string"}}
        for name in re.findall(r"{(\w+)}", route.path)
    ] + [{"name": name, "in": "query", "schema": {"type": kind}} for name, kind in about.query.items()]
    errors = {*about.errors, *((403,) if method == "POST" else ()), *((400, 413) if about.body else ())}
    described: Data = {
        "operationId": f"{method.lower()}{re.sub(r'[^a-z]+', '_', route.path)}".rstrip("_"),
        "summary": lines[0],
        "responses": {
            str(about.status): {"description": "Done.", "content": {about.media: _content(about.answer)}},
            **{
                str(status): {
                    "description": STATUSES[status],
                    "content": {JSON: _content(about.conflict if status == CONFLICT else Error)},
                }
                for status in sorted(errors)
            },
        },
    }
    if parameters:
        described["parameters"] = parameters
    if about.body:
        described["requestBody"] = {"content": {JSON: _content(about.body)}}
    if about.person:
        described["security"] = [{"token": []}, {"cookie": []}]
    return described


def _content(kind: Any) -> Data:
    if kind is None:
        return {}
    (schema,), _ = msgspec.json.schema_components([kind], ref_template="#/components/schemas/{name}")
    return {"schema": schema}


def _portable(schema: Any) -> Any:
    """Write Python's anchors in patterns as JSON Schema does."""
    match schema:
        case {"pattern": str(pattern), **rest}:
            return {**_portable(rest), "pattern": pattern.replace(r"\A", "^").replace(r"\Z", "$")}
        case dict():
            return {name: _portable(part) for name, part in schema.items()}
        case list():
            return [_portable(part) for part in schema]
        case _:
            return schema


def text() -> str:
    """Return the document of this version as JSON."""
    from atoll.server.app import Server
    from atoll.server.sqlite import SQLite

    written = msgspec.json.encode(document(Server(SQLite(":memory:")).routes()))
    return msgspec.json.format(written, indent=2).decode() + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())

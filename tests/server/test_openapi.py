"""docs/openapi.json describes every route of the server, and the server answers as it says."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from atoll.server.app import Server
from atoll.server.openapi import OPERATIONS, described, document, text
from atoll.server.sqlite import SQLite
from server.serving import Served

FILE = Path(__file__).parents[2] / "docs" / "openapi.json"
COMMAND = "python -m atoll.server.openapi > docs/openapi.json"
ROUTES = Server(SQLite(":memory:")).routes()


def test_the_document_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), f"out of date, regenerate it with: {COMMAND}"


def test_every_route_is_described_and_nothing_else() -> None:
    assert set(described(ROUTES)) == set(OPERATIONS)


def test_a_route_without_a_docstring_is_an_error() -> None:
    route = ROUTES[0]
    route = type(route)(route.path, lambda _request: None, methods=["GET"])
    with pytest.raises(ValueError, match="GET /healthz has no docstring"):
        document([route])


def test_every_reference_leads_to_a_schema() -> None:
    found = set(re.findall(r'"#/components/schemas/(\w+)"', text()))
    assert found <= set(document(ROUTES)["components"]["schemas"])
    assert {"Frame", "NewTable", "Error"} <= found


def answered(served: Served, name: str, path: str, data: Any = None, token: str = "") -> Any:
    """Make a request, and return its answer read as the document describes it."""
    method = name.split()[0]
    answer = served.get(path, token) if method == "GET" else served.post(path, data, token)
    return msgspec.json.decode(msgspec.json.encode(answer), type=OPERATIONS[name].answer)


def test_the_server_answers_as_described(served: Served) -> None:
    token = answered(served, "POST /api/me", "/api/me", {"name": "Ada"}).token
    table = answered(
        served, "POST /api/tables", "/api/tables", {"game": "reef", "seats": ["me", "greedy"]}, token
    ).table
    answered(served, "POST /api/me/name", "/api/me/name", {"name": "Ada L"}, token)
    key = answered(served, "POST /api/me/key", "/api/me/key", None, token).key
    answered(served, "POST /api/me/redeem", "/api/me/redeem", {"key": key})
    for path in ("/healthz", "/api/games", "/api/finished", "/api/network", "/api/ticket"):
        answered(served, f"GET {path}", path)
    for path in ("/api/me/tables", "/api/me/achievements", "/api/me/export"):
        answered(served, f"GET {path}", path, token=token)
    for part in ("components", "advice", "words"):
        answered(served, f"GET /api/games/{{game}}/{part}", f"/api/games/shallow_sea/{part}")
    for part in ("", "/components", "/replay", "/steps"):
        answered(served, f"GET /api/tables/{{table}}{part}", f"/api/tables/{table}{part}", token=token)
    open_table = served.table(token, ["me", "open"])
    seat = answered(
        served,
        "POST /api/tables/{table}/seats/{seat}/bot",
        f"/api/tables/{open_table}/seats/1/bot",
        {"name": "bot"},
        token,
    ).seat
    assert seat == 1
    said = {"type": "chat", "command": "a1", "text": "Hello"}
    name = "POST /api/tables/{table}/commands"
    assert answered(served, name, f"/api/tables/{table}/commands", said, token).ok

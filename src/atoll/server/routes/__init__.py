"""The HTTP routes, a module for each subject; every handler takes the process's services and the request."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from atoll.server.preview import PICTURE
from atoll.server.routes import games, operations, past, persons, tables
from atoll.server.services import Services

Handler = Callable[[Services, Request], Awaitable[Response]]

ROUTES: tuple[tuple[str, str, Handler], ...] = (
    ("GET", "/healthz", operations.healthz),
    ("GET", "/metrics", operations.metrics),
    ("GET", "/api/network", operations.network_addresses),
    ("GET", "/api/games", games.list_games),
    ("GET", "/api/games/{game}/components", games.components),
    ("GET", "/api/games/{game}/advice", games.advice),
    ("GET", "/api/games/{game}/words", games.words),
    ("GET", f"/api/games/{{game}}/{PICTURE}", games.picture),
    ("POST", "/api/me", persons.me),
    ("POST", "/api/me/name", persons.rename),
    ("POST", "/api/me/key", persons.new_key),
    ("POST", "/api/me/redeem", persons.redeem),
    ("GET", "/api/me/tables", persons.my_tables),
    ("GET", "/api/me/achievements", persons.my_achievements),
    ("GET", "/api/me/export", persons.export),
    ("GET", "/api/finished", tables.finished),
    ("GET", "/api/ticket", tables.ticket),
    ("POST", "/api/tables", tables.open_table),
    ("GET", "/api/tables/{table}", tables.show_table),
    ("GET", "/api/tables/{table}/components", tables.components),
    ("POST", "/api/tables/{table}/commands", tables.command),
    ("POST", "/api/tables/{table}/seats/{seat}/bot", tables.seat_bot),
    ("GET", "/api/tables/{table}/stream", tables.stream),
    ("GET", "/api/tables/{table}/replay", past.replay),
    ("GET", "/api/tables/{table}/steps", past.steps),
    ("GET", "/api/tables/{table}/explain", past.explain),
    ("GET", "/api/tables/{table}/record", past.record),
)

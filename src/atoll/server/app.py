"""The application of one process: routes over HTTP, a websocket to play, and the browser client's files."""

import asyncio
import contextlib
import functools
import gc
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from atoll.kit.errors import AtollError
from atoll.server import auth, limits, preview
from atoll.server.connection import Connection
from atoll.server.requests import Problem
from atoll.server.routes import ROUTES, Handler
from atoll.server.seating import STRANGER
from atoll.server.services import Services
from atoll.server.socket import Socket
from atoll.server.static import BUILT, Static
from atoll.server.store import Store


class Server(Services):
    """One process of the table server."""

    def __init__(
        self, store: Store, *, origins: frozenset[str] = frozenset(), threads: int = 1, client: Path = BUILT
    ) -> None:
        super().__init__(store, threads=threads)
        self.client = Static(client)
        self.origins = origins
        self.connections: set[Connection] = set()

    def app(self) -> ASGIApp:
        """Return the application; websockets and files bypass Starlette's layers."""
        http = Starlette(routes=self.routes(), lifespan=self.lifespan)

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

    def routes(self) -> list[Route]:
        """Return the HTTP routes."""
        return [self._route(*route) for route in ROUTES]

    @contextlib.asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """Open the database and resume what was under way; close it at the end."""
        await self.store.open()
        await self.hub.open()
        # Numba leaves some hundred thousand objects that every garbage collection would visit. With 500 tables a
        # collection takes 50 ms, and there are hardly any cycles to collect, so collections are made rare.
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

    def _route(self, method: str, path: str, handler: Handler) -> Route:
        @functools.wraps(handler)
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
        """Serve one websocket."""
        caller = HTTPConnection(scope)
        if scope["path"] != "/ws" or not auth.same_origin(caller, self.origins):
            await send({"type": "websocket.close", "code": 4003, "reason": "only our own pages connect, to /ws"})
            return
        socket: Socket = scope["extensions"]["atoll.socket"]["socket"]
        connection = Connection(self.hub, socket, await auth.identify(self.store, caller) or STRANGER)
        self.connections.add(connection)
        try:
            await receive()
            socket.message_handler = connection
            await send({"type": "websocket.accept"})
            await connection.run()
        finally:
            self.connections.discard(connection)

    async def _drop_stuck(self) -> None:
        while True:
            await asyncio.sleep(limits.SEND_SECONDS / 4)
            for connection in list(self.connections):
                connection.drop_if_stuck()

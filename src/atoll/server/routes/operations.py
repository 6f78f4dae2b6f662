"""Routes for the server's operator."""

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from atoll.server import network
from atoll.server.requests import Problem
from atoll.server.services import Services


async def healthz(services: Services, _request: Request) -> Response:
    """Answer if the database does."""
    await services.store.fetch("SELECT 1")
    return JSONResponse({"ok": True})


async def metrics(services: Services, _request: Request) -> Response:
    """Return the metrics of this process."""
    return PlainTextResponse(services.hub.metrics.text(len(services.hub.rooms)))


async def network_addresses(_services: Services, request: Request) -> Response:
    """Return the addresses at which other machines reach this server, to browsers on the same machine only."""
    if not network.asked_from_here(request):
        raise Problem(404, "the server's addresses are shown only to browsers on the same machine")
    if not network.reachable():
        return JSONResponse({"reachable": False, "origins": []})
    found = await asyncio.to_thread(network.addresses)
    origins = [f"{request.url.scheme}://{address}:{request.url.port or 80}" for address in found]
    return JSONResponse({"reachable": True, "origins": origins})

"""What the routes of one process work with: database, rooms, rate limits, and who sends a request."""

import re

from starlette.requests import Request

from atoll.server import auth, limits, protocol
from atoll.server.hub import Hub
from atoll.server.limits import Buckets
from atoll.server.requests import Problem, address
from atoll.server.room import Room
from atoll.server.seating import STRANGER, Person
from atoll.server.store import Store


class Services:
    """The parts of one process that its routes share."""

    def __init__(self, store: Store, *, threads: int = 1) -> None:
        self.store = store
        self.hub = Hub(store, threads=threads)
        self.buckets = {name: Buckets(name) for name in limits.RATE_LIMITS}

    async def person(self, request: Request) -> Person:
        """Return the person who sends a request, who may be a stranger."""
        return await auth.identify(self.store, request) or STRANGER

    async def require_person(self, request: Request) -> Person:
        """Return the person who sends a request; refuse a stranger."""
        person = await auth.identify(self.store, request)
        if person is None:
            raise Problem(401, "nobody is known by that cookie or token; POST /api/me first")
        return person

    async def introduce(self, request: Request, name: str) -> tuple[Person, str]:
        """Store a new person, unless too many come from one address; return them and their token."""
        self.limit("persons", address(request), "new guests from one address")
        return await auth.introduce(self.store, " ".join(name.split()))

    def limit(self, name: str, key: str, things: str) -> None:
        """Refuse a person or an address that is over a rate limit; `things` names what there were too many of."""
        if not self.buckets[name].take(key):
            raise Problem(429, f"too many {things}, wait a little")

    async def room(self, request: Request) -> Room:
        """Return the room that a request's path names."""
        table_id = request.path_params["table"]
        found = await self.hub.room(table_id) if re.fullmatch(protocol.TABLE_ID, table_id) else None
        if found is None:
            raise Problem(404, f"there is no table {table_id}")
        return found

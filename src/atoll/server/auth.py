"""Identity without accounts: a random token in a cookie or bearer header, stored as a hash."""

import hashlib
import secrets
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from atoll.server.seating import Person
from atoll.server.store import Store

COOKIE = "atoll"
YEAR = 365 * 86400
TABLE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike


def new_token() -> str:
    """Return a token that can't be guessed."""
    return secrets.token_urlsafe(32)


def new_table_id() -> str:
    """Return the id of a new table; it can't be guessed either, as it lets anybody watch."""
    return "".join(secrets.choice(TABLE_LETTERS) for _ in range(12))


def token_hash(token: str) -> str:
    """Return the hash that is stored for a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(connection: HTTPConnection) -> str | None:
    """Return the token of a request: a bot's bearer token or a browser's cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token
    return connection.cookies.get(COOKIE)


async def identify(store: Store, connection: HTTPConnection) -> Person | None:
    """Return the person who sends a request, if known."""
    token = token_of(connection)
    return await store.person_by_token(token_hash(token)) if token else None


async def introduce(store: Store, name: str) -> tuple[Person, str]:
    """Store a new person; return them and their token."""
    person, token = Person(secrets.token_hex(8), name), new_token()
    await store.add_person(person, token_hash(token))
    return person, token


def same_origin(connection: HTTPConnection, allowed: frozenset[str]) -> bool:
    """Return whether a request comes from our own pages, from an allowed origin, or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:
        return False

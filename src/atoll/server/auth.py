"""Who somebody is, without an account: a random token in a cookie or bearer header, of which a hash is stored."""

import hashlib
import secrets
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from atoll.server.store import Store
from atoll.server.table import Who

COOKIE = "atoll"
YEAR = 365 * 86400
TABLE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that are mistaken for one another


def new_token() -> str:
    """Return a token nobody can guess."""
    return secrets.token_urlsafe(32)


def new_table_id() -> str:
    """Return the id of a new table: who has it may look on, so it can't be guessed either."""
    return "".join(secrets.choice(TABLE_LETTERS) for _ in range(12))


def token_hash(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(connection: HTTPConnection) -> str | None:
    """Return the token that a request carries: a bot's bearer token or a browser's cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token
    return connection.cookies.get(COOKIE)


async def known(store: Store, connection: HTTPConnection) -> Who | None:
    """Return who sends a request, if we have met."""
    token = token_of(connection)
    return await store.person(token_hash(token)) if token else None


async def introduce(store: Store, name: str) -> tuple[Who, str]:
    """Remember somebody new; returns them and the token to give them."""
    who, token = Who(secrets.token_hex(8), name), new_token()
    await store.add_person(who, token_hash(token))
    return who, token


def same_origin(connection: HTTPConnection, allowed: frozenset[str]) -> bool:
    """Tell whether a request comes from our own pages, or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:
        return False

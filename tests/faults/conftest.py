"""The PostgreSQL of the server's tests, and a database of one's own in it."""

import asyncio
import secrets
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from server.conftest import postgres

__all__ = ["database", "postgres"]


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return an empty database: of PostgreSQL, or of what the test is parametrised with."""
    if getattr(request, "param", "postgres") == "sqlite":
        return str(tmp_path / "atoll.sqlite")
    server: str = request.getfixturevalue("postgres")
    name = f"faults_{secrets.token_hex(4)}"
    asyncio.run(_create(server, name))
    return urlsplit(server)._replace(path=f"/{name}").geturl()


async def _create(server: str, name: str) -> None:
    connection = await asyncpg.connect(server)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()

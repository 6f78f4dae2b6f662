"""The PostgreSQL of the server's tests."""

from pathlib import Path

import pytest

from server.conftest import postgres, postgres_server

__all__ = ["database", "postgres", "postgres_server"]


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return an empty database: PostgreSQL, unless the test is parametrized with another."""
    if getattr(request, "param", "postgres") == "sqlite":
        return str(tmp_path / "atoll.sqlite")
    address: str = request.getfixturevalue("postgres")
    return address

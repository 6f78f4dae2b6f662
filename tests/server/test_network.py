"""The server's address in its network, given to browsers on the same machine only."""

import json
import urllib.request
from pathlib import Path

import pytest
from starlette.requests import Request

from atoll.server import network
from server.serving import Served, serving


def request(client: str, host: str) -> Request:
    headers = [(b"host", host.encode())]
    return Request(
        {"type": "http", "client": (client, 5), "headers": headers, "path": "/", "scheme": "http", "server": None}
    )


@pytest.mark.parametrize(
    ("client", "host", "here"),
    [
        ("127.0.0.1", "localhost:8000", True),
        ("::1", "[::1]:8000", True),
        ("127.0.0.1", "play.example", False),  # a proxy on the same machine
        ("192.168.0.9", "127.0.0.1:8000", False),
    ],
)
def test_only_a_browser_on_the_same_machine_gets_the_addresses(client: str, host: str, here: bool) -> None:
    assert network.asked_from_here(request(client, host)) is here


def test_a_server_on_loopback_is_not_reachable(served: Served) -> None:
    assert served.get("/api/network") == {"reachable": False, "origins": []}


def test_a_server_for_the_network_returns_its_addresses(tmp_path: Path) -> None:
    with serving(tmp_path / "open.sqlite", "--host", "0.0.0.0") as served:
        found = served.get("/api/network")
        assert found["reachable"]
        assert len(found["origins"]) == len(network.addresses())
        for origin in found["origins"]:
            with urllib.request.urlopen(f"{origin}/healthz", timeout=30) as answer:
                assert json.loads(answer.read()) == {"ok": True}
            assert "127." not in origin

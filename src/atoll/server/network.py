"""The addresses at which other machines in the network reach this server, for links to share."""

import ipaddress
import os
import socket

from starlette.requests import Request

HOST = "ATOLL_HOST"
"""The environment variable with the address that the server listens on."""
UNUSED_ADDRESS = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737): nothing is sent, but the socket picks the local address it would use."""


def is_loopback(host: str) -> bool:
    """Return whether an address or name means the machine itself.

    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "192.168.0.7", "example.org")]
    [True, True, True, False, False]
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def asked_from_here(request: Request) -> bool:
    """Return whether a request comes from a browser on this machine, by a loopback address."""
    client = request.client.host if request.client else ""
    return is_loopback(client) and is_loopback(request.url.hostname or "")


def reachable() -> bool:
    """Return whether the server listens to other machines as well."""
    return not is_loopback(os.environ.get(HOST, "127.0.0.1"))


def addresses() -> list[str]:
    """Return this machine's addresses in its networks, the default one first."""
    found = [_outward(), *_named()]
    return [address for address in dict.fromkeys(found) if address and not is_loopback(address)]


def _outward() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(UNUSED_ADDRESS)
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _named() -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return []
    return [str(address[0]) for *_, address in found]

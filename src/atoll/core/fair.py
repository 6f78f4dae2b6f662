"""Provably fair deals: neither the server nor a player can choose the seed.

Before the first player sits down the server draws a secret and publishes its SHA-256, the commitment. Each seat then
adds a nonce. The seed is derived from the secret and all nonces, and the secret is revealed when the game is over:

    seed = first 8 bytes of SHA-256(secret and nonces, joined by line feeds)
"""

import hashlib
import secrets
from dataclasses import dataclass


def new_secret() -> str:
    """Return a random secret."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """Return the SHA-256 of a secret, published before the deal."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seed(secret: str, nonces: tuple[str, ...]) -> int:
    """Return the seed of the deal.

    >>> seed("a", ("b", "c"))
    16897418440014152801
    """
    return int.from_bytes(hashlib.sha256("\n".join([secret, *nonces]).encode()).digest()[:8])


@dataclass(frozen=True)
class Proof:
    """What a finished game reveals about its seed."""

    commitment: str
    secret: str
    nonces: tuple[str, ...]

    @property
    def valid(self) -> bool:
        """Whether the secret matches the commitment."""
        return commitment(self.secret) == self.commitment

    @property
    def seed(self) -> int:
        """The seed derived from secret and nonces."""
        return seed(self.secret, self.nonces)

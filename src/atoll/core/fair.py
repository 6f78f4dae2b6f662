"""Deals that can be checked: nobody, neither the server nor a player, could have chosen them.

Before anybody sits down the server draws a secret and publishes its SHA-256, the commitment. Each seat then adds a
nonce of its own. The seed of the deal is made of both, and the secret is revealed when the game is over:

    seed = first 8 bytes of SHA-256(secret and nonces, joined by line feeds)
"""

import hashlib
import secrets
from dataclasses import dataclass

NONCE_LENGTH = 64


def new_secret() -> str:
    """Return a secret nobody can guess."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """Return what is published of a secret before the deal."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seed(secret: str, nonces: tuple[str, ...]) -> int:
    """Return the seed of the deal.

    >>> seed("a", ("b", "c"))
    16897418440014152801
    """
    return int.from_bytes(hashlib.sha256("\n".join([secret, *nonces]).encode()).digest()[:8])


@dataclass(frozen=True)
class Proof:
    """What a finished game shows of how its deal came about."""

    commitment: str
    secret: str
    nonces: tuple[str, ...]

    @property
    def kept(self) -> bool:
        """Whether the secret is the one that was committed to."""
        return commitment(self.secret) == self.commitment

    @property
    def seed(self) -> int:
        """The seed that follows from secret and nonces."""
        return seed(self.secret, self.nonces)

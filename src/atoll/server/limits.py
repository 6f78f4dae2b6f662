"""How much a client may send and ask for."""

import time
from typing import NamedTuple

MESSAGE_BYTES = 16 * 1024
TABLES_IN_MEMORY = 2_000
SEND_SECONDS = 20.0
"""How long a client may leave what we write unread."""
MAX_BUCKETS = 10_000
"""How many buckets are kept before the full ones are dropped."""


class RateLimit(NamedTuple):
    """How many at once, and how many a second after that."""

    burst: int
    per_second: float


RATE_LIMITS = {
    "messages": RateLimit(200, 50.0),  # of one connection
    "chats": RateLimit(6, 0.5),  # of one connection
    "tables": RateLimit(20, 0.2),  # opened by one person
    "persons": RateLimit(50, 1.0),  # new ones from one address
    "replays": RateLimit(30, 1.0),  # for one address
    "explanations": RateLimit(60, 10.0),  # for one address
    "exports": RateLimit(5, 0.05),  # of one person
    "keys": RateLimit(10, 0.05),  # of one person
}


def disable() -> None:
    """Disable all rate limits, for load tests and closed networks."""
    for name in RATE_LIMITS:
        RATE_LIMITS[name] = RateLimit(1 << 40, 1e9)


class Bucket:
    """A token bucket: starts full and fills at the rate of its limit."""

    __slots__ = ("at", "capacity", "level", "rate")

    def __init__(self, name: str) -> None:
        limit = RATE_LIMITS[name]
        self.rate, self.capacity = limit.per_second, float(limit.burst)
        self.level = self.capacity
        self.at = time.monotonic()

    def fill(self) -> None:
        """Add what the time since the last call brings."""
        now = time.monotonic()
        self.level = min(self.capacity, self.level + (now - self.at) * self.rate)
        self.at = now

    def take(self) -> bool:
        """Take one; False if none is left now."""
        self.fill()
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """A bucket for each person or address, dropped some time after it is full again."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.buckets: dict[str, Bucket] = {}
        self.max_buckets = MAX_BUCKETS

    def take(self, key: str) -> bool:
        """Take one from the bucket of a person or address."""
        if len(self.buckets) > self.max_buckets:
            for bucket in self.buckets.values():
                bucket.fill()
            self.buckets = {key: bucket for key, bucket in self.buckets.items() if bucket.level < bucket.capacity}
            self.max_buckets = max(MAX_BUCKETS, 2 * len(self.buckets))
        found = self.buckets.get(key)
        if found is None:
            found = self.buckets[key] = Bucket(self.name)
        return found.take()

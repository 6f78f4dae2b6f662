"""How much anybody may ask for."""

import time
from typing import NamedTuple

MESSAGE_BYTES = 16 * 1024
TABLES_IN_MEMORY = 2_000
SEND_SECONDS = 20.0
MANY = 10_000
"""Of how many persons or addresses the pace is kept before those are forgotten who have done nothing for a while."""


class Pace(NamedTuple):
    """So many at once, and then so many a second."""

    at_once: int
    per_second: float


PACES = {
    "messages": Pace(200, 50.0),  # of one connection
    "chats": Pace(6, 0.5),  # of one connection
    "tables": Pace(20, 0.2),  # opened by one person
    "persons": Pace(50, 1.0),  # new ones from one address
    "replays": Pace(30, 1.0),  # for one address
    "exports": Pace(5, 0.05),  # of one person
    "keys": Pace(10, 0.05),  # of one person
}


def lift() -> None:
    """Lift what is limited by time: for load tests and closed networks."""
    for name in PACES:
        PACES[name] = Pace(1 << 40, 1e9)


class Bucket:
    """Lets a number of things happen at once, and then so many a second."""

    __slots__ = ("at", "level", "most", "rate")

    def __init__(self, what: str) -> None:
        pace = PACES[what]
        self.rate, self.most = pace.per_second, float(pace.at_once)
        self.level = self.most
        self.at = time.monotonic()

    def fill(self) -> None:
        """Let in what came since the last time."""
        now = time.monotonic()
        self.level = min(self.most, self.level + (now - self.at) * self.rate)
        self.at = now

    def take(self) -> bool:
        """Take one; False if there is none left now."""
        self.fill()
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """A bucket for each of many, forgotten when it is full again."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.buckets: dict[str, Bucket] = {}
        self.many = MANY

    def take(self, key: str) -> bool:
        """Take one from somebody's bucket."""
        if len(self.buckets) > self.many:
            for old in self.buckets.values():
                old.fill()
            self.buckets = {name: old for name, old in self.buckets.items() if old.level < old.most}
            self.many = max(MANY, 2 * len(self.buckets))
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = Bucket(self.what)
        return bucket.take()

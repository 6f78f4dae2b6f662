"""How much anybody may ask for."""

import time
from typing import NamedTuple

MESSAGE_BYTES = 16 * 1024
TABLES_IN_MEMORY = 2_000
SEND_SECONDS = 20.0


class Pace(NamedTuple):
    """So many at once, and then so many a second."""

    at_once: int
    per_second: float


PACES = {
    "messages": Pace(200, 50.0),  # of one connection
    "chats": Pace(6, 0.5),  # of one connection
    "tables": Pace(20, 0.2),  # opened by one person
    "persons": Pace(50, 1.0),  # new ones from one address
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

    def take(self) -> bool:
        """Take one; False if there is none left now."""
        now = time.monotonic()
        self.level = min(self.most, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """A bucket for each of many, forgotten when it is full again."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> bool:
        """Take one from somebody's bucket."""
        if len(self.buckets) > 10_000:
            self.buckets = {name: bucket for name, bucket in self.buckets.items() if bucket.level < bucket.most - 1}
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = Bucket(self.what)
        return bucket.take()

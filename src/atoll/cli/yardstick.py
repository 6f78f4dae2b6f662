"""The yardstick of all speed figures: the time that this machine needs, now, for a fixed compiled computation."""

import time

from atoll.kit.compiled import compiled

STEPS = 100_000_000
NORMAL_SECONDS = 0.20
"""The reference value: figures are scaled to a machine with this yardstick."""


@compiled
def xorshift(state: int, steps: int) -> int:
    """Step Marsaglia's xorshift64 generator; each step depends on the one before."""
    for _ in range(steps):
        state ^= state << 13
        state ^= (state >> 7) & 0x01FF_FFFF_FFFF_FFFF
        state ^= state << 17
    return state


def seconds(tries: int = 3) -> float:
    """Return the best time of a few tries."""
    xorshift(1, 1)
    best = float("inf")
    for _ in range(tries):
        start = time.perf_counter()
        xorshift(88172645463325252, STEPS)
        best = min(best, time.perf_counter() - start)
    return best

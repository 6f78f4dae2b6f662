"""From marks to places, for the kernels' `ranking`; from points to leads, for those who judge positions."""

import numpy as np

from atoll.core.compiled import compiled


@compiled
def marks_to_places(out: np.ndarray, seats: int) -> None:
    """Turn each seat's mark, points before tie-breaks, into its place, 1 for the highest; equal marks share it."""
    places = 0
    for seat in range(seats):
        place = 1
        for other in range(seats):
            place += out[other] > out[seat]
        places |= place << (4 * seat)
    for seat in range(seats):
        out[seat] = places >> (4 * seat) & 0xF


@compiled
def points_to_leads(out: np.ndarray, seats: int) -> None:
    """Turn each seat's points into how many it has more than the best of the others; alone it keeps its points."""
    if seats == 1:
        return
    first = max(out[0], out[1])
    second = min(out[0], out[1])
    for seat in range(2, seats):
        second = max(second, min(first, out[seat]))
        first = max(first, out[seat])
    for seat in range(seats):
        out[seat] -= second if out[seat] == first else first

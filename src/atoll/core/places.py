"""From marks to places, for the kernels' `ranking`."""

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

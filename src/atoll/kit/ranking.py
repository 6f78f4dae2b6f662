"""From scores to places, for the kernels' `ranking`, and from points to margins, for rewards and searches."""

import numpy as np

from atoll.kit.compiled import compiled


@compiled
def rank_in_place(out: np.ndarray, seats: int) -> None:
    """Replace each seat's score, which includes tie-breaks, by its place: 1 for the highest, equal scores share it."""
    places = 0
    for seat in range(seats):
        place = 1
        for other in range(seats):
            place += out[other] > out[seat]
        places |= place << (4 * seat)
    for seat in range(seats):
        out[seat] = places >> (4 * seat) & 0xF


@compiled
def decided_by(marks: np.ndarray) -> int:
    """Return which column of marks, a row for each seat, decides who is first; the number of columns if none does."""
    rivals = np.ones(len(marks), np.int64)
    for column in range(marks.shape[1]):
        best = -(1 << 62)
        for seat in range(len(marks)):
            if rivals[seat]:
                best = max(best, marks[seat, column])
        for seat in range(len(marks)):
            rivals[seat] &= marks[seat, column] == best
        if rivals.sum() == 1:
            return column
    return int(marks.shape[1])


@compiled
def margins_in_place(out: np.ndarray, seats: int) -> None:
    """Replace each seat's points by its margin to the best other seat; in solo play the points stay."""
    if seats == 1:
        return
    first = max(out[0], out[1])
    second = min(out[0], out[1])
    for seat in range(2, seats):
        second = max(second, min(first, out[seat]))
        first = max(first, out[seat])
    for seat in range(seats):
        out[seat] -= second if out[seat] == first else first

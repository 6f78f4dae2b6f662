"""The best ways to play a turn, kept in order while they are found: for the games' `plan`."""

import numpy as np

from atoll.core.compiled import compiled


@compiled
def keep(
    turns: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    number: int,
    way: np.ndarray,
    length: int,
    value: float,
) -> int:
    """Put a way in its place among the best, which may drop the last one; return how many there are."""
    if number == len(turns):
        if value <= values[number - 1]:
            return number
        number -= 1
    place = number
    while place > 0 and values[place - 1] < value:
        length_before = lengths[place - 1]
        turns[place, :length_before] = turns[place - 1, :length_before]
        lengths[place] = length_before
        values[place] = values[place - 1]
        place -= 1
    turns[place, :length] = way[:length]
    lengths[place] = length
    values[place] = value
    return number + 1

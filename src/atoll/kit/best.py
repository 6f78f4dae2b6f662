"""A sorted list of the best plans of a turn, for the games' `plan`."""

import numpy as np

from atoll.kit.compiled import compiled


@compiled
def insert_best(
    plans: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    number: int,
    plan: np.ndarray,
    length: int,
    value: float,
) -> int:
    """Insert a plan by its value, dropping the last one if the list is full; return the number of plans."""
    if number == len(plans):
        if value <= values[number - 1]:
            return number
        number -= 1
    place = number
    while place > 0 and values[place - 1] < value:
        length_before = lengths[place - 1]
        plans[place, :length_before] = plans[place - 1, :length_before]
        lengths[place] = length_before
        values[place] = values[place - 1]
        place -= 1
    plans[place, :length] = plan[:length]
    lengths[place] = length
    values[place] = value
    return number + 1

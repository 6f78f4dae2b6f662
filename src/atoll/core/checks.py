"""Checks of integers that callers pass, Python's or NumPy's."""

from operator import index
from typing import SupportsIndex

from atoll.kit.errors import InvalidOption

MAX_SEED = (1 << 64) - 1


def as_int(number: object) -> int | None:
    """Return `number` as an int, or None if it is not an integer.

    >>> import numpy as np
    >>> as_int(3), as_int(np.int16(3)), as_int(3.0), as_int(True), as_int("3")
    (3, 3, None, None, None)
    """
    if type(number) is int:
        return number
    if not isinstance(number, SupportsIndex) or isinstance(number, bool):
        return None
    try:
        return index(number)
    except TypeError:  # an array of several numbers
        return None


def check_seat(seat: int, seats: int) -> int:
    """Validate a seat number (0 to seats - 1)."""
    number = as_int(seat)
    if number is None or not 0 <= number < seats:
        raise InvalidOption(f"seat must be a whole number from 0 to {seats - 1}, not {seat}")
    return number


def check_seed(seed: int) -> int:
    """Validate the seed of a deal."""
    number = as_int(seed)
    if number is None or not 0 <= number <= MAX_SEED:
        raise InvalidOption(f"seed must be a whole number from 0 to {MAX_SEED}, not {seed}")
    return number

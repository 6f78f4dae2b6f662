"""Whole numbers as callers give them: Python's own, or those that come out of an array."""

from operator import index
from typing import SupportsIndex


def whole(number: object) -> int | None:
    """Return a whole number as one of Python's; None for what is none.

    >>> import numpy as np
    >>> whole(3), whole(np.int16(3)), whole(3.0), whole(True), whole("3")
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

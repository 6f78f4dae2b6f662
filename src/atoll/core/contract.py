"""The kernel contract: what a game's `kernel.py` brings, each function compiled.

`t` is the game's component tables and `s` its position: one record each, of the dtypes TABLES and POSITION. Tables are
an argument, not constants, so that two editions of a game run side by side and neither needs compiling anew.
The loops in `loops.py` are written against these declarations and bound to each game's own functions.
"""

import numpy as np

OVER = -1
"""What `actor` gives when the game is over."""

UNKNOWN = -2
"""What `hide` leaves in the place of something that a seat can't know."""

HIDDEN_POINTS = -(1 << 40)
"""What `scores` writes for points that a seat can't know; points that are known may be less than nothing."""

SPECTATOR = -1
"""The seat of somebody who watches: sees what everybody sees."""

FUNCTIONS = (
    "deal", "actor", "legal", "sample", "apply", "scores", "ranking", "hide", "fill", "observe", "key",
)  # fmt: skip


def deal(t: np.record, s: np.record, seats: int, options: np.ndarray, seed: int) -> None:
    """Set up a game; every draw is a pure function of the seed and its index."""
    raise NotImplementedError


def actor(s: np.record) -> int:
    """Return the seat that decides next, or OVER."""
    raise NotImplementedError


def turn(s: np.record) -> int:
    """Return the number of the turn, which changes with each one; a game without solo play may leave it out."""
    raise NotImplementedError


def legal(t: np.record, s: np.record, out: np.ndarray) -> int:
    """Write the legal decisions in ascending order and return their number: the one place of legality."""
    raise NotImplementedError


def sample(t: np.record, s: np.record, bits: int) -> int:
    """Return the legal decision that `pick(bits, number of legal decisions)` points at, without listing them."""
    raise NotImplementedError


def apply(t: np.record, s: np.record, decision: int) -> None:
    """Play a legal decision, in place."""
    raise NotImplementedError


def scores(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Write each seat's points, final ones when the game is over, HIDDEN_POINTS where the seat can't know them."""
    raise NotImplementedError


def ranking(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Write each seat's place, 1 for the best, tie-breaks applied, equal places where a victory is shared."""
    raise NotImplementedError


def hide(s: np.record, seat: int) -> None:
    """Forget what a seat (or SPECTATOR) can't know, in place: the one place of secrecy."""
    raise NotImplementedError


def fill(t: np.record, s: np.record, seed: int) -> None:
    """Guess anew what was hidden, uniformly among what is consistent with the rest, in place."""
    raise NotImplementedError


def observe(t: np.record, s: np.record, seat: int, out: np.ndarray) -> None:
    """Write a hidden position as the numbers laid out in the game's `observe.py`."""
    raise NotImplementedError


def key(s: np.record) -> int:
    """Return a 63-bit hash of everything in the position."""
    raise NotImplementedError

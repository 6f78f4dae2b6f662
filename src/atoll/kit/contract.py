"""The kernel contract: the compiled functions that a game's `kernel` defines.

`t` is the game's component tables and `s` its position: one record each, of the dtypes TABLES and POSITION. Tables are
an argument, not constants, so that two editions of a game run side by side without recompiling.
The loops in `core/loops.py` are written against these declarations and bound to each game's functions. What a game
leaves out is in `core/defaults.py`.
"""

import numpy as np

OVER = -1
"""What `actor` returns when the game is over."""

UNKNOWN = -2
"""What `hide` writes in place of something that a seat can't know."""

HIDDEN_POINTS = -(1 << 40)
"""What `scores` writes for points that a seat can't know; known points may be negative."""

SPECTATOR = -1
"""The seat number of a spectator, who sees what everybody sees."""

MAX_SEATS = 8
"""The most players of any game."""

REQUIRED = ("deal", "legal", "apply", "scores", "hide", "fill")
"""The functions without a default."""


def deal(t: np.record, s: np.record, seats: int, options: np.ndarray, seed: int) -> None:
    """Set up a game; every random draw is a pure function of the seed and an index."""
    raise NotImplementedError


def actor(s: np.record) -> int:
    """Return the seat that decides next, or OVER."""
    raise NotImplementedError


def turn(s: np.record) -> int:
    """Return the number of the turn, different for each turn; by default the actor."""
    raise NotImplementedError


def legal(t: np.record, s: np.record, out: np.ndarray) -> int:
    """Write the legal decisions in ascending order and return their number: the only definition of legality."""
    raise NotImplementedError


def sample(t: np.record, s: np.record, bits: int) -> int:
    """Return the legal decision with the index `pick(bits, number of legal decisions)`, without listing them."""
    raise NotImplementedError


def apply(t: np.record, s: np.record, decision: int) -> None:
    """Play a legal decision, in place."""
    raise NotImplementedError


def scores(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Write each seat's points, final ones when the game is over, HIDDEN_POINTS for unknown ones."""
    raise NotImplementedError


def ranking(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Write each seat's place, 1 for the best, tie-breaks applied; shared victories have equal places."""
    raise NotImplementedError


def hide(s: np.record, seat: int) -> None:
    """Remove what a seat (or SPECTATOR) can't know, in place: the only definition of secrecy."""
    raise NotImplementedError


def fill(t: np.record, s: np.record, seed: int) -> None:
    """Guess what was hidden, uniformly among everything consistent with the rest, in place."""
    raise NotImplementedError


def observe(t: np.record, s: np.record, seat: int, out: np.ndarray) -> None:
    """Write a hidden position as the numbers laid out in the game's `observe.py`."""
    raise NotImplementedError


# What a game shows: `out` is a record of what its `view` declares, to be filled in.


def view(t: np.record, s: np.record, out: np.record) -> None:
    """Fill in a position after `hide`: the game's own fields of a view."""
    raise NotImplementedError


def choice(t: np.record, states: np.ndarray, decision: int, out: np.record) -> None:
    """Fill in a legal decision of states[0]; the other rows are scratch."""
    raise NotImplementedError


def events(t: np.record, states: np.ndarray, decision: int, out: np.record) -> None:
    """Fill in what a decision that led from states[0] to states[1] caused; the other rows are scratch."""
    raise NotImplementedError


def explain(t: np.record, states: np.ndarray, seat: int, topic: int, out: np.record) -> None:
    """Fill in what a topic means for a seat in states[0]; the other rows are scratch."""
    raise NotImplementedError

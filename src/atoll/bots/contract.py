"""What a game's `heuristic.py` brings for the bots, each function compiled: its knowledge of how to play well.

`t` and `states` are as in the kernel contract; `states[0]` is the position, the other rows are scratch. Every function
takes hidden positions as well as filled ones. The heuristic also says how long a planned turn can be (STEPS), how many
rows `states` needs (ROWS), after how many turns `worth` judges a way (HORIZON), and whether a tree grows over these
turns (TREE): it does not help where each guess gives a player another hand, for then what came of a reply on one guess
says nothing on the next.
"""

import numpy as np


def worth(t: np.record, s: np.record, seat: int) -> float:
    """Return what the seat's points will be at the end, estimated; exact when the game is over.

    Where a seat alone plays for something else as well, what it lacks of that is taken off: the heuristic's `missed`.
    """
    raise NotImplementedError


def plan(
    t: np.record, states: np.ndarray, turns: np.ndarray, lengths: np.ndarray, values: np.ndarray, foresight: float
) -> int:
    """Write ways to play the turn, the best first, and return their number, at most len(turns).

    A way ends with the turn, or right after a decision that reveals something. Its value is the points after it, and
    what it is worth beyond them as far as there is foresight: 0 for none, 1 for all.
    """
    raise NotImplementedError


def hurry(t: np.record, states: np.ndarray, bits: int) -> None:
    """Play the rest of the turn, in place, fast and sensibly: the policy of roll-outs."""
    raise NotImplementedError

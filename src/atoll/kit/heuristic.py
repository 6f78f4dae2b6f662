"""The heuristic contract: the compiled functions that a game's `heuristic` defines for the bots.

`t` is as in the kernel contract; `states[0]` is the position, the other rows are scratch. Every function takes hidden
positions as well as filled ones. The heuristic also defines the most decisions of a plan (LONGEST_PLAN), the rows of
`states` (ROWS), the turns after which `worth` values a plan (HORIZON), and whether the search grows a tree over these
turns (TREE). A tree does not help where each guess deals another hand: the result of a reply on one guess says nothing
about the next.
"""

from dataclasses import dataclass

import numpy as np

LEVEL_NAMES = ("shrimp", "crab", "seahorse", "turtle", "octopus", "orca")
"""From a level that a child can beat to the strongest."""


@dataclass(frozen=True)
class Level:
    """The strength of a level.

    Weaker levels err like people: they prefer points now (little foresight), miss `overlooks` percent of the plans, and
    carry out `slips` percent of their decisions with another piece or in another place than planned. Stronger levels
    try their plans on guesses of what is hidden (simulations).
    """

    foresight: float = 1.0
    overlooks: int = 0
    slips: int = 0
    simulations: int = 0
    milliseconds: int = 0


def worth(t: np.record, s: np.record, seat: int) -> float:
    """Estimate the seat's points at the end; exact when the game is over.

    In solo play with a task, what is lacking of the task is subtracted: the heuristic's `missed`.
    """
    raise NotImplementedError


def plan(
    t: np.record, states: np.ndarray, plans: np.ndarray, lengths: np.ndarray, values: np.ndarray, foresight: float
) -> int:
    """Write plans of the turn, the best first, and return their number, at most len(plans).

    A plan ends with the turn, or right after a decision that reveals something. Its value is the points after it plus
    the prospects beyond them, weighted by the foresight from 0 to 1.
    """
    raise NotImplementedError


def rollout_turn(t: np.record, states: np.ndarray, bits: int) -> None:
    """Play the rest of the turn in place, quickly and sensibly: the policy of rollouts."""
    raise NotImplementedError

"""The levels that people choose their opponents from; a game's `heuristic.py` says what each means there."""

from dataclasses import dataclass

LEVELS = ("shrimp", "crab", "seahorse", "turtle", "octopus", "orca")
"""From one that a child beats to the strongest."""


@dataclass(frozen=True)
class Level:
    """How well somebody plays.

    Weaker ones err like people: they go for points now (little foresight), do not see everything they could do
    (`overlooks` in a hundred), and of a hundred decisions carry out `slips` with another piece or in another place than
    would be good. Stronger ones try what they plan on guesses of what is hidden (simulations).
    """

    foresight: float = 1.0
    overlooks: int = 0
    slips: int = 0
    simulations: int = 0
    milliseconds: int = 0

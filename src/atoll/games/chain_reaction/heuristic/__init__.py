"""How to play Chain Reaction well: what a position is worth, the ways to play a turn, and a quick way to play on."""

from atoll.core.levels import Level
from atoll.games.chain_reaction.heuristic.hurry import hurry
from atoll.games.chain_reaction.heuristic.planning import ROWS, STEPS, plan
from atoll.games.chain_reaction.heuristic.prices import worth

HORIZON = 4
"""Turns of a roll-out. Matches of 40 to 120 games could not tell 1, 3, 6 and the whole game apart: few is cheap."""

LEVELS = (
    Level(foresight=0.0, overlooks=80),
    Level(foresight=0.0, overlooks=65),
    Level(foresight=0.01, overlooks=40),
    Level(overlooks=35),
    Level(),
    Level(simulations=20_000, milliseconds=2_000),
)

__all__ = ["HORIZON", "LEVELS", "ROWS", "STEPS", "hurry", "plan", "worth"]

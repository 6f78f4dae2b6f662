"""How to play Chain Reaction well: what a position is worth, the ways to play a turn, and a quick way to play on."""

from atoll.core.levels import Level
from atoll.games.chain_reaction.heuristic.hurry import hurry
from atoll.games.chain_reaction.heuristic.outlook import worth
from atoll.games.chain_reaction.heuristic.planning import ROWS, STEPS, plan

HORIZON = 4
"""Turns after a way before `worth` judges. With 2, 4, 6 and 8 the search chose about equally well: few is cheap."""

TREE = False
"""Each guess gives the others another hand, so what came of a reply on one guess says nothing on the next."""

LEVELS = (
    Level(foresight=0.0, overlooks=73, slips=45),
    Level(foresight=0.0, overlooks=73),
    Level(foresight=0.01, overlooks=62),
    Level(overlooks=63),
    Level(overlooks=45),
    Level(simulations=20_000, milliseconds=2_000),
)

__all__ = ["HORIZON", "LEVELS", "ROWS", "STEPS", "TREE", "hurry", "plan", "worth"]

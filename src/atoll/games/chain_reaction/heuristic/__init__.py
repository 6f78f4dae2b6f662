"""How to play Chain Reaction well: what a position is worth, the plans for a turn, and a quick turn for rollouts."""

from atoll.games.chain_reaction.heuristic.evaluation import worth
from atoll.games.chain_reaction.heuristic.plans import LONGEST_PLAN, ROWS, plan
from atoll.games.chain_reaction.heuristic.rollout import rollout_turn
from atoll.kit.heuristic import Level

HORIZON = 4
"""Turns of a rollout. With 2, 4, 6 and 8 the search chose about equally well, and fewer are cheaper."""

TREE = False
"""Each guess gives the others another hand, so a reply that worked on one guess says nothing about the next."""

LEVELS = (
    Level(foresight=0.0, overlooks=73, slips=45),
    Level(foresight=0.0, overlooks=73),
    Level(foresight=0.01, overlooks=62),
    Level(overlooks=63),
    Level(overlooks=45),
    Level(simulations=20_000, milliseconds=2_000),
)

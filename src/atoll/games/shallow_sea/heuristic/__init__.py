"""How to play Shallow Sea well: what a position is worth, the plans for a turn, and a quick turn for rollouts."""

from atoll.games.shallow_sea.heuristic.evaluation import worth
from atoll.games.shallow_sea.heuristic.plans import ROWS, plan, rollout_turn
from atoll.games.shallow_sea.heuristic.scratch import LONGEST_PLAN
from atoll.games.shallow_sea.heuristic.tasks import missed
from atoll.kit.heuristic import Level

HORIZON = 100
"""A rollout goes on to the end of the game."""

TREE = True

LEVELS = (
    Level(foresight=0.01, overlooks=60, slips=40),
    Level(foresight=0.0, overlooks=90),
    Level(foresight=0.01, overlooks=60),
    Level(overlooks=80),
    Level(),
    Level(simulations=1_200, milliseconds=2_500),
)

"""How to play Reef well: what a position is worth, the plans for a turn, and a quick turn for rollouts."""

from atoll.games.reef.heuristic.evaluation import worth
from atoll.games.reef.heuristic.plans import LONGEST_PLAN, ROWS, plan
from atoll.games.reef.heuristic.rollout import rollout_turn
from atoll.kit.heuristic import Level

HORIZON = 4  # two turns of each of two seats: of 2, 4, 6 and 9 the best for its time
TREE = True

LEVELS = (
    Level(foresight=0.01, overlooks=70, slips=75),
    Level(foresight=0.01, overlooks=70, slips=45),
    Level(foresight=0.01, overlooks=70),
    Level(overlooks=68),
    Level(),
    Level(simulations=4_000, milliseconds=2_000),
)

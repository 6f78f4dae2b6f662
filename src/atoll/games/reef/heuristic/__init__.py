"""How to play Reef well: what a position promises, the ways to play a turn, and a fast turn for roll-outs."""

from atoll.core.levels import Level
from atoll.games.reef.heuristic.hurry import hurry
from atoll.games.reef.heuristic.outlook import worth
from atoll.games.reef.heuristic.plan import ROWS, STEPS, plan

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

__all__ = ["HORIZON", "LEVELS", "ROWS", "STEPS", "TREE", "hurry", "plan", "worth"]

"""The rules of Shallow Sea, compiled: what the engine needs of them. RULES.md explains the rule ids (S1 to S55)."""

from atoll.games.shallow_sea.kernel.information import fill, hide
from atoll.games.shallow_sea.kernel.layout import DECISIONS, LONGEST_TURN, POSITION, TABLES
from atoll.games.shallow_sea.kernel.lookahead import best_turn
from atoll.games.shallow_sea.kernel.result import ranking, scores
from atoll.games.shallow_sea.kernel.setup import deal
from atoll.games.shallow_sea.kernel.turns import actor, apply, legal, sample, turn

"""The rules of Reef, compiled: what the engine needs of them. RULES.md explains the rule ids (R1 to R27)."""

from atoll.games.reef.kernel.information import fill, hide
from atoll.games.reef.kernel.layout import DECISIONS, LONGEST_TURN, POSITION, TABLES
from atoll.games.reef.kernel.lookahead import best_turn
from atoll.games.reef.kernel.result import ranking, scores
from atoll.games.reef.kernel.turns import actor, apply, deal, legal, sample, turn

"""The rules of Chain Reaction, compiled: what the engine needs of them. RULES.md explains the rule ids (C1 to C16)."""

from atoll.games.chain_reaction.kernel.information import fill, hide
from atoll.games.chain_reaction.kernel.layout import DECISIONS, LONGEST_TURN, POSITION, TABLES
from atoll.games.chain_reaction.kernel.result import best_turn, ranking, scores
from atoll.games.chain_reaction.kernel.turns import actor, apply, deal, legal, sample, turn

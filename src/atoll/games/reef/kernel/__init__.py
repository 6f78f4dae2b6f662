"""The rules of Reef, compiled. Rule ids (R1 to R27) are explained in RULES.md."""

from atoll.games.reef.kernel.information import fill, hide, key
from atoll.games.reef.kernel.layout import (
    CARDS,
    CELLS,
    CENTRE,
    COLOURS,
    CONDITIONS,
    DEALT_CARDS,
    DECISIONS,
    DISPLAY,
    EMPTY,
    EXPERT,
    HAND_LIMIT,
    HEIGHT,
    LONGEST_TURN,
    NONE,
    PLACE,
    PLAY,
    POSITION,
    RANDOM,
    SEATS,
    SPACES,
    STANDARD,
    SUPPLY,
    TABLES,
    TAKE,
    TOP,
    WILD,
)  # fmt: skip
from atoll.games.reef.kernel.lookahead import best_turn
from atoll.games.reef.kernel.patterns import occurrences, standing
from atoll.games.reef.kernel.result import hand_values, ranking, scores
from atoll.games.reef.kernel.turns import actor, apply, deal, legal, sample, turn

__all__ = [
    "CARDS", "CELLS", "CENTRE", "COLOURS", "CONDITIONS", "DEALT_CARDS", "DECISIONS", "DISPLAY", "EMPTY", "EXPERT",
    "HAND_LIMIT", "HEIGHT", "LONGEST_TURN", "NONE", "PLACE", "PLAY", "POSITION", "RANDOM", "SEATS", "SPACES",
    "STANDARD", "SUPPLY", "TABLES", "TAKE", "TOP", "WILD", "actor", "apply", "best_turn", "deal", "fill", "hand_values",
    "hide", "key", "legal", "occurrences", "ranking", "sample", "scores", "standing", "turn",
]  # fmt: skip

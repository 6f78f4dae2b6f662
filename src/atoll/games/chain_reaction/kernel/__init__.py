"""The rules of Chain Reaction, compiled. Rule ids (C1 to C16) are explained in RULES.md."""

from atoll.games.chain_reaction.kernel.chain import (
    STEP_COLUMN,
    STEP_FIELDS,
    STEP_LEVEL,
    STEP_SYMBOL,
    STEP_TILE,
    chain,
)
from atoll.games.chain_reaction.kernel.information import fill, hide, key
from atoll.games.chain_reaction.kernel.layout import (
    CLAIM,
    CLAIMING,
    COLOURS,
    COLUMNS,
    DECISIONS,
    END,
    HALF,
    HEIGHT,
    KINDS,
    LONGEST_TURN,
    NONE,
    PAY,
    PAYING,
    PLACE,
    PLACING,
    POSITION,
    SEATS,
    STACK,
    START_TILES,
    SYMBOLS,
    TABLES,
    TILES,
    TOKENS,
    TURNS,
    VALUES,
)
from atoll.games.chain_reaction.kernel.result import (
    best_turn,
    ranking,
    scores,
    secret_points,
    tile_points,
    tiles,
    token_points,
)
from atoll.games.chain_reaction.kernel.turns import actor, affordable, apply, deal, legal, payments, sample, turn

__all__ = [
    "CLAIM", "CLAIMING", "COLOURS", "COLUMNS", "DECISIONS", "END", "HALF", "HEIGHT", "KINDS", "LONGEST_TURN", "NONE",
    "PAY", "PAYING", "PLACE", "PLACING", "POSITION", "SEATS", "STACK", "START_TILES", "STEP_COLUMN", "STEP_FIELDS",
    "STEP_LEVEL", "STEP_SYMBOL", "STEP_TILE", "SYMBOLS", "TABLES", "TILES", "TOKENS", "TURNS", "VALUES", "actor",
    "affordable", "apply", "best_turn", "chain", "deal", "fill", "hide", "key", "legal", "payments", "ranking",
    "sample", "scores", "secret_points", "tile_points", "tiles", "token_points", "turn",
]  # fmt: skip

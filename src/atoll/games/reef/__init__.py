"""Reef, by Emerson Matsuuchi: stack corals, score the patterns that your reef shows from above."""

from atoll.kit.game import Game
from atoll.kit.options import Option, switch

GAME = Game(
    id="reef",
    rules=1,
    min_players=2,
    max_players=4,
    minutes=30,
    options=(
        Option("setup", ("standard", "expert", "anywhere", "random"), rule="R8"),
        switch("mirror_patterns", rule="R18"),
        switch("hidden_scores", rule="R27"),
    ),
)

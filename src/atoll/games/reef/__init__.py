"""Reef, by Emerson Matsuuchi: stack corals, score the patterns that your reef shows from above."""

from atoll.core.game import Game, Option, switch

GAME = Game(
    id="reef",
    rules=1,
    fewest=2,
    most=4,
    minutes=30,
    options=(
        Option("setup", ("standard", "expert", "anywhere", "random"), rule="R8"),
        switch("mirror_patterns", rule="R18"),
        switch("hidden_scores", rule="R27"),
    ),
)

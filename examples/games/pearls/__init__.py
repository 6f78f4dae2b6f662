"""Pearls: open shells as long as you dare. The game that docs/add-a-game.md walks through."""

from atoll.core.game import Game, switch

GAME = Game(
    id="pearls",
    rules=1,
    fewest=2,
    most=4,
    minutes=5,
    options=(switch("open_shells", rule="P2"),),
)

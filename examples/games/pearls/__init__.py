"""Pearls: open shells as long as you dare. The game that docs/add-a-game.md walks through."""

from atoll.kit.game import Game
from atoll.kit.options import switch

OPTIONS = (switch("open_shells", rule="P2"),)
GAME = Game(id="pearls", rules=1, min_players=2, max_players=4, minutes=5, options=OPTIONS)

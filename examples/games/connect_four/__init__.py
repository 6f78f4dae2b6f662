"""Connect Four: the first to line up four discs wins."""

from atoll.kit.game import Game

GAME = Game(id="connect_four", rules=1, min_players=2, max_players=2, minutes=5)

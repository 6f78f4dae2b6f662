"""Chain Reaction, by Reiner Knizia: drop a tile, take whatever it touches that matches, and what it touches then."""

from atoll.kit.game import Game
from atoll.kit.options import Option, switch

GAME = Game(
    id="chain_reaction",
    rules=1,
    min_players=2,
    max_players=4,
    minutes=25,
    options=(
        Option("first_player", ("random", "1", "2", "3", "4"), rule="C6"),
        switch("open_hands", rule="C16"),
    ),
)

"""Chain Reaction, by Reiner Knizia: drop a tile, take whatever it touches that matches, and what it touches then."""

from atoll.core.game import Game, Option, switch

GAME = Game(
    id="chain_reaction",
    rules=1,
    fewest=2,
    most=4,
    minutes=25,
    options=(
        Option("first_player", ("random", "1", "2", "3", "4"), rule="C6"),
        switch("open_hands", rule="C16"),
    ),
)

"""Shallow Sea, by Yeom C.W.: feed corals with fish, and draw creatures near."""

from atoll.core.game import Game, Option, Subset, switch
from atoll.games.shallow_sea.names import TYPE_NAMES

GAME = Game(
    id="shallow_sea",
    rules=1,
    fewest=1,
    most=4,
    minutes=45,
    options=(
        Option("mode", ("standard", "family"), rule="S50"),
        Option("scenario", ("none", *(str(number) for number in range(1, 16))), rule="S52"),
        Option("modified", ("none", *(str(number) for number in range(1, 11))), rule="S53"),
        Subset("creatures", ("random", "first_game"), rule="S9", members=TYPE_NAMES, size=10),
        Option("orange", ("random", *(str(number) for number in range(1, 8))), rule="S11"),
        Option("blue", ("random", *(str(number) for number in range(1, 8))), rule="S11"),
        switch("matching_fish", rule="S10"),
        Option("first_player", ("random", "1", "2", "3", "4"), rule="S13"),
    ),
    presets={
        "standard": {},
        "first_game": {"creatures": "first_game", "orange": "1", "blue": "2", "matching_fish": True},
        "family": {"mode": "family", "creatures": "first_game"},
    },
    first="first_game",
)

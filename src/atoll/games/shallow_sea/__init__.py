"""Shallow Sea, by Yeom C.W.: feed corals with fish, and draw creatures near."""

from atoll.kit.game import Game
from atoll.kit.options import Option, Subset, switch

COLOUR_NAMES = ("red", "yellow", "green", "purple")
LETTERS = "rygp"
TYPE_NAMES = (
    "A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4", "D1", "D2", "D3", "D4", "E1", "E2", "E3",
    "E4", "F1", "F2",
)  # fmt: skip

GAME = Game(
    id="shallow_sea",
    rules=1,
    min_players=1,
    max_players=4,
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

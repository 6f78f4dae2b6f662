"""The score sheet of a seat (S28, S30): every number that adds up to its points, for people to look at."""

import numpy as np

from atoll.core.compiled import compiled
from atoll.games.shallow_sea.kernel.cards import card_points
from atoll.games.shallow_sea.kernel.finishing import met
from atoll.games.shallow_sea.kernel.layout import BUBBLES, CREATURE, FAMILY, NONE, ROWS, SPACES
from atoll.games.shallow_sea.kernel.result import (
    bubble_points,
    chosen_colour_points,
    diversity_points,
    fish_points,
    lionfish_points,
    score,
    tile_points,
)

# Places in what `sheet` writes
ORANGE, BLUE, ROW_POINTS, DIVERSITY, FISH, LIONFISH_COST, SCENARIO, TOTAL = 0, 1, 2, 7, 8, 9, 10, 11
SPACE_POINTS = TOTAL + 1
MET = SPACE_POINTS + SPACES
BUBBLE_POINTS = MET + SPACES
SHEET = BUBBLE_POINTS + BUBBLES


@compiled
def sheet(t: np.ndarray, s: np.ndarray, seat: int, out: np.ndarray) -> None:
    """Write the lines of a seat's sheet, then what each space and each bubble brings and what each creature has met."""
    one = s[0]
    out[:] = 0
    for space in range(SPACES):
        tile = int(one.board[seat, space])
        if tile == NONE:
            continue
        out[SPACE_POINTS + space] = tile_points(t[0], one, seat, space)
        if tile >= CREATURE:
            out[MET + space] = met(t[0], one, seat, space)
        for row in range(ROWS):
            if t[0].row[row] >> space & 1:
                out[ROW_POINTS + row] += out[SPACE_POINTS + space]
    out[LIONFISH_COST] = lionfish_points(one)
    out[TOTAL] = score(t[0], one, seat)
    if one.mode == FAMILY:
        return
    out[ORANGE] = card_points(t[0], one, seat, 0)
    out[BLUE] = card_points(t[0], one, seat, 1)
    out[DIVERSITY] = diversity_points(one, seat)
    out[FISH] = fish_points(t[0], one, seat)
    out[SCENARIO] = chosen_colour_points(t[0], one, seat)
    for bubble in range(BUBBLES):
        out[BUBBLE_POINTS + bubble] = bubble_points(t[0], one, seat, bubble)

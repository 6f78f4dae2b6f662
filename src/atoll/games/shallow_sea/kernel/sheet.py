"""The score sheet of a seat (S28, S30): every number that adds up to its points."""

import numpy as np

from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.cards import card_points
from atoll.games.shallow_sea.kernel.finishing import met
from atoll.games.shallow_sea.kernel.result import (
    bubble_points,
    chosen_colour_points,
    diversity_points,
    fish_points,
    lionfish_points,
    score,
    tile_points,
)
from atoll.kit.compiled import compiled

# Places in what `write_sheet` writes
ORANGE, BLUE, ROW_POINTS, DIVERSITY, FISH, LIONFISH_COST, SCENARIO, TOTAL = 0, 1, 2, 7, 8, 9, 10, 11
SPACE_POINTS = TOTAL + 1
MET = SPACE_POINTS + layout.SPACES
BUBBLE_POINTS = MET + layout.SPACES
SIZE = BUBBLE_POINTS + layout.BUBBLES


@compiled
def write_sheet(t: np.record, s: np.record, seat: int, out: np.ndarray) -> None:
    """Write the lines of a seat's sheet, then what each space and each bubble brings and what each creature has met."""
    out[:] = 0
    for space in range(layout.SPACES):
        tile = int(s.board[seat, space])
        if tile == layout.NONE:
            continue
        out[SPACE_POINTS + space] = tile_points(t, s, seat, space)
        if tile >= layout.CREATURE:
            out[MET + space] = met(t, s, seat, space)
        for row in range(layout.ROWS):
            if t.row[row] >> space & 1:
                out[ROW_POINTS + row] += out[SPACE_POINTS + space]
    out[LIONFISH_COST] = lionfish_points(s)
    out[TOTAL] = score(t, s, seat)
    if s.mode == layout.FAMILY:
        return
    out[ORANGE] = card_points(t, s, seat, 0)
    out[BLUE] = card_points(t, s, seat, 1)
    out[DIVERSITY] = diversity_points(s, seat)
    out[FISH] = fish_points(t, s, seat)
    out[SCENARIO] = chosen_colour_points(t, s, seat)
    for bubble in range(layout.BUBBLES):
        out[BUBBLE_POINTS + bubble] = bubble_points(t, s, seat, bubble)

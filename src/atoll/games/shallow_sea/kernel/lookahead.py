"""A look ahead within a turn: what a decision finishes.

To try all places for the pieces would take far too long. So the points are those that the turn surely can end with:
what is ready gets finished, always what brings most next, and a fish that was taken up goes where it brings most.
"""

import numpy as np

from atoll.core.compiled import compiled
from atoll.games.shallow_sea.kernel.bags import lowest
from atoll.games.shallow_sea.kernel.choices import free_bubbles
from atoll.games.shallow_sea.kernel.finishing import (
    asked,
    finish_coral,
    finish_creature,
    ready_corals,
    ready_creatures,
)
from atoll.games.shallow_sea.kernel.layout import CORNERS, FINISHING, MOVING, MOVING_CORALS, NONE
from atoll.games.shallow_sea.kernel.prices import move_price
from atoll.games.shallow_sea.kernel.result import bubble_points, lionfish_cost, lionfish_fish, score
from atoll.games.shallow_sea.kernel.turns import place_fish


@compiled
def best_turn(
    t: np.ndarray,
    states: np.ndarray,
    base: int,
    seat: int,
    decisions: np.ndarray,
    counts: np.ndarray,
    points: np.ndarray,
) -> int:
    """Return the points that the seat can surely have at the end of its turn."""
    if states[base].actor != seat:
        return score(t[0], states[base], seat)
    if states[base].credit > 0:
        return score(t[0], states[base], seat) - _still_to_pay(t[0], states[base], seat)
    if states[base].stage != MOVING:
        return _finished(t[0], states, base, seat)
    best = -(1 << 40)
    bubbles = free_bubbles(states[base], seat)
    while bubbles:
        bubble = lowest(bubbles)
        bubbles &= bubbles - 1
        states[base + 1] = states[base]
        place_fish(states[base + 1], seat, bubble)
        best = max(best, _finished(t[0], states, base + 1, seat))
    return best


@compiled
def _still_to_pay(t: np.record, s: np.record, seat: int) -> int:
    """Return what it can cost to use up what the lionfish has paid: further fish on its card, and a fish moved away."""
    missing = max(0, move_price(s) - int(s.credit) - int(s.shells[seat]))
    cost = lionfish_cost(lionfish_fish(s) + missing) - lionfish_cost(lionfish_fish(s))
    if s.modified == MOVING_CORALS:
        return cost
    least = 1 << 20
    rest = int(s.loose[seat, 0] | s.loose[seat, 1] | s.loose[seat, 2] | s.loose[seat, 3])
    while rest:
        least = min(least, bubble_points(t, s, seat, lowest(rest)))
        rest &= rest - 1
    return cost + (least if least < 1 << 20 else 0)


@compiled
def _finished(t: np.record, states: np.ndarray, base: int, seat: int) -> int:
    """Return the points when all is finished that is ready: the turn can't end before (S25)."""
    if states[base].stage == FINISHING:
        while _finish_best(t, states, base, seat):
            pass
    return score(t, states[base], seat)


@compiled
def _finish_best(t: np.record, states: np.ndarray, base: int, seat: int) -> bool:
    """Finish the tile, with the fish, that brings most; tell whether there was one. Uses the row above as scratch."""
    best = -(1 << 40)
    found = NONE
    rest = ready_corals(t, states[base], seat)
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        for corner in range(CORNERS):
            if asked(t, states[base], seat, space, corner) != NONE:
                states[base + 1] = states[base]
                finish_coral(t, states[base + 1], seat, space, corner)
                points = score(t, states[base + 1], seat)
                if points > best:
                    best = points
                    found = CORNERS * space + corner
    rest = ready_creatures(t, states[base], seat)
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        states[base + 1] = states[base]
        finish_creature(states[base + 1], seat, space)
        points = score(t, states[base + 1], seat)
        if points > best:
            best = points
            found = -2 - space
    if found == NONE:
        return False
    if found >= 0:
        finish_coral(t, states[base], seat, found // CORNERS, found % CORNERS)
    else:
        finish_creature(states[base], seat, -2 - found)
    return True

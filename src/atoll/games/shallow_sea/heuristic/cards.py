"""What one more finished tile can add to the ecosystem cards (S33 to S46)."""

import numpy as np

from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.finishing import finished_corals, finished_creatures
from atoll.kit.bits import bit_count, lowest
from atoll.kit.compiled import compiled


@compiled
def orange_gain(t: np.record, s: np.record, seat: int, space: int, colour: int, fish: int) -> float:
    """Return what one more finished coral can add to the orange card (S33 to S39)."""
    card = int(s.cards[0, 0])
    if card == 1:
        return 2.0 * (fish >> colour & 1)
    if card == 2:
        return 1.5
    if card == 4:
        return 2.0 * (fish & ~(1 << colour) != 0)
    if card == 5:
        for row in range(layout.ROWS):
            if int(t.row[row]) >> space & 1:
                for other in range(layout.COLOURS):
                    if bit_count(int(t.row[row]) & int(s.corals[seat, other])) >= 2:
                        return 0.0
                return 4.0 if int(t.row[row]) & int(s.corals[seat, colour]) else 1.0
    if card == 6:
        return 2.0 if int(t.adjoining[space]) & finished_corals(s, seat) else 1.0
    most = 0
    best = 0
    short = 0
    for other in range(layout.COLOURS):
        number = bit_count(int(s.finned[seat, other]))
        if number > most:
            most = number
            best = other
        short |= (number < 3) << other
    if card == 3:
        return 0.0 if most >= 6 else 3.0 if fish >> best & 1 else 0.5
    if card == 7:
        return (2.6 if s.scenario == layout.DOUBLE_SCENARIO else 1.3) * (fish & short != 0)
    return 0.0


@compiled
def orange_progress(s: np.record, seat: int) -> float:
    """Return the progress towards the orange card's next points: halves of pairs, thirds of threes."""
    card = int(s.cards[0, 0])
    progress = 0.0
    for colour in range(layout.COLOURS):
        if card == 2:
            progress += 1.5 * (bit_count(int(s.corals[seat, colour])) % 2)
        if card == 7:
            number = bit_count(int(s.finned[seat, colour]))
            progress += (2.6 if s.scenario == layout.DOUBLE_SCENARIO else 1.3) * number if number < 3 else 0.0
    return progress


@compiled
def blue_gain(t: np.record, s: np.record, seat: int, space: int, creature_type: int) -> float:
    """Return what one more finished creature can add to the blue card (S40 to S46)."""
    card = int(s.cards[1, 0])
    done = finished_creatures(s, seat)
    others = int(s.creature_spaces[seat]) & ~(1 << space)
    if card == 1:
        for row in range(layout.ROWS):
            if int(t.row[row]) >> space & 1:
                number = bit_count(int(t.row[row]) & done)
                return 4.0 if number == 1 else 1.5 if number == 0 else 0.0
    if card == 2:
        return 3.0 * (int(t.inner) >> space & 1)
    if card == 3:
        near = int(t.neighbouring[space])
        return 3.0 if near & done else 2.0 if near & others else 0.5
    if card == 4:
        for column in range(layout.COLUMNS):
            if int(t.column[column]) >> space & 1:
                number = bit_count(int(t.column[column]) & done)
                return -2.0 if number == 1 else 0.0 if int(t.column[column]) & others else 2.0
    if card == 5:
        near = int(t.adjoining[space])
        return 3.0 if near & done else 2.0 if near & others else 0.5
    if card >= 6:
        where = int(t.inner) if card == 6 else layout.ALL_SPACES & ~int(t.inner)
        if where >> space & 1:
            rest = done & where
            while rest:
                if s.board[seat, lowest(rest)] == layout.CREATURE + creature_type:
                    return 0.0
                rest &= rest - 1
            return 2.0
    return 0.0

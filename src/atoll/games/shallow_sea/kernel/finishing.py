"""Which tiles are ready, and finishing them (S22 to S28)."""

import numpy as np

from atoll.games.shallow_sea.kernel import layout
from atoll.kit.bits import bit_count, lowest
from atoll.kit.compiled import compiled


@compiled
def asked(t: np.record, s: np.record, seat: int, space: int, corner: int) -> int:
    """Return the colour of fish that the coral on a space asks for at a corner, or NONE (S6, S22)."""
    return int(t.asks[s.board[seat, space], (corner - s.turned[seat, space]) % layout.TURNS])


@compiled
def coral_ready(t: np.record, s: np.record, seat: int, space: int) -> bool:
    """Return whether each corner of an unfinished coral that asks for a fish has that fish (S22)."""
    for corner in range(layout.CORNERS):
        colour = asked(t, s, seat, space, corner)
        if colour != layout.NONE and not int(s.loose[seat, colour]) >> int(t.bubble[space, corner]) & 1:
            return False
    return True


@compiled
def fulfilled(t: np.record, s: np.record, seat: int, creature_type: int, region: int) -> int:
    """Return how many items of a creature type's condition these spaces fulfil (S27, S28).

    Items that must have one colour are counted in the best colour.
    """
    most = 0
    colours = 0
    for colour in range(layout.COLOURS):
        there = region & int(s.finned[seat, colour] if t.wants_fish[creature_type] else s.corals[seat, colour])
        most = max(most, bit_count(there))
        colours += there != 0
    return min(int(t.need[creature_type]), colours if t.different[creature_type] else most)


@compiled
def met(t: np.record, s: np.record, seat: int, space: int) -> int:
    """Return how many items of the condition of the creature on a space are fulfilled, at most its need (S28)."""
    creature_type = int(s.board[seat, space]) - layout.CREATURE
    return fulfilled(t, s, seat, creature_type, int(t.region[creature_type, s.turned[seat, space], space]))


@compiled
def creature_ready(t: np.record, s: np.record, seat: int, space: int) -> bool:
    """Return whether an unfinished creature's condition holds (S24; modified rule 10)."""
    if s.modified == layout.LONELY_CREATURES and int(t.adjoining[space]) & finished_creatures(s, seat):
        return False
    return met(t, s, seat, space) == int(t.need[int(s.board[seat, space]) - layout.CREATURE])


@compiled
def finished_creatures(s: np.record, seat: int) -> int:
    """Return the spaces of a seat's finished creatures."""
    return int(s.creature_spaces[seat] & s.done[seat])


@compiled
def finished_corals(s: np.record, seat: int) -> int:
    """Return the spaces of a seat's finished corals."""
    return int(s.done[seat] & ~s.creature_spaces[seat])


@compiled
def ready_corals(t: np.record, s: np.record, seat: int) -> int:
    """Return the spaces of the corals that can be finished now."""
    rest = int(s.filled[seat] & ~s.done[seat] & ~s.creature_spaces[seat])
    ready = 0
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        if coral_ready(t, s, seat, space):
            ready |= 1 << space
    return ready


@compiled
def ready_creatures(t: np.record, s: np.record, seat: int) -> int:
    """Return the spaces of the creatures that can be finished now."""
    rest = int(s.creature_spaces[seat] & ~s.done[seat])
    ready = 0
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        if creature_ready(t, s, seat, space):
            ready |= 1 << space
    return ready


@compiled
def finish_coral(t: np.record, s: np.record, seat: int, space: int, corner: int) -> None:
    """Flip a coral, move the fish at a corner onto it, and gain a shell (S22, S23).

    On the coral, the fish no longer serves other corals.
    """
    fish = asked(t, s, seat, space, corner)
    s.loose[seat, fish] ^= 1 << int(t.bubble[space, corner])
    s.finned[seat, fish] |= 1 << space
    s.corals[seat, t.colour[s.board[seat, space]]] |= 1 << space
    _finished(s, seat, space)


@compiled
def finish_creature(s: np.record, seat: int, space: int) -> None:
    """Flip a creature; gain a shell (S24)."""
    _finished(s, seat, space)


@compiled
def _finished(s: np.record, seat: int, space: int) -> None:
    s.done[seat] |= 1 << space
    s.shells[seat] = min(layout.SHELLS, s.shells[seat] + 1)

"""A quick turn, for playing on: the placement that takes the most, then one good token after the other."""

import numpy as np

from atoll.core.bits import bit_count, lowest
from atoll.core.compiled import compiled
from atoll.core.contract import OVER
from atoll.core.rng import draw
from atoll.games.chain_reaction.heuristic.prices import (
    cost,
    ends,
    payment,
    plain_tiles,
    time_left,
    tokens_left,
    value_kinds,
)
from atoll.games.chain_reaction.heuristic.reach import SHAPE, look, takes
from atoll.games.chain_reaction.kernel import (
    CLAIM,
    COLUMNS,
    END,
    KINDS,
    NONE,
    PAY,
    PAYING,
    PLACE,
    PLACING,
    TURNS,
    actor,
    affordable,
    apply,
)


@compiled
def _placement(t: np.record, s: np.record, seat: int, bits: int) -> int:
    """Return a placement that takes the most, any of several."""
    values = np.empty(KINDS)
    left = np.empty(SHAPE)
    right = np.empty(SHAPE)
    top = np.empty(COLUMNS, np.int64)
    value_kinds(s, seat, time_left(s) * tokens_left(bit_count(int(s.left))), values)
    look(t, s, values, left, right, top)
    # The first of the best placements, from a random one on.
    start = draw(bits, 0) % (COLUMNS * TURNS)
    best = -1.0
    found = 0
    for i in range(COLUMNS * TURNS):
        place = (start + i) % (COLUMNS * TURNS)
        taken = takes(int(t.edges[TURNS * s.hand[seat] + place % TURNS]), place // TURNS, left, right, top)
        if taken > best:
            best = taken
            found = place
    return PLACE + found


@compiled
def _token(t: np.record, s: np.record, seat: int) -> int:
    """Return the token that brings the most beyond what its tiles are worth, or NONE."""
    share = 0.0 if ends(s, seat) else time_left(s) * tokens_left(bit_count(int(s.left)) - 1)
    plain = plain_tiles(s, seat)
    tokens = affordable(t, s, seat)
    best = 0.0
    found = NONE
    while tokens:
        token = lowest(tokens)
        tokens &= tokens - 1
        gain = t.worth[token] - cost(int(t.cost[token]), plain, share)
        if gain > best:
            best = gain
            found = token
    return found


@compiled
def hurry(t: np.record, states: np.ndarray, bits: int) -> None:
    """Play the rest of the turn in states[0], in place; nothing where the seat's hand is not known."""
    s = states[0]
    seat = actor(s)
    if seat != OVER and s.stage == PLACING and s.hand[seat] >= 0:
        apply(t, s, _placement(t, s, seat, bits))
    while s.actor == seat and s.stage != PLACING:
        if s.stage == PAYING:
            apply(t, s, PAY + payment(s))
        else:
            token = _token(t, s, seat)
            apply(t, s, END if token == NONE else CLAIM + token)

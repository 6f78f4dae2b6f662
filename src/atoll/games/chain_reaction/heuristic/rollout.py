"""A quick turn for rollouts: the placement that takes the most, then the best token, one by one."""

import numpy as np

from atoll.games.chain_reaction.heuristic.prices import (
    cost,
    ends,
    payment,
    plain_tiles,
    time_left,
    tokens_left,
    value_kinds,
)
from atoll.games.chain_reaction.heuristic.reach import SHAPE, takes, write_reach
from atoll.games.chain_reaction.kernel import layout
from atoll.games.chain_reaction.kernel.turns import actor, affordable, apply
from atoll.kit.bits import bit_count, lowest
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER
from atoll.kit.rng import draw


@compiled
def _placement(t: np.record, s: np.record, seat: int, bits: int) -> int:
    """Return the placement that takes the most; ties are broken at random."""
    values = np.empty(layout.KINDS)
    left = np.empty(SHAPE)
    right = np.empty(SHAPE)
    top = np.empty(layout.COLUMNS, np.int64)
    value_kinds(s, seat, time_left(s) * tokens_left(bit_count(int(s.left))), values)
    write_reach(t, s, values, left, right, top)
    # The loop starts at a random placement and keeps the first of equal ones, so that each may be chosen.
    start = draw(bits, 0) % (layout.COLUMNS * layout.TURNS)
    best = -1.0
    found = 0
    for i in range(layout.COLUMNS * layout.TURNS):
        place = (start + i) % (layout.COLUMNS * layout.TURNS)
        taken = takes(
            int(t.edges[layout.TURNS * s.hand[seat] + place % layout.TURNS]), place // layout.TURNS, left, right, top
        )
        if taken > best:
            best = taken
            found = place
    return layout.PLACE + found


@compiled
def _token(t: np.record, s: np.record, seat: int) -> int:
    """Return the token that brings the most beyond what its tiles are worth, or NONE."""
    share = 0.0 if ends(s, seat) else time_left(s) * tokens_left(bit_count(int(s.left)) - 1)
    plain = plain_tiles(s, seat)
    tokens = affordable(t, s, seat)
    best = 0.0
    found = layout.NONE
    while tokens:
        token = lowest(tokens)
        tokens &= tokens - 1
        gain = t.worth[token] - cost(int(t.cost[token]), plain, share)
        if gain > best:
            best = gain
            found = token
    return found


@compiled
def rollout_turn(t: np.record, states: np.ndarray, bits: int) -> None:
    """Play the rest of the turn in states[0], in place; does nothing if the seat's hand is unknown."""
    s = states[0]
    seat = actor(s)
    if seat != OVER and s.stage == layout.PLACING and s.hand[seat] >= 0:
        apply(t, s, _placement(t, s, seat, bits))
    while s.actor == seat and s.stage != layout.PLACING:
        if s.stage == layout.PAYING:
            apply(t, s, layout.PAY + payment(s))
        else:
            token = _token(t, s, seat)
            apply(t, s, layout.END if token == layout.NONE else layout.CLAIM + token)

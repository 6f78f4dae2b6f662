"""A turn played in microseconds, for rollouts: every card is tried, but its pieces are placed one by one."""

import numpy as np

from atoll.games.reef.heuristic.evaluation import worth
from atoll.games.reef.heuristic.potential import brings, held, potential
from atoll.games.reef.kernel import layout
from atoll.games.reef.kernel.patterns import occurrences
from atoll.games.reef.kernel.turns import apply, legal, open_spaces, put, take_back
from atoll.kit.bits import lowest
from atoll.kit.compiled import compiled

VARIETY = 1.0  # the most points that chance adds to a choice


@compiled
def rollout_turn(t: np.record, states: np.ndarray, bits: int) -> None:
    """Play the rest of the actor's turn in states[0], in place; the two rows after it are scratch."""
    s = states[0]
    turn = s.turn
    if turn < 0 or s.card != layout.NONE:
        _place_all(t, s, turn)
        return
    seat = int(s.actor)
    choices = np.empty(layout.DECISIONS, np.int64)
    best = -1e9
    for i in range(legal(t, s, choices)):
        states[1] = s
        apply(t, states[1], choices[i])
        _place_all(t, states[1], turn)
        value = worth(t, states[1], seat) + VARIETY * (bits >> 3 * i & 7) / 8
        if value > best:
            best = value
            states[2] = states[1]
    states[0] = states[2]


@compiled
def _place_all(t: np.record, s: np.record, turn: int) -> None:
    """Place the pending pieces one by one, each in its best place."""
    while s.turn == turn:
        apply(t, s, _place(t, s))


@compiled
def _place(t: np.record, s: np.record) -> int:
    """Return the best place for the next piece, for the card in play and for the hand."""
    seat = int(s.actor)
    colour = 0
    while s.pending[colour] == 0:
        colour += 1
    pieces = held(t, s, seat)
    spaces = open_spaces(s)
    best = -1.0
    decision = layout.NONE
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        put(s, seat, colour, space)
        value = 0.0
        if s.card != layout.NONE:
            value += int(t.points[s.card]) * occurrences(t, s, seat, s.card)
        for place in range(s.hand_size[seat]):
            card = int(s.hand[seat, place])
            if card >= 0:
                value += potential(t, s, seat, card, pieces - brings(t, card))
        take_back(s, seat, colour, space)
        if value > best:
            best = value
            decision = layout.PLACE + layout.SPACES * colour + space
    return decision

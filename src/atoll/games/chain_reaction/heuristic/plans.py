"""The plans for a turn: every placement with every set of tokens, valued by what the seat has and what it leaves."""

import numpy as np

from atoll.games.chain_reaction.heuristic.evaluation import NEXT_TURN, expected, not_laid
from atoll.games.chain_reaction.heuristic.prices import (
    cost,
    ends,
    next_seat,
    payment,
    plain_tiles,
    price_of,
    time_left,
    tokens_left,
    value_kinds,
)
from atoll.games.chain_reaction.heuristic.reach import SHAPE
from atoll.games.chain_reaction.kernel import layout
from atoll.games.chain_reaction.kernel.result import tile_points, token_points
from atoll.games.chain_reaction.kernel.turns import actor, affordable, apply
from atoll.kit.best import insert_best
from atoll.kit.bits import bit_count, lowest
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER

LONGEST_PLAN = layout.TOKENS + layout.TILES + 2
ROWS = 2

MAX_SETS = 400
"""Sets of tokens tried after a placement, best tokens first; only a seat that hoards tiles has more."""

PLACED, CLAIMED = 0, 1
"""A plan in short form: its placement (or NONE) and its tokens as bits, in the places of its first decisions."""


@compiled
def _unseen(s: np.record, tiles: np.ndarray) -> int:
    """Write the tiles that the next seat may have in hand, as far as known; return their number."""
    hand = int(s.hand[next_seat(s, int(s.actor))])
    if hand >= 0:
        tiles[0] = hand
        return 1
    number = 0
    for i in range(not_laid(s, tiles)):
        seen = False
        for seat in range(s.seats):
            seen |= s.hand[seat] == tiles[i]
        if not seen:
            tiles[number] = tiles[i]
            number += 1
    return number


@compiled
def _candidates(t: np.record, s: np.record, seat: int, share: float, order: np.ndarray) -> int:
    """Write the tokens that the seat can pay for, best first; return their number."""
    plain = plain_tiles(s, seat)
    tokens = affordable(t, s, seat)
    number = 0
    while tokens:
        token = lowest(tokens)
        tokens &= tokens - 1
        gain = t.worth[token] - cost(int(t.cost[token]), plain, share)
        at = number
        while at > 0 and t.worth[order[at - 1]] - cost(int(t.cost[order[at - 1]]), plain, share) < gain:
            order[at] = order[at - 1]
            at -= 1
        order[at] = token
        number += 1
    return number


@compiled
def _twin_waits(t: np.record, order: np.ndarray, i: int, claimed: int) -> bool:
    """Return whether an equal token comes before this one and is not claimed."""
    for j in range(i):
        same = t.cost[order[j]] == t.cost[order[i]] and t.worth[order[j]] == t.worth[order[i]]
        if same and not claimed >> order[j] & 1:
            return True
    return False


@compiled
def _insert_plans(
    t: np.record,
    s: np.record,
    seat: int,
    placed: int,
    foresight: float,
    left_behind: float,
    order: np.ndarray,
    short: np.ndarray,
    plans: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    number: int,
) -> int:
    """Insert a plan for every set of tokens that the seat can claim now; return the number of plans.

    Walks over the sets like a counter that skips what can't be paid. Of two equal tokens the second one is only
    claimed together with the first: so no two plans lead to the same position.
    """
    time = 0.0 if ends(s, seat) else foresight * time_left(s)
    on_table = bit_count(int(s.left))
    candidates = _candidates(t, s, seat, time * tokens_left(on_table), order)
    plain = plain_tiles(s, seat)
    enough = int(s.tiles[seat]) + layout.HIGH_BITS
    points = tile_points(s, seat) + token_points(t, s, seat) - left_behind
    full = price_of(plain)
    short[PLACED] = placed
    spent = 0
    gained = 0
    claimed = 0
    sets = 0
    i = 0
    while True:
        if i == candidates:
            share = time * tokens_left(on_table - bit_count(claimed))
            value = points + share * full + gained - cost(spent, plain, share)
            short[CLAIMED] = claimed
            number = insert_best(plans, lengths, values, number, short, len(short), value)
            sets += 1
            i -= 1
            while i >= 0 and not claimed >> order[i] & 1:
                i -= 1
            if i < 0 or sets == MAX_SETS:
                return number
            # Continue without the last token claimed.
            claimed ^= 1 << order[i]
            spent -= int(t.cost[order[i]])
            gained -= int(t.worth[order[i]])
            i += 1
            continue
        token = order[i]
        after = spent + int(t.cost[token])
        if (enough - after) & layout.HIGH_BITS == layout.HIGH_BITS and not _twin_waits(t, order, i, claimed):
            claimed |= 1 << token
            spent = after
            gained += int(t.worth[token])
        i += 1


@compiled
def _write_plan(t: np.record, s: np.record, turn: np.ndarray) -> int:
    """Write the decisions of a plan over its short form while playing them; return their number."""
    seat = actor(s)
    placed = turn[PLACED]
    claimed = turn[CLAIMED]
    length = 0
    if placed != layout.NONE:
        turn[0] = placed
        length = 1
        apply(t, s, placed)
    while s.actor == seat and s.stage != layout.PLACING:
        if s.stage == layout.PAYING:
            decision = layout.PAY + payment(s)
        elif claimed:
            decision = layout.CLAIM + lowest(claimed)
            claimed &= claimed - 1
        else:
            decision = layout.END
        turn[length] = decision
        length += 1
        apply(t, s, decision)
    return length


@compiled
def plan(
    t: np.record, states: np.ndarray, plans: np.ndarray, lengths: np.ndarray, values: np.ndarray, foresight: float
) -> int:
    """Write the best plans for the turn in states[0], best first, and their values; return their number."""
    s = states[0]
    seat = actor(s)
    if seat == OVER or (s.stage == layout.PLACING and s.hand[seat] < 0):
        return 0
    kinds = np.empty(layout.KINDS)
    left = np.empty(SHAPE)
    right = np.empty(SHAPE)
    top = np.empty(layout.COLUMNS, np.int64)
    tiles = np.empty(layout.TILES, np.int64)
    order = np.empty(layout.TOKENS, np.int64)
    short = np.empty(2, np.int64)
    following = next_seat(s, seat)
    unseen = _unseen(s, tiles)
    value_kinds(s, following, time_left(s) * tokens_left(bit_count(int(s.left))), kinds)
    number = 0
    for place in range(layout.COLUMNS * layout.TURNS if s.stage == layout.PLACING else 1):
        after = states[1]
        states[1] = s
        if s.stage == layout.PLACING:
            apply(t, after, layout.PLACE + place)
        while after.actor == seat and after.stage == layout.PAYING:
            apply(t, after, layout.PAY + payment(after))
        left_behind = 0.0
        if foresight != 0.0 and not ends(after, seat):
            left_behind = foresight * NEXT_TURN * expected(t, after, kinds, tiles, unseen, left, right, top)
        placed = layout.PLACE + place if s.stage == layout.PLACING else layout.NONE
        number = _insert_plans(
            t, after, seat, placed, foresight, left_behind, order, short, plans, lengths, values, number
        )
    for i in range(number):
        states[1] = states[0]
        lengths[i] = _write_plan(t, states[1], plans[i])
    return number

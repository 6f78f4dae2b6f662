"""Points, places, and the most that a turn can bring (C11, C14, C15)."""

import numpy as np

from atoll.games.chain_reaction.kernel import layout
from atoll.games.chain_reaction.kernel.turns import actor, apply, payments
from atoll.kit.compiled import compiled
from atoll.kit.ranking import rank_in_place

NOT_TAKEN, TAKEN = 0, 1


@compiled
def tile_points(s: np.record, seat: int) -> int:
    """Return the values of the tiles a seat has, those of its secret colour twice (C14)."""
    points = 0
    for kind in range(layout.KINDS):
        points += (kind // layout.COLOURS + 1) * int(s.held[seat, kind])
    return points + secret_points(s, seat)


@compiled
def secret_points(s: np.record, seat: int) -> int:
    """Return the values of the tiles in a seat's secret colour, once; 0 where it is not known (C14)."""
    points = 0
    if s.secret[seat] >= 0:
        for value in range(layout.VALUES):
            points += (value + 1) * int(s.held[seat, layout.COLOURS * value + s.secret[seat]])
    return points


@compiled
def token_points(t: np.record, s: np.record, seat: int) -> int:
    """Return the points of a seat's bonus tokens (C14)."""
    points = 0
    for token in range(layout.TOKENS):
        if s.token[token] == seat:
            points += t.worth[token]
    return points


@compiled
def tiles(s: np.record, seat: int) -> int:
    """Return how many tiles a seat has, the tie-break (C15)."""
    packed = int(s.tiles[seat])
    return (packed & 0xFF) + (packed >> 8 & 0xFF) + (packed >> 16 & 0xFF) + (packed >> 24)


@compiled
def scores(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Write the points of each seat; where the secret colour is not known, without its doubling (C14, C16)."""
    for seat in range(s.seats):
        out[seat] = tile_points(s, seat) + token_points(t, s, seat)


@compiled
def ranking(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Write the place of each seat: points, then tiles, then shared (C15)."""
    scores(t, s, out)
    for seat in range(s.seats):
        out[seat] = out[seat] << 8 | tiles(s, seat)
    rank_in_place(out, s.seats)


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
    """See `core/loops.py`; tries every set of tokens that the tiles can pay for.

    The order of the claims does not matter, and paying with the secret colour last is never worse.
    """
    s = states[base]
    while actor(s) == seat and s.stage == layout.PAYING:
        apply(t[0], s, layout.PAY + _cheapest(s, seat))
    scores(t[0], s, points)
    if actor(s) != seat or s.stage != layout.CLAIMING:
        return int(points[seat])
    return int(points[seat]) + _best_claims(t[0], s, seat, decisions[base])


@compiled
def _cheapest(s: np.record, seat: int) -> int:
    """Return the kind to pay with next, not of the secret colour if possible."""
    kinds = payments(s)
    found = layout.NONE
    for kind in range(layout.KINDS):
        if kinds >> kind & 1 and (found == layout.NONE or (found % layout.COLOURS == s.secret[seat])):
            found = kind
    return found


@compiled
def _best_claims(t: np.record, s: np.record, seat: int, chosen: np.ndarray) -> int:
    """Return the most that claiming a set of tokens brings; `chosen` is scratch, a place for each token.

    Walks over all sets like a counter that skips what can't be paid.
    """
    plain = plain_tiles(s, seat)
    enough = int(s.tiles[seat]) + layout.HIGH_BITS
    best = 0
    spent = 0
    gained = 0
    token = 0
    while True:
        if token == layout.TOKENS:
            best = max(best, gained - price(spent, plain))
            token -= 1
            while token >= 0 and chosen[token] == NOT_TAKEN:
                token -= 1
            if token < 0:
                return best
            # Continue without the last token taken.
            chosen[token] = NOT_TAKEN
            spent -= int(t.cost[token])
            gained -= t.worth[token]
            token += 1
            continue
        after = spent + int(t.cost[token])
        takes = s.left >> token & 1 and (enough - after) & layout.HIGH_BITS == layout.HIGH_BITS
        chosen[token] = TAKEN if takes else NOT_TAKEN
        if takes:
            spent = after
            gained += t.worth[token]
        token += 1


@compiled
def plain_tiles(s: np.record, seat: int) -> int:
    """Return the tiles of a seat that are not of its secret colour, a byte a value."""
    plain = int(s.tiles[seat])
    for kind in range(layout.KINDS):
        if kind % layout.COLOURS == s.secret[seat]:
            plain -= int(s.held[seat, kind]) << 8 * (kind // layout.COLOURS)
    return plain


@compiled
def price(spent: int, plain: int) -> int:
    """Return the points of the tiles handed in: what the plain ones don't cover is paid with double ones."""
    cost = 0
    for value in range(layout.VALUES):
        number = spent >> 8 * value & 0xFF
        double = max(0, number - (plain >> 8 * value & 0xFF))
        cost += (value + 1) * (number + double)
    return cost

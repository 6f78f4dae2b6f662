"""What each seat knows, and guesses of the rest (R27)."""

import numpy as np

from atoll.games.reef.kernel import layout
from atoll.kit.bits import bit_count, nth
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER, UNKNOWN
from atoll.kit.rng import below


@compiled
def hide(s: np.record, seat: int) -> None:
    """Forget the others' dealt cards, the pile below its top and, by option, the others' points (R9, R27)."""
    for i in range(s.pile_size - (s.turn >= 0)):
        s.pile[i] = UNKNOWN
    if s.actor == OVER:
        return
    for other in range(s.seats):
        if other != seat:
            for i in range(s.hand_size[other]):
                if s.secret[other] >> i & 1:
                    s.hand[other, i] = UNKNOWN
            if s.hidden_scores:
                s.points[other] = UNKNOWN


@compiled
def fill(t: np.record, s: np.record, seed: int) -> None:
    """Deal the unseen cards to the unknown places, each deal equally likely.

    Hidden points leave no trace in a position: they are drawn around the mean of the points that are known.
    """
    unseen = _unseen(s)
    number = bit_count(unseen)
    for seat in range(s.seats):
        unseen = _deal_unseen(s.hand[seat], int(s.hand_size[seat]), unseen, number, seed)
    unseen = _deal_unseen(s.pile, int(s.pile_size), unseen, number, seed)
    unseen = _deal_unseen(s.display, layout.DISPLAY, unseen, number, seed)
    _fill_points(s, seed, number - bit_count(unseen))


@compiled
def _deal_unseen(places: np.ndarray, size: int, unseen: int, number: int, seed: int) -> int:
    """Deal random unseen cards to the unknown places; return the cards left, of `number` before the first draw."""
    left = bit_count(unseen)
    for i in range(size):
        if places[i] == UNKNOWN:
            card = _nth_card(unseen, below(seed, number - left, left))
            places[i] = card
            unseen ^= 1 << card
            left -= 1
    return unseen


@compiled
def _unseen(s: np.record) -> int:
    """Return the cards that lie nowhere in the position, as bits."""
    seen = 0
    for i in range(layout.DISPLAY):
        if s.display[i] >= 0:
            seen |= 1 << int(s.display[i])
    for i in range(s.played_size):
        seen |= 1 << (int(s.played[i]) >> 2)
    for seat in range(s.seats):
        for i in range(s.hand_size[seat]):
            if s.hand[seat, i] >= 0:
                seen |= 1 << int(s.hand[seat, i])
    for i in range(s.pile_size):
        if s.pile[i] >= 0:
            seen |= 1 << int(s.pile[i])
    return ~seen & ((1 << layout.CARDS) - 1)


@compiled
def _nth_card(cards: int, n: int) -> int:
    low = cards & 0x3FFF_FFFF
    in_low = bit_count(low)
    return nth(low, n) if n < in_low else 30 + nth(cards >> 30, n - in_low)


@compiled
def _fill_points(s: np.record, seed: int, index: int) -> None:
    known = 0
    total = 0
    for seat in range(s.seats):
        if s.points[seat] != UNKNOWN:
            known += 1
            total += s.points[seat]
    mean = total // known if known > 0 else 20
    for seat in range(s.seats):
        if s.points[seat] == UNKNOWN:
            s.points[seat] = below(seed, index, 2 * mean + 1)
            index += 1

"""Who knows what, and guessing the rest (R27)."""

import numpy as np

from atoll.core.bits import bit_count, nth
from atoll.core.compiled import compiled
from atoll.core.contract import OVER, UNKNOWN
from atoll.core.rng import below, mix, signed, unsigned
from atoll.games.reef.kernel.layout import (
    CARDS,
    COLOURS,
    DISPLAY,
    SPACES,
)


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
    """Deal the cards nobody has seen to the places that are unknown, each way equally likely.

    Hidden points leave no trace in a position: they are drawn around the mean of the points that are known.
    """
    unseen = _unseen(s)
    left = 0
    for card in range(CARDS):
        left += unseen >> card & 1
    index = 0
    for seat in range(s.seats):
        for i in range(s.hand_size[seat]):
            if s.hand[seat, i] == UNKNOWN:
                card = _nth_card(unseen, below(seed, index, left - index))
                s.hand[seat, i] = card
                unseen ^= 1 << card
                index += 1
    for i in range(s.pile_size):
        if s.pile[i] == UNKNOWN:
            card = _nth_card(unseen, below(seed, index, left - index))
            s.pile[i] = card
            unseen ^= 1 << card
            index += 1
    for i in range(DISPLAY):
        if s.display[i] == UNKNOWN:
            card = _nth_card(unseen, below(seed, index, left - index))
            s.display[i] = card
            unseen ^= 1 << card
            index += 1
    _fill_points(s, seed, index)


@compiled
def _unseen(s: np.record) -> int:
    """Return the cards that lie nowhere in the position, as bits."""
    seen = 0
    for i in range(DISPLAY):
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
    return ~seen & ((1 << CARDS) - 1)


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


@compiled
def key(s: np.record) -> int:
    """Return a 63-bit hash of everything in the position."""
    code = unsigned(s.seats | s.setup << 4 | s.mirror_patterns << 8 | s.hidden_scores << 9 | s.first << 10)
    code = mix(code ^ unsigned(s.turn + 8 | (s.actor + 1) << 16 | (s.card + 1) << 24 | s.pile_size << 32))
    for colour in range(COLOURS):
        code = mix(code ^ unsigned(s.pending[colour] | s.supply[colour] << 8))
    for i in range(DISPLAY):
        code = mix(code ^ unsigned(s.display[i] + 1 | s.tokens[i] << 8))
    for seat in range(s.seats):
        code = mix(code ^ unsigned(s.points[seat] + 2 | s.secret[seat] << 32 | s.hand_size[seat] << 40))
        for i in range(s.hand_size[seat]):
            code = mix(code ^ unsigned(s.hand[seat, i] + 2))
        for space in range(SPACES):
            code = mix(code ^ unsigned(s.stack[seat, space]))
    for i in range(s.pile_size):
        code = mix(code ^ unsigned(s.pile[i] + 2))
    for i in range(s.played_size):
        code = mix(code ^ unsigned(s.played[i]))
    return signed(code >> 1)

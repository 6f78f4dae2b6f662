"""What tiles are worth before the end: their points, and a price for what they will pay for.

A tile in the secret colour is best kept, and counts its doubled value. Any other tile will help to pay for a token,
which brings more than the tiles it costs; the price of a tile is its share of that. Prices go down as turns and tokens
run out.
"""

import numpy as np

from atoll.core.bits import bit_count, lowest
from atoll.core.compiled import compiled
from atoll.games.chain_reaction.kernel import COLOURS, COLUMNS, NONE, VALUES, payments

# Found on games of the planner against itself: what a tile added to the final points, then tuned by matches.
PRICES = (1.5, 2.3, 3.1, 3.6)
"""What a tile of value 1 to 4 will bring beyond its value, while there is time to use it."""

HALF_TIME = 6.0
"""With so many turns left to each player, half of the price is left."""

PLENTY = 4
"""With fewer tokens than this on the table prices go down."""

ONE_COLOUR = 0x1111
"""The kinds of the first colour, as bits."""

# How many turns all players together will still have (35 at the start): fitted on 2,000 games of the greedy bot.
TURNS_A_TILE, TURNS_OF_LOWEST, TURNS_LESS = 0.77, 1.0, 4.0


@compiled
def next_seat(s: np.record, seat: int) -> int:
    """Return the seat that plays after this one."""
    return seat + 1 if seat + 1 < s.seats else 0


@compiled
def ends(s: np.record, seat: int) -> bool:
    """Tell whether the game is over as soon as the seat's turn is (C13)."""
    least = int(s.height[0])
    for column in range(1, COLUMNS):
        least = min(least, int(s.height[column]))
    return least == 0 or s.hand[next_seat(s, seat)] == NONE


@compiled
def time_left(s: np.record) -> float:
    """Return the part of the prices that the turns still to come leave, from 0 to 1."""
    total = 0
    least = int(s.height[0])
    for column in range(COLUMNS):
        total += int(s.height[column])
        least = min(least, int(s.height[column]))
    to_place = int(s.stack_size)
    for seat in range(s.seats):
        to_place += s.hand[seat] != NONE
    turns: float = max(0.0, TURNS_A_TILE * total + TURNS_OF_LOWEST * least - TURNS_LESS)
    turns = min(turns, float(to_place)) / int(s.seats)
    return turns / (turns + HALF_TIME)


@compiled
def tokens_left(tokens: int) -> float:
    """Return the part of the prices that so many tokens on the table leave, from 0 to 1."""
    return min(1.0, tokens / PLENTY)


@compiled
def plain_tiles(s: np.record, seat: int) -> int:
    """Return a seat's tiles that are not in its secret colour, a byte a value; all of them if it is not known."""
    plain = int(s.tiles[seat])
    if s.secret[seat] >= 0:
        for value in range(VALUES):
            plain -= int(s.held[seat, COLOURS * value + s.secret[seat]]) << 8 * value
    return plain


@compiled
def price_of(plain: int) -> float:
    """Return the full price of plain tiles, given a byte a value."""
    price = 0.0
    for value in range(VALUES):
        price += PRICES[value] * (plain >> 8 * value & 0xFF)
    return price


@compiled
def cost(spent: int, plain: int, share: float) -> float:
    """Return what handing in tiles costs, with a share of their prices: plain ones go first."""
    total = 0.0
    for value in range(VALUES):
        number = spent >> 8 * value & 0xFF
        single = min(number, plain >> 8 * value & 0xFF)
        total += single * (value + 1 + share * PRICES[value]) + (number - single) * 2 * (value + 1)
    return total


@compiled
def payment(s: np.record) -> int:
    """Return the kind to pay with next: not of the secret colour if that can be."""
    kinds = payments(s)
    plain = kinds
    if s.secret[s.actor] >= 0:
        plain &= ~(ONE_COLOUR << int(s.secret[s.actor]))
    return lowest(plain if plain else kinds)


@compiled
def value_kinds(s: np.record, seat: int, share: float, values: np.ndarray) -> None:
    """Write what a tile of each kind is worth to a seat, with a share of the prices.

    A colour that may be its secret one counts as likely as it is.
    """
    seen = 0
    for other in range(s.seats):
        if s.secret[other] >= 0:
            seen |= 1 << int(s.secret[other])
    for colour in range(COLOURS):
        if s.secret[seat] >= 0:
            likely = 1.0 if s.secret[seat] == colour else 0.0
        else:
            likely = (1 - (seen >> colour & 1)) / (COLOURS - bit_count(seen))
        for value in range(VALUES):
            plain = value + 1 + share * PRICES[value]
            values[COLOURS * value + colour] = likely * 2 * (value + 1) + (1 - likely) * plain

"""What tiles are worth before the end: their points, and a price for what they will pay for.

A tile in the secret colour is best not spent, and counts its doubled value. Any other tile will help to pay for a
token, which brings more than the tiles it costs; the price of a tile is its share of that gain. Prices go down as turns
and tokens run out.
"""

import numpy as np

from atoll.games.chain_reaction.kernel import layout
from atoll.games.chain_reaction.kernel.turns import payments
from atoll.kit.bits import bit_count, lowest
from atoll.kit.compiled import compiled

# Fitted on games of the planner against itself (what a tile added to the final points), then tuned by matches.
PRICES = (1.5, 2.3, 3.1, 3.6)
"""What a tile of value 1 to 4 will bring beyond its value, while there is time to use it."""

HALF_TIME = 6.0
"""The turns left to each player at which half of the price is left."""

PLENTY_OF_TOKENS = 4
"""With fewer tokens on the table prices go down."""

ONE_COLOUR = 0x1111
"""The kinds of the first colour, as bits."""

# The turns left to all players together (35 at the start), fitted on 2,000 games of the greedy bot.
TURNS_PER_TILE, TURNS_PER_LEVEL, TURNS_OFFSET = 0.77, 1.0, 4.0


@compiled
def next_seat(s: np.record, seat: int) -> int:
    """Return the seat that plays after this one."""
    return seat + 1 if seat + 1 < s.seats else 0


@compiled
def ends(s: np.record, seat: int) -> bool:
    """Return whether the game ends with the seat's turn (C13)."""
    least = int(s.height[0])
    for column in range(1, layout.COLUMNS):
        least = min(least, int(s.height[column]))
    return least == 0 or s.hand[next_seat(s, seat)] == layout.NONE


@compiled
def time_left(s: np.record) -> float:
    """Return how much of the prices the turns to come leave, from 0 to 1."""
    total = 0
    least = int(s.height[0])
    for column in range(layout.COLUMNS):
        total += int(s.height[column])
        least = min(least, int(s.height[column]))
    to_place = int(s.stack_size)
    for seat in range(s.seats):
        to_place += s.hand[seat] != layout.NONE
    turns: float = max(0.0, TURNS_PER_TILE * total + TURNS_PER_LEVEL * least - TURNS_OFFSET)
    turns = min(turns, float(to_place)) / int(s.seats)
    return turns / (turns + HALF_TIME)


@compiled
def tokens_left(tokens: int) -> float:
    """Return how much of the prices the tokens on the table leave, from 0 to 1."""
    return min(1.0, tokens / PLENTY_OF_TOKENS)


@compiled
def plain_tiles(s: np.record, seat: int) -> int:
    """Return a seat's tiles that are not in its secret colour, a byte a value; all of them if the colour is unknown."""
    plain = int(s.tiles[seat])
    if s.secret[seat] >= 0:
        for value in range(layout.VALUES):
            plain -= int(s.held[seat, layout.COLOURS * value + s.secret[seat]]) << 8 * value
    return plain


@compiled
def price_of(plain: int) -> float:
    """Return the full price of plain tiles, given a byte a value."""
    price = 0.0
    for value in range(layout.VALUES):
        price += PRICES[value] * (plain >> 8 * value & 0xFF)
    return price


@compiled
def cost(spent: int, plain: int, share: float) -> float:
    """Return what handing in tiles costs, with a share of their prices: plain ones go first."""
    total = 0.0
    for value in range(layout.VALUES):
        number = spent >> 8 * value & 0xFF
        single = min(number, plain >> 8 * value & 0xFF)
        total += single * (value + 1 + share * PRICES[value]) + (number - single) * 2 * (value + 1)
    return total


@compiled
def payment(s: np.record) -> int:
    """Return the kind to pay with next, not of the secret colour if possible."""
    kinds = payments(s)
    plain = kinds
    if s.secret[s.actor] >= 0:
        plain &= ~(ONE_COLOUR << int(s.secret[s.actor]))
    return lowest(plain if plain else kinds)


@compiled
def value_kinds(s: np.record, seat: int, share: float, values: np.ndarray) -> None:
    """Write what a tile of each kind is worth to a seat, with a share of the prices.

    Where its secret colour is unknown, each colour counts by its probability.
    """
    seen = 0
    for other in range(s.seats):
        if s.secret[other] >= 0:
            seen |= 1 << int(s.secret[other])
    for colour in range(layout.COLOURS):
        if s.secret[seat] >= 0:
            likely = 1.0 if s.secret[seat] == colour else 0.0
        else:
            likely = (1 - (seen >> colour & 1)) / (layout.COLOURS - bit_count(seen))
        for value in range(layout.VALUES):
            plain = value + 1 + share * PRICES[value]
            values[layout.COLOURS * value + colour] = likely * 2 * (value + 1) + (1 - likely) * plain

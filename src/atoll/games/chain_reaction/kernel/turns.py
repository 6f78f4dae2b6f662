"""Dealing, deciding and playing (C4 to C13)."""

import numpy as np

from atoll.core.bits import bit_count, nth
from atoll.core.compiled import compiled
from atoll.core.contract import OVER
from atoll.core.rng import below, draw, pick
from atoll.games.chain_reaction.kernel.chain import put, step, take
from atoll.games.chain_reaction.kernel.layout import (
    CLAIM,
    CLAIMING,
    COLOURS,
    COLUMNS,
    END,
    HALF,
    HEIGHT,
    HIGH_BITS,
    KINDS,
    NONE,
    PAY,
    PAYING,
    PLACE,
    PLACING,
    SEATS,
    STACK,
    START_HEIGHT,
    START_TILES,
    TILES,
    TOKENS,
    TURNS,
    VALUES,
)

# Set-up (C4 to C6)


@compiled
def deal(t: np.record, s: np.record, seats: int, options: np.ndarray, seed: int) -> None:
    """Deal a game: draws 0 to 89 shuffle, then come the turns of the columns, the colours and the first player."""
    s.seats = seats
    s.first_player = options[0]
    s.open_hands = options[1]
    s.turn = 0
    s.stage = PLACING
    s.claimed = NONE
    s.least = 0
    s.gone[0] = 0
    s.gone[1] = 0
    for value in range(VALUES):
        s.owed[value] = 0
    _shuffle(s, seed)
    s.left = (1 << TOKENS) - 1
    for i in range(TOKENS):
        s.token[i] = NONE
    for seat in range(SEATS):
        s.hand[seat] = NONE
        s.secret[seat] = NONE
        s.tiles[seat] = 0
        for kind in range(KINDS):
            s.held[seat, kind] = 0
    index = TILES + START_TILES
    colours = (1 << COLOURS) - 1
    for seat in range(seats):
        s.secret[seat] = nth(colours, below(seed, index + seat, COLOURS - seat))
        colours ^= 1 << int(s.secret[seat])
        _draw_tile(s, seat)
    random_first = below(seed, index + SEATS, seats)
    s.first = random_first if options[0] == 0 else (int(options[0]) - 1) % seats
    s.actor = s.first


@compiled
def _shuffle(s: np.record, seed: int) -> None:
    """Shuffle all tiles: 40 lie in the columns, each turned at random, the others are the stack (C4)."""
    # The stack has room for 50: the columns hold the first 40 of the shuffle until it is done.
    for i in range(TILES):
        other = below(seed, i, i + 1)
        _set(s, i, _at(s, other))
        _set(s, other, i)
    for column in range(COLUMNS):
        s.height[column] = START_HEIGHT
        for level in range(START_HEIGHT):
            turn = draw(seed, TILES + START_HEIGHT * column + level) & TURNS - 1
            s.column[column, level] = TURNS * s.column[column, level] + turn
        for level in range(START_HEIGHT, HEIGHT):
            s.column[column, level] = NONE
    s.stack_size = STACK


@compiled
def _at(s: np.record, place: int) -> int:
    if place < START_TILES:
        return int(s.column[place // START_HEIGHT, place % START_HEIGHT])
    return int(s.stack[place - START_TILES])


@compiled
def _set(s: np.record, place: int, tile: int) -> None:
    if place < START_TILES:
        s.column[place // START_HEIGHT, place % START_HEIGHT] = tile
    else:
        s.stack[place - START_TILES] = tile


@compiled
def _draw_tile(s: np.record, seat: int) -> None:
    """Draw a tile from the stack into the hand, if there is one (C6, C12)."""
    s.hand[seat] = NONE
    if s.stack_size > 0:
        s.stack_size -= 1
        s.hand[seat] = s.stack[s.stack_size]
        s.stack[s.stack_size] = NONE


# Deciding (C7, C11, C12)


@compiled
def actor(s: np.record) -> int:
    """Return the seat to decide, or OVER."""
    return int(s.actor)


@compiled
def turn(s: np.record) -> int:
    """Return the number of the turn, counted from the set-up."""
    return int(s.turn)


@compiled
def affordable(t: np.record, s: np.record, seat: int) -> int:
    """Return the tokens that a seat's tiles could pay for, as bits (C11)."""
    tokens = 0
    enough = int(s.tiles[seat]) + HIGH_BITS
    left = int(s.left)
    for token in range(TOKENS):
        if left >> token & 1 and (enough - int(t.cost[token])) & HIGH_BITS == HIGH_BITS:
            tokens |= 1 << token
    return tokens


@compiled
def _held(s: np.record, seat: int, value: int, least: int) -> int:
    """Return how many tiles of a value (0 for 1) a seat has, of the colours from `least` on."""
    number = 0
    for colour in range(least, COLOURS):
        number += s.held[seat, COLOURS * value + colour]
    return number


@compiled
def payments(s: np.record) -> int:
    """Return the kinds of tile that may pay next, as bits: smallest value first, colours in order (C11).

    Every set of tiles that fits can be paid in exactly one order, and no payment ends in a place where it can't go on.
    """
    value = 0
    while s.owed[value] == 0:
        value += 1
    seat = int(s.actor)
    kinds = 0
    for colour in range(s.least, COLOURS):
        if s.held[seat, COLOURS * value + colour] > 0 and _held(s, seat, value, colour) >= s.owed[value]:
            kinds |= 1 << (COLOURS * value + colour)
    return kinds


@compiled
def _choices(t: np.record, s: np.record) -> int:
    """Return the legal decisions of a stage as bits, counted from its first decision."""
    if s.stage == PLACING:
        return (1 << COLUMNS * TURNS) - 1 if s.hand[s.actor] >= 0 else 0
    if s.stage == CLAIMING:
        return affordable(t, s, int(s.actor)) << 1 | 1
    return payments(s)


@compiled
def _first(s: np.record) -> int:
    return PLACE if s.stage == PLACING else END if s.stage == CLAIMING else PAY


@compiled
def legal(t: np.record, s: np.record, out: np.ndarray) -> int:
    """Write the legal decisions, ascending, and return their number."""
    choices = _choices(t, s)
    first = _first(s)
    number = 0
    place = 0
    while choices >> place:
        if choices >> place & 1:
            out[number] = first + place
            number += 1
        place += 1
    return number


@compiled
def sample(t: np.record, s: np.record, bits: int) -> int:
    """Return the legal decision that the random bits point at, without listing them."""
    if s.stage == PLACING:
        return pick(bits, COLUMNS * TURNS)
    choices = _choices(t, s)
    return _first(s) + nth(choices, pick(bits, bit_count(choices)))


# Playing (C8 to C13)


@compiled
def apply(t: np.record, s: np.record, decision: int) -> None:
    """Play one decision, in place."""
    if decision >= PAY:
        _pay(s, decision - PAY)
    elif decision >= CLAIM:
        _claim(t, s, decision - CLAIM)
    elif decision == END:
        _end_turn(s)
        return
    else:
        _place(t, s, decision // TURNS, decision % TURNS)
    if s.stage == CLAIMING and affordable(t, s, int(s.actor)) == 0:
        _end_turn(s)


@compiled
def _place(t: np.record, s: np.record, column: int, turn: int) -> None:
    """Lay the hand tile and take what its chain takes (C7 to C10)."""
    seat = int(s.actor)
    level = put(s, column, TURNS * int(s.hand[seat]) + turn)
    s.hand[seat] = NONE
    source = step(t, s, column, level)
    while source != NONE:
        tile = take(s, source, level - 1 if source == column else level) // TURNS
        level -= source == column
        kind = int(t.kind[tile])
        s.held[seat, kind] += 1
        s.tiles[seat] += 1 << 8 * (kind // COLOURS)
        s.gone[tile // HALF] |= 1 << tile % HALF
        source = step(t, s, column, level)
    s.stage = CLAIMING


@compiled
def _claim(t: np.record, s: np.record, token: int) -> None:
    """Claim a token; what has only one payment, or only one way to go on with it, is paid at once (C11)."""
    s.claimed = token
    s.stage = PAYING
    s.least = 0
    for value in range(VALUES):
        s.owed[value] = t.needs[token, value]
    _pay_what_must_be(s)


@compiled
def _pay(s: np.record, kind: int) -> None:
    _hand_in(s, kind)
    _pay_what_must_be(s)


@compiled
def _hand_in(s: np.record, kind: int) -> None:
    """Give a tile out of the game; the same value goes on with the same colour or a later one (C11)."""
    value = kind // COLOURS
    s.held[s.actor, kind] -= 1
    s.tiles[s.actor] -= 1 << 8 * value
    s.owed[value] -= 1
    s.least = kind % COLOURS if s.owed[value] > 0 else 0


@compiled
def _pay_what_must_be(s: np.record) -> None:
    """Pay as long as there is one way; when all is paid the token is taken."""
    while s.owed[0] + s.owed[1] + s.owed[2] + s.owed[3] > 0:
        kinds = payments(s)
        if kinds & kinds - 1:
            return
        _hand_in(s, bit_count(kinds - 1))
    s.token[s.claimed] = s.actor
    s.left ^= 1 << int(s.claimed)
    s.claimed = NONE
    s.least = 0
    s.stage = CLAIMING


@compiled
def _end_turn(s: np.record) -> None:
    """Draw and hand over; without a tile in some column, or in any hand, the game is over (C12, C13)."""
    _draw_tile(s, int(s.actor))
    s.turn += 1
    s.stage = PLACING
    s.actor = s.actor + 1 if s.actor + 1 < s.seats else 0
    if s.hand[s.actor] == NONE:
        s.actor = OVER
    for column in range(COLUMNS):
        if s.height[column] == 0:
            s.actor = OVER

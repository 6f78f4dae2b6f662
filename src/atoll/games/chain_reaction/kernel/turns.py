"""Dealing, deciding and playing (C4 to C13)."""

import numpy as np

from atoll.games.chain_reaction.kernel import layout
from atoll.games.chain_reaction.kernel.chain import put, step, take
from atoll.kit.bits import bit_count, nth
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER
from atoll.kit.rng import below, draw, pick

# Set-up (C4 to C6)


@compiled
def deal(t: np.record, s: np.record, seats: int, options: np.ndarray, seed: int) -> None:
    """Deal a game: draws 0 to 89 shuffle, then come the turns of the columns, the colours and the first player."""
    s.seats = seats
    s.first_player = options[0]
    s.open_hands = options[1]
    s.turn = 0
    s.stage = layout.PLACING
    s.claimed = layout.NONE
    s.least = 0
    s.gone[0] = 0
    s.gone[1] = 0
    for value in range(layout.VALUES):
        s.owed[value] = 0
    _shuffle(s, seed)
    s.left = (1 << layout.TOKENS) - 1
    for i in range(layout.TOKENS):
        s.token[i] = layout.NONE
    for seat in range(layout.SEATS):
        s.hand[seat] = layout.NONE
        s.secret[seat] = layout.NONE
        s.tiles[seat] = 0
        for kind in range(layout.KINDS):
            s.held[seat, kind] = 0
    index = layout.TILES + layout.START_TILES
    colours = (1 << layout.COLOURS) - 1
    for seat in range(seats):
        s.secret[seat] = nth(colours, below(seed, index + seat, layout.COLOURS - seat))
        colours ^= 1 << int(s.secret[seat])
        _draw_tile(s, seat)
    random_first = below(seed, index + layout.SEATS, seats)
    s.first = random_first if options[0] == 0 else (int(options[0]) - 1) % seats
    s.actor = s.first


@compiled
def _shuffle(s: np.record, seed: int) -> None:
    """Shuffle all tiles: 40 lie in the columns, each turned at random, the others are the stack (C4)."""
    # The stack has room for 50: the columns hold the first 40 of the shuffle until it is done.
    for i in range(layout.TILES):
        other = below(seed, i, i + 1)
        _set(s, i, _at(s, other))
        _set(s, other, i)
    for column in range(layout.COLUMNS):
        s.height[column] = layout.START_HEIGHT
        for level in range(layout.START_HEIGHT):
            turn = draw(seed, layout.TILES + layout.START_HEIGHT * column + level) & layout.TURNS - 1
            s.column[column, level] = layout.TURNS * s.column[column, level] + turn
        for level in range(layout.START_HEIGHT, layout.HEIGHT):
            s.column[column, level] = layout.NONE
    s.stack_size = layout.STACK


@compiled
def _at(s: np.record, place: int) -> int:
    if place < layout.START_TILES:
        return int(s.column[place // layout.START_HEIGHT, place % layout.START_HEIGHT])
    return int(s.stack[place - layout.START_TILES])


@compiled
def _set(s: np.record, place: int, tile: int) -> None:
    if place < layout.START_TILES:
        s.column[place // layout.START_HEIGHT, place % layout.START_HEIGHT] = tile
    else:
        s.stack[place - layout.START_TILES] = tile


@compiled
def _draw_tile(s: np.record, seat: int) -> None:
    """Draw a tile from the stack into the hand, if there is one (C6, C12)."""
    s.hand[seat] = layout.NONE
    if s.stack_size > 0:
        s.stack_size -= 1
        s.hand[seat] = s.stack[s.stack_size]
        s.stack[s.stack_size] = layout.NONE


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
    enough = int(s.tiles[seat]) + layout.HIGH_BITS
    left = int(s.left)
    for token in range(layout.TOKENS):
        if left >> token & 1 and (enough - int(t.cost[token])) & layout.HIGH_BITS == layout.HIGH_BITS:
            tokens |= 1 << token
    return tokens


@compiled
def _held(s: np.record, seat: int, value: int, least: int) -> int:
    """Return how many tiles of a value (0 for 1) a seat has, of the colours from `least` on."""
    number = 0
    for colour in range(least, layout.COLOURS):
        number += s.held[seat, layout.COLOURS * value + colour]
    return number


@compiled
def payments(s: np.record) -> int:
    """Return the kinds of tile that may pay next, as bits: smallest value first, colours in order (C11).

    Every set of tiles that fits can be paid in exactly one order, and no payment leads to a dead end.
    """
    value = 0
    while s.owed[value] == 0:
        value += 1
    seat = int(s.actor)
    kinds = 0
    for colour in range(s.least, layout.COLOURS):
        if s.held[seat, layout.COLOURS * value + colour] > 0 and _held(s, seat, value, colour) >= s.owed[value]:
            kinds |= 1 << (layout.COLOURS * value + colour)
    return kinds


@compiled
def _choices(t: np.record, s: np.record) -> int:
    """Return the legal decisions of a stage as bits, counted from its first decision."""
    if s.stage == layout.PLACING:
        return (1 << layout.COLUMNS * layout.TURNS) - 1 if s.hand[s.actor] >= 0 else 0
    if s.stage == layout.CLAIMING:
        return affordable(t, s, int(s.actor)) << 1 | 1
    return payments(s)


@compiled
def _first(s: np.record) -> int:
    return layout.PLACE if s.stage == layout.PLACING else layout.END if s.stage == layout.CLAIMING else layout.PAY


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
    if s.stage == layout.PLACING:
        return pick(bits, layout.COLUMNS * layout.TURNS)
    choices = _choices(t, s)
    return _first(s) + nth(choices, pick(bits, bit_count(choices)))


# Playing (C8 to C13)


@compiled
def apply(t: np.record, s: np.record, decision: int) -> None:
    """Play one decision, in place."""
    if decision >= layout.PAY:
        _pay(s, decision - layout.PAY)
    elif decision >= layout.CLAIM:
        _claim(t, s, decision - layout.CLAIM)
    elif decision == layout.END:
        _end_turn(s)
        return
    else:
        _place(t, s, decision // layout.TURNS, decision % layout.TURNS)
    if s.stage == layout.CLAIMING and affordable(t, s, int(s.actor)) == 0:
        _end_turn(s)


@compiled
def _place(t: np.record, s: np.record, column: int, turn: int) -> None:
    """Lay the hand tile and take the tiles of its chain (C7 to C10)."""
    seat = int(s.actor)
    level = put(s, column, layout.TURNS * int(s.hand[seat]) + turn)
    s.hand[seat] = layout.NONE
    source = step(t, s, column, level)
    while source != layout.NONE:
        tile = take(s, source, level - 1 if source == column else level) // layout.TURNS
        level -= source == column
        kind = int(t.kind[tile])
        s.held[seat, kind] += 1
        s.tiles[seat] += 1 << 8 * (kind // layout.COLOURS)
        s.gone[tile // layout.HALF] |= 1 << tile % layout.HALF
        source = step(t, s, column, level)
    s.stage = layout.CLAIMING


@compiled
def _claim(t: np.record, s: np.record, token: int) -> None:
    """Claim a token; tiles without an alternative are paid at once (C11)."""
    s.claimed = token
    s.stage = layout.PAYING
    s.least = 0
    for value in range(layout.VALUES):
        s.owed[value] = t.needs[token, value]
    _pay_forced(s)


@compiled
def _pay(s: np.record, kind: int) -> None:
    _hand_in(s, kind)
    _pay_forced(s)


@compiled
def _hand_in(s: np.record, kind: int) -> None:
    """Remove a tile from the game; the next one of its value has the same colour or a later one (C11)."""
    value = kind // layout.COLOURS
    s.held[s.actor, kind] -= 1
    s.tiles[s.actor] -= 1 << 8 * value
    s.owed[value] -= 1
    s.least = kind % layout.COLOURS if s.owed[value] > 0 else 0


@compiled
def _pay_forced(s: np.record) -> None:
    """Pay while there is only one choice; take the token when all is paid."""
    while s.owed[0] + s.owed[1] + s.owed[2] + s.owed[3] > 0:
        kinds = payments(s)
        if kinds & kinds - 1:
            return
        _hand_in(s, bit_count(kinds - 1))
    s.token[s.claimed] = s.actor
    s.left ^= 1 << int(s.claimed)
    s.claimed = layout.NONE
    s.least = 0
    s.stage = layout.CLAIMING


@compiled
def _end_turn(s: np.record) -> None:
    """Draw and hand over; without a tile in some column, or in any hand, the game is over (C12, C13)."""
    _draw_tile(s, int(s.actor))
    s.turn += 1
    s.stage = layout.PLACING
    s.actor = s.actor + 1 if s.actor + 1 < s.seats else 0
    if s.hand[s.actor] == layout.NONE:
        s.actor = OVER
    for column in range(layout.COLUMNS):
        if s.height[column] == 0:
            s.actor = OVER

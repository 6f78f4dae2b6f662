"""The rules of Reef, compiled. Rule ids (R1 to R27) are explained in RULES.md.

The spaces of a board, as written and as bits of a board's sets (bit 0 = a1):

        a   b   c   d
    1   0   1   2   3
    2   4   5   6   7        the four central spaces: 5, 6, 9, 10
    3   8   9  10  11
    4  12  13  14  15

A stack is one number: a leading 1, then two bits a piece from the bottom up. Empty = 1, red = 0b1_00, yellow on red = 0b1_00_01.
What scoring asks for is kept beside it as bit sets: `tops[seat, colour]`, and `tall[seat, h - 1]` for stacks of height h.
"""

import numpy as np

from atoll.core.bits import bit_count, lowest, nth
from atoll.core.compiled import compiled
from atoll.core.contract import OVER, SPECTATOR, UNKNOWN
from atoll.core.rng import below, mix, pick, unsigned

# Components (R1 to R5)
COLOURS = 4
CARDS = 60
SEATS = 4
SPACES = 16
HEIGHT = 4
DISPLAY = 3
HAND_LIMIT = 4
DEALT_CARDS = 2
START_POINTS = 3
SUPPLY = (0, 0, 18, 24, 28)
CENTRE = 0b0000_0110_0110_0000
BOARD = 0xFFFF
EMPTY = 1
NONE = -1

# Option values, in the order that __init__.py lists them
STANDARD, EXPERT, ANYWHERE, RANDOM = range(4)

# Decisions, frozen by the rules version:
#    0 to 2   take display card 0, 1, 2                                          R10
#    3 to 5   take the top card, the paid point lies on display card 0, 1, 2      R11
#    6 to 9   play the card in hand place 0, 1, 2, 3                              R13
#   10 to 73  put a piece on a space: 10 + 16 * colour + space                    R8, R13
TAKE = 0
TOP = 3
PLAY = 6
PLACE = 10
DECISIONS = 74
LONGEST_TURN = 4  # an arrangement of four start pieces (R8)

# Patterns of a card file: room for the largest that makes sense on a board
CELLS = 6
CONDITIONS = 4
TURNS = 8
WILD = COLOURS
LANES = 0x0001_0001_0001_0001

TABLES = np.dtype((np.record, [
    ("corals", "i8", (CARDS, 2)),                # colours of the two pieces
    ("points", "i8", CARDS),                     # printed value
    ("tallest", "i8", CARDS),                    # special cards (R21), else NONE
    ("around", "i8", CARDS),
    ("cells", "i8", CARDS),                      # cells of the pattern
    ("conditions", "i8", CARDS),                 # different cells: a lane of 16 bits each while counting
    ("colour", "i8", (CARDS, CONDITIONS)),       # asked colour, or WILD
    ("heights", "i8", (CARDS, CONDITIONS)),      # allowed heights: bit 0 = height 1
    ("turned", "i8", CARDS),                     # number of different turns (R18)
    ("mirrored", "i8", CARDS),                   # ... and with the mirrored ones, which come after them
    ("fits", "i8", (CARDS, TURNS)),              # spaces where the pattern's lowest cell can lie
    ("outline", "i8", (CARDS, TURNS)),             # its cells, lowest cell at bit 0
    ("shift", "i8", (CARDS, TURNS, CELLS)),      # from a cell's place in its lane to the lowest cell
    ("around_space", "i8", SPACES),              # the 8 neighbours of a space
]))  # fmt: skip

POSITION = np.dtype((np.record, [
    ("seats", "i8"),
    ("setup", "i8"), ("mirror_patterns", "i8"), ("hidden_scores", "i8"),
    ("first", "i8"),                             # the starfish board (R4, R7)
    ("turn", "i8"),                              # finished turns; set-up counts from -seats to -1
    ("actor", "i8"),                             # seat to decide, or OVER
    ("card", "i8"),                              # card in play, or NONE
    ("pending", "i8", COLOURS),                  # pieces still to be placed
    ("supply", "i8", COLOURS),
    ("points", "i8", SEATS),
    ("display", "i8", DISPLAY), ("tokens", "i8", DISPLAY),
    ("tops", "i8", (SEATS, COLOURS)), ("tall", "i8", (SEATS, HEIGHT)),
    ("hand", "i8", (SEATS, HAND_LIMIT)),         # in the order they came
    ("hand_size", "i8", SEATS),
    ("secret", "i8", SEATS),                     # bit i: hand card i was dealt, the others don't know it
    ("pile_size", "i8"), ("played_size", "i8"),
    ("stack", "i2", (SEATS, SPACES)),
    ("pile", "i2", CARDS),                       # top card last
    ("played", "i2", CARDS),                     # 4 * card + seat, in order of play
]))  # fmt: skip


# Set-up (R5 to R9)


@compiled
def deal(t: np.record, s: np.record, seats: int, options: np.ndarray, seed: int) -> None:
    """Deal a game: draw 0 is the first player, 1 to 59 shuffle, later ones arrange at random (R5 to R9)."""
    s.seats = seats
    s.setup = options[0]
    s.mirror_patterns = options[1]
    s.hidden_scores = options[2]
    s.first = below(seed, 0, seats)
    s.turn = -seats
    s.actor = s.first
    s.card = NONE
    s.pile_size = CARDS
    s.played_size = 0
    for i in range(CARDS):
        other = below(seed, i, i + 1) if i > 0 else 0
        s.pile[i] = s.pile[other]
        s.pile[other] = i
        s.played[i] = NONE
    for i in range(DISPLAY):
        s.display[i] = NONE
        s.tokens[i] = 0
    for colour in range(COLOURS):
        s.pending[colour] = 1
        s.supply[colour] = SUPPLY[seats]
    for seat in range(SEATS):
        s.points[seat] = START_POINTS if seat < seats else 0
        s.hand_size[seat] = 0
        s.secret[seat] = 0
        for i in range(HAND_LIMIT):
            s.hand[seat, i] = NONE
        for i in range(COLOURS):
            s.tops[seat, i] = 0
            s.tall[seat, i] = 0
        for space in range(SPACES):
            s.stack[seat, space] = EMPTY
    for i in range(DEALT_CARDS * seats):
        seat = i % seats
        s.secret[seat] |= 1 << s.hand_size[seat]
        _into_hand(s, seat, _draw_card(s))
    if s.setup == RANDOM:
        _arrange_at_random(s, seed)


@compiled
def _arrange_at_random(s: np.record, seed: int) -> None:
    """Put each seat's start pieces on the central spaces as they fall (house option of R8)."""
    for seat in range(s.seats):
        free = CENTRE
        for colour in range(COLOURS):
            space = nth(free, below(seed, CARDS + COLOURS * seat + colour, COLOURS - colour))
            free &= ~(1 << space)
            _put(s, seat, colour, space)
    for colour in range(COLOURS):
        s.pending[colour] = 0
    s.turn = 0
    _deal_display(s)


@compiled
def _deal_display(s: np.record) -> None:
    """Turn up the display (R9)."""
    for i in range(DISPLAY):
        s.display[i] = _draw_card(s)


@compiled
def _draw_card(s: np.record) -> int:
    s.pile_size -= 1
    card = int(s.pile[s.pile_size])
    s.pile[s.pile_size] = NONE
    return card


@compiled
def _into_hand(s: np.record, seat: int, card: int) -> None:
    s.hand[seat, s.hand_size[seat]] = card
    s.hand_size[seat] += 1


# Deciding (R10 to R15)


@compiled
def actor(s: np.record) -> int:
    """Return the seat to decide, or OVER."""
    return int(s.actor)


@compiled
def _placing(s: np.record) -> bool:
    """Tell whether pieces are waiting to be placed."""
    return bool(s.pending[0] | s.pending[1] | s.pending[2] | s.pending[3])


@compiled
def _open_spaces(s: np.record) -> int:
    """Return the spaces that may take a piece now (R8, R13)."""
    seat = s.actor
    if s.turn >= 0:
        return BOARD & ~int(s.tall[seat, HEIGHT - 1])
    if s.setup == STANDARD:
        return CENTRE & ~int(s.tall[seat, 0])
    spaces = BOARD & ~int(s.tall[seat, HEIGHT - 1])
    return spaces & ~CENTRE if s.setup == EXPERT else spaces


@compiled
def _turn_choices(t: np.record, s: np.record) -> int:
    """Return the decisions that may begin a turn, as bits TAKE to PLACE - 1 (R10 to R12, R15)."""
    seat = s.actor
    choices = 0
    for i in range(s.hand_size[seat]):
        if s.hand[seat, i] >= 0:
            choices |= 1 << (PLAY + i)
    if s.hand_size[seat] == HAND_LIMIT:
        return choices
    choices |= 0b111 << TAKE
    if s.points[seat] > 0 and min(s.display[0], s.display[1], s.display[2]) >= 0:
        cheapest = min(t.points[s.display[0]], t.points[s.display[1]], t.points[s.display[2]])
        for i in range(DISPLAY):
            if t.points[s.display[i]] == cheapest:
                choices |= 1 << (TOP + i)
    return choices


@compiled
def legal(t: np.record, s: np.record, out: np.ndarray) -> int:
    """Write the legal decisions, ascending, and return their number; there is always one (R15)."""
    number = 0
    if not _placing(s):
        choices = _turn_choices(t, s)
        while choices:
            out[number] = lowest(choices)
            choices &= choices - 1
            number += 1
        return number
    spaces = _open_spaces(s)
    for colour in range(COLOURS):
        if s.pending[colour] > 0:
            rest = spaces
            while rest:
                out[number] = PLACE + SPACES * colour + lowest(rest)
                rest &= rest - 1
                number += 1
    return number


@compiled
def sample(t: np.record, s: np.record, bits: int) -> int:
    """Return the legal decision that the random bits point at, without listing them."""
    if not _placing(s):
        choices = _turn_choices(t, s)
        return nth(choices, pick(bits, bit_count(choices)))
    spaces = _open_spaces(s)
    room = bit_count(spaces)
    colours = 0
    for colour in range(COLOURS):
        colours += s.pending[colour] > 0
    choice = pick(bits, room * colours)
    colour = 0
    while s.pending[colour] == 0 or choice >= room:
        if s.pending[colour] > 0:
            choice -= room
        colour += 1
    return PLACE + SPACES * colour + nth(spaces, choice)


@compiled
def apply(t: np.record, s: np.record, decision: int) -> None:
    """Play one decision, in place."""
    if decision >= PLACE:
        _place(t, s, (decision - PLACE) // SPACES, (decision - PLACE) % SPACES)
    elif decision >= PLAY:
        _play(t, s, decision - PLAY)
    elif decision >= TOP:
        _take_top(s, decision - TOP)
    else:
        _take(s, decision - TAKE)


@compiled
def _take(s: np.record, place: int) -> None:
    """Take a display card with the points on it and fill the gap (R10)."""
    seat = s.actor
    _into_hand(s, seat, s.display[place])
    s.points[seat] += s.tokens[place]
    s.tokens[place] = 0
    s.display[place] = _draw_card(s)
    _end_turn(s)


@compiled
def _take_top(s: np.record, place: int) -> None:
    """Pay a point onto a cheapest display card and take the top card (R11)."""
    seat = s.actor
    s.points[seat] -= 1
    s.tokens[place] += 1
    _into_hand(s, seat, _draw_card(s))
    _end_turn(s)


@compiled
def _play(t: np.record, s: np.record, place: int) -> None:
    """Play a card from the hand and take its pieces, as far as supply and room allow (R13, R14)."""
    seat = s.actor
    card = int(s.hand[seat, place])
    last = s.hand_size[seat] - 1
    for i in range(place, last):
        s.hand[seat, i] = s.hand[seat, i + 1]
    s.hand[seat, last] = NONE
    s.hand_size[seat] = last
    below_it = (1 << place) - 1
    s.secret[seat] = (s.secret[seat] & below_it) | ((s.secret[seat] >> 1) & ~below_it)
    s.played[s.played_size] = 4 * card + seat
    s.played_size += 1
    s.card = card
    if _open_spaces(s):
        for i in range(2):
            colour = t.corals[card, i]
            if s.pending[colour] < s.supply[colour]:
                s.pending[colour] += 1
    if not _placing(s):
        _score(t, s)


@compiled
def _place(t: np.record, s: np.record, colour: int, space: int) -> None:
    """Put a pending piece on a space; after the last one the card scores, or the next seat arranges (R8, R13, R14)."""
    _put(s, s.actor, colour, space)
    s.pending[colour] -= 1
    if s.turn < 0:
        if not _placing(s):
            _end_arranging(s)
        return
    if not _open_spaces(s):
        for other in range(COLOURS):
            s.pending[other] = 0
    if not _placing(s):
        _score(t, s)


@compiled
def _put(s: np.record, seat: int, colour: int, space: int) -> None:
    """Take a piece from the supply and lay it on a stack of fewer than 4."""
    stack = int(s.stack[seat, space])
    bit = 1 << space
    height = (stack >= 1 << 2) + (stack >= 1 << 4) + (stack >= 1 << 6)
    if height > 0:
        s.tops[seat, stack & 3] ^= bit
        s.tall[seat, height - 1] ^= bit
    s.tops[seat, colour] |= bit
    s.tall[seat, height] |= bit
    s.stack[seat, space] = stack << 2 | colour
    s.supply[colour] -= 1


@compiled
def _score(t: np.record, s: np.record) -> None:
    """Score the card in play, always as much as possible (R16, R22)."""
    seat = s.actor
    s.points[seat] += t.points[s.card] * occurrences(t, s, seat, s.card)
    s.card = NONE
    _end_turn(s)


@compiled
def _end_arranging(s: np.record) -> None:
    """Hand over to the next seat that arranges its start pieces, or begin (R8, R9)."""
    s.turn += 1
    s.actor = _next_seat(s)
    if s.turn == 0:
        _deal_display(s)
    else:
        for colour in range(COLOURS):
            s.pending[colour] = 1


@compiled
def _next_seat(s: np.record) -> int:
    return s.actor + 1 if s.actor + 1 < s.seats else 0


@compiled
def _end_turn(s: np.record) -> None:
    """Hand over, or end the game: without a pile at once (R24), without a colour after the round (R23)."""
    s.turn += 1
    s.actor = _next_seat(s)
    if s.pile_size == 0:
        s.actor = OVER
    elif s.actor == s.first and not (s.supply[0] and s.supply[1] and s.supply[2] and s.supply[3]):
        s.actor = OVER


# Scoring a pattern (R16 to R22)


@compiled
def occurrences(t: np.record, s: np.record, seat: int, card: int) -> int:
    """Return how often a card's pattern stands on a board, seen from above (R16 to R21)."""
    if t.tallest[card] != NONE:
        return _around_tallest(t, s, seat, card)
    masks = 0
    for i in range(t.conditions[card]):
        masks |= _matching(s, seat, t.colour[card, i], t.heights[card, i]) << (SPACES * i)
    if t.cells[card] == 1:
        return bit_count(masks)
    return pack(t, card, t.mirrored[card] if s.mirror_patterns else t.turned[card], masks)


@compiled
def _matching(s: np.record, seat: int, colour: int, heights: int) -> int:
    """Return the spaces whose top piece has the colour and one of the heights (R17, R19)."""
    if colour == WILD:
        spaces = int(s.tops[seat, 0] | s.tops[seat, 1] | s.tops[seat, 2] | s.tops[seat, 3])
    else:
        spaces = int(s.tops[seat, colour])
    if heights != (1 << HEIGHT) - 1:
        fitting = 0
        for i in range(HEIGHT):
            if heights >> i & 1:
                fitting |= int(s.tall[seat, i])
        spaces &= fitting
    return spaces


@compiled
def pack(t: np.record, card: int, turns: int, masks: int) -> int:
    """Return the largest number of occurrences that share no piece (R18, R20).

    `masks` holds the spaces that fit each condition, a lane of 16 bits each. An occurrence is known by its lowest cell;
    of all of them take the lowest: either one of those there is used, in some turn, or that space is used by none.
    """
    total = 0
    first = SPACES
    for turn in range(turns):
        lying = _lying(t, card, turn, masks)
        if lying:
            total += bit_count(lying)
            first = min(first, lowest(lying))
    if total <= 1:
        return total
    best = 0
    for turn in range(turns):
        if _lying(t, card, turn, masks) >> first & 1:
            total -= 1
            taken = (LANES * int(t.outline[card, turn])) << first
            best = max(best, 1 + pack(t, card, turns, masks & ~taken))
    # With two cells, an occurrence that keeps off this space can be exchanged for one on it: nothing to gain there.
    if t.cells[card] > 2 and total > best:
        best = max(best, pack(t, card, turns, masks & ~(LANES << first)))
    return best


@compiled
def _lying(t: np.record, card: int, turn: int, masks: int) -> int:
    """Return the lowest cells of a pattern's occurrences in one of its turns."""
    spaces = int(t.fits[card, turn])
    for cell in range(t.cells[card]):
        spaces &= masks >> int(t.shift[card, turn, cell])
    return spaces


@compiled
def _around_tallest(t: np.record, s: np.record, seat: int, card: int) -> int:
    """Count one colour around the tallest stack topped by another; of several tallest the best (R21)."""
    wanted = int(s.tops[seat, t.around[card]])
    for i in range(HEIGHT):
        tallest = int(s.tops[seat, t.tallest[card]] & s.tall[seat, HEIGHT - 1 - i])
        if tallest:
            best = 0
            while tallest:
                best = max(best, bit_count(wanted & int(t.around_space[lowest(tallest)])))
                tallest &= tallest - 1
            return best
    return 0


# The end (R23 to R26)


@compiled
def hand_points(t: np.record, s: np.record, seat: int, place: int) -> int:
    """Return what a card left in a hand scores at the end: its value at most once (R25)."""
    card = s.hand[seat, place]
    if card == UNKNOWN or occurrences(t, s, seat, card) == 0:
        return 0
    return int(t.points[card])


@compiled
def scores(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Write the points of each seat; at the end with those of the cards left in the hands (R25)."""
    for seat in range(s.seats):
        out[seat] = s.points[seat]
        if s.actor == OVER:
            for place in range(s.hand_size[seat]):
                out[seat] += hand_points(t, s, seat, place)


@compiled
def covered(s: np.record, seat: int) -> int:
    """Return how many spaces carry a piece, the first tie-break (R26)."""
    return bit_count(int(s.tops[seat, 0] | s.tops[seat, 1] | s.tops[seat, 2] | s.tops[seat, 3]))


@compiled
def ranking(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Write the place of each seat: points, then covered spaces, then stacks of 4, then shared (R26)."""
    scores(t, s, out)
    for seat in range(s.seats):
        out[seat] = (out[seat] << 16) | covered(s, seat) << 8 | bit_count(int(s.tall[seat, HEIGHT - 1]))
    places = 0
    for seat in range(s.seats):
        place = 1
        for other in range(s.seats):
            place += out[other] > out[seat]
        places |= place << (4 * seat)
    for seat in range(s.seats):
        out[seat] = places >> (4 * seat) & 0xF


# Information (R27)


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
                card = _nth_card(unseen, below(seed, index, left))
                s.hand[seat, i] = card
                unseen ^= 1 << card
                left -= 1
                index += 1
    for i in range(s.pile_size):
        if s.pile[i] == UNKNOWN:
            card = _nth_card(unseen, below(seed, index, left))
            s.pile[i] = card
            unseen ^= 1 << card
            left -= 1
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
    return np.int64(code >> unsigned(1))

"""Dealing, deciding and playing (R5 to R15, R23, R24)."""

import numpy as np

from atoll.games.reef.kernel import layout
from atoll.games.reef.kernel.patterns import occurrences
from atoll.kit.bits import bit_count, lowest, nth
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER
from atoll.kit.rng import below, pick, shuffle

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
    s.card = layout.NONE
    s.pile_size = layout.CARDS
    s.played_size = 0
    shuffle(s.pile, layout.CARDS, seed)
    for i in range(layout.CARDS):
        s.played[i] = layout.NONE
    for i in range(layout.DISPLAY):
        s.display[i] = layout.NONE
        s.tokens[i] = 0
    for colour in range(layout.COLOURS):
        s.pending[colour] = 1
        s.supply[colour] = layout.SUPPLY[seats]
    for seat in range(layout.SEATS):
        s.points[seat] = layout.START_POINTS if seat < seats else 0
        s.hand_size[seat] = 0
        s.secret[seat] = 0
        for i in range(layout.HAND_LIMIT):
            s.hand[seat, i] = layout.NONE
        for i in range(layout.COLOURS):
            s.tops[seat, i] = 0
            s.tall[seat, i] = 0
        for space in range(layout.SPACES):
            s.stack[seat, space] = layout.EMPTY
    for i in range(layout.DEALT_CARDS * seats):
        seat = i % seats
        s.secret[seat] |= 1 << s.hand_size[seat]
        _into_hand(s, seat, _draw_card(s))
    if s.setup == layout.RANDOM:
        _arrange_at_random(s, seed)


@compiled
def _arrange_at_random(s: np.record, seed: int) -> None:
    """Put each seat's starting pieces on the central spaces at random (house option of R8)."""
    for seat in range(s.seats):
        free = layout.CENTRE
        for colour in range(layout.COLOURS):
            space = nth(free, below(seed, layout.CARDS + layout.COLOURS * seat + colour, layout.COLOURS - colour))
            free &= ~(1 << space)
            put(s, seat, colour, space)
    for colour in range(layout.COLOURS):
        s.pending[colour] = 0
    s.turn = 0
    _deal_display(s)


@compiled
def _deal_display(s: np.record) -> None:
    """Turn up the display (R9)."""
    for i in range(layout.DISPLAY):
        s.display[i] = _draw_card(s)


@compiled
def _draw_card(s: np.record) -> int:
    s.pile_size -= 1
    card = int(s.pile[s.pile_size])
    s.pile[s.pile_size] = layout.NONE
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
def turn(s: np.record) -> int:
    """Return the number of the turn, counted from the set-up."""
    return int(s.turn)


@compiled
def _placing(s: np.record) -> bool:
    """Return whether pieces are waiting to be placed."""
    return bool(s.pending[0] | s.pending[1] | s.pending[2] | s.pending[3])


@compiled
def open_spaces(s: np.record) -> int:
    """Return the spaces that may take a piece now (R8, R13)."""
    seat = s.actor
    if s.turn >= 0:
        return layout.BOARD & ~int(s.tall[seat, layout.HEIGHT - 1])
    if s.setup == layout.STANDARD:
        return layout.CENTRE & ~int(s.tall[seat, 0])
    spaces = layout.BOARD & ~int(s.tall[seat, layout.HEIGHT - 1])
    return spaces & ~layout.CENTRE if s.setup == layout.EXPERT else spaces


@compiled
def _turn_choices(t: np.record, s: np.record) -> int:
    """Return the decisions that may begin a turn, as bits TAKE to PLACE - 1 (R10 to R12, R15).

    Unknown cards can be neither taken nor played, so that a hidden position can be played on as far as it is known.
    """
    seat = s.actor
    choices = 0
    for i in range(s.hand_size[seat]):
        if s.hand[seat, i] >= 0:
            choices |= 1 << (layout.PLAY + i)
    if s.hand_size[seat] == layout.HAND_LIMIT:
        return choices
    for i in range(layout.DISPLAY):
        if s.display[i] >= 0:
            choices |= 1 << (layout.TAKE + i)
    if s.points[seat] > 0 and min(s.display[0], s.display[1], s.display[2]) >= 0:
        cheapest = min(t.points[s.display[0]], t.points[s.display[1]], t.points[s.display[2]])
        for i in range(layout.DISPLAY):
            if t.points[s.display[i]] == cheapest:
                choices |= 1 << (layout.TOP + i)
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
    spaces = open_spaces(s)
    for colour in range(layout.COLOURS):
        if s.pending[colour] > 0:
            rest = spaces
            while rest:
                out[number] = layout.PLACE + layout.SPACES * colour + lowest(rest)
                rest &= rest - 1
                number += 1
    return number


@compiled
def sample(t: np.record, s: np.record, bits: int) -> int:
    """Return the legal decision that the random bits point at, without listing them."""
    if not _placing(s):
        choices = _turn_choices(t, s)
        return nth(choices, pick(bits, bit_count(choices)))
    spaces = open_spaces(s)
    room = bit_count(spaces)
    colours = 0
    for colour in range(layout.COLOURS):
        colours += s.pending[colour] > 0
    choice = pick(bits, room * colours)
    colour = 0
    while s.pending[colour] == 0 or choice >= room:
        if s.pending[colour] > 0:
            choice -= room
        colour += 1
    return layout.PLACE + layout.SPACES * colour + nth(spaces, choice)


@compiled
def apply(t: np.record, s: np.record, decision: int) -> None:
    """Play one decision, in place."""
    if decision >= layout.PLACE:
        _place(t, s, (decision - layout.PLACE) // layout.SPACES, (decision - layout.PLACE) % layout.SPACES)
    elif decision >= layout.PLAY:
        _play(t, s, decision - layout.PLAY)
    elif decision >= layout.TOP:
        _take_top(s, decision - layout.TOP)
    else:
        _take(s, decision - layout.TAKE)


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
    s.hand[seat, last] = layout.NONE
    s.hand_size[seat] = last
    below_it = (1 << place) - 1
    s.secret[seat] = (s.secret[seat] & below_it) | ((s.secret[seat] >> 1) & ~below_it)
    s.played[s.played_size] = 4 * card + seat
    s.played_size += 1
    s.card = card
    if open_spaces(s):
        for i in range(2):
            colour = t.corals[card, i]
            if s.pending[colour] < s.supply[colour]:
                s.pending[colour] += 1
    if not _placing(s):
        _score(t, s)


@compiled
def _place(t: np.record, s: np.record, colour: int, space: int) -> None:
    """Put a pending piece on a space; after the last one the card scores, or the next seat arranges (R8, R13, R14)."""
    put(s, s.actor, colour, space)
    s.pending[colour] -= 1
    if s.turn < 0:
        if not _placing(s):
            _end_arranging(s)
        return
    if not open_spaces(s):
        for other in range(layout.COLOURS):
            s.pending[other] = 0
    if not _placing(s):
        _score(t, s)


@compiled
def put(s: np.record, seat: int, colour: int, space: int) -> None:
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
def waiting(s: np.record) -> tuple[int, int]:
    """Return the colours of the next two pieces to place, NONE where there are fewer."""
    first = layout.NONE
    second = layout.NONE
    for colour in range(layout.COLOURS):
        for _ in range(s.pending[colour]):
            second = first
            first = colour
    return first, second


@compiled
def take_back(s: np.record, seat: int, colour: int, space: int) -> None:
    """Undo `put`."""
    bit = 1 << space
    stack = int(s.stack[seat, space]) >> 2
    height = (stack >= 1 << 2) + (stack >= 1 << 4) + (stack >= 1 << 6)
    s.tops[seat, colour] ^= bit
    s.tall[seat, height] ^= bit
    if height > 0:
        s.tops[seat, stack & 3] |= bit
        s.tall[seat, height - 1] |= bit
    s.stack[seat, space] = stack
    s.supply[colour] += 1


@compiled
def _score(t: np.record, s: np.record) -> None:
    """Score the card in play, always as much as possible (R16, R22)."""
    seat = s.actor
    s.points[seat] += t.points[s.card] * occurrences(t, s, seat, s.card)
    s.card = layout.NONE
    _end_turn(s)


@compiled
def _end_arranging(s: np.record) -> None:
    """Let the next seat arrange its starting pieces, or begin the game (R8, R9)."""
    s.turn += 1
    s.actor = _next_seat(s)
    if s.turn == 0:
        _deal_display(s)
    else:
        for colour in range(layout.COLOURS):
            s.pending[colour] = 1


@compiled
def _next_seat(s: np.record) -> int:
    return s.actor + 1 if s.actor + 1 < s.seats else 0


@compiled
def game_ends(s: np.record) -> bool:
    """Return whether the game ends with this turn: without a pile (R24), or a round without a colour (R23)."""
    if s.pile_size == 0:
        return True
    return _next_seat(s) == s.first and not (s.supply[0] and s.supply[1] and s.supply[2] and s.supply[3])


@compiled
def _end_turn(s: np.record) -> None:
    """Hand over, or end the game."""
    s.turn += 1
    s.actor = OVER if game_ends(s) else _next_seat(s)

"""Deciding and playing (S13 to S26, S29, S47, S48, S53)."""

import numpy as np

from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.bags import (
    draw_coral,
    draw_creature,
    draw_fish,
    fill_pools,
    fish_left,
    refresh,
)
from atoll.games.shallow_sea.kernel.choices import choices
from atoll.games.shallow_sea.kernel.finishing import finish_coral, finish_creature
from atoll.games.shallow_sea.kernel.prices import combination_price, move_price, refresh_price
from atoll.kit.bits import bit_count, lowest, nth
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER
from atoll.kit.rng import pick

WIDTHS = (42, 44, 44, 35, 44, 44, 22, 35, 22, 1)
"""How many decisions each number of `choices` stands for, in the order of their ids."""


@compiled
def actor(s: np.record) -> int:
    """Return the seat to decide, or OVER."""
    return int(s.actor)


@compiled
def turn(s: np.record) -> int:
    """Return the number of the turn, counted from the set-up."""
    return int(s.turn)


@compiled
def legal(t: np.record, s: np.record, out: np.ndarray) -> int:
    """Write the legal decisions, ascending, and return their number."""
    number = 0
    first = 0
    words = choices(t, s)
    for i in range(len(WIDTHS)):
        word = words[i]
        while word:
            out[number] = first + lowest(word)
            word &= word - 1
            number += 1
        first += WIDTHS[i]
    return number


@compiled
def sample(t: np.record, s: np.record, bits: int) -> int:
    """Return the legal decision that the random bits point at, without listing them."""
    words = choices(t, s)
    total = 0
    for i in range(len(WIDTHS)):
        total += bit_count(words[i])
    choice = pick(bits, total)
    first = 0
    for i in range(len(WIDTHS)):
        number = bit_count(words[i])
        if choice < number:
            return first + nth(words[i], choice)
        choice -= number
        first += WIDTHS[i]
    return layout.NONE


@compiled
def apply(t: np.record, s: np.record, decision: int) -> None:
    """Play one decision, in place."""
    seat = int(s.actor)
    if decision == layout.END:
        _end_turn(s)
    elif decision >= layout.MOVE_CORAL:
        _lift(s, decision - layout.MOVE_CORAL, layout.MOVING_CORAL)
    elif decision >= layout.MOVE:
        _lift(s, decision - layout.MOVE, layout.MOVING)
    elif decision >= layout.CREATURE_FINISH:
        finish_creature(s, seat, decision - layout.CREATURE_FINISH)
    elif decision >= layout.FINISH:
        finish_coral(
            t, s, seat, (decision - layout.FINISH) // layout.CORNERS, (decision - layout.FINISH) % layout.CORNERS
        )
    elif decision >= layout.BUBBLE:
        place_fish(s, seat, decision - layout.BUBBLE)
    elif decision >= layout.PLACE:
        _place_tile(t, s, seat, (decision - layout.PLACE) // layout.TURNS, (decision - layout.PLACE) % layout.TURNS)
    else:
        _choose(s, decision)


@compiled
def _choose(s: np.record, decision: int) -> None:
    """Play a decision that comes before the pieces are placed (S13 to S18, S47)."""
    if decision >= layout.DRAW:
        s.tile = draw_coral(s) if decision == layout.DRAW else draw_creature(s)
        s.fish = draw_fish(s)
        s.stage = layout.PLACING
        _end_without_fish(s)
    elif decision >= layout.TAKE_COLOUR:
        s.fish = decision - layout.TAKE_COLOUR
        s.fish_bag[s.fish] -= 1
        s.stage = layout.PLACING
        _end_without_fish(s)
    elif decision >= layout.TAKE_FISH:
        s.fish = _out_of_pool(s, layout.FISH_POOL, decision - layout.TAKE_FISH)
        s.stage = layout.PLACING
    elif decision >= layout.TAKE_TILE:
        _take_tile(s, decision - layout.TAKE_TILE)
        s.stage = layout.START_PLACING if s.stage == layout.START_CHOOSING else layout.COMBINING_FISH
    elif decision >= layout.TAKE:
        _take_tile(s, decision - layout.TAKE)
        s.fish = _out_of_pool(s, layout.FISH_POOL, (decision - layout.TAKE) // 2)
        s.stage = layout.PLACING
    elif decision >= layout.LIONFISH_COLOUR:
        _lionfish(s, decision - layout.LIONFISH_COLOUR)
        s.fish_bag[decision - layout.LIONFISH_COLOUR] -= 1
        _end_without_fish(s)
    elif decision == layout.LIONFISH:
        _lionfish(s, draw_fish(s))
        _end_without_fish(s)
    elif decision == layout.COMBINE:
        _pay(s, combination_price(s))
        s.stage = layout.COMBINING_TILE
    elif decision >= layout.FREE_REFRESH:
        refresh(s, decision - layout.FREE_REFRESH)
    else:
        _pay(s, refresh_price(s))
        refresh(s, decision - layout.REFRESH)


@compiled
def _take_tile(s: np.record, which: int) -> None:
    """Take the coral (even) or the creature (odd) of a slot."""
    s.tile = _out_of_pool(s, layout.CORAL_POOL if which % 2 == 0 else layout.CREATURE_POOL, which // 2)


@compiled
def _out_of_pool(s: np.record, pool: int, slot: int) -> int:
    piece = int(s.pool[pool, slot])
    s.pool[pool, slot] = layout.NONE
    return piece


@compiled
def _pay(s: np.record, price: int) -> None:
    """Pay shells, first those that the lionfish has paid (S47)."""
    by_lionfish = min(price, int(s.credit))
    s.credit -= by_lionfish
    s.shells[s.actor] -= price - by_lionfish


@compiled
def _lionfish(s: np.record, fish: int) -> None:
    """Put a fish onto the lionfish card: it pays a shell (S47)."""
    if fish >= 0:
        s.lionfish[fish] += 1
    else:
        s.unseen += 1
    s.credit += 1


@compiled
def _end_without_fish(s: np.record) -> None:
    """In solo play the game ends at once when the last fish has left the bag (S48)."""
    if s.seats == 1 and fish_left(s) == 0:
        s.actor = OVER


@compiled
def _lift(s: np.record, place: int, stage: int) -> None:
    """Pay for a move and take up a fish or, by modified rule 3, a coral; it stays where it is until it is put down."""
    _pay(s, move_price(s))
    s.resume = s.stage
    s.stage = stage
    s.lifted = place


@compiled
def _put_down(s: np.record) -> None:
    """Return to the stage that the move interrupted."""
    s.stage = s.resume
    s.resume = 0
    s.lifted = layout.NONE


@compiled
def _lay(t: np.record, s: np.record, seat: int, space: int, turn: int, tile: int) -> None:
    s.board[seat, space] = tile
    s.turned[seat, space] = turn
    s.filled[seat] |= 1 << space
    s.own_bubbles[seat] |= t.bubbles[space]
    if tile >= layout.CREATURE:
        s.creature_spaces[seat] |= 1 << space


@compiled
def _place_tile(t: np.record, s: np.record, seat: int, space: int, turn: int) -> None:
    """Lay the tile, unfinished side up, in any turn (S13, S21), or the coral being moved (S53)."""
    if s.stage == layout.MOVING_CORAL:
        _move_coral(t, s, seat, space, turn)
        return
    _lay(t, s, seat, space, turn, int(s.tile))
    s.tile = layout.NONE
    if s.stage == layout.START_PLACING:
        _end_start(s)
    elif s.fish == layout.NONE:
        s.stage = layout.FINISHING


@compiled
def _move_coral(t: np.record, s: np.record, seat: int, space: int, turn: int) -> None:
    """Lay a coral elsewhere, or turned; fish stay, even on bubbles that then have no tile (modified rule 3)."""
    tile = int(s.board[seat, s.lifted])
    s.board[seat, s.lifted] = layout.NONE
    s.turned[seat, s.lifted] = 0
    s.filled[seat] ^= 1 << int(s.lifted)
    _lay(t, s, seat, space, turn, tile)
    s.own_bubbles[seat] = 0
    for other in range(layout.SPACES):
        if s.filled[seat] >> other & 1:
            s.own_bubbles[seat] |= t.bubbles[other]
    _put_down(s)


@compiled
def place_fish(s: np.record, seat: int, bubble: int) -> None:
    """Put the fish, or the fish being moved, on a free bubble (S21, S26)."""
    if s.stage == layout.MOVING:
        colour = 0
        while not s.loose[seat, colour] >> s.lifted & 1:
            colour += 1
        s.loose[seat, colour] ^= 1 << int(s.lifted) | 1 << bubble
        _put_down(s)
        return
    if s.fish >= 0:
        s.loose[seat, s.fish] |= 1 << bubble
    s.fish = layout.NONE
    if s.tile == layout.NONE:
        s.stage = layout.FINISHING


@compiled
def _next_seat(s: np.record) -> int:
    return s.actor + 1 if s.actor + 1 < s.seats else 0


@compiled
def _end_start(s: np.record) -> None:
    """Let the previous seat choose its first creature, or begin the game (S13)."""
    s.turn += 1
    if s.turn == 0:
        s.actor = s.first
        s.stage = layout.CHOOSING
        fill_pools(s)
        return
    s.actor = s.actor - 1 if s.actor > 0 else s.seats - 1
    begin_start(s)


@compiled
def begin_start(s: np.record) -> None:
    """Let a seat choose its first creature; without pools it draws it (S13; modified rules 2 and 8)."""
    s.stage = layout.START_CHOOSING
    if s.modified == layout.NO_POOLS:
        s.tile = draw_creature(s)
        s.stage = layout.START_PLACING
        return
    empty = True
    for slot in range(s.pool.shape[1]):
        if s.pool[layout.CREATURE_POOL, slot] != layout.NONE:
            empty = False
    if empty:
        fill_pools(s)


@compiled
def _end_turn(s: np.record) -> None:
    """Refill the pools and hand over; with 4 spaces empty on every board the game is over (S14, S29)."""
    s.turn += 1
    s.stage = layout.CHOOSING
    fill_pools(s)
    s.actor = _next_seat(s)
    out_of_fish = s.seats == 1 and fish_left(s) == 0 and s.modified != layout.OPEN_FISH
    if s.turn == s.seats * layout.ROUNDS or out_of_fish:
        s.actor = OVER

"""Setting up a game (S8 to S13, S52, S53)."""

import numpy as np

from atoll.core.bits import bit_count, nth
from atoll.core.compiled import compiled
from atoll.core.rng import below, draw
from atoll.games.shallow_sea.kernel.bags import draw_fish, fill_pools, slots
from atoll.games.shallow_sea.kernel.layout import (
    BEST_OF_TWO,
    CARDS,
    CHOSEN_TYPES,
    COLOURS,
    COPIES_A_TYPE,
    CORAL_POOL,
    FAMILY,
    FISH_A_COLOUR,
    FISH_POOL,
    HALF,
    NONE,
    OPEN_FISH,
    RANDOM,
    SEATS,
    SLOTS,
    SPACES,
    START_SHELLS,
    TYPES,
)
from atoll.games.shallow_sea.kernel.turns import begin_start

# Draws of the set-up; those of the bags have a seed of their own
FIRST, BAGS, ORANGE, BLUE, KINDS = 0, 1, 2, 4, 6
MOST_A_GROUP = (2, 2, 3, 2, 3, 1)


@compiled
def deal(t: np.record, s: np.record, seats: int, options: np.ndarray, seed: int) -> None:
    """Set up a game; then each seat chooses its first creature, the last one first (S8 to S13)."""
    s.seats = seats
    s.mode = options[0]
    s.scenario = options[1]
    s.modified = options[2]
    s.creatures = options[3]
    s.orange = options[4]
    s.blue = options[5]
    s.matching_fish = options[6]
    s.first_player = options[7]
    s.first = below(seed, FIRST, seats) if s.first_player == RANDOM else (int(options[7]) - 1) % seats
    s.turn = -seats
    s.actor = (s.first + seats - 1) % seats
    s.resume = 0
    s.tile = NONE
    s.fish = NONE
    s.lifted = NONE
    s.credit = 0
    s.closed = 0
    s.unseen = 0
    s.chance = draw(seed, BAGS) << 30 ^ draw(seed, BAGS + 100)
    s.drawn = 0
    _clear(s)
    s.types = _chosen_types(t, s, seed)
    _deal_cards(t, s, seed)
    for colour in range(COLOURS):
        s.fish_bag[colour] = FISH_A_COLOUR[seats]
        s.lionfish[colour] = 0
    for kind in range(TYPES):
        s.creature_bag[kind] = COPIES_A_TYPE[seats] if s.types >> kind & 1 else 0
    s.coral_bag[0] = (1 << HALF) - 1
    s.coral_bag[1] = (1 << HALF) - 1
    fill_pools(s)
    if s.matching_fish and s.modified != OPEN_FISH:
        _match_fish(t, s)
    begin_start(s)


@compiled
def _clear(s: np.record) -> None:
    for pool in range(3):
        for slot in range(SLOTS):
            s.pool[pool, slot] = NONE
    for seat in range(SEATS):
        s.shells[seat] = START_SHELLS if seat < s.seats else 0
        s.done[seat] = 0
        s.filled[seat] = 0
        s.creature_spaces[seat] = 0
        s.own_bubbles[seat] = 0
        for colour in range(COLOURS):
            s.corals[seat, colour] = 0
            s.finned[seat, colour] = 0
            s.loose[seat, colour] = 0
        for space in range(SPACES):
            s.board[seat, space] = NONE
            s.turned[seat, space] = 0


@compiled
def _chosen_types(t: np.record, s: np.record, seed: int) -> int:
    """Return the 10 creature types: a scenario's, a list's, the first game's, or random by the guide (S9, S52, S54)."""
    if s.scenario > 0:
        return int(t.scenario_types[s.scenario - 1])
    if s.creatures > 1:
        return int(s.creatures) >> 2
    if s.creatures == 1:
        return int(t.first_game)
    return _random_types(t, seed)


@compiled
def _random_types(t: np.record, seed: int) -> int:
    """Return a random set that keeps to the guide: as many of each group as it allows, then some left out (S54)."""
    index = KINDS
    types = 0
    for group in range(len(MOST_A_GROUP)):
        rest = 0
        for kind in range(TYPES):
            if t.group[kind] == group:
                rest |= 1 << kind
        for _ in range(min(MOST_A_GROUP[group], bit_count(rest))):
            kind = nth(rest, below(seed, index, bit_count(rest)))
            index += 1
            types |= 1 << kind
            rest ^= 1 << kind
    last = 0
    for kind in range(TYPES):
        if t.group[kind] == len(MOST_A_GROUP) - 1:
            last |= 1 << kind
    while bit_count(types) > CHOSEN_TYPES:
        others = types & ~last
        left = types ^ 1 << nth(others, below(seed, index, bit_count(others)))
        index += 1
        # The last one that looks for fish, or for corals, stays.
        if _looked_for(t, left) == _looked_for(t, types):
            types = left
    return types


@compiled
def _looked_for(t: np.record, types: int) -> int:
    """Return what some creature types look for: 1 corals, 2 fish, 3 both."""
    kinds = 0
    for kind in range(TYPES):
        if types >> kind & 1:
            kinds |= 1 << t.wants_fish[kind]
    return kinds


@compiled
def _deal_cards(t: np.record, s: np.record, seed: int) -> None:
    """Lay out one orange and one blue ecosystem card, two of each by modified rule 7 (S11)."""
    for side in range(2):
        wanted = int(s.orange if side == 0 else s.blue)
        if s.scenario > 0:
            wanted = int(t.scenario_orange[s.scenario - 1] if side == 0 else t.scenario_blue[s.scenario - 1])
        index = ORANGE if side == 0 else BLUE
        card = wanted if wanted != RANDOM else 1 + below(seed, index, CARDS)
        s.cards[side, 0] = NONE if s.mode == FAMILY else card
        s.cards[side, 1] = NONE
        if s.modified == BEST_OF_TWO and s.mode != FAMILY:
            s.cards[side, 1] = 1 + (card + below(seed, index + 1, CARDS - 1)) % CARDS


@compiled
def _match_fish(t: np.record, s: np.record) -> None:
    """Pick the first fish so that they match the colours of the corals (S10, the first game)."""
    for slot in range(slots(s)):
        s.fish_bag[s.pool[FISH_POOL, slot]] += 1
    for slot in range(slots(s)):
        colour = int(t.colour[s.pool[CORAL_POOL, slot]])
        if s.fish_bag[colour] > 0:
            s.fish_bag[colour] -= 1
            s.pool[FISH_POOL, slot] = colour
        else:
            s.pool[FISH_POOL, slot] = draw_fish(s)

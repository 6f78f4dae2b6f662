"""Setting up a game (S8 to S13, S52, S53)."""

import numpy as np

from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.bags import draw_fish, fill_pools, slots
from atoll.games.shallow_sea.kernel.turns import begin_start
from atoll.kit.bits import bit_count, nth
from atoll.kit.compiled import compiled
from atoll.kit.rng import below, draw

# The indices of the draws; the bags draw from a seed of theirs
FIRST_DRAW, BAGS_DRAW, ORANGE_DRAW, BLUE_DRAW, TYPES_DRAW = 0, 1, 2, 4, 6
MAX_PER_GROUP = (2, 2, 3, 2, 3, 1)


@compiled
def deal(t: np.record, s: np.record, seats: int, options: np.ndarray, seed: int) -> None:
    """Set up a game, up to the choice of the first creatures, which starts with the last seat (S8 to S13)."""
    s.seats = seats
    s.mode = options[0]
    s.scenario = options[1]
    s.modified = options[2]
    s.creatures = options[3]
    s.orange = options[4]
    s.blue = options[5]
    s.matching_fish = options[6]
    s.first_player = options[7]
    s.first = below(seed, FIRST_DRAW, seats) if s.first_player == layout.RANDOM else (int(options[7]) - 1) % seats
    s.turn = -seats
    s.actor = (s.first + seats - 1) % seats
    s.resume = 0
    s.tile = layout.NONE
    s.fish = layout.NONE
    s.lifted = layout.NONE
    s.credit = 0
    s.closed = 0
    s.unseen = 0
    s.chance = draw(seed, BAGS_DRAW) << 30 ^ draw(seed, BAGS_DRAW + 100)
    s.drawn = 0
    _clear(s)
    s.types = _chosen_types(t, s, seed)
    _deal_cards(t, s, seed)
    for colour in range(layout.COLOURS):
        s.fish_bag[colour] = layout.FISH_PER_COLOUR[seats]
        s.lionfish[colour] = 0
    for creature_type in range(layout.TYPES):
        s.creature_bag[creature_type] = layout.COPIES_PER_TYPE[seats] if s.types >> creature_type & 1 else 0
    s.coral_bag[0] = (1 << layout.HALF) - 1
    s.coral_bag[1] = (1 << layout.HALF) - 1
    fill_pools(s)
    if s.matching_fish and s.modified != layout.OPEN_FISH:
        _match_fish(t, s)
    begin_start(s)


@compiled
def _clear(s: np.record) -> None:
    for pool in range(3):
        for slot in range(layout.SLOTS):
            s.pool[pool, slot] = layout.NONE
    for seat in range(layout.SEATS):
        s.shells[seat] = layout.START_SHELLS if seat < s.seats else 0
        s.done[seat] = 0
        s.filled[seat] = 0
        s.creature_spaces[seat] = 0
        s.own_bubbles[seat] = 0
        for colour in range(layout.COLOURS):
            s.corals[seat, colour] = 0
            s.finned[seat, colour] = 0
            s.loose[seat, colour] = 0
        for space in range(layout.SPACES):
            s.board[seat, space] = layout.NONE
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
    index = TYPES_DRAW
    types = 0
    for group in range(len(MAX_PER_GROUP)):
        rest = 0
        for creature_type in range(layout.TYPES):
            if t.group[creature_type] == group:
                rest |= 1 << creature_type
        for _ in range(min(MAX_PER_GROUP[group], bit_count(rest))):
            creature_type = nth(rest, below(seed, index, bit_count(rest)))
            index += 1
            types |= 1 << creature_type
            rest ^= 1 << creature_type
    last = 0
    for creature_type in range(layout.TYPES):
        if t.group[creature_type] == len(MAX_PER_GROUP) - 1:
            last |= 1 << creature_type
    while bit_count(types) > layout.CHOSEN_TYPES:
        others = types & ~last
        left = types ^ 1 << nth(others, below(seed, index, bit_count(others)))
        index += 1
        # The last type that looks for fish, or for corals, is not left out.
        if _looked_for(t, left) == _looked_for(t, types):
            types = left
    return types


@compiled
def _looked_for(t: np.record, types: int) -> int:
    """Return what some creature types look for: 1 corals, 2 fish, 3 both."""
    wanted = 0
    for creature_type in range(layout.TYPES):
        if types >> creature_type & 1:
            wanted |= 1 << t.wants_fish[creature_type]
    return wanted


@compiled
def _deal_cards(t: np.record, s: np.record, seed: int) -> None:
    """Lay out one orange and one blue ecosystem card, two of each by modified rule 7 (S11)."""
    for side in range(2):
        wanted = int(s.orange if side == 0 else s.blue)
        if s.scenario > 0:
            wanted = int(t.scenario_orange[s.scenario - 1] if side == 0 else t.scenario_blue[s.scenario - 1])
        index = ORANGE_DRAW if side == 0 else BLUE_DRAW
        card = wanted if wanted != layout.RANDOM else 1 + below(seed, index, layout.CARDS)
        s.cards[side, 0] = layout.NONE if s.mode == layout.FAMILY else card
        s.cards[side, 1] = layout.NONE
        if s.modified == layout.BEST_OF_TWO and s.mode != layout.FAMILY:
            s.cards[side, 1] = 1 + (card + below(seed, index + 1, layout.CARDS - 1)) % layout.CARDS


@compiled
def _match_fish(t: np.record, s: np.record) -> None:
    """Choose the first fish to match the colours of the corals (S10, the first game)."""
    for slot in range(slots(s)):
        s.fish_bag[s.pool[layout.FISH_POOL, slot]] += 1
    for slot in range(slots(s)):
        colour = int(t.colour[s.pool[layout.CORAL_POOL, slot]])
        if s.fish_bag[colour] > 0:
            s.fish_bag[colour] -= 1
            s.pool[layout.FISH_POOL, slot] = colour
        else:
            s.pool[layout.FISH_POOL, slot] = draw_fish(s)

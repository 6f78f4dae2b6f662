"""The search of a turn: a closer look at the turns on the shortlist, and what to expect of new pieces."""

import math

import numpy as np

from atoll.core.compiled import compiled
from atoll.games.shallow_sea.heuristic.desk import HELD
from atoll.games.shallow_sea.heuristic.endings import endings, keep, value_of
from atoll.games.shallow_sea.heuristic.hope import turns_left
from atoll.games.shallow_sea.heuristic.shortlist import (
    FISHES,
    NO_BUBBLE,
    NO_TILE,
    OF_COLOUR,
    PLACES,
    WORST,
    cost_of,
    lionfish_can_pay,
    shorten,
)
from atoll.games.shallow_sea.heuristic.weights import FRESH_CORALS, SPREAD
from atoll.games.shallow_sea.kernel.choices import choices
from atoll.games.shallow_sea.kernel.layout import (
    BUBBLE,
    BUBBLES,
    CHOOSING,
    COMBINE,
    COMBINING_FISH,
    COMBINING_TILE,
    CREATURE_POOL,
    DRAW,
    FISH_POOL,
    FREE_REFRESH,
    LIONFISH,
    NO_POOLS,
    NONE,
    OPEN_FISH,
    PLACE,
    REFRESH,
    SLOTS,
    TAKE,
    TAKE_COLOUR,
    TAKE_FISH,
    TAKE_TILE,
)
from atoll.games.shallow_sea.kernel.prices import refresh_price
from atoll.games.shallow_sea.kernel.turns import apply


@compiled
def search(
    t: np.record,
    states: np.ndarray,
    row: int,
    seat: int,
    x: np.record,
    n: int,
    turns: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    keys: np.ndarray,
) -> None:
    """Keep ways to play on from states[row], where nothing is paid for or taken up; n decisions are on the desk."""
    s = states[row]
    heads = choices(t, s)[0]
    now = value_of(t, s, seat, x)
    shorten(t, s, seat, heads, x)
    best = WORST
    for i in range(x.listed):
        code = int(x.code[i])
        stop = n + 1 if code % 2 else 0
        length = _begin(t, states, row, x, n, code)
        value = endings(
            t, states, row + 1, seat, x, length, code // 2 // (BUBBLES + 1), stop, turns, lengths, values, keys
        )
        best = max(best, value)
    if s.stage == CHOOSING:
        _reveal(s, seat, x, n, heads, now, best, turns, lengths, values, keys)


@compiled
def _reveal(
    s: np.record,
    seat: int,
    x: np.record,
    n: int,
    heads: int,
    now: float,
    best: float,
    turns: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    keys: np.ndarray,
) -> None:
    """Keep the decisions that show something new, with what one may expect of them (S16, S17, S47; modified rule 8)."""
    x.left = turns_left(s, seat)
    for draw in range(2):
        if heads >> DRAW + draw & 1:
            x.way[n] = DRAW + draw
            creatures = int(s.creature_spaces[seat] & ~s.done[seat])
            likes = 1.0 if (draw == 1) == (creatures & (creatures - 1) == 0 and x.left > 4) else 0.0
            keep(x, turns, lengths, values, keys, n + 1, now + x.foresight * likes, -DRAW - draw)
    if s.modified == NO_POOLS:
        return
    by_lionfish = not heads >> COMBINE & 1 and lionfish_can_pay(s, seat, heads, refresh_price(s))
    for pool in range(3):
        gain = _fresh(pool, x) - x.guess[0]
        decision = NONE
        cost = 0.0
        if pool < CREATURE_POOL and heads >> FREE_REFRESH + pool & 1:
            decision = FREE_REFRESH + pool
        elif heads >> REFRESH + pool & 1:
            decision = REFRESH + pool
            cost = cost_of(s, seat, refresh_price(s), x)
        elif by_lionfish:
            decision = LIONFISH
            cost = cost_of(s, seat, refresh_price(s), x)
        if decision != NONE:
            x.way[n] = decision
            keep(x, turns, lengths, values, keys, n + 1, best + x.foresight * (gain - cost), -decision)


@compiled
def _fresh(pool: int, x: np.record) -> float:
    """Return what the best turn may look like after a refresh.

    The pieces that lie there now come from the same bag: new ones will be like them, and one takes the best of five.
    """
    rest = WORST
    total = 0.0
    number = 0
    for option in range(HELD):
        if x.tiles[option] < 0:
            continue
        if pool == FISH_POOL or (option % 2 == 1) == (pool == CREATURE_POOL):
            total += x.linked[option]
            number += 1
        else:
            rest = max(rest, x.linked[option])
    fresh = float(total / max(1, number) + x.w[FRESH_CORALS + pool])
    spread = float(x.w[SPREAD])
    return max(rest, fresh) + spread * math.log1p(math.exp(-abs(rest - fresh) / spread))


@compiled
def _begin(t: np.record, states: np.ndarray, row: int, x: np.record, n: int, code: int) -> int:
    """Play a turn of the shortlist in states[row + 1] until what is ready can be finished; return its length."""
    by_lionfish = code % 2
    code //= 2
    bubble = code % (BUBBLES + 1)
    code //= BUBBLES + 1
    which = code % FISHES
    code //= FISHES
    place = code % PLACES
    option = code // PLACES
    states[row + 1] = states[row]
    s = states[row + 1]
    if by_lionfish:
        # Which fish the lionfish takes is unknown, so it isn't drawn here.
        s.unseen += 1
        s.credit += 1
        x.way[n] = LIONFISH
        n += 1
    if s.stage == CHOOSING and which == option // 2:
        n = _play(t, s, x, n, TAKE + option)
    elif s.stage <= COMBINING_TILE and option < HELD:
        if s.stage == CHOOSING and s.modified != OPEN_FISH:
            n = _play(t, s, x, n, COMBINE)
        n = _play(t, s, x, n, TAKE_TILE + option)
    if s.stage == COMBINING_FISH:
        n = _play(t, s, x, n, TAKE_FISH + which if which < SLOTS else TAKE_COLOUR + which - OF_COLOUR)
    if option != NO_TILE:
        n = _play(t, s, x, n, PLACE + place)
    if bubble != NO_BUBBLE:
        n = _play(t, s, x, n, BUBBLE + bubble)
    return n


@compiled
def _play(t: np.record, s: np.record, x: np.record, n: int, decision: int) -> int:
    """Play one more decision of a turn, unless the game is over already."""
    if s.actor < 0:
        return n
    apply(t, s, decision)
    x.way[n] = decision
    return n + 1

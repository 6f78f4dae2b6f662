"""The search of a turn: plays out the turns on the shortlist, and estimates what new pieces would bring."""

import math

import numpy as np

from atoll.games.shallow_sea.heuristic import weights
from atoll.games.shallow_sea.heuristic.endings import endings, insert_plan, value_of
from atoll.games.shallow_sea.heuristic.evaluation import turns_left
from atoll.games.shallow_sea.heuristic.scratch import HELD
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
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.choices import choices
from atoll.games.shallow_sea.kernel.prices import refresh_price
from atoll.games.shallow_sea.kernel.turns import apply
from atoll.kit.compiled import compiled


@compiled
def search(
    t: np.record,
    states: np.ndarray,
    row: int,
    seat: int,
    x: np.record,
    n: int,
    plans: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    keys: np.ndarray,
) -> None:
    """Insert the plans from states[row], in which nothing has been paid for or taken yet; n decisions precede it."""
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
            t, states, row + 1, seat, x, length, code // 2 // (layout.BUBBLES + 1), stop, plans, lengths, values, keys
        )
        best = max(best, value)
    if s.stage == layout.CHOOSING:
        _reveal(s, seat, x, n, heads, now, best, plans, lengths, values, keys)


@compiled
def _reveal(
    s: np.record,
    seat: int,
    x: np.record,
    n: int,
    heads: int,
    now: float,
    best: float,
    plans: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    keys: np.ndarray,
) -> None:
    """Insert the decisions that reveal something, with their expected value (S16, S17, S47; modified rule 8)."""
    x.left = turns_left(s, seat)
    for draw in range(2):
        if heads >> layout.DRAW + draw & 1:
            x.plan[n] = layout.DRAW + draw
            creatures = int(s.creature_spaces[seat] & ~s.done[seat])
            likes = 1.0 if (draw == 1) == (creatures & (creatures - 1) == 0 and x.left > 4) else 0.0
            insert_plan(x, plans, lengths, values, keys, n + 1, now + x.foresight * likes, -layout.DRAW - draw)
    if s.modified == layout.NO_POOLS:
        return
    by_lionfish = not heads >> layout.COMBINE & 1 and lionfish_can_pay(s, seat, heads, refresh_price(s))
    for pool in range(3):
        gain = _fresh(pool, x) - x.guess[0]
        decision = layout.NONE
        cost = 0.0
        if pool < layout.CREATURE_POOL and heads >> layout.FREE_REFRESH + pool & 1:
            decision = layout.FREE_REFRESH + pool
        elif heads >> layout.REFRESH + pool & 1:
            decision = layout.REFRESH + pool
            cost = cost_of(s, seat, refresh_price(s), x)
        elif by_lionfish:
            decision = layout.LIONFISH
            cost = cost_of(s, seat, refresh_price(s), x)
        if decision != layout.NONE:
            x.plan[n] = decision
            insert_plan(x, plans, lengths, values, keys, n + 1, best + x.foresight * (gain - cost), -decision)


@compiled
def _fresh(pool: int, x: np.record) -> float:
    """Return the expected gain of the best turn after a refresh.

    The pieces there now come from the same bag: new ones will be like them, and the best of five is taken.
    """
    rest = WORST
    total = 0.0
    number = 0
    for option in range(HELD):
        if x.tiles[option] < 0:
            continue
        if pool == layout.FISH_POOL or (option % 2 == 1) == (pool == layout.CREATURE_POOL):
            total += x.linked[option]
            number += 1
        else:
            rest = max(rest, x.linked[option])
    fresh = float(total / max(1, number) + x.w[weights.FRESH_CORALS + pool])
    spread = float(x.w[weights.SPREAD])
    return max(rest, fresh) + spread * math.log1p(math.exp(-abs(rest - fresh) / spread))


@compiled
def _begin(t: np.record, states: np.ndarray, row: int, x: np.record, n: int, code: int) -> int:
    """Play a turn of the shortlist in states[row + 1] up to the finishing of tiles; return its length."""
    by_lionfish = code % 2
    code //= 2
    bubble = code % (layout.BUBBLES + 1)
    code //= layout.BUBBLES + 1
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
        x.plan[n] = layout.LIONFISH
        n += 1
    if s.stage == layout.CHOOSING and which == option // 2:
        n = _play(t, s, x, n, layout.TAKE + option)
    elif s.stage <= layout.COMBINING_TILE and option < HELD:
        if s.stage == layout.CHOOSING and s.modified != layout.OPEN_FISH:
            n = _play(t, s, x, n, layout.COMBINE)
        n = _play(t, s, x, n, layout.TAKE_TILE + option)
    if s.stage == layout.COMBINING_FISH:
        n = _play(
            t, s, x, n, layout.TAKE_FISH + which if which < layout.SLOTS else layout.TAKE_COLOUR + which - OF_COLOUR
        )
    if option != NO_TILE:
        n = _play(t, s, x, n, layout.PLACE + place)
    if bubble != NO_BUBBLE:
        n = _play(t, s, x, n, layout.BUBBLE + bubble)
    return n


@compiled
def _play(t: np.record, s: np.record, x: np.record, n: int, decision: int) -> int:
    """Play one more decision of a turn, unless the game is over already."""
    if s.actor < 0:
        return n
    apply(t, s, decision)
    x.plan[n] = decision
    return n + 1

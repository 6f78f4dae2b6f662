"""Moving fish at the end of a turn (S26), and completing what a turn has begun."""

import numpy as np

from atoll.games.shallow_sea.heuristic import weights
from atoll.games.shallow_sea.heuristic.endings import endings, insert_plan, value_of
from atoll.games.shallow_sea.heuristic.evaluation import coral_points, shell_value, turns_left
from atoll.games.shallow_sea.heuristic.search import search
from atoll.games.shallow_sea.heuristic.survey import survey, wanted
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.choices import free_bubbles
from atoll.games.shallow_sea.kernel.finishing import finished_corals
from atoll.games.shallow_sea.kernel.prices import move_price
from atoll.games.shallow_sea.kernel.turns import apply, legal
from atoll.kit.bits import bit_count, lowest
from atoll.kit.compiled import compiled

MAX_TRIED = 3


@compiled
def try_moves(
    t: np.record,
    states: np.ndarray,
    seat: int,
    x: np.record,
    plans: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    keys: np.ndarray,
) -> None:
    """Insert the plans that moving a fish improves, among the best ones that end the turn."""
    price = move_price(states[0])
    if states[0].modified == layout.MOVING_CORALS:
        return
    ends = np.empty((x.most_moves, len(x.plan)), np.int64)
    sizes = np.empty(x.most_moves, np.int64)
    number = 0
    for i in range(x.plans):
        if number < x.most_moves and plans[i, lengths[i] - 1] == layout.END:
            sizes[number] = lengths[i] - 1
            ends[number] = plans[i]
            number += 1
    for i in range(number):
        if sizes[i] + 3 >= len(x.plan):
            continue
        states[1] = states[0]
        for j in range(sizes[i]):
            x.plan[j] = ends[i, j]
            apply(t, states[1], int(ends[i, j]))
        if states[1].shells[seat] >= price:
            _try_moves_of(t, states, seat, x, int(sizes[i]), plans, lengths, values, keys)


@compiled
def _try_moves_of(
    t: np.record,
    states: np.ndarray,
    seat: int,
    x: np.record,
    n: int,
    plans: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    keys: np.ndarray,
) -> None:
    """Try the moves that look best from states[1], where nothing is ready."""
    s = states[1]
    x.left = turns_left(s, seat)
    survey(t, s, seat, x)
    shells = int(s.shells[seat])
    cost = shell_value(s, shells, x) - shell_value(s, shells - move_price(s), x)
    guesses = np.zeros(MAX_TRIED)
    found = np.full(MAX_TRIED, layout.NONE)
    free = free_bubbles(s, seat)
    for colour in range(layout.COLOURS):
        fish = int(s.loose[seat, colour])
        while fish:
            start = lowest(fish)
            fish &= fish - 1
            loss = cost + _loss(t, s, seat, start, colour, x)
            rest = free
            while rest:
                bubble = lowest(rest)
                rest &= rest - 1
                gain = x.gains[colour, bubble] - loss
                if gain > guesses[MAX_TRIED - 1]:
                    at = MAX_TRIED - 1
                    while at > 0 and guesses[at - 1] < gain:
                        guesses[at] = guesses[at - 1]
                        found[at] = found[at - 1]
                        at -= 1
                    guesses[at] = gain
                    found[at] = start * layout.BUBBLES + bubble
    for i in range(MAX_TRIED):
        if found[i] != layout.NONE:
            states[2] = states[1]
            x.plan[n] = layout.MOVE + found[i] // layout.BUBBLES
            x.plan[n + 1] = layout.BUBBLE + found[i] % layout.BUBBLES
            apply(t, states[2], int(x.plan[n]))
            apply(t, states[2], int(x.plan[n + 1]))
            code = 0
            for j in range(n):
                code = code * 333 + int(x.plan[j])
            endings(t, states, 2, seat, x, n + 2, code, 0, plans, lengths, values, keys)


@compiled
def _loss(t: np.record, s: np.record, seat: int, bubble: int, colour: int, x: np.record) -> float:
    """Return what is lost when a fish leaves its bubble."""
    around = int(t.around[bubble])
    loss = float(bit_count(around & finished_corals(s, seat)))
    rest = around & int(s.filled[seat] & ~s.done[seat] & ~s.creature_spaces[seat])
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        tile = int(s.board[seat, space])
        for corner in range(layout.CORNERS):
            if (
                t.bubble[space, corner] == bubble
                and t.asks[tile, (corner - s.turned[seat, space]) % layout.TURNS] == colour
            ):
                points = coral_points(t, s, seat, space, tile, int(x.offers[space]), x)
                points += wanted(x.wants, space, int(x.offers[space]))
                loss += x.chance[space] * (1 - x.w[weights.FED]) * points
    return loss


@compiled
def continue_turn(
    t: np.record,
    states: np.ndarray,
    seat: int,
    x: np.record,
    plans: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    keys: np.ndarray,
) -> None:
    """Insert plans where something is paid for or taken up already: the best few beginnings, then the search."""
    legal_now = np.empty(layout.DECISIONS, np.int64)
    legal_then = np.empty(layout.DECISIONS, np.int64)
    guesses = np.full(MAX_TRIED, -1e9)
    found = np.full((MAX_TRIED, 2), layout.NONE)
    now = value_of(t, states[0], seat, x)
    for i in range(legal(t, states[0], legal_now)):
        decision = int(legal_now[i])
        if decision < layout.TAKE and decision != layout.FREE_REFRESH + 2:
            x.plan[0] = decision
            price = 2.0 if decision >= layout.LIONFISH else 0.0
            insert_plan(x, plans, lengths, values, keys, 1, now - x.foresight * price, -decision)
            continue
        states[1] = states[0]
        apply(t, states[1], decision)
        if states[1].stage != layout.MOVING and states[1].stage != layout.MOVING_CORAL:
            _insert(guesses, found, value_of(t, states[1], seat, x), decision, layout.NONE)
            continue
        for j in range(legal(t, states[1], legal_then)):
            states[2] = states[1]
            apply(t, states[2], int(legal_then[j]))
            _insert(guesses, found, value_of(t, states[2], seat, x), decision, int(legal_then[j]))
    for i in range(MAX_TRIED):
        if found[i, 0] == layout.NONE:
            continue
        states[1] = states[0]
        n = 0
        for j in range(2):
            if found[i, j] != layout.NONE:
                x.plan[n] = found[i, j]
                apply(t, states[1], int(found[i, j]))
                n += 1
        search(t, states, 1, seat, x, n, plans, lengths, values, keys)


@compiled
def _insert(guesses: np.ndarray, found: np.ndarray, guess: float, first: int, second: int) -> None:
    """Insert one or two decisions among the best beginnings."""
    at = len(guesses) - 1
    if guess <= guesses[at]:
        return
    while at > 0 and guesses[at - 1] < guess:
        guesses[at] = guesses[at - 1]
        found[at] = found[at - 1]
        at -= 1
    guesses[at] = guess
    found[at, 0] = first
    found[at, 1] = second

"""Fish that are moved when all else is done (S26), and what has been begun and must be gone on with."""

import numpy as np

from atoll.core.bits import bit_count, lowest
from atoll.core.compiled import compiled
from atoll.games.shallow_sea.heuristic.endings import endings, keep, value_of
from atoll.games.shallow_sea.heuristic.hope import coral_points, shell_value, turns_left
from atoll.games.shallow_sea.heuristic.search import search
from atoll.games.shallow_sea.heuristic.survey import survey, wanted
from atoll.games.shallow_sea.heuristic.weights import FED
from atoll.games.shallow_sea.kernel.choices import free_bubbles
from atoll.games.shallow_sea.kernel.finishing import finished_corals
from atoll.games.shallow_sea.kernel.layout import (
    BUBBLE,
    BUBBLES,
    COLOURS,
    CORNERS,
    DECISIONS,
    END,
    FREE_REFRESH,
    LIONFISH,
    MOVE,
    MOVING,
    MOVING_CORAL,
    MOVING_CORALS,
    NONE,
    TAKE,
    TURNS,
)
from atoll.games.shallow_sea.kernel.prices import move_price
from atoll.games.shallow_sea.kernel.turns import apply, legal

TRIED = 3


@compiled
def try_moves(
    t: np.record,
    states: np.ndarray,
    seat: int,
    x: np.record,
    turns: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    keys: np.ndarray,
) -> None:
    """Look whether moving a fish betters the best ways that end the turn."""
    price = move_price(states[0])
    if states[0].modified == MOVING_CORALS:
        return
    ends = np.empty((x.most_moves, len(x.way)), np.int64)
    sizes = np.empty(x.most_moves, np.int64)
    number = 0
    for i in range(x.ways):
        if number < x.most_moves and turns[i, lengths[i] - 1] == END:
            sizes[number] = lengths[i] - 1
            ends[number] = turns[i]
            number += 1
    for i in range(number):
        if sizes[i] + 3 >= len(x.way):
            continue
        states[1] = states[0]
        for j in range(sizes[i]):
            x.way[j] = ends[i, j]
            apply(t, states[1], int(ends[i, j]))
        if states[1].shells[seat] >= price:
            _try_moves_of(t, states, seat, x, int(sizes[i]), turns, lengths, values, keys)


@compiled
def _try_moves_of(
    t: np.record,
    states: np.ndarray,
    seat: int,
    x: np.record,
    n: int,
    turns: np.ndarray,
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
    guesses = np.zeros(TRIED)
    found = np.full(TRIED, NONE)
    free = free_bubbles(s, seat)
    for colour in range(COLOURS):
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
                if gain > guesses[TRIED - 1]:
                    at = TRIED - 1
                    while at > 0 and guesses[at - 1] < gain:
                        guesses[at] = guesses[at - 1]
                        found[at] = found[at - 1]
                        at -= 1
                    guesses[at] = gain
                    found[at] = start * BUBBLES + bubble
    for i in range(TRIED):
        if found[i] != NONE:
            states[2] = states[1]
            x.way[n] = MOVE + found[i] // BUBBLES
            x.way[n + 1] = BUBBLE + found[i] % BUBBLES
            apply(t, states[2], int(x.way[n]))
            apply(t, states[2], int(x.way[n + 1]))
            code = 0
            for j in range(n):
                code = code * 333 + int(x.way[j])
            endings(t, states, 2, seat, x, n + 2, code, 0, turns, lengths, values, keys)


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
        for corner in range(CORNERS):
            if t.bubble[space, corner] == bubble and t.asks[tile, (corner - s.turned[seat, space]) % TURNS] == colour:
                points = coral_points(t, s, seat, space, tile, int(x.offers[space]), x)
                points += wanted(x.wants, space, int(x.offers[space]))
                loss += x.chance[space] * (1 - x.w[FED]) * points
    return loss


@compiled
def go_on(
    t: np.record,
    states: np.ndarray,
    seat: int,
    x: np.record,
    turns: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    keys: np.ndarray,
) -> None:
    """Keep ways to go on where something is paid for or taken up: the best few beginnings, then the search."""
    legal_now = np.empty(DECISIONS, np.int64)
    legal_then = np.empty(DECISIONS, np.int64)
    guesses = np.full(TRIED, -1e9)
    found = np.full((TRIED, 2), NONE)
    now = value_of(t, states[0], seat, x)
    for i in range(legal(t, states[0], legal_now)):
        decision = int(legal_now[i])
        if decision < TAKE and decision != FREE_REFRESH + 2:
            x.way[0] = decision
            price = 2.0 if decision >= LIONFISH else 0.0
            keep(x, turns, lengths, values, keys, 1, now - x.foresight * price, -decision)
            continue
        states[1] = states[0]
        apply(t, states[1], decision)
        if states[1].stage != MOVING and states[1].stage != MOVING_CORAL:
            _insert(guesses, found, value_of(t, states[1], seat, x), decision, NONE)
            continue
        for j in range(legal(t, states[1], legal_then)):
            states[2] = states[1]
            apply(t, states[2], int(legal_then[j]))
            _insert(guesses, found, value_of(t, states[2], seat, x), decision, int(legal_then[j]))
    for i in range(TRIED):
        if found[i, 0] == NONE:
            continue
        states[1] = states[0]
        n = 0
        for j in range(2):
            if found[i, j] != NONE:
                x.way[n] = found[i, j]
                apply(t, states[1], int(found[i, j]))
                n += 1
        search(t, states, 1, seat, x, n, turns, lengths, values, keys)


@compiled
def _insert(guesses: np.ndarray, found: np.ndarray, guess: float, first: int, second: int) -> None:
    """Put one or two decisions among the best beginnings."""
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

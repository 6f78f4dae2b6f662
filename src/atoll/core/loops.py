"""The loops that run every game, written once against the contract and compiled for each game by `bind`.

`Kernel` calls the short ones, which take arrays of one record: passing an array from Python to Numba takes 0.65
microseconds, passing a bare record 2.6.
"""

import numpy as np

from atoll.kit.contract import (
    OVER,
    actor,
    apply,
    deal,
    fill,
    hide,
    legal,
    observe,
    ranking,
    sample,
    scores,
    turn,
)  # fmt: skip
from atoll.kit.rng import draw


def deal_one(t: np.ndarray, s: np.ndarray, seats: int, options: np.ndarray, seed: int) -> None:
    """Deal into an array of one position."""
    deal(t[0], s[0], seats, options, seed)


def actor_of(s: np.ndarray) -> int:
    """Return the seat to decide, or OVER."""
    return actor(s[0])


def turn_of(s: np.ndarray) -> int:
    """Return the number of the turn."""
    return turn(s[0])


def legal_in(t: np.ndarray, s: np.ndarray, out: np.ndarray) -> int:
    """Write the legal decisions, none when the game is over."""
    if actor(s[0]) == OVER:
        return 0
    return legal(t[0], s[0], out)


def apply_to(t: np.ndarray, s: np.ndarray, decision: int) -> None:
    """Play a decision that is known to be legal, in place."""
    apply(t[0], s[0], decision)


def sample_in(t: np.ndarray, s: np.ndarray, bits: int) -> int:
    """Return the legal decision that random bits select."""
    return sample(t[0], s[0], bits)


def play_into(t: np.ndarray, s: np.ndarray, after: np.ndarray, decision: int, decisions: np.ndarray) -> bool:
    """Copy the position and play a decision in the copy, if it is legal; `decisions` is scratch."""
    for i in range(legal_in(t, s, decisions)):
        if decisions[i] == decision:
            after[0] = s[0]
            apply(t[0], after[0], decision)
            return True
    return False


def scores_in(t: np.ndarray, s: np.ndarray, out: np.ndarray) -> None:
    """Write the points of each seat."""
    scores(t[0], s[0], out)


def ranking_in(t: np.ndarray, s: np.ndarray, out: np.ndarray) -> None:
    """Write the place of each seat."""
    ranking(t[0], s[0], out)


def hide_into(s: np.ndarray, after: np.ndarray, seat: int) -> None:
    """Copy the position and hide in the copy what the seat can't know."""
    after[0] = s[0]
    hide(after[0], seat)


def fill_into(t: np.ndarray, s: np.ndarray, after: np.ndarray, seed: int) -> None:
    """Copy a hidden position and guess the rest in the copy."""
    after[0] = s[0]
    fill(t[0], after[0], seed)


def observe_in(t: np.ndarray, s: np.ndarray, seat: int, out: np.ndarray) -> None:
    """Write a hidden position as numbers."""
    observe(t[0], s[0], seat, out)


def perft(t: np.ndarray, states: np.ndarray, decisions: np.ndarray, counts: np.ndarray, depth: int) -> int:
    """Count the decision sequences of length `depth` from states[0]; a game that ends earlier counts as one.

    Each row of the arrays belongs to one depth: a position, its legal decisions, their number and how many are done.
    """
    total = 0
    row = 0
    counts[0, 0] = legal_in(t, states, decisions[0])
    counts[0, 1] = 0
    while row >= 0:
        if counts[row, 1] == counts[row, 0]:
            row -= 1
            continue
        if row + 1 == depth:
            total += counts[row, 0]
            row -= 1
            continue
        states[row + 1] = states[row]
        apply(t[0], states[row + 1], decisions[row, counts[row, 1]])
        counts[row, 1] += 1
        if actor(states[row + 1]) == OVER:
            total += 1
            continue
        row += 1
        counts[row, 0] = legal(t[0], states[row], decisions[row])
        counts[row, 1] = 0
    return total


def best_turn(
    t: np.ndarray,
    states: np.ndarray,
    base: int,
    seat: int,
    decisions: np.ndarray,
    counts: np.ndarray,
    points: np.ndarray,
) -> int:
    """Return the most points that the seat can have when its turn ends, over all continuations of states[base].

    The turn is that of states[0]. Rows are as in `perft`, one for each further decision of the longest turn; the search
    goes no deeper.
    """
    best = -(1 << 40)
    row = base
    counts[row, 0] = -1
    while row >= base:
        if counts[row, 0] == -1:
            if actor(states[row]) != seat or turn(states[row]) != turn(states[0]) or row + 1 == len(states):
                scores(t[0], states[row], points)
                best = max(best, points[seat])
                row -= 1
                continue
            counts[row, 0] = legal(t[0], states[row], decisions[row])
            counts[row, 1] = 0
        if counts[row, 1] == counts[row, 0]:
            row -= 1
            continue
        states[row + 1] = states[row]
        apply(t[0], states[row + 1], decisions[row, counts[row, 1]])
        counts[row, 1] += 1
        row += 1
        counts[row, 0] = -1
    return best


def previews(
    t: np.ndarray, states: np.ndarray, decisions: np.ndarray, counts: np.ndarray, points: np.ndarray, out: np.ndarray
) -> int:
    """Write a row for each legal decision in states[0]; return how many there are.

    A row has the decision, the points it brings, the most its turn can bring, and 1 if it ends the turn.
    """
    seat = actor(states[0])
    scores(t[0], states[0], points)
    before = points[seat]
    number = legal(t[0], states[0], decisions[0])
    for i in range(number):
        states[1] = states[0]
        apply(t[0], states[1], decisions[0, i])
        scores(t[0], states[1], points)
        out[i, 0] = decisions[0, i]
        out[i, 1] = points[seat] - before
        out[i, 3] = actor(states[1]) != seat or turn(states[1]) != turn(states[0])
        # A game's own best_turn may change states[1].
        out[i, 2] = best_turn(t, states, 1, seat, decisions, counts, points) - before
    return number


def random_games(
    t: np.ndarray, s: np.ndarray, seats: int, options: np.ndarray, seed: int, games: int, totals: np.ndarray
) -> int:
    """Play games of uniformly random decisions, add points and wins by seat to `totals`, return the decisions made."""
    points = np.zeros(seats, np.int64)
    places = np.zeros(seats, np.int64)
    played = 0
    for game in range(games):
        deal(t[0], s[0], seats, options, seed + game)
        stream = ~(seed + game)
        ply = 0
        while actor(s[0]) != OVER:
            apply(t[0], s[0], sample(t[0], s[0], draw(stream, ply)))
            ply += 1
        played += ply
        scores(t[0], s[0], points)
        ranking(t[0], s[0], places)
        for seat in range(seats):
            totals[0, seat] += points[seat]
            totals[1, seat] += places[seat] == 1
    return played


def copies(s: np.ndarray, after: np.ndarray, number: int) -> int:
    """Copy a position many times: the benchmark of the size of a position."""
    total = 0
    for _ in range(number):
        after[0] = s[0]
        total += actor(after[0])
    return total


LOOPS = {
    function.__name__: function
    for function in (
        deal_one, actor_of, turn_of, legal_in, apply_to, sample_in, play_into, scores_in, ranking_in, hide_into,
        fill_into, observe_in, perft, best_turn, previews, random_games, copies,
    )
}  # fmt: skip

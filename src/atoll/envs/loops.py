"""The compiled loops of the environments, written once against the contract and bound to each game.

One call plays a decision, pays, deals anew where a game has ended, hides what the seat to decide can't know, and writes
its observation and its mask: nothing is allocated, and the GIL is free meanwhile.

Throughout, `known` (an array of one position) and `numbers` (room for every decision) are scratch. One game has its
`known` behind its position, as every array that Python hands over takes 0.2 microseconds. `points` holds the points
that rewards of the kind `points` are counted from. `kept` is a mask of our own: what is played is held against it, as
the copy of it belongs to the caller, who may have written to it.
"""

from functools import cache
from typing import Any

import numpy as np

from atoll.core.compiled import bind
from atoll.core.contract import OVER, actor, apply, deal, hide, key, legal, observe, sample, scores
from atoll.core.game import Game
from atoll.core.rng import draw, mix, signed, unsigned
from atoll.envs.rewards import POINTS, pay

REFUSED = -2
"""What `step` gives when a decision is not legal; nothing has happened then."""


def deal_seed(seed: int, lane: int, game: int) -> int:
    """Return the seed of the deal of a lane's game, counted from 0: 62 kept, the same however many lanes there are."""
    index = (lane << 32 | game) << 1
    return draw(seed, index) << 30 ^ draw(seed, index + 1)


def look(
    t: np.record,
    s: np.record,
    known: np.ndarray,
    seat: int,
    observation: np.ndarray,
    mask: np.ndarray,
    numbers: np.ndarray,
) -> None:
    """Write what a seat knows and what it may decide, which is nothing while another seat is to decide."""
    known[0] = s
    hide(known[0], seat)
    observe(t, known[0], seat, observation)
    mask[:] = 0
    if actor(s) == seat:
        for i in range(legal(t, s, numbers)):
            mask[numbers[i]] = 1


def allowed(kept: np.ndarray, decision: int) -> bool:
    """Tell whether a decision was legal at the last look."""
    return 0 <= decision < len(kept) and kept[decision] == 1


def begin(
    t: np.ndarray,
    s: np.ndarray,
    observation: np.ndarray,
    mask: np.ndarray,
    points: np.ndarray,
    kept: np.ndarray,
    numbers: np.ndarray,
) -> int:
    """Write what the seat to decide sees of a position, or when it is over the first one; return the seat or OVER."""
    scores(t[0], s[0], points)
    seat = actor(s[0])
    look(t[0], s[0], s[1:], max(seat, 0), observation, kept, numbers)
    mask[:] = kept
    return seat


def step(
    t: np.ndarray,
    s: np.ndarray,
    decision: int,
    kind: int,
    observation: np.ndarray,
    mask: np.ndarray,
    rewards: np.ndarray,
    points: np.ndarray,
    kept: np.ndarray,
    numbers: np.ndarray,
) -> int:
    """Play a decision, write what the next seat sees, or at the end the last one; return that seat, OVER or REFUSED."""
    if not allowed(kept, decision):
        return REFUSED
    last = actor(s[0])
    apply(t[0], s[0], decision)
    pay(t[0], s[0], kind, points, numbers, rewards)
    seat = actor(s[0])
    look(t[0], s[0], s[1:], last if seat == OVER else seat, observation, kept, numbers)
    mask[:] = kept
    return seat


def see(
    t: np.ndarray,
    s: np.ndarray,
    seat: int,
    observation: np.ndarray,
    mask: np.ndarray,
    numbers: np.ndarray,
) -> None:
    """Write what any seat sees of a position."""
    look(t[0], s[0], s[1:], seat, observation, mask, numbers)


def begin_lanes(
    t: np.ndarray,
    s: np.ndarray,
    known: np.ndarray,
    lane: int,
    seats: int,
    options: np.ndarray,
    seed: int,
    games: np.ndarray,
    actors: np.ndarray,
    observations: np.ndarray,
    points: np.ndarray,
    kept: np.ndarray,
    numbers: np.ndarray,
) -> None:
    """Deal the first game of every lane, the first of which has the number `lane`."""
    for i in range(len(s)):
        games[i] = 0
        deal(t[0], s[i], seats, options, deal_seed(seed, lane + i, 0))
        scores(t[0], s[i], points[i])
        actors[i] = actor(s[i])
        look(t[0], s[i], known, actors[i], observations[i], kept[i], numbers)


def check_lanes(kept: np.ndarray, decisions: np.ndarray) -> int:
    """Return the first lane whose decision is not legal, or -1."""
    for i in range(len(kept)):
        if not allowed(kept[i], decisions[i]):
            return i
    return -1


def step_lanes(
    t: np.ndarray,
    s: np.ndarray,
    known: np.ndarray,
    lane: int,
    seats: int,
    options: np.ndarray,
    seed: int,
    kind: int,
    decisions: np.ndarray,
    games: np.ndarray,
    actors: np.ndarray,
    observations: np.ndarray,
    rewards: np.ndarray,
    dones: np.ndarray,
    points: np.ndarray,
    kept: np.ndarray,
    numbers: np.ndarray,
) -> None:
    """Play a legal decision in every lane, deal anew where a game ends, and write what the next seat sees."""
    rewards[:] = 0
    for i in range(len(s)):
        apply(t[0], s[i], decisions[i])
        dones[i] = actor(s[i]) == OVER
        if dones[i] or kind == POINTS:  # a row handed on has its references counted, which is slow
            pay(t[0], s[i], kind, points[i], numbers, rewards[i])
        if dones[i]:
            games[i] += 1
            deal(t[0], s[i], seats, options, deal_seed(seed, lane + i, games[i]))
            scores(t[0], s[i], points[i])
        actors[i] = actor(s[i])
    for i in range(len(s)):  # in a loop of its own, which is faster
        look(t[0], s[i], known, actors[i], observations[i], kept[i], numbers)


def sample_lanes(t: np.ndarray, s: np.ndarray, lane: int, seed: int, index: int, decisions: np.ndarray) -> None:
    """Write a uniformly random legal decision for every lane, number `index` of the lane's own stream."""
    for i in range(len(s)):
        decisions[i] = sample(t[0], s[i], draw(seed, (lane + i) << 32 | index))


def pay_one(
    t: np.ndarray, s: np.ndarray, kind: int, points: np.ndarray, numbers: np.ndarray, rewards: np.ndarray
) -> None:
    """Pay for the decision that led to a position."""
    pay(t[0], s[0], kind, points, numbers, rewards)


def remember(s: np.ndarray, known: np.ndarray, decision: int, memories: np.ndarray) -> None:
    """Add a decision, which everybody sees, and what each seat knows then to a hash of all that the seat has seen."""
    for seat in range(len(memories)):
        known[0] = s[0]
        hide(known[0], seat)
        code = mix(unsigned(memories[seat]) ^ unsigned(decision + 1))
        memories[seat] = signed(mix(code ^ unsigned(key(known[0]))) >> 1)


LOOPS = {
    function.__name__: function
    for function in (
        pay, deal_seed, look, allowed, begin, step, see, begin_lanes, check_lanes, step_lanes, sample_lanes,
        pay_one, remember,
    )
}  # fmt: skip


@cache
def loops(game: Game) -> dict[str, Any]:
    """Return the loops compiled for a game."""
    return bind(LOOPS, game.kernel.functions, f"{game.id}_envs")

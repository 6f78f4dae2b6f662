"""The compiled loops of the environments, written once against the contract and bound to each game.

One call plays a decision, writes the rewards, deals the next game where one has ended, hides what the seat to decide
can't know, and writes its observation and mask. It allocates nothing and releases the GIL.

Throughout, `known` (an array of one position) and `scratch` are working memory. A raw environment has `known` in the
second row of `s`, as each array passed from Python costs 0.2 microseconds. `points` has each seat's points before a
decision. `own_mask` is the mask that decisions are checked against: the caller has a copy and may have written to it.
"""

from functools import cache
from typing import Any

import numpy as np

from atoll.core.game import Game
from atoll.envs.rewards import POINTS, write_rewards
from atoll.kit.compiled import bind
from atoll.kit.contract import OVER, actor, apply, deal, hide, legal, observe, sample, scores
from atoll.kit.memory import hash_record
from atoll.kit.rng import draw, mix, signed, unsigned

REFUSED = -2
"""What `step` returns for an illegal decision, which changes nothing."""


def raw_dtype(seats: int, decisions: int) -> np.dtype[Any]:
    """Return the record that a raw environment works in."""
    fields = [
        ("reward", "i8"),
        ("points", "i8", seats),
        ("scratch", "i8", max(decisions, seats)),
        ("own_mask", "i1", decisions),
    ]
    return np.dtype((np.record, fields), align=True)


def thread_dtype(seats: int, decisions: int, options: int) -> np.dtype[Any]:
    """Return the record of a thread of a vector environment: what its lanes share, and its working memory."""
    fields = [
        ("seats", "i8"),
        ("reward", "i8"),
        ("seed", "i8"),
        ("first_lane", "i8"),
        ("options", "i8", max(1, options)),  # no field may be empty
        ("scratch", "i8", max(decisions, seats)),
    ]
    return np.dtype((np.record, fields), align=True)


def lane_dtype(seats: int) -> np.dtype[Any]:
    """Return the record of a lane: the games that ended, the decision to play, the points before it."""
    return np.dtype((np.record, [("games", "i8"), ("decision", "i8"), ("points", "i8", seats)]), align=True)


def deal_seed(seed: int, lane: int, game: int) -> int:
    """Return the 62-bit seed of game `game` in lane `lane`, independent of the number of lanes."""
    index = (lane << 32 | game) << 1
    return draw(seed, index) << 30 ^ draw(seed, index + 1)


def observe_and_mask(
    t: np.record,
    s: np.record,
    known: np.ndarray,
    seat: int,
    observation: np.ndarray,
    mask: np.ndarray,
    scratch: np.ndarray,
) -> None:
    """Write a seat's observation and its legal decisions: none while another seat is to decide."""
    known[0] = s
    hide(known[0], seat)
    observe(t, known[0], seat, observation)
    mask[:] = 0
    if actor(s) == seat:
        for i in range(legal(t, s, scratch)):
            mask[scratch[i]] = 1


def allowed(own_mask: np.ndarray, decision: int) -> bool:
    """Return whether a mask allows a decision."""
    return 0 <= decision < len(own_mask) and own_mask[decision] == 1


def begin(t: np.ndarray, s: np.ndarray, game: np.ndarray, observation: np.ndarray, mask: np.ndarray) -> int:
    """Write what the seat to decide sees, or seat 0 when the game is over; return the seat to decide or OVER."""
    x = game[0]
    scores(t[0], s[0], x.points[:])
    seat = actor(s[0])
    observe_and_mask(t[0], s[0], s[1:], max(seat, 0), observation, x.own_mask[:], x.scratch[:])
    mask[:] = x.own_mask
    return seat


def step(
    t: np.ndarray,
    s: np.ndarray,
    game: np.ndarray,
    decision: int,
    observation: np.ndarray,
    mask: np.ndarray,
    rewards: np.ndarray,
) -> int:
    """Play a decision and write what the next seat sees (at the end: the last one); return it, OVER or REFUSED."""
    x = game[0]
    if not allowed(x.own_mask[:], decision):
        return REFUSED
    last = actor(s[0])
    apply(t[0], s[0], decision)
    write_rewards(t[0], s[0], x.reward, x.points[:], x.scratch[:], rewards)
    seat = actor(s[0])
    shown = last if seat == OVER else seat
    observe_and_mask(t[0], s[0], s[1:], shown, observation, x.own_mask[:], x.scratch[:])
    mask[:] = x.own_mask
    return seat


def observe_seat(
    t: np.ndarray, s: np.ndarray, game: np.ndarray, seat: int, observation: np.ndarray, mask: np.ndarray
) -> None:
    """Write what a seat sees of a position."""
    observe_and_mask(t[0], s[0], s[1:], seat, observation, mask, game[0].scratch[:])


def deal_lane(t: np.record, s: np.record, x: np.record, lanes: np.ndarray, i: int) -> None:
    """Deal the next game of the lane in row `i`."""
    deal(t, s, x.seats, x.options[:], deal_seed(x.seed, x.first_lane + i, lanes[i].games))
    scores(t, s, lanes[i].points[:])


def begin_lanes(
    t: np.ndarray,
    s: np.ndarray,
    known: np.ndarray,
    thread: np.ndarray,
    lanes: np.ndarray,
    own_masks: np.ndarray,
    observations: np.ndarray,
    actors: np.ndarray,
) -> None:
    """Deal the first game of every lane."""
    x = thread[0]
    for i in range(len(s)):
        lanes[i].games = 0
        deal_lane(t[0], s[i], x, lanes, i)
        actors[i] = actor(s[i])
        observe_and_mask(t[0], s[i], known, actors[i], observations[i], own_masks[i], x.scratch[:])


def check_lanes(own_masks: np.ndarray, lanes: np.ndarray) -> int:
    """Return the first lane whose decision is not legal, or -1."""
    for i in range(len(lanes)):
        if not allowed(own_masks[i], lanes[i].decision):
            return i
    return -1


def step_lanes(
    t: np.ndarray,
    s: np.ndarray,
    known: np.ndarray,
    thread: np.ndarray,
    lanes: np.ndarray,
    own_masks: np.ndarray,
    observations: np.ndarray,
    rewards: np.ndarray,
    dones: np.ndarray,
    actors: np.ndarray,
) -> None:
    """Play a legal decision in every lane, deal again where a game ends, and write what the next seat sees."""
    x = thread[0]
    rewards[:] = 0
    for i in range(len(s)):
        apply(t[0], s[i], lanes[i].decision)
        dones[i] = actor(s[i]) == OVER
        if dones[i] or x.reward == POINTS:  # passing a row counts references, which is slow
            write_rewards(t[0], s[i], x.reward, lanes[i].points[:], x.scratch[:], rewards[i])
        if dones[i]:
            lanes[i].games += 1
            deal_lane(t[0], s[i], x, lanes, i)
        actors[i] = actor(s[i])
    for i in range(len(s)):  # a second loop is faster
        observe_and_mask(t[0], s[i], known, actors[i], observations[i], own_masks[i], x.scratch[:])


def sample_lanes(t: np.ndarray, s: np.ndarray, lane: int, seed: int, index: int, decisions: np.ndarray) -> None:
    """Write a uniformly random legal decision for every lane: number `index` of the lane's random stream."""
    for i in range(len(s)):
        decisions[i] = sample(t[0], s[i], draw(seed, (lane + i) << 32 | index))


def write_rewards_in(
    t: np.ndarray, s: np.ndarray, reward: int, points: np.ndarray, scratch: np.ndarray, rewards: np.ndarray
) -> None:
    """Write the rewards of the decision that led to a position, called from Python."""
    write_rewards(t[0], s[0], reward, points, scratch, rewards)


def extend_history(s: np.ndarray, known: np.ndarray, decision: int, histories: np.ndarray) -> None:
    """Add a decision and what each seat knows after it to the seat's hash of everything it has seen."""
    for seat in range(len(histories)):
        known[0] = s[0]
        hide(known[0], seat)
        code = mix(unsigned(histories[seat]) ^ unsigned(decision + 1))
        histories[seat] = signed(mix(code ^ unsigned(hash_record(known))) >> 1)


LOOPS = {
    function.__name__: function
    for function in (
        write_rewards, deal_seed, observe_and_mask, allowed, begin, step, observe_seat, deal_lane, begin_lanes,
        check_lanes, step_lanes, sample_lanes, write_rewards_in, extend_history,
    )
}  # fmt: skip


@cache
def loops(game: Game) -> dict[str, Any]:
    """Return the loops compiled for a game."""
    return bind(LOOPS, game.kernel.functions, f"{game.id}_envs")

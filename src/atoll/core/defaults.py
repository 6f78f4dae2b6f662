"""What a game does not bring: compiled functions derived from its record and its rules.

`bind` takes each of them unless the game defines a function of the same name. The tables in capitals are constants that
the engine derives from the game's record.
"""

import numpy as np

from atoll.kit.best import insert_best
from atoll.kit.contract import HIDDEN_POINTS, MAX_SEATS, OVER, UNKNOWN, apply, legal, scores
from atoll.kit.memory import memory_of
from atoll.kit.ranking import rank_in_place
from atoll.kit.records import NULL
from atoll.kit.rng import draw, pick
from atoll.kit.view import add_event, first_places

DECISIONS = POSITION_SIZE = VIEW_SIZE = 1
SHOWN = np.zeros((1, 4), np.int64)
DECIDE, SCORE, WIN = range(3)


# Rules


def actor(s: np.record) -> int:
    """Return the field `actor`."""
    return int(s.actor)


def turn(s: np.record) -> int:
    """If no seat ever has two turns in a row, the actor identifies the turn."""
    return actor(s)


def sample(t: np.record, s: np.record, bits: int) -> int:
    """List the legal decisions and pick one."""
    decisions = np.empty(DECISIONS, np.int64)
    return int(decisions[pick(bits, legal(t, s, decisions))])


def ranking(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Rank the seats by their points."""
    scores(t, s, out)
    rank_in_place(out, s.seats)


def observe(t: np.record, s: np.record, seat: int, out: np.ndarray) -> None:
    """Write the numbers of the record, then 1 for the observer's seat."""
    numbers = memory_of(s, POSITION_SIZE)
    for place in range(POSITION_SIZE):
        out[place] = numbers[place]
    for other in range(len(out) - POSITION_SIZE):
        out[POSITION_SIZE + other] = other == seat


# Views


def view(t: np.record, s: np.record, out: np.record) -> None:
    """Copy the fields of the record: a row of SHOWN has where from, where to, how many numbers, and 1 for a list."""
    numbers = memory_of(s, POSITION_SIZE)
    shown = memory_of(out, VIEW_SIZE)
    for row in range(len(SHOWN)):
        first = SHOWN[row, 0]
        place = SHOWN[row, 1]
        if SHOWN[row, 3]:
            shown[place] = s.seats
            place += 1
        for i in range(SHOWN[row, 2]):
            number = numbers[first + i]
            shown[place + i] = NULL if number == UNKNOWN else number


def choice(t: np.record, states: np.ndarray, decision: int, out: np.record) -> None:
    """Fill in nothing: a decision is its text."""
    out.kind = DECIDE


def events(t: np.record, states: np.ndarray, decision: int, out: np.record) -> None:
    """Add the decision, the points that it brought, and the result."""
    before, after = states[0], states[1]
    seat = actor(before)
    event = add_event(out, DECIDE)
    event.seat = seat
    event.decision = decision
    points = np.zeros(len(event.scores.items), np.int64)
    scores(t, before, points)
    had = points[seat]
    scores(t, after, points)
    if had != points[seat] and had != HIDDEN_POINTS and points[seat] != HIDDEN_POINTS:
        event = add_event(out, SCORE)
        event.seat = seat
        event.points = points[seat] - had
    if actor(after) == OVER:
        event = add_event(out, WIN)
        ranking(t, after, points)
        event.seats = first_places(points, after.seats)
        event.scores.count = after.seats
        scores(t, after, event.scores.items)


def explain(t: np.record, states: np.ndarray, seat: int, topic: int, out: np.record) -> None:
    """Fill in nothing: there are no topics."""
    out.topic = 0


# Heuristic


def worth(t: np.record, s: np.record, seat: int) -> float:
    """Return the seat's points, 0 if they are hidden."""
    points = np.zeros(MAX_SEATS, np.int64)
    scores(t, s, points)
    return 0.0 if points[seat] == HIDDEN_POINTS else float(points[seat])


def plan(
    t: np.record, states: np.ndarray, plans: np.ndarray, lengths: np.ndarray, values: np.ndarray, foresight: float
) -> int:
    """Take each legal decision as a plan, valued by the points after it."""
    seat = actor(states[0])
    decisions = np.empty(DECISIONS, np.int64)
    number = 0
    for i in range(legal(t, states[0], decisions)):
        states[1] = states[0]
        apply(t, states[1], decisions[i])
        value = worth(t, states[1], seat)
        number = insert_best(plans, lengths, values, number, decisions[i : i + 1], 1, value)
    return number


def rollout_turn(t: np.record, states: np.ndarray, bits: int) -> None:
    """Decide at random until the turn is over."""
    s = states[0]
    seat = actor(s)
    now = turn(s)
    ply = 0
    while actor(s) == seat and turn(s) == now:
        apply(t, s, sample(t, s, draw(bits, ply)))
        ply += 1


RULES = {function.__name__: function for function in (actor, turn, sample, ranking, observe)}
VIEWS = {function.__name__: function for function in (view, choice, events, explain)}
HEURISTIC = {function.__name__: function for function in (worth, plan, rollout_turn)}

"""The tree search, written once for all games and compiled for each of them by `bind`.

It relies only on the kernel contract (`kit/contract.py`) and the heuristic contract (`kit/heuristic.py`).

The plans of a turn race against each other: in each round every plan still in the race is tried once, all on the same
guess of what is hidden, so that luck is shared. Below each plan grows a tree over the turns that follow, one for all
guesses; beyond the tree a rollout plays on, and `worth` values the position.
"""

import math
from typing import Any

import numpy as np

from atoll.kit.contract import OVER, actor, apply, fill, legal, sample
from atoll.kit.heuristic import plan, rollout_turn, worth
from atoll.kit.ranking import margins_in_place
from atoll.kit.rng import draw

# The columns of the tree. AVAILABLE counts how often a node could be chosen, whether or not it was.
VISITS, AVAILABLE, FIRST_CHILD, NEXT_SIBLING, HASH = range(5)
COLUMNS = 5
# Two seats of each node: the one whose plan led there, and the one to decide there, or OVER.
MOVED, TO_MOVE = range(2)

NODES = 20_000
MAX_DEPTH = 48
WIDENING = 1.0
EXPLORATION = 0.7
PRIOR_VISITS = 2.0
"""How many visits a plan's value by the heuristic counts for."""


def scratch_dtype(seats: int, longest_plan: int, decisions: int) -> np.dtype[Any]:
    """Return the record that a search works in, for plans of at most `longest_plan` decisions."""
    return np.dtype((np.record, [
        ("seed", "u8"),
        ("horizon", "i8"),                     # turns until a rollout ends; below zero: play to the end at random
        ("expand_after", "i8"),                # visits after which a node gets children
        ("width", "i8"),                       # most plans that are considered at a node
        ("rounds_before", "i8"),               # rounds played in earlier calls
        ("spread", "f8"),                      # standard deviation of the results so far
        ("tree", "i8", (NODES, COLUMNS)),      # row 0 counts the nodes, row 1 + i is plan i of the root
        ("totals", "f8", (NODES, 2)),          # sums of margins for MOVED and TO_MOVE
        ("path", "i8", MAX_DEPTH),             # the nodes of this simulation
        ("seats", "i8", (MAX_DEPTH, 2)),       # MOVED and TO_MOVE of each of them
        ("margins", "f8", seats),
        ("plans", "i8", (decisions, longest_plan)),  # the plans at a node, as `plan` writes them
        ("lengths", "i8", decisions),
        ("values", "f8", decisions),
        ("decisions", "i8", decisions),
    ]))  # fmt: skip


def plan_one(
    t: np.ndarray, states: np.ndarray, plans: np.ndarray, lengths: np.ndarray, values: np.ndarray, foresight: float
) -> int:
    """Plan the turn in states[0], called from Python."""
    return plan(t[0], states, plans, lengths, values, foresight)


def worth_of(t: np.ndarray, s: np.ndarray, seat: int) -> float:
    """Return what the position is worth for a seat, called from Python."""
    return worth(t[0], s[0], seat)


def rollout_turn_one(t: np.ndarray, states: np.ndarray, bits: int) -> None:
    """Play the rest of the turn in states[0] by the rollout policy, called from Python."""
    rollout_turn(t[0], states, bits)


def single_decisions(
    t: np.ndarray, states: np.ndarray, plans: np.ndarray, lengths: np.ndarray, values: np.ndarray, decisions: np.ndarray
) -> int:
    """Write each legal decision as a plan, all of one value: the plans of a search without knowledge."""
    number = legal(t[0], states[0], decisions)
    for i in range(number):
        plans[i, 0] = decisions[i]
        lengths[i] = 1
        values[i] = 0.0
    return number


def plan_hash(decisions: np.ndarray, length: int) -> int:
    """Return a hash of a plan."""
    code = length
    for i in range(length):
        code = (code * 0x1F3D5B79 + decisions[i] + 1) & 0x3FFF_FFFF_FFFF
    return code


def find_child(x: np.record, node: int, code: int) -> int:
    """Return the child of a node by the hash of its plan, or 0."""
    child = int(x.tree[node, FIRST_CHILD])
    while child != 0 and x.tree[child, HASH] != code:
        child = int(x.tree[child, NEXT_SIBLING])
    return child


def add_child(x: np.record, node: int, chosen: int) -> int:
    """Add the child of a node that a plan leads to and return it, or 0 if the tree is full."""
    child = int(x.tree[0, VISITS])
    if child == NODES:
        return 0
    x.tree[0, VISITS] += 1
    x.tree[child, VISITS] = 0
    x.tree[child, AVAILABLE] = 1
    x.tree[child, FIRST_CHILD] = 0
    x.tree[child, NEXT_SIBLING] = x.tree[node, FIRST_CHILD]
    x.tree[child, HASH] = plan_hash(x.plans[chosen], x.lengths[chosen])
    x.tree[node, FIRST_CHILD] = child
    x.totals[child, MOVED] = 0.0
    x.totals[child, TO_MOVE] = 0.0
    return child


def plans_at(t: np.ndarray, states: np.ndarray, x: np.record, node: int) -> int:
    """Write the plans to consider at a node, more of them the more often it is visited; return their number."""
    plans, lengths, values = x.plans[: x.width], x.lengths[: x.width], x.values[: x.width]
    if x.horizon < 0:
        return single_decisions(t, states, plans, lengths, values, x.decisions[:])
    number = plan(t[0], states, plans, lengths, values, 1.0)
    return min(number, 1 + int(WIDENING * math.sqrt(x.tree[node, VISITS])))


def choose_child(x: np.record, node: int, number: int) -> tuple[int, int]:
    """Return the plan to try at a node and its child: the first one without a child (0), or the most promising."""
    base = x.totals[node, TO_MOVE] / x.tree[node, VISITS]
    best = -math.inf
    chosen = 0
    followed = 0
    for i in range(number):
        child = find_child(x, node, plan_hash(x.plans[i], x.lengths[i]))
        if child == 0:
            return i, 0
        x.tree[child, AVAILABLE] += 1
        visits = x.tree[child, VISITS]
        mean = (x.totals[child, MOVED] + PRIOR_VISITS * (base + x.values[i] - x.values[0])) / (visits + PRIOR_VISITS)
        promise = mean + EXPLORATION * x.spread * math.sqrt(math.log(x.tree[child, AVAILABLE] + 1.0) / visits)
        if promise > best:
            best = promise
            chosen = i
            followed = child
    return chosen, followed


def enter(states: np.ndarray, x: np.record, depth: int, node: int, moved: int) -> int:
    """Note that the path of a simulation comes to a node; return 1 if a turn ended there."""
    x.path[depth] = node
    x.seats[depth, MOVED] = moved
    x.seats[depth, TO_MOVE] = actor(states[0])
    return int(states[0].seats == 1 or x.seats[depth, TO_MOVE] != moved)


def descend(t: np.ndarray, states: np.ndarray, x: np.record, node: int) -> tuple[int, int]:
    """Play from a node down the tree to a leaf or a new node; return its depth and how many turns have ended."""
    depth = 0
    ended = 0
    while x.tree[node, VISITS] >= x.expand_after and x.seats[depth, TO_MOVE] != OVER and depth + 1 < MAX_DEPTH:
        chosen, child = choose_child(x, node, plans_at(t, states, x, node))
        new = child == 0
        if new:
            child = add_child(x, node, chosen)
            if child == 0:
                break
        for i in range(x.lengths[chosen]):
            apply(t[0], states[0], x.plans[chosen, i])
        node = child
        depth += 1
        ended += enter(states, x, depth, node, x.seats[depth - 1, TO_MOVE])
        if new:
            break
    return depth, ended


def roll_out(t: np.ndarray, states: np.ndarray, horizon: int, ended: int, stream: int) -> None:
    """Play on by the rollout policy up to the horizon or, if that is below zero, at random to the end.

    `ended` turns have ended since the root's own turn. All simulations stop after the same number of turns, or later by
    a multiple of the number of seats if the tree is deeper, so the last turn always belongs to the same seat: what that
    turn gains must not be credited to a plan.
    """
    if horizon < 0:
        step = 0
        while actor(states[0]) != OVER:
            apply(t[0], states[0], sample(t[0], states[0], draw(stream, step)))
            step += 1
        return
    beyond = ended - horizon
    while (beyond < 0 or beyond % states[0].seats != 0) and actor(states[0]) != OVER:
        rollout_turn(t[0], states, draw(stream, horizon + beyond))
        beyond += 1


def back_up(t: np.ndarray, states: np.ndarray, x: np.record, depth: int) -> None:
    """Value the position by each seat's margin, and add the margins to the nodes of the path."""
    seats = states[0].seats
    for seat in range(seats):
        x.margins[seat] = worth(t[0], states[0], seat)
    margins_in_place(x.margins[:], seats)
    for i in range(depth + 1):
        node = x.path[i]
        x.tree[node, VISITS] += 1
        x.totals[node, MOVED] += x.margins[x.seats[i, MOVED]]
        if x.seats[i, TO_MOVE] != OVER:
            x.totals[node, TO_MOVE] += x.margins[x.seats[i, TO_MOVE]]


def race(
    t: np.ndarray,
    positions: np.ndarray,
    states: np.ndarray,
    scratch: np.ndarray,
    plans: np.ndarray,
    lengths: np.ndarray,
    alive: np.ndarray,
    share: np.ndarray,
    results: np.ndarray,
) -> None:
    """Play the rounds whose numbers are in `share`, this thread's part of them, each with every plan still alive.

    results[plan, round] is the margin of the seat to decide. `positions` has the root and room for a guess of it;
    `plans` and `lengths` are the plans in the race.
    """
    x = scratch[0]
    seat = actor(positions[0])
    for number in share:
        stream = draw(x.seed, x.rounds_before + number) << 20
        positions[1] = positions[0]
        fill(t[0], positions[1], stream)
        for candidate in alive:
            states[0] = positions[1]
            for i in range(lengths[candidate]):
                apply(t[0], states[0], plans[candidate, i])
            ended = enter(states, x, 0, 1 + candidate, seat) - 1
            depth, below = descend(t, states, x, 1 + candidate)
            roll_out(t, states, x.horizon, ended + below, stream + 1)
            back_up(t, states, x, depth)
            results[candidate, number] = x.margins[seat]


SEARCH = {
    function.__name__: function
    for function in (
        plan_one, worth_of, rollout_turn_one, single_decisions, plan_hash, find_child, add_child, plans_at,
        choose_child, enter, descend, roll_out, back_up, race,
    )
}  # fmt: skip

"""The tree search, written once against both contracts and compiled for each game by `bind`.

The ways to play a turn race against each other: in each round every way still in the race is tried once, all on the
same guess of what is hidden, so that luck is shared. Below each way grows a tree over the turns that follow, one for
all guesses; beyond the tree a roll-out plays on and `worth` judges.
"""

import math

import numpy as np

from atoll.bots.contract import hurry, plan, worth
from atoll.core.contract import OVER, actor, apply, fill, legal, sample
from atoll.core.places import points_to_leads
from atoll.core.rng import draw

# The columns of a tree; row 1 + i is the way i of the root.
VISITS, SEEN, FIRST, NEXT, MARK = range(5)
COLUMNS = 5
# How the values of a node are summed up: for who chose it, and for who is to choose there.
CHOOSER, CHOOSING = range(2)

DEEPEST = 48
WIDENING = 1.0
EXPLORATION = 0.7
TRUST = 2.0
"""How many visits the plan's own judgement of a way counts for."""


def plan_one(
    t: np.ndarray, states: np.ndarray, turns: np.ndarray, lengths: np.ndarray, values: np.ndarray, foresight: float
) -> int:
    """Plan the turn in states[0], called from Python."""
    return plan(t[0], states, turns, lengths, values, foresight)


def worth_of(t: np.ndarray, s: np.ndarray, seat: int) -> float:
    """Return what the position is worth for a seat, called from Python."""
    return worth(t[0], s[0], seat)


def hurry_one(t: np.ndarray, states: np.ndarray, bits: int) -> None:
    """Play the rest of the turn in states[0] quickly, called from Python."""
    hurry(t[0], states, bits)


def singles(
    t: np.ndarray, states: np.ndarray, turns: np.ndarray, lengths: np.ndarray, values: np.ndarray, scratch: np.ndarray
) -> int:
    """Write each legal decision as a way of its own, all of one value: what a search without knowledge tries."""
    number = legal(t[0], states[0], scratch)
    for i in range(number):
        turns[i, 0] = scratch[i]
        lengths[i] = 1
        values[i] = 0.0
    return number


def mark_of(turn: np.ndarray, length: int) -> int:
    """Return a hash of a way."""
    mark = length
    for i in range(length):
        mark = (mark * 0x1F3D5B79 + turn[i] + 1) & 0x3FFF_FFFF_FFFF
    return mark


def child_of(tree: np.ndarray, node: int, mark: int) -> int:
    """Return the child of a node that a way leads to, or 0."""
    child = int(tree[node, FIRST])
    while child != 0 and tree[child, MARK] != mark:
        child = int(tree[child, NEXT])
    return child


def choose_child(
    tree: np.ndarray,
    totals: np.ndarray,
    node: int,
    turns: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    number: int,
    spread: float,
) -> tuple[int, int]:
    """Return the way to try at a node and the child it leads to: one never tried, or that with the best prospects."""
    visits = tree[node, VISITS]
    base = totals[node, CHOOSING] / visits
    best = -math.inf
    chosen = 0
    followed = 0
    for i in range(number):
        child = child_of(tree, node, mark_of(turns[i], lengths[i]))
        if child == 0:
            return i, 0
        tree[child, SEEN] += 1
        tries = tree[child, VISITS]
        mean = (totals[child, CHOOSER] + TRUST * (base + values[i] - values[0])) / (tries + TRUST)
        prospects = mean + EXPLORATION * spread * math.sqrt(math.log(tree[child, SEEN] + 1.0) / tries)
        if prospects > best:
            best = prospects
            chosen = i
            followed = child
    return chosen, followed


def roll_out(t: np.ndarray, states: np.ndarray, horizon: int, ended: int, stream: int) -> None:
    """Play on by the game's quick policy up to the horizon, or, with none, at random to the end.

    Some turns have ended since the root's own. All simulations end after as many turns, or whole rounds later where the
    tree has come further: who has the last turn is always the same, for what it brings is no merit of a way.
    """
    if horizon < 0:
        step = 0
        while actor(states[0]) != OVER:
            apply(t[0], states[0], sample(t[0], states[0], draw(stream, step)))
            step += 1
        return
    beyond = ended - horizon
    while (beyond < 0 or beyond % states[0].seats != 0) and actor(states[0]) != OVER:
        hurry(t[0], states, draw(stream, horizon + beyond))
        beyond += 1


def race(
    t: np.ndarray,
    root: np.ndarray,
    guess: np.ndarray,
    states: np.ndarray,
    arms: np.ndarray,
    arm_lengths: np.ndarray,
    alive: np.ndarray,
    results: np.ndarray,
    share: np.ndarray,
    begun: int,
    tree: np.ndarray,
    totals: np.ndarray,
    turns: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    scratch: np.ndarray,
    seed: int,
    horizon: int,
    ripe: int,
    spread: float,
) -> None:
    """Play a share of some rounds of the race: each way alive once a round; results[way, round] is the actor's margin.

    The rounds of a share are counted from 0, after those that were played before, `begun`.
    `tree[0, VISITS]` counts the nodes. A node visited `ripe` times gets children. A horizon below zero means a search
    without knowledge of the game: single decisions, random roll-outs.
    """
    seat = actor(root[0])
    path = np.empty(DEEPEST, np.int64)
    movers = np.empty((DEEPEST, 2), np.int64)
    margins = np.empty(root[0].seats, np.float64)
    for number in share:
        stream = draw(seed, begun + number) << 20
        guess[0] = root[0]
        fill(t[0], guess[0], stream)
        for arm in alive:
            states[0] = guess[0]
            for i in range(arm_lengths[arm]):
                apply(t[0], states[0], arms[arm, i])
            node = 1 + arm
            depth = 0
            path[0] = node
            movers[0, CHOOSER] = seat
            movers[0, CHOOSING] = actor(states[0])
            ended = int(len(margins) == 1 or movers[0, CHOOSING] != seat) - 1
            while tree[node, VISITS] >= ripe and movers[depth, CHOOSING] != OVER and depth + 1 < DEEPEST:
                if horizon < 0:
                    ways = singles(t, states, turns, lengths, values, scratch)
                else:
                    ways = plan(t[0], states, turns, lengths, values, 1.0)
                    ways = min(ways, 1 + int(WIDENING * math.sqrt(tree[node, VISITS])))
                chosen, child = choose_child(tree, totals, node, turns, lengths, values, ways, spread)
                fresh = child == 0
                if fresh:
                    if tree[0, VISITS] == len(tree):
                        break
                    child = int(tree[0, VISITS])
                    tree[0, VISITS] += 1
                    tree[child] = 0
                    totals[child] = 0.0
                    tree[child, MARK] = mark_of(turns[chosen], lengths[chosen])
                    tree[child, SEEN] = 1
                    tree[child, NEXT] = tree[node, FIRST]
                    tree[node, FIRST] = child
                for i in range(lengths[chosen]):
                    apply(t[0], states[0], turns[chosen, i])
                node = child
                depth += 1
                path[depth] = node
                movers[depth, CHOOSER] = movers[depth - 1, CHOOSING]
                movers[depth, CHOOSING] = actor(states[0])
                ended += len(margins) == 1 or movers[depth, CHOOSING] != movers[depth, CHOOSER]
                if fresh:
                    break
            roll_out(t, states, horizon, ended, stream + 1)
            for player in range(len(margins)):
                margins[player] = worth(t[0], states[0], player)
            points_to_leads(margins, len(margins))
            results[arm, number] = margins[seat]
            for i in range(depth + 1):
                tree[path[i], VISITS] += 1
                totals[path[i], CHOOSER] += margins[movers[i, CHOOSER]]
                if movers[i, CHOOSING] != OVER:
                    totals[path[i], CHOOSING] += margins[movers[i, CHOOSING]]


SEARCH = {
    function.__name__: function
    for function in (
        plan_one,
        worth_of,
        hurry_one,
        singles,
        mark_of,
        child_of,
        choose_child,
        roll_out,
        race,
    )
}

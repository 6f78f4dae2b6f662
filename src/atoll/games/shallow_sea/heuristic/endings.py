"""The ends of a turn: finishing the tiles that are ready, in every order that matters, with every fish (S22 to S25)."""

import numpy as np

from atoll.games.shallow_sea.heuristic.evaluation import evaluate
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.orders import to_finish
from atoll.games.shallow_sea.kernel.result import score
from atoll.games.shallow_sea.kernel.turns import apply
from atoll.kit.compiled import compiled
from atoll.kit.rng import mix, signed, unsigned


@compiled
def value_of(t: np.record, s: np.record, seat: int, x: np.record) -> float:
    """Return the points now, plus what is expected beyond them, weighted by the foresight."""
    worth = evaluate(t, s, seat, x)
    if x.foresight == 1:
        return worth
    points = score(t, s, seat)
    return float(points + x.foresight * (worth - points))


@compiled
def insert_plan(
    x: np.record,
    plans: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    keys: np.ndarray,
    n: int,
    value: float,
    key: int,
) -> None:
    """Insert the plan in the scratch among the best; of two plans with the same key the better stays."""
    most = len(plans)
    at = int(x.plans)
    for i in range(x.plans):
        if keys[i] == key:
            if values[i] >= value:
                return
            at = i
            break
    if at == x.plans:
        if at == most:
            at -= 1
            if values[at] >= value:
                return
        else:
            x.plans += 1
    while at > 0 and values[at - 1] < value:
        values[at] = values[at - 1]
        keys[at] = keys[at - 1]
        lengths[at] = lengths[at - 1]
        for i in range(lengths[at]):
            plans[at, i] = plans[at - 1, i]
        at -= 1
    values[at] = value
    keys[at] = key
    lengths[at] = n
    for i in range(n):
        plans[at, i] = x.plan[i]


@compiled
def endings(
    t: np.record,
    states: np.ndarray,
    row: int,
    seat: int,
    x: np.record,
    n: int,
    code: int,
    stop: int,
    plans: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    keys: np.ndarray,
) -> float:
    """Insert the plans that end a turn from states[row], after n decisions; return the best value.

    A plan that reveals something after `stop` decisions is cut off there.
    """
    best = -1e9
    depth = 0
    leaves = 0
    x.sizes[0] = to_finish(t, states[row], seat, x.menu[0])
    x.cursors[0] = 0
    while depth >= 0:
        here = row + depth
        if x.sizes[depth] == 0:
            value = value_of(t, states[here], seat, x)
            best = max(best, value)
            leaves += 1
            if stop > 0:
                insert_plan(x, plans, lengths, values, keys, stop, value, -int(x.plan[stop - 1]))
            elif states[here].stage == layout.FINISHING:
                x.plan[n + depth] = layout.END
                insert_plan(x, plans, lengths, values, keys, n + depth + 1, value, _key(states[here], seat, code))
            else:
                insert_plan(x, plans, lengths, values, keys, n + depth, value, _key(states[here], seat, code))
            depth -= 1
            continue
        if x.cursors[depth] == x.sizes[depth] or (leaves >= x.most_endings and x.cursors[depth] > 0):
            depth -= 1
            continue
        decision = int(x.menu[depth, x.cursors[depth]])
        x.cursors[depth] += 1
        states[here + 1] = states[here]
        apply(t, states[here + 1], decision)
        x.plan[n + depth] = decision
        depth += 1
        x.sizes[depth] = to_finish(t, states[here + 1], seat, x.menu[depth])
        x.cursors[depth] = 0
    return best


@compiled
def _key(s: np.record, seat: int, code: int) -> int:
    """Return a hash of what a turn left behind; `code` says which pieces were taken and where they lie."""
    word = mix(unsigned(code))
    word = mix(word ^ unsigned(s.done[seat] << 4 | s.shells[seat]))
    for colour in range(layout.COLOURS):
        word = mix(word ^ unsigned(s.loose[seat, colour]))
        word = mix(word ^ unsigned(s.finned[seat, colour]))
    return signed(word >> 1)

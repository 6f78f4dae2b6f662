"""The ends of a turn: what is ready gets finished, in every order that matters and with every fish (S22 to S25)."""

import numpy as np

from atoll.core.compiled import compiled
from atoll.core.rng import mix, signed, unsigned
from atoll.games.shallow_sea.heuristic.hope import evaluate
from atoll.games.shallow_sea.kernel.layout import COLOURS, END, FINISHING
from atoll.games.shallow_sea.kernel.orders import to_finish
from atoll.games.shallow_sea.kernel.result import score
from atoll.games.shallow_sea.kernel.turns import apply


@compiled
def value_of(t: np.record, s: np.record, seat: int, x: np.record) -> float:
    """Return points now, and by foresight the hopes."""
    worth = evaluate(t, s, seat, x)
    if x.foresight == 1:
        return worth
    points = score(t, s, seat)
    return float(points + x.foresight * (worth - points))


@compiled
def keep(
    x: np.record,
    turns: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    keys: np.ndarray,
    n: int,
    value: float,
    key: int,
) -> None:
    """Put the way on the desk among the best, once for each key; where two lead to the same, the better stays."""
    most = len(turns)
    at = int(x.ways)
    for i in range(x.ways):
        if keys[i] == key:
            if values[i] >= value:
                return
            at = i
            break
    if at == x.ways:
        if at == most:
            at -= 1
            if values[at] >= value:
                return
        else:
            x.ways += 1
    while at > 0 and values[at - 1] < value:
        values[at] = values[at - 1]
        keys[at] = keys[at - 1]
        lengths[at] = lengths[at - 1]
        for i in range(lengths[at]):
            turns[at, i] = turns[at - 1, i]
        at -= 1
    values[at] = value
    keys[at] = key
    lengths[at] = n
    for i in range(n):
        turns[at, i] = x.way[i]


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
    turns: np.ndarray,
    lengths: np.ndarray,
    values: np.ndarray,
    keys: np.ndarray,
) -> float:
    """Keep the ways to end a turn from states[row], after n decisions; return the best value.

    A way that shows something new after `stop` decisions is kept only that far.
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
                keep(x, turns, lengths, values, keys, stop, value, -int(x.way[stop - 1]))
            elif states[here].stage == FINISHING:
                x.way[n + depth] = END
                keep(x, turns, lengths, values, keys, n + depth + 1, value, _key(states[here], seat, code))
            else:
                keep(x, turns, lengths, values, keys, n + depth, value, _key(states[here], seat, code))
            depth -= 1
            continue
        if x.cursors[depth] == x.sizes[depth] or (leaves >= x.most_endings and x.cursors[depth] > 0):
            depth -= 1
            continue
        decision = int(x.menu[depth, x.cursors[depth]])
        x.cursors[depth] += 1
        states[here + 1] = states[here]
        apply(t, states[here + 1], decision)
        x.way[n + depth] = decision
        depth += 1
        x.sizes[depth] = to_finish(t, states[here + 1], seat, x.menu[depth])
        x.cursors[depth] = 0
    return best


@compiled
def _key(s: np.record, seat: int, code: int) -> int:
    """Return a hash of what a turn left behind; `code` tells which pieces were taken and where they lie."""
    word = mix(unsigned(code))
    word = mix(word ^ unsigned(s.done[seat] << 4 | s.shells[seat]))
    for colour in range(COLOURS):
        word = mix(word ^ unsigned(s.loose[seat, colour]))
        word = mix(word ^ unsigned(s.finned[seat, colour]))
    return signed(word >> 1)

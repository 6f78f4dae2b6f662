"""The rules of Pearls, compiled. Rule ids (P1 to P6) are explained in RULES.md.

All shells lie in one row, `order`:

    0 .. seats-1    seats .. top-1    top .. 23
    dealt           opened            the pile, its top first
"""

import numpy as np

from atoll.kit.bits import bit_count, nth
from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER, UNKNOWN
from atoll.kit.rng import below, shuffle

# --8<-- [start:declaration]
PEARLS = (0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 5, 5, 5)  # in each shell; 0 is an urchin (P1)
SHELLS = len(PEARLS)
DECISION_NAMES = ("dive", "surface")
DIVE, SURFACE = range(2)
LONGEST_TURN = SHELLS

POSITION = np.dtype((np.record, [
    ("seats", "i8"),
    ("open_shells", "i8"),     # the option, under its own name
    ("actor", "i8"),           # seat to decide, or OVER
    ("top", "i8"),             # place of the pile's top shell
    ("loose", "i8"),           # pearls that the actor would lose
    ("kept", "i8", 4)    ,     # pearls kept for good
    ("order", "i8", SHELLS),
]))  # fmt: skip
# --8<-- [end:declaration]


# --8<-- [start:rules]
@compiled
def deal(t: np.record, s: np.record, seats: int, options: np.ndarray, seed: int) -> None:
    """Shuffle the shells and deal one to each seat (P2)."""
    s.seats = seats
    s.open_shells = options[0]
    s.actor = 0
    s.top = seats
    s.loose = 0
    s.kept[:] = 0
    shuffle(s.order, SHELLS, seed)


@compiled
def legal(t: np.record, s: np.record, out: np.ndarray) -> int:
    """List diving, which is always possible, and surfacing if there are loose pearls (P3, P4)."""
    out[0] = DIVE
    out[1] = SURFACE
    return 2 if s.loose > 0 else 1


@compiled
def apply(t: np.record, s: np.record, decision: int) -> None:
    """Dive or surface (P3 to P5)."""
    if decision == SURFACE:
        _end_turn(s, int(s.loose))
        return
    shell = s.order[s.top]
    s.top += 1
    # An unknown shell counts as an urchin, so that previews never promise too much.
    found = 0 if shell == UNKNOWN else PEARLS[shell]
    if found == 0:
        _end_turn(s, 0)
    else:
        s.loose += found
    if s.top == SHELLS:
        if s.loose > 0:
            _end_turn(s, int(s.loose))
        s.actor = OVER


@compiled
def _end_turn(s: np.record, pearls: int) -> None:
    s.kept[s.actor] += pearls
    s.loose = 0
    s.actor = (s.actor + 1) % s.seats


@compiled
def scores(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Write the pearls of each seat; at the end with those of the shell it was dealt (P5)."""
    for seat in range(s.seats):
        out[seat] = s.kept[seat]
        if s.actor == OVER and s.order[seat] != UNKNOWN:
            out[seat] += PEARLS[s.order[seat]]


# --8<-- [end:rules]
# --8<-- [start:secrecy]
@compiled
def hide(s: np.record, seat: int) -> None:
    """Forget the pile and what the others were dealt; at the end everything is open (P2, P5)."""
    if s.actor == OVER:
        return
    for place in range(SHELLS):
        dealt = place < s.seats and place != seat and s.open_shells == 0
        if dealt or place >= s.top:
            s.order[place] = UNKNOWN


@compiled
def fill(t: np.record, s: np.record, seed: int) -> None:
    """Deal the unseen shells to the unknown places, each deal equally likely."""
    unseen = (1 << SHELLS) - 1
    for place in range(SHELLS):
        if s.order[place] != UNKNOWN:
            unseen ^= 1 << int(s.order[place])
    for place in range(SHELLS):
        if s.order[place] == UNKNOWN:
            shell = nth(unseen, below(seed, place, bit_count(unseen)))
            s.order[place] = shell
            unseen ^= 1 << shell


# --8<-- [end:secrecy]

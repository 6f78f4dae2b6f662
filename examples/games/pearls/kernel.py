"""The rules of Pearls, compiled. Rule ids (P1 to P6) are explained in RULES.md.

All shells lie in one row, `order`:

    0 .. seats-1    seats .. top-1    top .. 23
    dealt           opened            the pile, its top first
"""

import numpy as np

from atoll.core.compiled import compiled
from atoll.core.contract import OVER, UNKNOWN
from atoll.core.places import marks_to_places
from atoll.core.rng import below, mix, pick, signed, unsigned

# --8<-- [start:layout]
SHELLS = 24
SEATS = 4
URCHIN = 0

# Decisions, frozen by the rules version
DIVE, SURFACE = range(2)
DECISIONS = 2
LONGEST_TURN = SHELLS

TABLES = np.dtype((np.record, [("pearls", "i8", SHELLS)]))

POSITION = np.dtype((np.record, [
    ("seats", "i8"),
    ("open_shells", "i8"),     # the option, under its own name
    ("actor", "i8"),           # seat to decide, or OVER
    ("top", "i8"),             # place of the pile's top shell
    ("loose", "i8"),           # pearls that the actor would lose
    ("kept", "i8", SEATS),     # pearls kept for good
    ("order", "i8", SHELLS),
]))  # fmt: skip
# --8<-- [end:layout]


# --8<-- [start:deal]
@compiled
def deal(t: np.record, s: np.record, seats: int, options: np.ndarray, seed: int) -> None:
    """Shuffle the shells and deal one to each seat (P2)."""
    s.seats = seats
    s.open_shells = options[0]
    s.actor = 0
    s.top = seats
    s.loose = 0
    s.kept[:] = 0
    for place in range(SHELLS):
        other = below(seed, place, place + 1)
        s.order[place] = s.order[other]
        s.order[other] = place


@compiled
def actor(s: np.record) -> int:
    """Return the seat to decide, or OVER."""
    return int(s.actor)


# --8<-- [end:deal]


# --8<-- [start:turn]
@compiled
def legal(t: np.record, s: np.record, out: np.ndarray) -> int:
    """Diving is always possible, surfacing only with loose pearls (P3, P4)."""
    out[0] = DIVE
    out[1] = SURFACE
    return 2 if s.loose > 0 else 1


@compiled
def sample(t: np.record, s: np.record, bits: int) -> int:
    """Return the legal decision that the bits point at."""
    return pick(bits, 2) if s.loose > 0 else DIVE


@compiled
def apply(t: np.record, s: np.record, decision: int) -> None:
    """Dive or surface (P3 to P5)."""
    if decision == SURFACE:
        _end_turn(s, int(s.loose))
        return
    shell = s.order[s.top]
    s.top += 1
    # A shell that nobody knows counts as an urchin: what a preview promises can be had.
    found = URCHIN if shell == UNKNOWN else int(t.pearls[shell])
    if found == URCHIN:
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


# --8<-- [end:turn]


# --8<-- [start:result]
@compiled
def scores(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Write the pearls of each seat; at the end with those of the shell it was dealt (P5)."""
    for seat in range(s.seats):
        out[seat] = s.kept[seat]
        if s.actor == OVER and s.order[seat] != UNKNOWN:
            out[seat] += t.pearls[s.order[seat]]


@compiled
def ranking(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Write the place of each seat (P6)."""
    scores(t, s, out)
    marks_to_places(out, s.seats)


# --8<-- [end:result]


# --8<-- [start:secrecy]
@compiled
def hide(s: np.record, seat: int) -> None:
    """Forget the pile and what the others were dealt; at the end all of it is seen (P2, P5)."""
    if s.actor == OVER:
        return
    for place in range(SHELLS):
        dealt = place < s.seats and place != seat and s.open_shells == 0
        if dealt or place >= s.top:
            s.order[place] = UNKNOWN


@compiled
def fill(t: np.record, s: np.record, seed: int) -> None:
    """Deal the shells nobody has seen to the places that are unknown, each way equally likely."""
    unseen = (1 << SHELLS) - 1
    left = SHELLS
    for place in range(SHELLS):
        if s.order[place] != UNKNOWN:
            unseen ^= 1 << int(s.order[place])
            left -= 1
    for place in range(SHELLS):
        if s.order[place] == UNKNOWN:
            skip = below(seed, place, left)
            shell = 0
            while skip > 0 or unseen >> shell & 1 == 0:
                skip -= unseen >> shell & 1
                shell += 1
            s.order[place] = shell
            unseen ^= 1 << shell
            left -= 1


# --8<-- [end:secrecy]


@compiled
def key(s: np.record) -> int:
    """Return a 63-bit hash of everything in the position."""
    code = mix(unsigned(s.seats | s.open_shells << 4 | (s.actor + 1) << 8 | s.top << 16 | s.loose << 24))
    for seat in range(s.seats):
        code = mix(code ^ unsigned(s.kept[seat]))
    for place in range(SHELLS):
        code = mix(code ^ unsigned(s.order[place] - UNKNOWN))
    return signed(code >> 1)

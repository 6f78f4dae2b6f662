"""Pearls as text: the decisions `dive` and `surface`, and whole positions in one line.

    pearls:1 seats=2 open_shells=no actor=0 loose=3 kept=4,0 dealt=5,? opened=13,8 pile=?,?,...

Shells are their numbers in shells.toml, `?` where unknown, the pile from its top down; `-` is an empty list.
"""

import numpy as np

from atoll.core.components import Edition
from atoll.core.contract import OVER, UNKNOWN
from atoll.core.errors import InvalidNotation
from atoll.core.fields import Fields, joined, line
from atoll.core.game import written
from atoll.core.state import State
from atoll.games.pearls import GAME, kernel

DECISIONS = ("dive", "surface")
FIELDS = ("seats", "open_shells", "actor", "loose", "kept", "dealt", "opened", "pile")
MOST = 9 * kernel.SHELLS


def format_decision(state: State, decision: int) -> str:  # noqa: ARG001 - a decision reads alike everywhere
    """Return a decision as text."""
    return DECISIONS[decision]


def parse_decision(state: State, text: str) -> int:  # noqa: ARG001
    """Return the decision that a text names, legal or not."""
    if text not in DECISIONS:
        raise InvalidNotation(f"{text!r} is not a decision: write dive or surface")
    return DECISIONS.index(text)


def refusal(state: State, decision: int) -> tuple[str, dict[str, object]]:  # noqa: ARG001
    """Return why a decision is not legal: only surfacing without pearls can be refused."""
    return "nothing_loose", {}


def format_position(state: State) -> str:
    """Return everything in a position as one line."""
    s = state.fields
    shells = ["?" if shell == UNKNOWN else str(shell + 1) for shell in s.order]
    values = {
        "seats": s.seats,
        "open_shells": written(state.options["open_shells"]),
        "actor": s.actor,
        "loose": s.loose,
        "kept": ",".join(map(str, s.kept[: s.seats])),
        "dealt": joined(shells[: s.seats]),
        "opened": joined(shells[s.seats : s.top]),
        "pile": joined(shells[s.top :]),
    }
    return line(GAME, state.edition, values)


def parse_position(text: str, edition: Edition, array: np.ndarray) -> None:
    """Write the position that a line describes."""
    fields = Fields(GAME, edition, text, FIELDS)
    s = array[0]
    s.seats = seats = fields.whole("seats", GAME.fewest, GAME.most)
    s.open_shells = fields.option(GAME.options[0])
    s.actor = fields.whole("actor", OVER, seats - 1)
    s.loose = fields.whole("loose", 0, MOST)
    for seat, kept in enumerate(fields.by_seat("kept", ",", seats)):
        if not kept.isascii() or not kept.isdigit() or int(kept) > MOST:
            raise fields.refuse("kept", f"must be whole numbers from 0 to {MOST}")
        s.kept[seat] = int(kept)
    dealt, opened, pile = (fields.listed(name, fields.values[name], r"\?|[1-9]\d?") for name in FIELDS[-3:])
    known = [int(shell) for shell in (*dealt, *opened, *pile) if shell != "?"]
    if len(dealt) != seats:
        raise fields.refuse("dealt", "must be one shell a seat (P2)")
    if len(dealt) + len(opened) + len(pile) != kernel.SHELLS or len(set(known)) != len(known):
        raise fields.refuse("pile", f"with those dealt and opened there must be {kernel.SHELLS} different shells (P1)")
    if max(known, default=1) > kernel.SHELLS:
        raise fields.refuse("pile", f"shells are numbered 1 to {kernel.SHELLS} (P1)")
    if (s.actor == OVER) != (not pile):
        raise fields.refuse("actor", "must be -1 if the pile is empty, and only then (P5)")
    s.top = seats + len(opened)
    s.order[:] = [UNKNOWN if shell == "?" else int(shell) - 1 for shell in (*dealt, *opened, *pile)]

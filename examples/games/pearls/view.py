"""What one seat sees of Pearls, and what it sees happen, as plain data; every position has been through `hide`."""

from typing import Any

from atoll.core.contract import UNKNOWN
from atoll.core.errors import InvalidNotation
from atoll.core.state import State
from atoll.games.pearls import kernel
from atoll.games.pearls.notation import DECISIONS

EVENTS = ("pearls", "urchin", "surface", "win")


def view(state: State) -> dict[str, Any]:
    """Return the position as data."""
    s = state.fields
    return {
        "loose": s.loose,
        "pile": kernel.SHELLS - s.top,
        "opened": [_pearls(state, shell) for shell in s.order[s.seats : s.top]],
        "dealt": [_pearls(state, shell) for shell in s.order[: s.seats]],
    }


def _pearls(state: State, shell: int) -> int | None:
    return None if shell == UNKNOWN else state.edition.items[shell + 1].pearls


def choice(state: State, decision: int) -> dict[str, Any]:
    """Return a legal decision as data."""
    return {"kind": DECISIONS[decision], "loose": state.fields.loose}


def events(before: State, decision: int, after: State) -> list[dict[str, Any]]:
    """Return what happened between two positions, in order."""
    b, a = before.fields, after.fields
    if decision == kernel.SURFACE:
        told: list[dict[str, Any]] = [{"event": "surface", "seat": b.actor, "pearls": b.loose}]
    else:
        found = _pearls(after, a.order[b.top])
        told = [{"event": "pearls" if found else "urchin", "seat": b.actor, "pearls": found or b.loose}]
    if after.over:
        winners = [seat for seat, place in enumerate(after.ranking()) if place == 1]
        told.append({"event": "win", "seats": winners, "scores": after.scores()})
    return told


def explain(state: State, seat: int, about: str) -> dict[str, Any]:  # noqa: ARG001 - nothing here needs explaining
    """Refuse every topic."""
    raise InvalidNotation(f"there is nothing to explain about {about!r} in Pearls")


def census(state: State) -> dict[str, int]:
    """Count every component wherever it lies; no decision ever changes the numbers (P1)."""
    return {"shells": len(state.fields.order), "different shells": len(set(state.fields.order))}

"""Replays: a game position by position, as the viewer knew it while it goes on, with nothing hidden when it is over."""

from collections.abc import Callable
from typing import Any

import msgspec

from atoll.core.record import Record
from atoll.core.state import State
from atoll.server.protocol import Step
from atoll.server.seat_views import steps_between
from atoll.server.table import Refused, Table


def replay(table: Table, person_id: str) -> Callable[[], dict[str, Any]]:
    """Return a function for another thread that makes every position, each with the step that led there.

    Making them takes a tenth of a second. The function works on a copy, as the table may go on meanwhile.
    """
    past, seat = _past(table, person_id), viewpoint(table, person_id)
    about = {
        "table": table.id,
        "game": table.game.id,
        "seats": table.shown_seats,
        "mine": table.seats_of(person_id),
        "over": table.status == "over",
    }

    def positions() -> dict[str, Any]:
        known, steps = past()
        made = [
            {"view": msgspec.Raw(table.game.view_json(state, seat, legal=False)), "step": step}
            for state, step in zip(known, [None, *steps], strict=True)
        ]
        return about | {"positions": made}

    return positions


def steps(table: Table, person_id: str) -> Callable[[], dict[str, Any]]:
    """Return a function like that of `replay`, but without the positions: a twentieth of the text."""
    past = _past(table, person_id)
    return lambda: {"steps": past()[1]}


def _past(table: Table, person_id: str) -> Callable[[], tuple[list[State], list[Step]]]:
    """Return a function that makes the positions and steps of a game as a person knows them."""
    assert table.deal is not None
    seat, over = viewpoint(table, person_id), table.status == "over"
    past, turns = Record(table.deal, list(table.decisions)), list(table.turns)

    def make() -> tuple[list[State], list[Step]]:
        known = [state if over else state.hide(seat) for state in past]
        return known, steps_between(known, past.decisions, turns)

    return make


def explain(
    table: Table, person_id: str, about: str, *, seat: int | None = None, after: str = "", decisions: int | None = None
) -> bytes:
    """Return as JSON what a topic means on a seat's board, now or after `decisions` decisions, with `after` played too.

    That decision must be the caller's own, and is played on what the caller knows; a finished game is open to all.
    """
    assert table.deal is not None
    assert table.state is not None
    made = len(table.decisions)
    if decisions is not None and decisions > made:
        raise Refused(f"decisions must be from 0 to {made}, as many as were made, not {decisions}")
    viewer = viewpoint(table, person_id)
    known = table.state if decisions in (None, made) else Record(table.deal, table.decisions[:decisions]).last
    if table.status != "over":
        # A person with several seats looked from the one that was to decide there.
        viewer = known.actor if known.actor in table.seats_of(person_id) else viewer
        known = known.hide(viewer)
    if after:
        if known.over:
            raise Refused("the game is over: there is nothing left to decide")
        if table.status != "over" and known.actor != viewer:
            raise Refused(f"it is seat {known.actor}'s turn there, which is not the one you look from")
        known = known.play(table.game.parse(known, after))
    return table.game.explain_json(known, table.seat_for(person_id) or 0 if seat is None else seat, about)


def viewpoint(table: Table, person_id: str) -> int | None:
    """Return the seat from which a person looks back; a finished game is seen from no seat, but in full."""
    return None if table.status == "over" else table.seat_for(person_id)

"""A game position by position, for who looks back: as they know it while it goes on, all of it when it is over."""

from collections.abc import Callable
from typing import Any

from atoll.core.record import Record
from atoll.server.knowledge import steps_between
from atoll.server.table import Refused, Table


def replay(table: Table, person: str) -> Callable[[], dict[str, Any]]:
    """Return what tells every position from the deal on, each with the step that led there.

    Telling takes a tenth of a second, so it is for another thread: it does not look at the table, which may go on.
    """
    assert table.deal is not None
    seat, over = viewpoint(table, person), table.status == "over"
    past = Record(table.deal, list(table.decisions))
    turns = list(table.turns)
    about = {
        "table": table.id,
        "game": table.game.id,
        "seats": table.seating,
        "mine": table.seats_of(person),
        "over": over,
    }

    def tell() -> dict[str, Any]:
        known = [state if over else state.hide(seat) for state in past]
        steps = [None, *steps_between(known, past.decisions, turns)]
        positions = [
            {"view": table.game.view_of(state, seat, legal=False), "step": step}
            for state, step in zip(known, steps, strict=True)
        ]
        return about | {"positions": positions}

    return tell


def steps(table: Table, person: str) -> Callable[[], dict[str, Any]]:
    """Return what tells every decision, as `replay` does, but without the positions: a twentieth of the text."""
    assert table.deal is not None
    seat, over = viewpoint(table, person), table.status == "over"
    past, turns = Record(table.deal, list(table.decisions)), list(table.turns)

    def tell() -> dict[str, Any]:
        known = [state if over else state.hide(seat) for state in past]
        return {"steps": steps_between(known, past.decisions, turns)}

    return tell


def explain(
    table: Table, person: str, about: str, *, seat: int | None = None, after: str = "", decisions: int | None = None
) -> dict[str, Any]:
    """Return what a topic means on a seat's board, now or after so many decisions, once `after` too is played.

    That decision must be the caller's own, and is played on what the caller knows; a finished game is open to all.
    """
    assert table.deal is not None
    made = len(table.decisions)
    if decisions is not None and decisions > made:
        raise Refused(f"decisions must be from 0 to {made}, as many as were made, not {decisions}")
    mine = viewpoint(table, person)
    known = Record(table.deal, table.decisions[:decisions]).last
    if table.status != "over":
        # Who has several seats looked from the one that was to decide there.
        mine = known.actor if known.actor in table.seats_of(person) else mine
        known = known.hide(mine)
    if after:
        if known.over:
            raise Refused("the game is over: there is nothing left to decide")
        if table.status != "over" and known.actor != mine:
            raise Refused(f"it is seat {known.actor}'s turn there, which is not the one you look from")
        known = known.play(table.game.parse(known, after))
    return table.game.explain(known, table.seat_for(person) or 0 if seat is None else seat, about)


def viewpoint(table: Table, person: str) -> int | None:
    """Return the seat from which somebody looks back; a finished game is seen from no seat, but whole."""
    return None if table.status == "over" else table.seat_for(person)

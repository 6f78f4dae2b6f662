"""Frames: what a viewer is sent of a table, made from `hide` of its positions."""

from collections.abc import Mapping, Sequence
from heapq import merge
from operator import attrgetter

import msgspec

from atoll.core.game import Game
from atoll.core.record import Record
from atoll.kit.options import Value
from atoll.server import protocol
from atoll.server.protocol import Frame
from atoll.server.seat_views import steps_between
from atoll.server.table_state import TableState

MAX_TURN_FRAMES = 8
"""How many turns a viewer who missed several gets one by one."""


def frame_of(table: TableState, person_id: str, seat: int | None, after_seq: int) -> Frame:
    """Return the table as a seat (None: a spectator) sees it, with what happened after an entry of the log."""
    since = table.decisions_at(after_seq)
    view, steps = b"null", []
    if table.state is not None and table.deal is not None:
        view = table.game.view_json(table.views.of(table.state, seat), seat, legal=not table.abandoned)
        steps = table.views.steps(Record(table.deal, table.decisions), table.state, table.turns, seat, since)
    frame = _frame(table, person_id, seat, view, steps, since)
    _add_chat(table, frame, after_seq)
    return frame


def past_frame(table: TableState, person_id: str, seat: int | None, after_seq: int, decisions: int) -> Frame:
    """Return the frame of the position after `decisions` decisions, for a viewer who follows turn by turn."""
    assert table.deal is not None
    assert table.state is not None
    since = table.decisions_at(after_seq)
    past = Record(table.deal, table.decisions)
    known = [state.hide(seat) for state in table.views.positions(past, table.state, since, decisions)]
    steps = steps_between(known, table.decisions[since:decisions], table.turns[since:decisions])
    frame = _frame(table, person_id, seat, table.game.view_json(known[-1], seat, legal=False), steps, since)
    frame.seq = table.decision_seqs[decisions - 1]
    _add_chat(table, frame, after_seq)
    frame.ply = table.plies[decisions - 1]
    frame.status, frame.rematch, frame.proof, frame.deadline = "playing", None, None, None
    frame.asking = frame.back_to = None
    return frame


def turn_ends(table: TableState, after_seq: int) -> list[int]:
    """Return after how many decisions each turn ended since an entry of the log, without the present position."""
    since = table.decisions_at(after_seq)
    turns = table.turns
    ends = [number for number in range(since + 1, len(turns)) if turns[number - 1][1] != turns[number][1]]
    return ends[-MAX_TURN_FRAMES:]


def _frame(
    table: TableState,
    person_id: str,
    seat: int | None,
    view: bytes,
    steps: list[protocol.Step],
    since: int,
) -> Frame:
    proof = None
    if table.status == "over":
        proof = {"secret": table.created.secret, "nonces": [seat_state.nonce for seat_state in table.seats]}
    own_seats = table.seats_of(person_id)
    return Frame(
        table=table.id,
        game=table.game.id,
        opener=person_id != "" and person_id == table.created.by,
        seq=table.seq,
        ply=table.ply,
        seat=seat,
        mine=own_seats,
        private=_know_different_things(table, own_seats),
        seats=table.shown_seats,
        status=table.status,
        since=since,
        steps=steps,
        view=msgspec.Raw(view),
        chat=[],
        commitment=table.commitment,
        asking=table.takeback.seat if table.takeback else None,
        deadline=table.deadline,
        rematch=table.rematch,
        proof=proof,
        back_to=table.takeback.kept if table.takeback else None,
        reserved=table.reserved_for(person_id),
        setup=_setup(table) if table.state is None else None,
    )


def _setup(table: TableState) -> protocol.Setup:
    opener = table.seats_of(table.created.by)
    preset, options = mode(table.game, table.game.resolve(table.created.options))
    return protocol.Setup(preset, options, table.created.turn_seconds, opener[0] if opener else None)


def mode(game: Game, options: Mapping[str, Value]) -> tuple[str, dict[str, Value]]:
    """Return the largest preset that the options contain, or "", and the other options that are not the default."""
    fitting = [name for name, chosen in game.presets.items() if chosen and chosen.items() <= options.items()]
    preset = max(fitting, key=lambda name: len(game.presets[name]), default="")
    default = {option.name: option.values[0] for option in game.options} | dict(game.presets.get(preset, {}))
    return preset, {name: value for name, value in options.items() if value != default[name]}


def _know_different_things(table: TableState, seats: Sequence[int]) -> bool:
    if table.state is None or table.state.over or len(seats) < 2:
        return False
    first, *others = (table.views.of(table.state, seat) for seat in seats)
    return any(known != first for known in others)


def _add_chat(table: TableState, frame: Frame, after_seq: int) -> None:
    """Add the chat and notices since an entry; players don't get the spectators' chat, spectators get both."""
    lines = table.chat if frame.mine else merge(table.chat, table.spectator_chat, key=attrgetter("seq"))
    frame.chat = [line for line in lines if after_seq < line.seq <= frame.seq]
    frame.notices = [notice for notice in table.notices if after_seq < notice.seq <= frame.seq]

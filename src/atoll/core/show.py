"""What a game shows: its view, choices, events and explanations, filled by compiled code and written as JSON."""

import threading
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
import numpy as np

from atoll.core.defaults import VIEWS
from atoll.core.encode import encode
from atoll.core.kernel import Kernel
from atoll.core.layout import Layout
from atoll.core.loops import previews
from atoll.kit.compiled import bind
from atoll.kit.contract import MAX_SEATS, OVER, SPECTATOR, actor, choice, events, explain, ranking, scores, view
from atoll.kit.records import NULL, Most
from atoll.kit.view import Header, View

SCRATCH_ROWS = 4
"""Rows of positions that views may use, whatever the length of a turn."""

_NOTHING = np.zeros((1, 1), np.int64)
VIEW_PROGRAM = VIEW_SPANS = EVENT_PROGRAM = EVENT_SPANS = EXPLANATION_PROGRAM = EXPLANATION_SPANS = _NOTHING
VIEW_POOL = EVENT_POOL = EXPLANATION_POOL = np.zeros(1, np.uint8)
"""Stand-ins for the tables of a game's layouts, which become constants of its machine code."""


def write_view(
    t: np.ndarray,
    s: np.ndarray,
    seat: int,
    legal_too: bool,
    scratch: np.ndarray,
    record: np.ndarray,
    memory: np.ndarray,
    text: np.ndarray,
) -> int:
    """Write the view of a seat of a position after `hide`; `memory` is the memory of `record`."""
    work, shown = scratch[0], record[0]
    states = work.states
    states[0] = s[0]
    to_decide = actor(s[0])
    shown.seats = s[0].seats
    shown.seat = NULL if seat == SPECTATOR else seat
    shown.actor = NULL if to_decide == OVER else to_decide
    shown.over = to_decide == OVER
    shown.scores.count = s[0].seats
    scores(t[0], s[0], shown.scores.items)
    shown.ranking.count = -1
    if to_decide == OVER:
        shown.ranking.count = s[0].seats
        ranking(t[0], s[0], shown.ranking.items)
    view(t[0], s[0], shown)
    shown.legal.count = 0
    if legal_too and to_decide == seat and to_decide != OVER:
        shown.legal.count = previews(t, states, work.decisions, work.counts, work.points, work.previews)
        for i in range(shown.legal.count):
            chosen = shown.legal.items[i]
            chosen.decision = work.previews[i, 0]
            chosen.preview.points = work.previews[i, 1]
            chosen.preview.best = work.previews[i, 2]
            chosen.preview.ends = work.previews[i, 3]
            choice(t[0], states, work.previews[i, 0], chosen)
    return encode(VIEW_PROGRAM, VIEW_SPANS, VIEW_POOL, memory, text)


def write_events(
    t: np.ndarray,
    before: np.ndarray,
    decision: int,
    after: np.ndarray,
    scratch: np.ndarray,
    record: np.ndarray,
    memory: np.ndarray,
    text: np.ndarray,
) -> int:
    """Write the events between two positions after `hide` for the same seat."""
    states = scratch[0].states
    states[0] = before[0]
    states[1] = after[0]
    record[0].count = 0
    events(t[0], states, decision, record[0])
    return encode(EVENT_PROGRAM, EVENT_SPANS, EVENT_POOL, memory, text)


def write_explanation(
    t: np.ndarray,
    s: np.ndarray,
    seat: int,
    topic: int,
    scratch: np.ndarray,
    record: np.ndarray,
    memory: np.ndarray,
    text: np.ndarray,
) -> int:
    """Write what a topic means for a seat in a position after `hide`."""
    states = scratch[0].states
    states[0] = s[0]
    explain(t[0], states, seat, topic, record[0])
    return encode(EXPLANATION_PROGRAM, EXPLANATION_SPANS, EXPLANATION_POOL, memory, text)


def _copied(position: np.dtype[Any], view: np.dtype[Any]) -> dict[str, Any]:
    """Return what `defaults.view` needs: which numbers of a position are copied where in a view, and their sizes."""
    rows = [(0, 0, 0, 0)]
    for name, (shown, place, *_) in (view.fields or {}).items():
        if name not in View.__struct_fields__ and name in (position.fields or {}):
            dtype, first, *_ = position.fields[name]  # type: ignore[index]  # it has fields
            if dtype.base != np.int64:
                raise TypeError(f"POSITION.{name} must be int64, or the game must bring its own view")
            rows.append((first // 8, place // 8, dtype.itemsize // 8, int(shown.names is not None)))
    return {"SHOWN": np.array(rows, np.int64), "POSITION_SIZE": position.itemsize // 8, "VIEW_SIZE": view.itemsize // 8}


WRITERS = {function.__name__: function for function in (write_view, write_events, write_explanation)}


class Show:
    """Makes the JSON of what a game shows."""

    def __init__(self, name: str, kernel: Kernel, shown: Any) -> None:
        event_list: Any = Annotated[list[shown.Event], Most(shown.MOST_EVENTS)]
        self.layouts = {
            "VIEW": Layout(shown.View, skipped=Header.__struct_fields__, texts=shown.TEXTS),
            "EVENT": Layout(event_list),
            "EXPLANATION": Layout(shown.Explanation, skipped=("about",)),
        }
        own = kernel.functions | {"previews": kernel.loops["previews"], "encode": encode}
        own |= {function: getattr(shown, function) for function in VIEWS if hasattr(shown, function)}
        constants: dict[str, Any] = {
            f"{part}_{table.upper()}": getattr(layout, table)
            for part, layout in self.layouts.items()
            for table in ("program", "spans", "pool")
        }
        if "view" not in own:
            constants |= _copied(kernel.dtype, self.layouts["VIEW"].dtype)
        writers = bind(VIEWS | WRITERS, own, name, constants)
        self._write_view: Callable[..., int] = writers["write_view"]
        self._write_events: Callable[..., int] = writers["write_events"]
        self._write_explanation: Callable[..., int] = writers["write_explanation"]
        rows = max(kernel.longest_turn + 2, SCRATCH_ROWS)
        self.scratch_dtype = np.dtype((np.record, [
            ("states", kernel.dtype, rows),
            ("decisions", "i8", (rows, kernel.decisions)),
            ("counts", "i8", (rows, 2)),
            ("points", "i8", MAX_SEATS),
            ("previews", "i8", (kernel.decisions, 4)),
        ]))  # fmt: skip
        self._local = threading.local()
        self.read_view = msgspec.json.Decoder(shown.View).decode
        self.read_events = msgspec.json.Decoder(event_list).decode
        self.read_explanation = msgspec.json.Decoder(shown.Explanation).decode

    def view(self, tables: np.ndarray, array: np.ndarray, seat: int, *, legal: bool) -> bytes:
        """Return the view of a position after `hide`, without its header and opening brace."""
        scratch, record, memory, text = self._buffers("VIEW")
        return text[1 : self._write_view(tables, array, seat, legal, scratch, record, memory, text)].tobytes()

    def events(self, tables: np.ndarray, before: np.ndarray, decision: int, after: np.ndarray) -> bytes:
        """Return the events between two positions after `hide` for the same seat."""
        scratch, record, memory, text = self._buffers("EVENT")
        return text[: self._write_events(tables, before, decision, after, scratch, record, memory, text)].tobytes()

    def explanation(self, tables: np.ndarray, array: np.ndarray, seat: int, topic: int, about: str) -> bytes:
        """Return what a topic, given as its number and its text, means for a seat in a position after `hide`."""
        scratch, record, memory, text = self._buffers("EXPLANATION")
        size = self._write_explanation(tables, array, seat, topic, scratch, record, memory, text)
        return b'{"about":' + msgspec.json.encode(about) + b"," + text[1:size].tobytes()

    def spoil(self, number: int) -> None:
        """Overwrite this thread's records, for tests: nothing may depend on what is left of earlier ones."""
        for part in self.layouts:
            scratch, _, memory, text = self._buffers(part)
            memory[:], text[:] = number, number
            scratch.view(np.uint8)[:] = number

    def _buffers(self, part: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Return this thread's scratch space and the record and text of a part."""
        found = self._local.__dict__.get(part)
        if found is None:
            layout = self.layouts[part]
            scratch = self._local.__dict__.setdefault("scratch", np.zeros(1, self.scratch_dtype))
            record = np.zeros(1, layout.dtype)
            found = scratch, record, record.view(np.int64), np.empty(layout.capacity, np.uint8)
            self._local.__dict__[part] = found
        buffers: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray] = found
        return buffers

"""Summaries: tables in a line each, for lists.

A summary is a pure function of a table's log, by what everybody knows. Tables in memory are summarized at once. For
others the database keeps the last summary with its `seq`; one that is older than the log is made again, in another
thread, when a list asks for it.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence

import msgspec

from atoll.server import protocol
from atoll.server.entries import unpack
from atoll.server.frames import mode
from atoll.server.protocol import Summary
from atoll.server.room import Room
from atoll.server.store import Listed, Store
from atoll.server.table import Table, replay
from atoll.server.table_state import OtherRules

log = logging.getLogger("atoll.server")
MAX_MADE = 20
"""How many summaries one request makes, at some ten milliseconds each; the next request gets more."""

decoder = msgspec.json.Decoder(Summary)


def summary(table: Table) -> Summary:
    """Return a table's summary."""
    preset, options = mode(table.game, table.game.resolve(table.created.options))
    made = Summary(table.status, table.shown_seats, preset, options, table.moved_at, table.actor)
    if table.state is not None:
        known = table.views.of(table.state, None)
        view = table.game.part("view")
        progress = view.progress(known) if hasattr(view, "progress") else {}
        made.round, made.rounds, made.rank = (progress.get(name) for name in ("round", "rounds", "rank"))
        made.scores = known.scores()
        made.ranking = known.ranking() if known.over else None
    return made


async def summaries(store: Store, rooms: Mapping[str, Room], rows: Sequence[Listed]) -> list[Summary | None]:
    """Return the summaries of some tables; None where one can't be made, or the request has made enough."""
    left = MAX_MADE
    found: list[Summary | None] = []
    for row in rows:
        room = rooms.get(row.id)
        if room is not None and room.table.seq >= row.seq:
            found.append(summary(room.table))
        elif row.summarized < row.seq and left:
            left -= 1
            found.append(await _make(store, row))
        else:
            found.append(decoder.decode(row.summary) if row.summary else None)
    return found


async def _make(store: Store, row: Listed) -> Summary | None:
    """Make a summary from a table's log and save it; a failure is saved too, so that it is not repeated each time."""
    bodies = await store.entries(row.id)
    made = None
    try:
        made = await asyncio.to_thread(lambda: summary(replay(row.id, [unpack(body) for body in bodies])))
    except OtherRules:
        pass
    except Exception:
        log.exception("table %s can't be summarized", row.id)
    await store.save_summary(row.id, len(bodies), protocol.encoder.encode(made) if made else b"")
    return made

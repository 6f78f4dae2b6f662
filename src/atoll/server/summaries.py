"""Games in a line each, for the lists of games: who plays, how, how far it is or how it ended.

A summary is a pure function of a game's log, by what everybody knows. Tables in memory give theirs at once. For others
the last one is kept in the database with the entry it was made after; one that is older than the log is made again, in
another thread, when somebody asks for it.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence

import msgspec

from atoll.server import protocol
from atoll.server.entries import unpack
from atoll.server.modes import mode
from atoll.server.protocol import Summary
from atoll.server.room import Room
from atoll.server.store import Listed, Store
from atoll.server.table import OtherRules, Table, replay

log = logging.getLogger("atoll.server")
MADE_AT_ONCE = 20
"""How many summaries are made for one request, at some ten milliseconds each; the next request gets more."""

decoder = msgspec.json.Decoder(Summary)


def summary(table: Table) -> Summary:
    """Return what lists tell of a table."""
    preset, options = mode(table.game, table.game.resolve(table.created.options))
    made = Summary(table.status, table.seating, preset, options, table.moved, table.actor)
    if table.state is not None:
        known = table.knowledge.of(table.state, None)
        view = table.game.part("view")
        progress = view.progress(known) if hasattr(view, "progress") else {}
        made.round, made.rounds, made.rank = (progress.get(name) for name in ("round", "rounds", "rank"))
        made.scores = known.scores()
        made.ranking = known.ranking() if known.over else None
    return made


async def summaries(store: Store, rooms: Mapping[str, Room], games: Sequence[Listed]) -> list[Summary | None]:
    """Return the summaries of some games; None where one can't be made, or would take too long now."""
    left = MADE_AT_ONCE
    found: list[Summary | None] = []
    for game in games:
        room = rooms.get(game.id)
        if room is not None and room.table.seq >= game.seq:
            found.append(summary(room.table))
        elif game.summarized < game.seq and left:
            left -= 1
            found.append(await _make(store, game))
        else:
            found.append(decoder.decode(game.summary) if game.summary else None)
    return found


async def _make(store: Store, game: Listed) -> Summary | None:
    """Make a summary from a game's log, and keep it; also that none can be made, so that it is not tried each time."""
    bodies = await store.entries(game.id)
    made = None
    try:
        made = await asyncio.to_thread(lambda: summary(replay(game.id, [unpack(body) for body in bodies])))
    except OtherRules:
        pass
    except Exception:
        log.exception("table %s can't be summarized", game.id)
    await store.summarize(game.id, len(bodies), protocol.encoder.encode(made) if made else b"")
    return made

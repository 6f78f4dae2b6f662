"""Makes a proposal durable, together with what it changes in the lists."""

from atoll.core.state import State
from atoll.server.achievements import awards
from atoll.server.entries import Abandoned, AnyEntry, Created, Decided, Invited, Left, Sat, pack
from atoll.server.room import Room
from atoll.server.store import NO_UPDATE, IndexUpdate, Row, Store
from atoll.server.table import Proposal, Table


async def commit(store: Store, room: Room, proposal: Proposal) -> bool:
    """Store a proposal, then apply it; False if another process was first. The caller holds the room's lock."""
    entry, after = proposal
    row = Row(room.table.id, room.table.seq + 1, pack(entry), index_update(entry, after, room.table))
    if not await store.append(row):
        return False
    room.table.apply(entry, after)
    return True


def index_update(entry: AnyEntry, after: State | None = None, table: Table | None = None) -> IndexUpdate:
    """Return what an entry changes in the lists of tables."""
    match entry:
        case Created():
            return IndexUpdate(created=(entry.game, entry.rules, entry.at, bool(entry.turn_seconds)))
        case Sat():
            return IndexUpdate(seat=(entry.seat, entry.by))
        case Left() if table is not None and table.state is None:
            return IndexUpdate(seat=(entry.seat, ""))
        case Left():
            # The table stays in the person's list, so that they find the way back.
            return IndexUpdate(unattended=True)
        case Abandoned():
            return IndexUpdate(abandoned=True)
        case Invited():
            return IndexUpdate(unattended=True)
        case Decided() if after is not None and after.over and table is not None:
            return IndexUpdate(result=",".join(str(points) for points in after.scores()), awards=awards(table, after))
        case _:
            return NO_UPDATE

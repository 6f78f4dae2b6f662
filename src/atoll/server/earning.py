"""What finished games earn their players: achievements, in games that have them, kept with the identity.

They are a pure function of the log and are stored in one transaction with the entry that ends a game. Games that ended
before there was a place for them are judged from their logs when a server starts.
"""

import logging
from typing import Any

from atoll.core.game import Game, games
from atoll.core.state import State
from atoll.server.entries import unpack
from atoll.server.store import Earned, Store
from atoll.server.table import Table

log = logging.getLogger("atoll.server")


def earned(table: Table, last: State) -> list[tuple[str, str]] | None:
    """Return the persons at a table with what its last position earns them; None in games without achievements.

    A person with several seats, as on one screen, collects for the first of them alone: the others are somebody else's.
    A seat for which a bot has decided earns nothing, nor does one whose player took back after seeing what came of it.
    """
    part = table.game.achievements
    if part is None:
        return None
    barred = {seat for _, seat in table.stood_in} | table.practised
    return [
        (person, name)
        for person, (seat, *_) in table.sitting.items()
        if seat not in barred
        for name in part.earned(last, seat)
    ]


def judged(table_id: str, entries: list[Any]) -> list[tuple[str, str]]:
    """Return what a finished game has earned those who sat there when it ended, from its log."""
    created, *rest = entries
    table = Table(table_id, created)
    for entry in rest:
        table.apply(entry)
        if table.state is not None and table.state.over:
            return earned(table, table.state) or []
    raise ValueError(f"table {table_id} is not over")


async def judge_old(store: Store) -> None:
    """Make up for games that ended before it was kept what they earned."""
    for kind in games().values():
        last = ""
        while kind.has("achievements") and (page := await store.unjudged(kind.id, last)):
            for last in page:
                try:
                    found = judged(last, [unpack(body) for body in await store.entries(last)])
                except Exception:
                    log.exception("what table %s earned can't be told", last)
                else:
                    await store.judge(last, found)


def sheets(mine: list[Earned]) -> list[dict[str, Any]]:
    """Return the sheet of each game that has achievements, with those that are somebody's."""
    return [
        _sheet(kind, {one.name: one for one in mine if one.kind == kind.id})
        for kind in games().values()
        if kind.has("achievements")
    ]


def _sheet(kind: Game, mine: dict[str, Earned]) -> dict[str, Any]:
    part = kind.achievements
    assert part is not None
    known = [name for name in part.ACHIEVEMENTS if name in mine]
    return {
        "game": kind.id,
        "earned": len(known),
        "title": part.title(len(known)),
        "titles": [{"title": title, "least": least} for least, title in sorted(part.TITLES)],
        "achievements": [
            {
                "name": name,
                "asks": part.asks(name),
                "times": mine[name].times if name in mine else 0,
                "first": {"table": mine[name].game, "finished": mine[name].finished} if name in mine else None,
            }
            for name in part.ACHIEVEMENTS
        ],
    }

"""Computes awards: which achievements each person earned at a finished table.

Awards are a pure function of the log and are stored in one transaction with the entry that ends a game. Games that
ended before the database had awards get theirs from their logs when a server starts.
"""

import logging
from typing import Any

from atoll.core.game import Game, find_games
from atoll.core.state import State
from atoll.server.entries import unpack
from atoll.server.store import Award, Store
from atoll.server.table import Table

log = logging.getLogger("atoll.server")


def awards(table: Table, last: State) -> list[tuple[str, str]] | None:
    """Return pairs of person id and achievement for a table's last position; None if the game has no achievements.

    A person with several seats, as on one screen, earns for the first one only: the others are played by other people.
    A seat earns nothing if a stand-in decided for it, or if its player took back, with nobody to ask, a decision that
    had revealed something or passed the turn on (practice).
    """
    module = table.game.achievements
    if module is None:
        return None
    barred = {seat for _, seat in table.stood_in} | table.practice_seats
    return [
        (person_id, name)
        for person_id, (seat, *_) in table.seats_by_person.items()
        if seat not in barred
        for name in module.earned(last, seat)
    ]


def awards_from_log(table_id: str, entries: list[Any]) -> list[tuple[str, str]]:
    """Return the awards of a finished game for the persons who sat there when it ended, from its log."""
    created, *rest = entries
    table = Table(table_id, created)
    for entry in rest:
        table.apply(entry)
        if table.state is not None and table.state.over:
            return awards(table, table.state) or []
    raise ValueError(f"table {table_id} is not over")


async def backfill(store: Store) -> None:
    """Compute the awards of games that ended before the database had awards."""
    for game in find_games().values():
        table_id = ""
        while game.has("achievements") and (page := await store.without_awards(game.id, table_id)):
            for table_id in page:
                try:
                    found = awards_from_log(table_id, [unpack(body) for body in await store.entries(table_id)])
                except Exception:
                    log.exception("the awards of table %s can't be computed", table_id)
                else:
                    await store.save_awards(table_id, found)


def achievement_sheets(earned: list[Award]) -> list[dict[str, Any]]:
    """Return one sheet for each game with achievements: all of them, with those that a person has earned."""
    return [
        _sheet(game, {award.name: award for award in earned if award.game == game.id})
        for game in find_games().values()
        if game.has("achievements")
    ]


def _sheet(game: Game, earned: dict[str, Award]) -> dict[str, Any]:
    module = game.achievements
    assert module is not None
    known = [name for name in module.ACHIEVEMENTS if name in earned]
    return {
        "game": game.id,
        "earned": len(known),
        "title": module.title(len(known)),
        "titles": [{"title": title, "least": least} for least, title in sorted(module.TITLES)],
        "achievements": [
            {
                "name": name,
                "asks": module.asks(name),
                "times": earned[name].times if name in earned else 0,
                "first": {"table": earned[name].table_id, "finished": earned[name].finished}
                if name in earned
                else None,
            }
            for name in module.ACHIEVEMENTS
        ],
    }

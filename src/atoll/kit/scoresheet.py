"""What the score sheets of all games share: the head, a player's name, the result as text."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from atoll.kit.components import Item
from atoll.kit.errors import AtollError, InvalidScoreSheet
from atoll.kit.locale import Words, literal

if TYPE_CHECKING:
    from atoll.kit.game import Game

Rows = dict[str, int]


def read_head(data: Mapping[str, Any], game: "Game", place: str, rule: str) -> tuple[list[object], np.ndarray]:
    """Return the players' tables of a sheet and its options as numbers; `rule` is the rule about the seats."""
    options = {option.name for option in game.options}
    for key in data:
        if key not in {"game", "player", *options}:
            raise InvalidScoreSheet(
                f"{place}: {key} is not known; a sheet has game, [[player]] tables and options of the game"
            )
    players = data.get("player")
    if not isinstance(players, list) or not game.min_players <= len(players) <= game.max_players:
        raise InvalidScoreSheet(
            f"{place}: must have {game.min_players} to {game.max_players} [[player]] tables ({rule})"
        )
    try:
        return players, game.codes(game.resolve({key: data[key] for key in data if key in options}))
    except AtollError as error:
        raise InvalidScoreSheet(f"{place}: {error}") from None


def read_name(player: Item, seat: int) -> str:
    """Return a player's name, by default the number of the seat."""
    name = player.fields.get("name", f"{seat + 1}")
    if not isinstance(name, str):
        player.refuse("name", "must be text")
    return name


def blocks(
    sheet: Mapping[str, Any], words: Words, describe: Callable[[Mapping[str, Any]], tuple[Rows, Rows]], width: int
) -> list[str]:
    """Return a scored sheet as text, a block for each player, best first, and the result.

    `describe` returns a player's points by label, each of at most `width` characters, and the tie-breaks.
    """
    out: list[str] = []
    for player in sorted(sheet["players"], key=lambda player: player["place"]):
        rows, breaks = describe(player)
        out.append(f"[bold]{player['place']}. {literal(player['name'])}[/]")
        out += [f"   {label:<{width}}{points:>5}" for label, points in rows.items()]
        out.append("   " + ", ".join(f"{label}{words('colon')} {number}" for label, number in breaks.items()))
    winners = [literal(player["name"]) for player in sheet["players"] if player["place"] == 1]
    return [*out, "", words(f"event.win_{sheet['won_by']}", players=", ".join(winners))]

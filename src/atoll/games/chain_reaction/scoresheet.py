"""The score sheet of a boxed game of Chain Reaction: tiles, tokens and secret colours give the points and the winner.

game = "chain_reaction"
[[player]]
name = "Ada"
secret = "red"                     # red, yellow, green or blue
tiles = ["r2", "r3", "g1", "b4"]   # tiles left at the end: letters r y g b, values 1 to 4
tokens = [5, 12]                   # numbers of the bonus tokens taken
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from atoll.games.chain_reaction import GAME
from atoll.games.chain_reaction.components import COLOUR_NAMES, FIRST_TOKEN
from atoll.games.chain_reaction.kernel import layout
from atoll.games.chain_reaction.text.decisions import kind_text
from atoll.games.chain_reaction.view import View
from atoll.kit.components import Edition, Item
from atoll.kit.contract import OVER
from atoll.kit.errors import InvalidScoreSheet
from atoll.kit.game import State
from atoll.kit.locale import Words
from atoll.kit.scoresheet import Rows, blocks, read_head, read_name

KINDS = {kind_text(kind): kind for kind in range(layout.KINDS)}


def score(data: Mapping[str, Any], edition: Edition, place: str) -> dict[str, Any]:
    """Return the final points with their breakdown, the ranking and what decided it (C14, C15)."""
    names, state = _finished(data, edition, place)
    view: View = state.view(None)
    assert view.ranking is not None
    players = []
    for seat, player in enumerate(view.players):
        players.append({
            "name": names[seat],
            "secret": player.secret,
            "tiles": player.tile_points - player.secret_points,
            "doubled": player.secret_points,
            "tokens": [
                {"token": token, "points": edition.items[FIRST_TOKEN + token].points} for token in player.tokens
            ],
            "total": view.scores[seat],
            "number": player.number,
            "place": view.ranking[seat],
        })  # fmt: skip
    return {
        "game": GAME.id,
        "edition": edition.label,
        "players": players,
        "ranking": view.ranking,
        "won_by": view.won_by,
    }


def lines(sheet: Mapping[str, Any], words: Words) -> list[str]:
    """Return a scored sheet as text, a block for each player, best first, and the result."""

    def rows_of(player: Mapping[str, Any]) -> tuple[Rows, Rows]:
        secret = words(f"colour.{player['secret']}")
        rows = {words("sheet.tiles"): player["tiles"], f"{words('sheet.doubled')} ({secret})": player["doubled"]}
        rows |= {f"{words('sheet.token')} {token['token']}": token["points"] for token in player["tokens"]}
        return rows | {words("sheet.total"): player["total"]}, {words("sheet.number"): player["number"]}

    return blocks(sheet, words, rows_of, 40)


def _finished(data: Mapping[str, Any], edition: Edition, place: str) -> tuple[list[str], State]:
    """Return the players' names and the finished position that a sheet describes."""
    players, codes = read_head(data, GAME, place, "C4")
    array = np.zeros(1, layout.POSITION)
    s = array[0]
    s.first_player, s.open_hands = codes
    s.seats, s.actor, s.claimed = len(players), OVER, layout.NONE
    s.hand[:], s.secret[:], s.token[:] = layout.NONE, layout.NONE, layout.NONE
    s.stack[:], s.column[:], s.left = layout.NONE, layout.NONE, (1 << layout.TOKENS) - 1
    names = [_read_player(s, seat, player, place) for seat, player in enumerate(players)]
    _check_tiles(s, edition.tables[0], place)
    return names, State(GAME, edition, array)


def _read_player(s: np.record, seat: int, table: object, place: str) -> str:
    """Read one player's table into the position and return the name."""
    player = Item(f"{place}: player {seat + 1}", table, "C14", InvalidScoreSheet)
    player.only({"name", "secret", "tiles", "tokens"})
    name = read_name(player, seat)
    player.rule = "C5"
    colour = COLOUR_NAMES.index(player.choice("secret", COLOUR_NAMES))
    if colour in s.secret:
        player.refuse("secret", f"is {COLOUR_NAMES[colour]}, which another player has; there is one of each")
    s.secret[seat] = colour
    player.rule = "C1"
    for number, text in enumerate(player.texts("tiles", 0, layout.TILES), 1):
        if text not in KINDS:
            player.refuse(f"tiles, number {number}", f"is {text!r}; write a letter r y g b and a value 1 to 4: r2")
        s.held[seat, KINDS[text]] += 1
        s.tiles[seat] += 1 << 8 * (KINDS[text] // layout.COLOURS)
    player.rule = "C2"
    for token in player.integers("tokens", layout.TOKENS, 1, layout.TOKENS):
        if not s.left >> token - 1 & 1:
            player.refuse("tokens", f"has token {token}, which is taken; there is one of each number")
        s.token[token - 1] = seat
        s.left ^= 1 << token - 1
    return name


def _check_tiles(s: np.record, t: np.record, place: str) -> None:
    """Refuse more tiles than the edition has: of a kind, or of a value, counting those paid for tokens."""
    there = np.bincount(t.kind, minlength=layout.KINDS)
    held = s.held.sum(axis=0)
    for kind in range(layout.KINDS):
        if held[kind] > there[kind]:
            raise InvalidScoreSheet(
                f"{place}: the players have {held[kind]} tiles {kind_text(kind)}; there are {there[kind]} (C1)"
            )
    paid = t.needs[s.token != layout.NONE].sum(axis=0)
    for value in range(layout.VALUES):
        kinds = slice(layout.COLOURS * value, layout.COLOURS * (value + 1))
        used = held[kinds].sum() + paid[value]
        if used > there[kinds].sum():
            raise InvalidScoreSheet(
                f"{place}: the players have {held[kinds].sum()} tiles of value {value + 1} and paid {paid[value]} for "
                f"their tokens; there are {there[kinds].sum()} (C11)"
            )

"""The score sheet of a boxed game of Reef: boards, points and cards in hand give the final points and the winner.

game = "reef"
[[player]]
name = "Ada"
points = 31            # collected so far, without the cards in hand
hand = [12, 40]        # ids of the cards left in hand
board = [              # 4 rows of 4 stacks, letters bottom to top, . for an empty space
    ".   r   ry  .",
    ".   gg  p   .",
    ".   .   y   .",
    ".   .   .   .",
]
"""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from atoll.games.reef import GAME
from atoll.games.reef.components import COLOUR_NAMES, SIDE, SPACE_NAMES
from atoll.games.reef.kernel import layout
from atoll.games.reef.kernel.patterns import occurrences
from atoll.games.reef.picture import boards
from atoll.games.reef.text.positions import lay_stack
from atoll.games.reef.view import View
from atoll.kit.components import Edition, Item
from atoll.kit.contract import OVER
from atoll.kit.errors import InvalidScoreSheet
from atoll.kit.game import State
from atoll.kit.locale import Words, literal
from atoll.kit.scoresheet import Rows, blocks, read_head, read_name


def score(data: Mapping[str, Any], edition: Edition, place: str) -> dict[str, Any]:
    """Return the final points with their breakdown, the ranking and what decided it (R25, R26)."""
    names, state = _finished(data, edition, place)
    view: View = state.view(None)
    assert view.ranking is not None
    players = []
    for seat, player in enumerate(view.players):
        hand = [
            {
                "card": held.card,
                "occurrences": occurrences(edition.tables[0], state.array[0], seat, (held.card or 0) - 1),
                "points": points,
            }
            for held, points in zip(player.hand, player.hand_points or (), strict=True)
        ]
        players.append({
            "name": names[seat],
            "points": player.points,
            "hand": hand,
            "total": view.scores[seat],
            "covered": player.covered,
            "towers": player.towers,
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
        rows = {words("sheet.collected"): player["points"]}
        for card in player["hand"]:
            where = f"{words('sheet.occurrences')}{words('colon')} {card['occurrences']}"
            rows[f"{words('sheet.card')} {card['card']} ({where})"] = card["points"]
        breaks = {words("sheet.covered"): player["covered"], words("sheet.towers"): player["towers"]}
        return rows | {words("sheet.total"): player["total"]}, breaks

    return blocks(sheet, words, rows_of, 36)


def picture(data: Mapping[str, Any], edition: Edition, place: str, words: Words) -> str:
    """Return the boards of a sheet, drawn."""
    names, state = _finished(data, edition, place)
    return "\n".join(boards(GAME.view(state, None), words, [literal(name) for name in names]))


def _finished(data: Mapping[str, Any], edition: Edition, place: str) -> tuple[list[str], State]:
    """Return the players' names and the finished position that a sheet describes."""
    players, codes = read_head(data, GAME, place, "R5")
    array = np.zeros(1, layout.POSITION)
    s = array[0]
    s.setup, s.mirror_patterns, s.hidden_scores = codes
    s.seats, s.actor, s.card = len(players), OVER, layout.NONE
    s.stack[:], s.supply[:], s.hand[:] = layout.EMPTY, layout.SUPPLY[len(players)], layout.NONE
    names = [_read_player(s, seat, player, place) for seat, player in enumerate(players)]
    if s.supply.min() < 0:
        colour, most = COLOUR_NAMES[int(s.supply.argmin())], layout.SUPPLY[len(players)]
        raise InvalidScoreSheet(f"{place}: the boards hold more {colour} pieces than the {most} of the game (R5)")
    return names, State(GAME, edition, array)


def _read_player(s: np.record, seat: int, table: object, place: str) -> str:
    """Read one player's table into the position and return the name."""
    player = Item(f"{place}: player {seat + 1}", table, "R25", InvalidScoreSheet)
    player.only({"name", "points", "hand", "board"})
    name = read_name(player, seat)
    s.points[seat] = player.integer("points", 0, 99_999)
    player.rule = "R12"
    for card in player.integers("hand", layout.HAND_LIMIT, 1, layout.CARDS):
        if card - 1 in s.hand:
            player.refuse("hand", f"has card {card}, which is in a hand already")
        s.hand[seat, s.hand_size[seat]] = card - 1
        s.hand_size[seat] += 1
    player.rule = "R13"
    rows = [row.split() for row in player.texts("board", 4, 4)]
    if any(len(row) != SIDE for row in rows):
        player.refuse("board", "must be 4 rows of 4 stacks, such as '. r ry .'")
    for space, letters in enumerate(stack for row in rows for stack in row):
        if letters == ".":
            continue
        if not re.fullmatch("[rygp]+", letters):
            player.refuse(
                f"board, {SPACE_NAMES[space]}", f"is {letters!r}; write letters r y g p from the bottom up, or ."
            )
        if len(letters) > layout.HEIGHT:
            player.refuse(
                f"board, {SPACE_NAMES[space]}", f"has {len(letters)} pieces; a stack has at most {layout.HEIGHT}"
            )
        lay_stack(s, seat, space, letters)
    return name

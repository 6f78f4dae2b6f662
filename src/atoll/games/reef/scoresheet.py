"""The score pad of a boxed game of Reef: boards, points and cards in hand give the final points and who won.

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

from atoll.core.components import Edition, Item
from atoll.core.contract import OVER
from atoll.core.errors import InvalidScoreSheet
from atoll.core.locale import Words, literal
from atoll.core.scoresheet import Rows, blocks, read_head, read_name
from atoll.core.state import State
from atoll.games.reef import GAME, kernel
from atoll.games.reef.components import COLOUR_NAMES, SIDE, SPACE_NAMES
from atoll.games.reef.notation import lay_stack
from atoll.games.reef.picture import boards
from atoll.games.reef.view import hand_values, won_by


def score(data: Mapping[str, Any], edition: Edition, place: str) -> dict[str, Any]:
    """Return the final points with their breakdown, the ranking and what decided it (R25, R26)."""
    names, state = _finished(data, edition, place)
    s = state.fields
    places = state.ranking()
    players = []
    for seat, total in enumerate(state.scores()):
        hand = [
            {
                "card": card + 1,
                "occurrences": kernel.occurrences(edition.tables[0], state.array[0], seat, card),
                "points": points,
            }
            for card, points in zip(s.hand[seat], hand_values(state, seat), strict=False)
        ]
        players.append({
            "name": names[seat],
            "points": s.points[seat],
            "hand": hand,
            "total": total,
            "covered": sum(stack > kernel.EMPTY for stack in s.stack[seat]),
            "towers": int(s.tall[seat][-1]).bit_count(),
            "place": places[seat],
        })  # fmt: skip
    return {"game": GAME.id, "edition": edition.label, "players": players, "ranking": places, "won_by": won_by(state)}


def lines(sheet: Mapping[str, Any], words: Words) -> list[str]:
    """Return a scored sheet as text, a block for each player, best first, and the result."""

    def told(player: Mapping[str, Any]) -> tuple[Rows, Rows]:
        rows = {words("sheet.collected"): player["points"]}
        for card in player["hand"]:
            where = f"{words('sheet.occurrences')}{words('colon')} {card['occurrences']}"
            rows[f"{words('sheet.card')} {card['card']} ({where})"] = card["points"]
        breaks = {words("sheet.covered"): player["covered"], words("sheet.towers"): player["towers"]}
        return rows | {words("sheet.total"): player["total"]}, breaks

    return blocks(sheet, words, told, 36)


def picture(data: Mapping[str, Any], edition: Edition, place: str, words: Words) -> str:
    """Return the boards of a sheet, drawn."""
    names, state = _finished(data, edition, place)
    return "\n".join(boards(GAME.view(state, None), words, [literal(name) for name in names]))


def _finished(data: Mapping[str, Any], edition: Edition, place: str) -> tuple[list[str], State]:
    """Return the players' names and the finished position that a sheet describes."""
    players, codes = read_head(data, GAME, place, "R5")
    array = np.zeros(1, kernel.POSITION)
    s = array[0]
    s.setup, s.mirror_patterns, s.hidden_scores = codes
    s.seats, s.actor, s.card = len(players), OVER, kernel.NONE
    s.stack[:], s.supply[:], s.hand[:] = kernel.EMPTY, kernel.SUPPLY[len(players)], kernel.NONE
    names = [_read_player(s, seat, player, place) for seat, player in enumerate(players)]
    if s.supply.min() < 0:
        colour, most = COLOUR_NAMES[int(s.supply.argmin())], kernel.SUPPLY[len(players)]
        raise InvalidScoreSheet(f"{place}: the boards hold more {colour} pieces than the {most} of the game (R5)")
    return names, State(GAME, edition, array)


def _read_player(s: np.record, seat: int, table: object, place: str) -> str:
    """Read one player's table into the position and return the name."""
    player = Item(f"{place}: player {seat + 1}", table, "R25", InvalidScoreSheet)
    player.only({"name", "points", "hand", "board"})
    name = read_name(player, seat)
    s.points[seat] = player.whole("points", 0, 99_999)
    player.rule = "R12"
    for card in player.wholes("hand", kernel.HAND_LIMIT, 1, kernel.CARDS):
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
        if len(letters) > kernel.HEIGHT:
            player.refuse(
                f"board, {SPACE_NAMES[space]}", f"has {len(letters)} pieces; a stack has at most {kernel.HEIGHT}"
            )
        lay_stack(s, seat, space, letters)
    return name

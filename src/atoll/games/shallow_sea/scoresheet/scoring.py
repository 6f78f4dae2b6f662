"""The score sheet of a boxed game of Shallow Sea: oceans, fish and shells give points, winner and achievements.

game = "shallow_sea"
orange = 1                         # the ecosystem cards; two of a colour by modified rule 7: [1, 3]
blue = 2
[[player]]
name = "Ada"
shells = 3                         # usable ones
fish = ["b2 red", "c3 yellow"]     # unfinished fish on their bubbles
[player.ocean]
c2 = "red 7 yellow"                # a finished red coral of 7 points with a yellow fish; "coral" is an unfinished one
d3 = "A3^ done"                    # a finished creature and where its top points: ^ > v <; "A3^" an unfinished one
e2 = "17> red"                     # a coral by its number in the tile file, finished; "17>" an unfinished one

The ocean may also be drawn, with the fish in their places; `drawing.py` shows how: ocean = '''...'''
Also: mode, scenario, modified and creatures as in the options, and in solo games lionfish = 4, the fish on its card.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from atoll.games.shallow_sea import GAME, TYPE_NAMES
from atoll.games.shallow_sea.achievements import earned
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.lattice import SPACE_NAMES
from atoll.games.shallow_sea.picture import UNNUMBERED, draw_oceans
from atoll.games.shallow_sea.scoresheet.read import SIDES, Reader, spaces_of
from atoll.games.shallow_sea.view import View
from atoll.kit.components import Edition
from atoll.kit.locale import Words, literal


def score(data: Mapping[str, Any], edition: Edition, place: str) -> dict[str, Any]:
    """Return the score sheets, the ranking, what decided it, and the achievements that the game earns (S30 to S32)."""
    names, state = Reader(data, edition, place).finished()
    view: View = GAME.view(state, None)
    places = state.ranking()
    players = []
    for seat, name in enumerate(names):
        s, player = state.fields, view.players[seat]
        done = s.creature_spaces[seat] & s.done[seat]
        types = {TYPE_NAMES[s.board[seat][space] - layout.CREATURE] for space in spaces_of(done)}
        players.append({
            "name": name,
            "sheet": to_builtins(player.sheet),
            "total": player.sheet.total,
            "shells": player.shells,
            "creatures": sorted(types),
            "place": places[seat],
            "achievements": earned(state, seat),
            "broken": player.broken,
        })  # fmt: skip
    return {
        "game": GAME.id,
        "edition": edition.label,
        "options": state.options,
        "cards": to_builtins(view.cards),
        "players": players,
        "ranking": places,
        "won_by": view.won_by,
        "rank": view.rank,
    }


def picture(data: Mapping[str, Any], edition: Edition, place: str, words: Words) -> str:
    """Return the oceans of a sheet, drawn; unfinished corals without a number stay blank."""
    reader = Reader(data, edition, place)
    names, state = reader.finished()
    view: View = GAME.view(state, None)
    for given in reader.unnumbered:
        for lying in view.players[given.seat].board:
            if lying.space == SPACE_NAMES[given.space] and not lying.done:
                lying.tile = UNNUMBERED
    return draw_oceans(view, [literal(name) for name in names], words, edition)


def lines(sheet: Mapping[str, Any], words: Words) -> list[str]:
    """Return a scored sheet as text, a block for each player, best first, and the result."""
    out = []
    for player in sorted(sheet["players"], key=lambda player: player["place"]):
        out.append(f"[bold]{player['place']}. {literal(player['name'])}[/]")
        out += [f"   {label:<36}{points:>5}" for label, points in _rows(sheet, player["sheet"], words)]
        out += [f"   {line}" for line in _notes(sheet, player, words)]
    if sheet["won_by"]:
        winners = [literal(player["name"]) for player in sheet["players"] if player["place"] == 1]
        out += ["", words(f"event.win_{sheet['won_by']}", players=", ".join(winners))]
    return out


def _rows(sheet: Mapping[str, Any], entries: Mapping[str, Any], words: Words) -> list[tuple[str, int]]:
    """Return the lines of a score sheet in the order of the rulebook (S32)."""
    cards = sheet["cards"]
    rows = [
        (f"{words(f'sheet.{side}_card')} {', '.join(map(str, cards[side]))}", entries[side])
        for side in SIDES
        if cards[side]
    ]
    rows += [(words("sheet.row", count=row), points) for row, points in enumerate(entries["rows"], 1)]
    if sheet["options"]["mode"] == "standard":
        rows += [(words("sheet.types"), entries["diversity"]), (words("sheet.unfinished"), entries["fish"])]
    if len(sheet["players"]) == 1:
        rows.append((words("sheet.lionfish"), entries["lionfish"]))
    if sheet["options"]["scenario"] == str(layout.SCENARIOS):
        rows.append((words("sheet.chosen"), entries["scenario"]))
    return [*rows, (words("sheet.total"), entries["total"])]


def _notes(sheet: Mapping[str, Any], player: Mapping[str, Any], words: Words) -> list[str]:
    colon = words("colon")
    creatures = ", ".join(words(f"creature.{code}") for code in player["creatures"])
    notes = [
        f"{words('sheet.creatures')}{colon} {creatures or words('sheet.no_creatures')}",
        f"{words('sheet.shells')}{colon} {player['shells']}",
    ]
    if len(sheet["players"]) == 1 and sheet["options"]["mode"] == "standard":
        rank = words(f"rank.{sheet['rank']}") if sheet["rank"] else words("sheet.nothing")
        notes.append(f"{words('sheet.rank')}{colon} {rank}")
    if not player["achievements"]:
        return [*notes, f"{words('sheet.achievements')}{colon} {words('sheet.nothing')}"]
    notes.append(f"{words('sheet.achievements')}{colon}")
    for name in player["achievements"]:
        kind, _, number = name.partition(".")
        notes.append(f"   {words(f'kind.{kind}', count=int(number))}{colon} {words(f'achievement.{name}')}")
    return notes

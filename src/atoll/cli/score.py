"""`atoll score`: the score pad for a boxed game."""

import json
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from atoll.cli.console import EditionChoice, LanguageChoice, console, drawn, read_edition, words_for
from atoll.core.components import parse_toml, read_text
from atoll.core.errors import InvalidOption, InvalidScoreSheet
from atoll.core.game import game as find_game


def score(
    file: Path,
    /,
    *,
    json_: Annotated[bool, Parameter(name="--json", negative=(), help="Print the result as data.")] = False,
    picture: Annotated[bool, Parameter(negative=(), help="Draw the boards, too.")] = False,
    edition: EditionChoice = None,
    language: LanguageChoice = None,
) -> None:
    """Score a finished boxed game from a file that describes it."""
    data = parse_toml(read_text(file, InvalidScoreSheet), str(file), InvalidScoreSheet)
    if not isinstance(data.get("game"), str):
        raise InvalidScoreSheet(f'{file}: must say which game it is, such as game = "reef"')
    game = find_game(data["game"])
    if not game.has("scoresheet"):
        raise InvalidScoreSheet(f"{file}: {game.id} is a game without a score sheet")
    sheets = game.part("scoresheet")
    if picture and json_:
        raise InvalidOption("--picture and --json: a drawing is no data; give one of them")
    if picture and not hasattr(sheets, "picture"):
        raise InvalidOption(f"--picture: a score sheet of {game.id} tells of no board that could be drawn")
    components, words = read_edition(game, edition), game.words(words_for(language).language)
    sheet = sheets.score(data, components, str(file))
    if picture:
        console.print(drawn(f"{sheets.picture(data, components, str(file), words)}\n"))
    if json_:
        console.print_json(json.dumps(sheet, ensure_ascii=False))
    else:
        console.print(drawn("\n".join(sheets.lines(sheet, words))))

"""`atoll score`: scores a boxed game from its score sheet."""

import json
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from atoll.cli.console import EditionChoice, LanguageChoice, console, read_edition, render, words_for
from atoll.core.game import find_game
from atoll.kit.components import parse_toml, read_text
from atoll.kit.errors import InvalidOption, InvalidScoreSheet


def score(
    file: Annotated[Path, Parameter(help="TOML file with what each player has at the end of a boxed game.")],
    /,
    *,
    json_: Annotated[bool, Parameter(name="--json", negative=(), help="Print the result as JSON.")] = False,
    picture: Annotated[bool, Parameter(negative=(), help="Draw the boards as well.")] = False,
    edition: EditionChoice = None,
    language: LanguageChoice = None,
) -> None:
    """Score a boxed game from a file that describes its end."""
    data = parse_toml(read_text(file, InvalidScoreSheet), str(file), InvalidScoreSheet)
    if not isinstance(data.get("game"), str):
        raise InvalidScoreSheet(f'{file}: must say which game it is, such as game = "reef"')
    game = find_game(data["game"])
    if not game.has("scoresheet"):
        raise InvalidScoreSheet(f"{file}: {game.id} has no score sheet")
    sheets = game.part("scoresheet")
    if picture and json_:
        raise InvalidOption("--picture and --json can't be combined; give one of them")
    if picture and not hasattr(sheets, "picture"):
        raise InvalidOption(f"--picture: a score sheet of {game.id} has no board to draw")
    components, words = read_edition(game, edition), game.words(words_for(language).language)
    sheet = sheets.score(data, components, str(file))
    if picture:
        console.print(render(f"{sheets.picture(data, components, str(file), words)}\n"))
    if json_:
        console.print_json(json.dumps(sheet, ensure_ascii=False))
    else:
        console.print(render("\n".join(sheets.lines(sheet, words))))

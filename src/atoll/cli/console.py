"""What the commands share: the terminal, its words, common parameters, and compiling behind a progress bar."""

import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from atoll.core.game import Game
from atoll.kit.components import Edition
from atoll.kit.errors import InvalidOption
from atoll.kit.locale import MARK, Words, load_words, users_language

console = Console(highlight=False, soft_wrap=True, emoji=False)

Language = Literal["en", "pl", "it", "nl", "fr"]
LanguageChoice = Annotated[Language | None, Parameter(help="Language of the output; by default that of your system.")]
GameName = Annotated[str, Parameter(name="GAME", help="Name of the game; `atoll games` lists them.")]
OptionChoices = Annotated[
    list[str] | None,
    Parameter(name="--option", negative=(), help="Option of the game as NAME=VALUE; may be repeated."),
]
EditionChoice = Annotated[Path | None, Parameter(help="File with custom components.")]


def render(marked: str) -> Text:
    """Return a text with colour marks as text with styles."""
    text, styles, start = Text(), list[str](), 0
    for mark in MARK.finditer(marked):
        text.append(marked[start : mark.start()], " ".join(styles))
        start = mark.end()
        name = mark[1]
        if name is None:
            text.append("[", " ".join(styles))
        elif name.startswith("/"):
            styles = styles[:-1]
        else:
            styles.append(name)
    return text.append(marked[start:], " ".join(styles))


def words_for(language: str | None) -> Words:
    """Return the words of the command line in a language, by default that of your system."""
    return load_words(Path(__file__).parent / "locales", language or users_language())


def read_options(choices: Sequence[str] | None) -> dict[str, object]:
    """Parse options given as NAME=VALUE."""
    options: dict[str, object] = {}
    for choice in choices or ():
        name, equals, value = choice.partition("=")
        if not equals:
            raise InvalidOption(f"--option {choice}: must be NAME=VALUE, such as setup=expert")
        options[name] = value
    return options


def read_edition(game: Game, path: Path | None) -> Edition:
    """Read an edition from a file; without a file, return the standard edition."""
    return game.edition(path) if path else game.standard


def ready(game: Game, language: str, *, bots: bool = False) -> None:
    """Compile a game's rules, and with `bots` its bots, unless the cache has them; shows a progress bar."""
    work = [(game.kernel.stamp, game.compile())]
    if bots:
        from atoll.bots.heuristic import heuristic
        from atoll.bots.race import compile_search

        work.append((heuristic(game.id).stamp, compile_search(heuristic(game.id))))
    left = [compiling for stamp, compiling in work if not stamp.set]
    if not left:
        return
    label = words_for(language)("compiling", game=game.words(language)("name"))
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(label)
        for done, total in chain.from_iterable(left):
            progress.update(task, completed=done, total=total)

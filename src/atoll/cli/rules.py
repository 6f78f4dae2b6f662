"""`atoll perft`, `atoll warm` and `atoll games`: the rules engine itself."""

import os
import subprocess
import sys
import time
from typing import Annotated

from cyclopts import Parameter

from atoll.cli.console import LanguageChoice, OptionChoices, console, read_options, ready, words_for
from atoll.core import compiled
from atoll.core.errors import InvalidOption
from atoll.core.game import game as find_game
from atoll.core.game import games as find_games


def perft(
    game: str,
    /,
    *,
    seats: int = 2,
    seed: int = 0,
    depth: int = 3,
    option: OptionChoices = None,
    interpreted: Annotated[bool, Parameter(negative=(), help="Run the rules as plain Python, not compiled.")] = False,
) -> None:
    """Count all sequences of decisions up to a depth: two engines that agree on the numbers agree on the rules."""
    if depth < 0:
        raise InvalidOption(f"--depth must be 0 or more, not {depth}")
    if interpreted and not compiled.interpreted():
        options = [f"--option={choice}" for choice in option or ()]
        run_interpreted("perft", game, f"--seats={seats}", f"--seed={seed}", f"--depth={depth}", *options)
        return
    kind = find_game(game)
    ready(kind, words_for(None).language)
    state = kind.deal(seats, seed, read_options(option))
    for length in range(1, depth + 1):
        start = time.perf_counter()
        count = kind.kernel.perft(state.edition.tables, state.array, length)
        console.print(f"{length:>3} {count:>16,} {time.perf_counter() - start:>9.3f} s")


def run_interpreted(*arguments: str) -> None:
    """Run a command in a process of its own, as whether rules are compiled is settled when they are imported."""
    command = [sys.executable, "-c", "from atoll.cli import main; main()", *arguments]
    done = subprocess.run(command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def warm(
    game: str | None = None,
    /,
    *,
    rules: Annotated[bool, Parameter(negative=(), help="Only the rules, not the bots.")] = False,
    language: LanguageChoice = None,
) -> None:
    """Compile the rules and the bots of a game, or of all games, ahead of the first move."""
    for kind in [find_game(game)] if game else find_games().values():
        ready(kind, words_for(language).language, bots=not rules)


def games(*, language: LanguageChoice = None) -> None:
    """List the games."""
    words = words_for(language)
    for kind in find_games().values():
        its = kind.words(words.language)
        about = {"name": its("name"), "about": its("about"), "id": kind.id, "rules": kind.rules}
        console.print(words("games", fewest=kind.fewest, most=kind.most, **about), markup=False)
        for option in kind.options:
            values = ", ".join(str(value) for value in option.values if isinstance(value, str)) or "no, yes"
            console.print(f"  --option {option.name}=... ({values}): {its(f'option.{option.name}')}", markup=False)

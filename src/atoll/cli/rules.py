"""`atoll perft`, `atoll warm` and `atoll games`: count decision sequences, compile games, list them."""

import os
import subprocess
import sys
import time
from typing import Annotated

from cyclopts import Parameter

from atoll.cli.console import GameName, LanguageChoice, OptionChoices, console, read_options, ready, words_for
from atoll.core.game import find_game, find_games
from atoll.kit import compiled
from atoll.kit.errors import InvalidOption


def perft(
    game_id: GameName,
    /,
    *,
    seats: Annotated[int, Parameter(help="Number of players.")] = 2,
    seed: Annotated[int, Parameter(help="Number that determines the deal.")] = 0,
    depth: Annotated[int, Parameter(help="Length of the longest sequences.")] = 3,
    option: OptionChoices = None,
    interpreted: Annotated[
        bool, Parameter(negative=(), help="Run the rules as plain Python instead of compiled.")
    ] = False,
) -> None:
    """Count the sequences of decisions of each length up to a depth (perft, as in chess).

    It is a quick check that two engines have the same rules.
    """
    if depth < 0:
        raise InvalidOption(f"--depth must be 0 or more, not {depth}")
    if interpreted and not compiled.interpreted():
        options = [f"--option={choice}" for choice in option or ()]
        run_interpreted("perft", game_id, f"--seats={seats}", f"--seed={seed}", f"--depth={depth}", *options)
        return
    game = find_game(game_id)
    ready(game, words_for(None).language)
    state = game.deal(seats, seed, read_options(option))
    for length in range(1, depth + 1):
        start = time.perf_counter()
        count = game.kernel.perft(state.edition.tables, state.array, length)
        console.print(f"{length:>3} {count:>16,} {time.perf_counter() - start:>9.3f} s")


def run_interpreted(*arguments: str) -> None:
    """Run a command in a new process: whether rules are compiled is settled when they are imported."""
    command = [sys.executable, "-c", "from atoll.cli import main; main()", *arguments]
    done = subprocess.run(command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def warm(
    game_id: Annotated[str | None, Parameter(name="GAME", help="Name of the game; all games by default.")] = None,
    /,
    *,
    rules: Annotated[bool, Parameter(negative=(), help="Compile only the rules, not the bots.")] = False,
    language: LanguageChoice = None,
) -> None:
    """Compile the rules and bots of a game, or of all games, before the first decision needs them."""
    for game in [find_game(game_id)] if game_id else find_games().values():
        ready(game, words_for(language).language, bots=not rules)


def games(*, language: LanguageChoice = None) -> None:
    """List the games and their options."""
    cli_words = words_for(language)
    for game in find_games().values():
        game_words = game.words(cli_words.language)
        about = {"name": game_words("name"), "about": game_words("about"), "id": game.id, "rules": game.rules}
        line = cli_words("games", fewest=game.min_players, most=game.max_players, **about)
        console.print(line, markup=False)
        for option in game.options:
            values = ", ".join(str(value) for value in option.values if isinstance(value, str)) or "no, yes"
            meaning = game_words(f"option.{option.name}")
            console.print(f"  --option {option.name}=... ({values}): {meaning}", markup=False)

"""`atoll replay`: a recorded game, event by event."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from atoll.cli.console import LanguageChoice, console, ready, render, words_for
from atoll.core.record import Record
from atoll.kit.errors import InvalidOption


def replay(
    file: Annotated[Path, Parameter(help="Record of a game, as `atoll play --save` writes it.")],
    /,
    *,
    ply: Annotated[int | None, Parameter(help="Stop after this many decisions.")] = None,
    pictures: Annotated[bool, Parameter(negative=(), help="Draw the table after every turn.")] = False,
    language: LanguageChoice = None,
) -> None:
    """Print the events of a recorded game, then its last position."""
    cli_words = words_for(language)
    record = Record.read(file)
    game = record.game
    ready(game, cli_words.language)
    game_words = game.words(cli_words.language)
    if ply is not None and not 0 <= ply <= len(record.decisions):
        raise InvalidOption(f"--ply must be from 0 to the {len(record.decisions)} decisions of the game, not {ply}")
    names = record.players or [game_words("player", count=seat + 1) for seat in range(record.deal.seats)]
    states = list(record)[: None if ply is None else ply + 1]
    for before, decision, after in zip(states, record.decisions, states[1:], strict=False):
        for event in game.events(before, decision, after, None):
            console.print(game_words.describe(event, names), markup=False)
        if pictures and after.actor != before.actor and after is not states[-1]:
            console.print(render(f"\n{game.picture(after, cli_words.language, names=names, marked=True)}\n"))
    last = states[-1]
    console.print(render(f"\n{game.picture(last, cli_words.language, names=names, marked=True)}\n"))
    console.print(last.position, markup=False)
    if last.over:
        scores = ", ".join(f"{name} {points}" for name, points in zip(names, last.scores(), strict=True))
        console.print(cli_words("final", scores=scores), markup=False)
    elif ply is None:
        console.print(cli_words("unfinished"))

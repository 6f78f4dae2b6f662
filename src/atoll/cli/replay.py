"""`atoll replay`: a recorded game told turn by turn."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from atoll.cli.console import LanguageChoice, console, drawn, ready, words_for
from atoll.core.errors import InvalidOption
from atoll.core.record import Record


def replay(
    file: Path,
    /,
    *,
    ply: Annotated[int | None, Parameter(help="Stop before decision number PLY and draw the table there.")] = None,
    pictures: Annotated[bool, Parameter(negative=(), help="Draw the table after every turn.")] = False,
    language: LanguageChoice = None,
) -> None:
    """Tell a recorded game, then draw its last position."""
    words = words_for(language)
    record = Record.read(file)
    game = record.game
    ready(game, words.language)
    its = game.words(words.language)
    if ply is not None and not 0 <= ply <= len(record.decisions):
        raise InvalidOption(f"--ply must be from 0 to the {len(record.decisions)} decisions of the game, not {ply}")
    names = record.players or [its("player", count=seat + 1) for seat in range(record.deal.seats)]
    states = list(record)
    shown = states[: None if ply is None else ply + 1]
    for before, decision, after in zip(shown, record.decisions, shown[1:], strict=False):
        for event in game.events(before, decision, after, None):
            console.print(its.sentence(f"event.{event['event']}", event, names), markup=False)
        if pictures and after.actor != before.actor and after is not shown[-1]:
            console.print(drawn(f"\n{game.picture(after, words.language, names=names, marked=True)}\n"))
    last = shown[-1]
    console.print(drawn(f"\n{game.picture(last, words.language, names=names, marked=True)}\n"))
    console.print(last.position, markup=False)
    if last.over:
        scores = ", ".join(f"{name} {points}" for name, points in zip(names, last.scores(), strict=True))
        console.print(words("final", scores=scores), markup=False)
    elif ply is None:
        console.print(words("unfinished"))

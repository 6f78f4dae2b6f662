"""`atoll play`: a game in the terminal, alone against bots or with several people at one keyboard."""

import re
import secrets
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from atoll.bots import BOTS, Bot, Budget, bot
from atoll.cli.console import (
    EditionChoice,
    LanguageChoice,
    OptionChoices,
    console,
    drawn,
    read_edition,
    read_options,
    ready,
    words_for,
)  # fmt: skip
from atoll.core.errors import AtollError, InvalidNotation, InvalidOption
from atoll.core.files import check_writeable
from atoll.core.game import HIGHEST_SEED
from atoll.core.game import game as find_game
from atoll.core.locale import Words
from atoll.core.record import Record
from atoll.core.rulebook import rule, rulebook
from atoll.core.state import State

MANY = 12  # more choices than this are not listed
LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")  # a terminal shows the label only


class Left(Exception):
    """The person leaves the game."""


def play(
    game: str = "reef",
    /,
    *,
    seats: int = 2,
    people: int = 1,
    bots: Annotated[str, Parameter(help=f"Who plays against you, joined by commas: {', '.join(BOTS)}.")] = "greedy",
    seed: int | None = None,
    option: OptionChoices = None,
    edition: EditionChoice = None,
    save: Annotated[Path | None, Parameter(help="Write the game to this file when it ends or you leave.")] = None,
    language: LanguageChoice = None,
) -> None:
    """Play a game in the terminal.

    Parameters
    ----------
    game
        Which game; `atoll games` lists them.
    seats
        How many play.
    people
        How many of them are people at this keyboard.
    seed
        The number that decides the deal; any if not given.

    """
    kind = find_game(game)
    if not 1 <= people <= seats:
        raise InvalidOption(f"--people must be from 1 to the {seats} seats, not {people}")
    if seed is None:
        seed = secrets.randbits(64)
    options, cards = read_options(option), read_edition(kind, edition)
    own, its = words_for(language), kind.words(words_for(language).language)
    names = bots.split(",")
    opponents: dict[int, Bot] = {
        seat: bot(names[(seat - people) % len(names)], seed + seat & HIGHEST_SEED) for seat in range(people, seats)
    }
    if save:
        check_writeable(save, InvalidOption)
    ready(kind, own.language, bots=True)
    record = Record(kind.deal(seats, seed, options, cards), seed=seed)
    record.players = [its("player", count=seat + 1) for seat in range(seats)]
    for seat in opponents:
        record.players[seat] += f" ({names[(seat - people) % len(names)]})"
    console.print(own("welcome", game=its("name"), players=", ".join(record.players)), markup=False)
    table = Table(record, opponents, own, its)
    try:
        table.run()
    except (Left, EOFError, KeyboardInterrupt):
        console.print(own("goodbye"))
    if save:
        table.save(save)


class Table:
    """A game under way at one keyboard."""

    def __init__(self, record: Record, opponents: dict[int, Bot], own: Words, its: Words) -> None:
        self.record, self.opponents, self.own, self.its = record, opponents, own, its
        self.state = record.deal
        self.undoable: list[State] = []
        self.sitting: int | None = None

    def run(self) -> None:
        """Play until the game is over."""
        while not self.state.over:
            seat = self.state.actor
            assert seat is not None
            if seat in self.opponents:
                self.decide(self.opponents[seat].choose(self.state.hide(seat), seat, Budget()))
            else:
                self.ask(seat)
        self.picture()
        players = zip(self.record.players, self.state.scores(), strict=True)
        console.print(self.own("final", scores=", ".join(f"{name} {points}" for name, points in players)), markup=False)

    def decide(self, decision: int) -> None:
        """Play a decision and tell what happened."""
        before, game = self.state, self.state.game
        self.state = before.play(decision)
        self.record.decisions.append(decision)
        viewer = None if len(self.opponents) < self.state.seats - 1 else 0
        for event in game.events(before, decision, self.state, viewer):
            console.print(self.its.sentence(f"event.{event['event']}", event, self.record.players), markup=False)

    def ask(self, seat: int) -> None:
        """Let a person decide until the turn is theirs no more."""
        people = self.state.seats - len(self.opponents)
        if people > 1 and self.sitting != seat:
            console.input(self.own("hand_over", player=self.record.players[seat]), markup=False)
        self.sitting = seat
        self.undoable.clear()
        while self.state.actor == seat:
            self.picture()
            before, decision = self.state, self.read(seat)
            if decision is None:
                continue
            if before.reveals(decision):
                self.undoable.clear()
            else:
                self.undoable.append(before)
            self.decide(decision)
            # A turn of several decisions is over only when its player says so; what revealed something is over at once.
            if self.state.actor != seat and len(self.undoable) > 1:
                answer = console.input(self.own("confirm") + " ", markup=False)
                if answer.strip().lower() == "undo":
                    self.undo()

    def read(self, seat: int) -> int | None:
        """Return a decision that the person types, or None after a command."""
        choices = self.state.view(seat)["legal"]
        self.list_choices(choices)
        text = console.input(f"{self.record.players[seat]}{self.own('prompt')}", markup=False).strip()
        if self.command(text):
            return None
        numbered: dict[str, int] = {str(number): choice["decision"] for number, choice in enumerate(choices, 1)}
        if text in numbered:
            return numbered[text]
        game = self.state.game
        try:
            decision: int = game.notation.parse_decision(self.state, text)
        except InvalidNotation:
            console.print(self.own("unreadable", text=text), self.its("notation"), markup=False)
            return None
        if decision not in self.state.legal():
            console.print(game.refusal(self.state, decision, self.own.language), markup=False)
            return None
        return decision

    def list_choices(self, choices: list[dict[str, Any]]) -> None:
        """Say what can be decided and what it would bring; where that is a lot, only its texts."""
        console.print(self.own("choices"))
        if len(choices) <= MANY:
            for number, choice in enumerate(choices, 1):
                text = self.its.sentence(f"choice.{choice['kind']}", choice, self.record.players)
                console.print(
                    f"  {number:>2}  {text}{self.brings(choice['preview'])}   ({choice['text']})", markup=False
                )
            return
        for _, group in groupby(choices, key=lambda choice: str(choice["text"]).split()[0]):
            gains = [(choice["text"], choice["preview"]["best"]) for choice in group]
            console.print(
                "  " + ", ".join(f"{text} (+{best})" if best > 0 else text for text, best in gains), markup=False
            )

    def brings(self, preview: dict[str, int]) -> str:
        """Return what a choice would score, if anything."""
        if preview["best"] <= 0:
            return ""
        key = "brings" if preview["best"] == preview["points"] else "brings_up_to"
        return f": {self.own(key, count=preview['best'])}"

    def command(self, text: str) -> bool:
        """Carry out a command that is not a decision; tell whether it was one."""
        word, _, rest = text.partition(" ")
        match word.lower():
            case "":
                pass
            case "quit" | "exit":
                raise Left
            case "help" | "?":
                console.print(self.own("help"), self.its("notation"), markup=False)
            case "undo":
                self.undo()
            case "rules":
                self.rules(rest.strip().upper())
            case "position":
                console.print(self.state.hide(self.sitting).position, markup=False)
            case "save" if rest:
                self.save(Path(rest.strip()))
            case _:
                return False
        return True

    def undo(self) -> None:
        """Take back the last decision of this turn."""
        if not self.undoable:
            console.print(self.own("cannot_undo"))
            return
        self.state = self.undoable.pop()
        self.record.decisions.pop()
        console.print(self.own("undone"))

    def rules(self, number: str) -> None:
        """Show one rule, or all of them."""
        game, language = self.state.game, self.own.language
        text = rule(game, language, number) if number else rulebook(game, language)
        console.print(LINK.sub(r"\1", text) if text else self.own("no_rule", rule=number), markup=False)

    def save(self, path: Path) -> None:
        """Write the game so far."""
        try:
            self.record.write(path)
            console.print(self.own("saved", path=path), markup=False)
        except AtollError as error:
            console.print(str(error), markup=False)

    def picture(self) -> None:
        """Draw the table."""
        console.print()
        game, names = self.state.game, self.record.players
        console.print(drawn(game.picture(self.state, self.own.language, names=names, marked=True)))

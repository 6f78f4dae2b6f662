"""`atoll play`: a game in the terminal, alone against bots or with several people at one keyboard."""

import secrets
from collections.abc import Iterator
from functools import partial
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
from atoll.cli.screen import Paper, Screen, display, grouped
from atoll.core.errors import AtollError, InvalidNotation, InvalidOption
from atoll.core.files import check_writeable
from atoll.core.game import HIGHEST_SEED
from atoll.core.game import game as find_game
from atoll.core.levels import LEVELS
from atoll.core.locale import Words
from atoll.core.record import Record
from atoll.core.rulebook import rule, rulebook
from atoll.core.state import State

DEFAULT_GAME, DEFAULT_BOTS = "reef", LEVELS[0]


class Left(Exception):
    """The person leaves the game."""


def play(
    game: str | None = None,
    /,
    *,
    seats: int = 2,
    people: int = 1,
    bots: Annotated[str, Parameter(help=f"Who plays against you, joined by commas: {', '.join(BOTS)}.")] = DEFAULT_BOTS,
    seed: int | None = None,
    option: OptionChoices = None,
    edition: EditionChoice = None,
    save: Annotated[Path | None, Parameter(help="Write the game to this file when it ends or you leave.")] = None,
    resume: Annotated[
        Path | None,
        Parameter(help="Go on with the game in this file; it is written back when it ends or you leave."),
    ] = None,
    language: LanguageChoice = None,
) -> None:
    """Play a game in the terminal.

    Parameters
    ----------
    game
        Which game; `atoll games` lists them. Reef if not given.
    seats
        How many play.
    people
        How many of them are people at this keyboard.
    seed
        The number that decides the deal; any if not given.

    """
    own = words_for(language)
    if resume:
        if game or option or edition or seed is not None or (seats, people, bots) != (2, 1, DEFAULT_BOTS):
            raise InvalidOption(f"--resume {resume}: the file says which game is played and by whom; leave that out")
        record, opponents = _resumed(resume)
        save = save or resume
    else:
        kind = find_game(game or DEFAULT_GAME)
        if not 1 <= people <= seats:
            raise InvalidOption(f"--people must be from 1 to the {seats} seats, not {people}")
        seed = secrets.randbits(64) if seed is None else seed
        options, cards = read_options(option), read_edition(kind, edition)
        names = bots.split(",")
        opponents = {seat: names[(seat - people) % len(names)] for seat in range(people, seats)}
        for name in names:
            bot(name, 0)
        ready(kind, own.language)
        record = Record(kind.deal(seats, seed, options, cards), seed=seed)
        its = kind.words(own.language)
        record.players = [its("player", count=seat + 1) for seat in range(seats)]
        for seat, name in opponents.items():
            record.players[seat] += f" ({name})"
    if save:
        check_writeable(save, InvalidOption)
    ready(record.game, own.language, bots=True)
    table = Table(record, opponents, own)
    try:
        table.run()
    except (Left, EOFError, KeyboardInterrupt):
        console.print(own("goodbye"))
    if save:
        console.print(table.save(save), markup=False)


def _resumed(path: Path) -> tuple[Record, dict[int, str]]:
    """Return a game to go on with, and the seats of its bots: those whose names are, or end with, a bot's name."""
    record = Record.read(path)
    if record.last.over:
        raise InvalidOption(f"{path}: this game is over; `atoll replay {path}` tells it")
    players = record.players or [record.game.words()("player", count=seat + 1) for seat in range(record.deal.seats)]
    record.players = players
    bots = {seat: name.rpartition("(")[2].rstrip(")") for seat, name in enumerate(players)}
    opponents = {seat: name for seat, name in bots.items() if name in BOTS}
    if len(opponents) == len(players):
        raise InvalidOption(f"{path}: only bots play this game: {', '.join(players)}")
    return record, opponents


class Table:
    """A game under way at one keyboard."""

    def __init__(self, record: Record, opponents: dict[int, str], own: Words, shown: Paper | None = None) -> None:
        self.record, self.own, self.its = record, own, record.game.words(own.language)
        self.opponents: dict[int, Bot] = {
            seat: bot(name, (record.seed or 0) + seat & HIGHEST_SEED) for seat, name in opponents.items()
        }
        self.shown = shown or display(own)
        self.state = record.last
        self.undoable: list[State] = []
        self.sitting: int | None = None

    def run(self) -> None:
        """Play until the game is over."""
        players = ", ".join(self.record.players)
        self.shown.tell(self.own("welcome", game=self.its("name"), players=players))
        while not self.state.over:
            seat = self.state.actor
            assert seat is not None
            if seat in self.opponents:
                self.decide(self.opponents[seat].choose(self.state.hide(seat), seat, Budget()))
            else:
                self.ask(seat)
        scores = zip(self.record.players, self.state.scores(), strict=True)
        final = self.own("final", scores=", ".join(f"{name} {points}" for name, points in scores))
        self.shown.finish(*self.pictures(), [final, *self.achieved()])

    def achieved(self) -> Iterator[str]:
        """Tell what the game has earned the people at the keyboard, in games with achievements."""
        part = self.state.game.achievements
        for seat, player in enumerate(self.record.players):
            for name in part.earned(self.state, seat) if part and seat not in self.opponents else ():
                kind, _, number = name.partition(".")
                label = self.its(f"kind.{kind}", count=int(number))
                what = f"{label}{self.its('colon')} {self.its(f'achievement.{name}')}"
                yield self.own("achieved", player=player, what=what)

    def decide(self, decision: int) -> None:
        """Play a decision and tell what happened."""
        before, game = self.state, self.state.game
        self.state = before.play(decision)
        self.record.decisions.append(decision)
        viewer = None if len(self.opponents) < self.state.seats - 1 else 0
        for event in game.events(before, decision, self.state, viewer):
            self.shown.tell(self.its.sentence(f"event.{event['event']}", event, self.record.players))

    def ask(self, seat: int) -> None:
        """Let a person decide until the turn is theirs no more."""
        people = self.state.seats - len(self.opponents)
        if people > 1 and self.sitting != seat:
            self.shown.cover()
            self.shown.ask(self.own("hand_over", player=self.record.players[seat]))
        self.sitting = seat
        self.undoable.clear()
        turn = self.state.turn
        while self.state.actor == seat and self.state.turn == turn:
            before, decision = self.state, self.read(seat)
            if decision is None:
                continue
            self.shown.begin()
            if before.reveals(decision):
                self.undoable.clear()
            else:
                self.undoable.append(before)
            self.decide(decision)
            # A turn of several decisions is over only when its player says so; what revealed something is over at once.
            if self.state.actor != seat and len(self.undoable) > 1 and self.confirm() == "undo":
                self.undo()

    def confirm(self) -> str:
        """Show what came of a turn, and return what the person says to it."""
        if isinstance(self.shown, Screen):
            self.picture([])
        return self.shown.ask(self.own("confirm") + " ").lower()

    def read(self, seat: int) -> int | None:
        """Return a decision that the person types, or None after a command."""
        choices = self.state.view(seat)["legal"]
        self.picture(choices)
        text = self.shown.ask(f"{self.record.players[seat]}{self.own('prompt')}")
        if self.command(text, choices):
            return None
        numbered: dict[str, int] = {str(number): choice["decision"] for number, choice in enumerate(choices, 1)}
        if text in numbered:
            return numbered[text]
        game = self.state.game
        try:
            decision: int = game.notation.parse_decision(self.state, text)
        except InvalidNotation:
            self.shown.tell(self.its("notation"))
            self.shown.tell(self.own("unreadable", text=text))
            return None
        if decision not in self.state.legal():
            self.shown.tell(game.refusal(self.state, decision, self.own.language))
            return None
        return decision

    def picture(self, choices: list[dict[str, Any]]) -> None:
        """Show the table and what can be decided."""
        self.shown.show(*self.pictures(), choices, self.sentence)

    def pictures(self) -> tuple[str, str]:
        """Return a big and a small picture of the table."""
        draw = partial(self.state.game.picture, self.state, self.own.language, names=self.record.players, marked=True)
        return draw(), draw(small=True)

    def sentence(self, choice: Any) -> str:
        """Return a choice in words, with what it would score, if anything."""
        text = self.its.sentence(f"choice.{choice['kind']}", choice, self.record.players)
        preview = choice["preview"]
        if preview["best"] <= 0:
            return text
        key = "brings" if preview["best"] == preview["points"] else "brings_up_to"
        return f"{text}: {self.own(key, count=preview['best'])}"

    def command(self, text: str, choices: list[dict[str, Any]]) -> bool:
        """Carry out a command that is not a decision; tell whether it was one."""
        word, _, rest = text.partition(" ")
        match word.lower():
            case "":
                pass
            case "quit" | "exit":
                raise Left
            case "help" | "?":
                self.shown.page(f"{self.own('help')}\n\n{self.its('notation')}")
            case "undo":
                self.undo()
            case "board":
                self.shown.page(drawn(self.pictures()[0]))
            case "choices":
                self.shown.page("\n".join(grouped(choices, console.width)))
            case "log":
                self.shown.page("\n".join(self.shown.told))
            case "rules":
                self.rules(rest.strip().upper())
            case "position":
                self.shown.page(self.state.hide(self.sitting).position)
            case "save" if rest:
                self.shown.tell(self.save(Path(rest.strip())))
            case _:
                return False
        return True

    def undo(self) -> None:
        """Take back the last decision of this turn."""
        if not self.undoable:
            self.shown.tell(self.own("cannot_undo"))
            return
        self.state = self.undoable.pop()
        self.record.decisions.pop()
        self.shown.tell(self.own("undone"))

    def rules(self, number: str) -> None:
        """Show one rule, or all of them."""
        game, language = self.state.game, self.own.language
        found = rule(game, language, number) if number else rulebook(game, language)
        self.shown.page(found or self.own("no_rule", rule=number))

    def save(self, path: Path) -> str:
        """Write the game so far; return a sentence about it."""
        try:
            self.record.write(path)
        except AtollError as error:
            return str(error)
        return self.own("saved", path=path)

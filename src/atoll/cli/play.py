"""`atoll play`: a game in the terminal, against bots or with several people at one keyboard."""

import secrets
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from atoll.bots import BOTS, Bot, Budget, bot
from atoll.cli.console import (
    EditionChoice,
    LanguageChoice,
    OptionChoices,
    console,
    read_edition,
    read_options,
    ready,
    render,
    words_for,
)  # fmt: skip
from atoll.cli.screen import LineDisplay, ScreenDisplay, grouped, make_display
from atoll.core.checks import MAX_SEED
from atoll.core.files import check_writeable
from atoll.core.game import find_game
from atoll.core.record import Record
from atoll.core.rulebook import rule, rulebook
from atoll.core.state import State
from atoll.kit.errors import AtollError, InvalidNotation, InvalidOption
from atoll.kit.heuristic import LEVEL_NAMES
from atoll.kit.locale import Words
from atoll.kit.view import Choice

DEFAULT_GAME, DEFAULT_BOTS = "reef", LEVEL_NAMES[0]


class Quit(Exception):
    """The person quits the game."""


def play(
    game_id: Annotated[
        str | None, Parameter(name="GAME", help="Name of the game, Reef by default; `atoll games` lists them.")
    ] = None,
    /,
    *,
    seats: int = 2,
    people: int = 1,
    bots: Annotated[str, Parameter(help=f"Opponents, separated by commas: {', '.join(BOTS)}.")] = DEFAULT_BOTS,
    seed: int | None = None,
    option: OptionChoices = None,
    edition: EditionChoice = None,
    save: Annotated[Path | None, Parameter(help="Save the game to this file when it ends or you quit.")] = None,
    resume: Annotated[
        Path | None,
        Parameter(help="Resume the game in this file, and save it there when it ends or you quit."),
    ] = None,
    language: LanguageChoice = None,
) -> None:
    """Play a game in the terminal.

    Parameters
    ----------
    seats
        Number of players.
    people
        Number of people at this keyboard; bots have the other seats.
    seed
        Number that determines the deal; random by default.

    """
    cli_words = words_for(language)
    if resume:
        if game_id or option or edition or seed is not None or (seats, people, bots) != (2, 1, DEFAULT_BOTS):
            raise InvalidOption(
                f"--resume {resume}: the file says which game it is and who plays; leave those options out"
            )
        record, opponents = _resumed(resume)
        save = save or resume
    else:
        game = find_game(game_id or DEFAULT_GAME)
        if not 1 <= people <= seats:
            raise InvalidOption(f"--people must be from 1 to the {seats} seats, not {people}")
        options, components = read_options(option), read_edition(game, edition)
        opponents = _opponents(bots.split(","), people, seats)
        ready(game, cli_words.language)
        seed = secrets.randbits(64) if seed is None else seed
        record = Record(game.deal(seats, seed, options, components), seed=seed)
        record.players = _names(record, opponents, cli_words.language)
    if save:
        check_writeable(save, InvalidOption)
    ready(record.game, cli_words.language, bots=True)
    terminal_game = TerminalGame(record, opponents, cli_words)
    try:
        terminal_game.run()
    except (Quit, EOFError, KeyboardInterrupt):
        console.print(cli_words("goodbye"))
    if save:
        console.print(terminal_game.save(save), markup=False)


def _opponents(bots: list[str], people: int, seats: int) -> dict[int, str]:
    """Return the bot of each seat after those of the people; refuse names that are no bots."""
    for name in bots:
        bot(name, 0)
    return {seat: bots[(seat - people) % len(bots)] for seat in range(people, seats)}


def _names(record: Record, opponents: dict[int, str], language: str) -> list[str]:
    """Return "Player 1", "Player 2 (crab)" and so on: `_resumed` finds the bots by these names."""
    words = record.game.words(language)
    names = [words("player", count=seat + 1) for seat in range(record.deal.seats)]
    return [f"{name} ({opponents[seat]})" if seat in opponents else name for seat, name in enumerate(names)]


def _resumed(path: Path) -> tuple[Record, dict[int, str]]:
    """Read a saved game and find the seats of its bots: their players' names are, or end with, a bot's name."""
    record = Record.read(path)
    if record.last.over:
        raise InvalidOption(f"{path}: this game is over; `atoll replay {path}` shows it")
    players = record.players or [record.game.words()("player", count=seat + 1) for seat in range(record.deal.seats)]
    record.players = players
    bots = {seat: name.rpartition("(")[2].rstrip(")") for seat, name in enumerate(players)}
    opponents = {seat: name for seat, name in bots.items() if name in BOTS}
    if len(opponents) == len(players):
        raise InvalidOption(f"{path}: only bots play this game: {', '.join(players)}")
    return record, opponents


class TerminalGame:
    """A game in progress at one keyboard."""

    def __init__(
        self, record: Record, opponents: dict[int, str], cli_words: Words, display: LineDisplay | None = None
    ) -> None:
        self.record = record
        self.cli_words, self.game_words = cli_words, record.game.words(cli_words.language)
        self.opponents: dict[int, Bot] = {
            seat: bot(name, (record.seed or 0) + seat & MAX_SEED) for seat, name in opponents.items()
        }
        self.display = display or make_display(cli_words)
        self.state = record.last
        self.undoable: list[State] = []
        self.at_keyboard: int | None = None

    def run(self) -> None:
        """Play until the game is over."""
        players = ", ".join(self.record.players)
        self.display.add_message(self.cli_words("welcome", game=self.game_words("name"), players=players))
        while not self.state.over:
            seat = self.state.actor
            assert seat is not None
            if seat in self.opponents:
                self.decide(self.opponents[seat].choose(self.state.hide(seat), seat, Budget()))
            else:
                self.ask(seat)
        scores = zip(self.record.players, self.state.scores(), strict=True)
        final = self.cli_words("final", scores=", ".join(f"{name} {points}" for name, points in scores))
        self.display.show_result(*self.pictures(), [final, *self.achieved()])

    def achieved(self) -> Iterator[str]:
        """Yield a sentence for each achievement that the people at the keyboard have earned."""
        part = self.state.game.achievements
        for seat, player in enumerate(self.record.players):
            for name in part.earned(self.state, seat) if part and seat not in self.opponents else ():
                kind, _, number = name.partition(".")
                label = self.game_words(f"kind.{kind}", count=int(number))
                what = f"{label}{self.game_words('colon')} {self.game_words(f'achievement.{name}')}"
                yield self.cli_words("achieved", player=player, what=what)

    def decide(self, decision: int) -> None:
        """Play a decision and show its events."""
        before, game = self.state, self.state.game
        self.state = before.play(decision)
        self.record.decisions.append(decision)
        viewer = None if len(self.opponents) < self.state.seats - 1 else 0
        for event in game.events(before, decision, self.state, viewer):
            self.display.add_message(self.game_words.describe(event, self.record.players))

    def ask(self, seat: int) -> None:
        """Let a person decide until their turn is over."""
        people = self.state.seats - len(self.opponents)
        if people > 1 and self.at_keyboard != seat:
            self.display.clear_screen()
            self.display.ask(self.cli_words("hand_over", player=self.record.players[seat]))
        self.at_keyboard = seat
        self.undoable.clear()
        turn = self.state.turn
        while self.state.actor == seat and self.state.turn == turn:
            before, decision = self.state, self.read_decision(seat)
            if decision is None:
                continue
            self.display.clear_messages()
            if before.reveals(decision):
                self.undoable.clear()
            else:
                self.undoable.append(before)
            self.decide(decision)
            # A turn of several decisions ends only when its player confirms it, unless it revealed something.
            if self.state.actor != seat and len(self.undoable) > 1 and self.confirm() == "undo":
                self.undo()

    def confirm(self) -> str:
        """Show the position after a turn, and return the person's answer."""
        if isinstance(self.display, ScreenDisplay):
            self.show_table([])
        return self.display.ask(self.cli_words("confirm") + " ").lower()

    def read_decision(self, seat: int) -> int | None:
        """Read a decision; return None after a command or a refusal."""
        choices = self.state.view(seat).legal
        self.show_table(choices)
        text = self.display.ask(f"{self.record.players[seat]}{self.cli_words('prompt')}")
        if self.command(text, choices):
            return None
        numbered: dict[str, int] = {str(number): choice.decision for number, choice in enumerate(choices, 1)}
        if text in numbered:
            return numbered[text]
        game = self.state.game
        try:
            decision: int = game.text.parse_decision(self.state, text)
        except InvalidNotation:
            self.display.add_message(self.game_words("notation"))
            self.display.add_message(self.cli_words("unreadable", text=text))
            return None
        if decision not in self.state.legal():
            self.display.add_message(str(game.illegal(self.state, decision, self.cli_words.language)))
            return None
        return decision

    def show_table(self, choices: list[Choice]) -> None:
        """Show the table and the choices."""
        self.display.show(*self.pictures(), choices, self.sentence)

    def pictures(self) -> tuple[str, str]:
        """Return a big and a small picture of the table."""
        draw = partial(
            self.state.game.picture, self.state, self.cli_words.language, names=self.record.players, marked=True
        )
        return draw(), draw(small=True)

    def sentence(self, choice: Choice) -> str:
        """Return a choice in words, with what it would score, if anything."""
        text = self.game_words.describe(choice, self.record.players)
        preview = choice.preview
        if preview.best <= 0:
            return text
        key = "brings" if preview.best == preview.points else "brings_up_to"
        return f"{text}: {self.cli_words(key, count=preview.best)}"

    def command(self, text: str, choices: list[Choice]) -> bool:
        """Run a command such as `undo`; return False if the text is none."""
        word, _, rest = text.partition(" ")
        match word.lower():
            case "":
                pass
            case "quit" | "exit":
                raise Quit
            case "help" | "?":
                self.display.page(f"{self.cli_words('help')}\n\n{self.game_words('notation')}")
            case "undo":
                self.undo()
            case "board":
                self.display.page(render(self.pictures()[0]))
            case "choices":
                self.display.page("\n".join(grouped(choices, console.width)))
            case "log":
                self.display.page("\n".join(self.display.log))
            case "rules":
                self.rules(rest.strip().upper())
            case "position":
                self.display.page(self.state.hide(self.at_keyboard).position)
            case "save" if rest:
                self.display.add_message(self.save(Path(rest.strip())))
            case _:
                return False
        return True

    def undo(self) -> None:
        """Take back the last decision of this turn."""
        if not self.undoable:
            self.display.add_message(self.cli_words("cannot_undo"))
            return
        self.state = self.undoable.pop()
        self.record.decisions.pop()
        self.display.add_message(self.cli_words("undone"))

    def rules(self, number: str) -> None:
        """Show one rule, or all of them."""
        game, language = self.state.game, self.cli_words.language
        found = rule(game, language, number) if number else rulebook(game, language)
        self.display.page(found or self.cli_words("no_rule", rule=number))

    def save(self, path: Path) -> str:
        """Write the game so far; return a sentence about it."""
        try:
            self.record.write(path)
        except AtollError as error:
            return str(error)
        return self.cli_words("saved", path=path)

"""Two ways to show a game in a terminal: one screen for each decision, or line after line as in a pipe."""

import re
import sys
import textwrap
from collections.abc import Callable, Sequence
from itertools import groupby

from rich.text import Text

from atoll.cli.console import console, render
from atoll.kit.locale import Words, plain
from atoll.kit.view import Choice

MAX_NUMBERED = 12
"""Longer lists of choices are not numbered."""
MESSAGE_LINES = 2
"""Lines reserved for the latest messages."""

NO_BREAK = "\0"
"""Stands for a space at which a line must not break."""

Sentence = Callable[[Choice], str]


class LineDisplay:
    """Prints line after line, where input or output is not a terminal."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.log: list[str] = []
        """All messages of the game, for the command `log`."""

    def add_message(self, text: str) -> None:
        """Print an event of the game, or a short answer to a command."""
        self.log.append(text)
        self._print(text)

    def clear_messages(self) -> None:
        """Do nothing: messages are printed at once."""

    def clear_screen(self) -> None:
        """Do nothing: printed lines stay; `ScreenDisplay` clears."""

    def page(self, text: str | Text) -> None:
        """Show a long text, such as the rules."""
        self._print(text)

    def show(self, big: str, small: str, choices: Sequence[Choice], sentence: Sentence) -> None:  # noqa: ARG002 - a screen needs the small picture
        """Show the table and the choices."""
        console.print()
        console.print(render(big))
        if choices:
            for line in [self.words("choices"), *listed(choices, sentence, console.width)]:
                self._print(line)

    def show_result(self, big: str, small: str, lines: Sequence[str]) -> None:
        """Show the last position and the result."""
        self.show(big, small, [], str)
        for line in lines:
            self._print(line)

    def ask(self, prompt: str) -> str:
        """Read a line from the keyboard."""
        return console.input(prompt, markup=False).strip()

    def _print(self, text: str | Text) -> None:
        console.print(text, markup=False)


class ScreenDisplay(LineDisplay):
    """Clears the screen for each decision, and draws the big picture if it fits, else the small one."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.messages: list[str] = []

    def add_message(self, text: str) -> None:
        """Store a message for the next screen."""
        self.log.append(text)
        self.messages.append(text)

    def clear_messages(self) -> None:
        """Drop the messages about earlier decisions."""
        self.messages.clear()

    def clear_screen(self) -> None:
        """Hide what the previous player saw."""
        console.clear()

    def page(self, text: str | Text) -> None:
        """Show a long text, a screen at a time, and wait for Enter after each."""
        lines = text.split("\n", allow_blank=True) if isinstance(text, Text) else _wrapped(text, console.width)
        room = max(1, console.height - 2)
        for start in range(0, len(lines), room):
            console.clear()
            for line in lines[start : start + room]:
                console.print(line, markup=False)
            console.input(self.words("go_on") + " ", markup=False)

    def show(self, big: str, small: str, choices: Sequence[Choice], sentence: Sentence) -> None:
        """Show the table, the latest messages and the choices on one screen."""
        width, height = console.size
        picture, lines = self._fit(big, small, choices, sentence)
        room = height - 1 - len(picture.splitlines()) - len(lines)
        messages = [line for text in self.messages for line in _wrapped(text, width)]
        if room < len(messages):
            messages = (
                [self.words("more_news"), *messages[len(messages) - room + 1 :]] if room > 1 else messages[-1:][:room]
            )
        console.clear()
        console.print(render(picture))
        for line in [*messages, *lines]:
            console.print(line, markup=False)

    def show_result(self, big: str, small: str, lines: Sequence[str]) -> None:
        """Show the last position and the result."""
        self.messages += lines
        self.show(big, small, [], str)

    def _fit(self, big: str, small: str, choices: Sequence[Choice], sentence: Sentence) -> tuple[str, list[str]]:
        """Return the best picture and list of choices that fit the screen; a list that is always too long is cut."""
        width, height = console.size
        for picture in (big, small):
            drawing = plain(picture).splitlines()
            for lines in (listed(choices, sentence, width), grouped(choices, width)):
                if max(map(len, drawing)) <= width and len(drawing) + len(lines) + MESSAGE_LINES < height:
                    return picture, lines
        lines = grouped(choices, width)
        room = max(1, height - 1 - len(plain(small).splitlines()))
        if len(lines) > room:
            lines = [*lines[: room - 1], self.words("more_choices")]
        return small, lines


def make_display(words: Words) -> LineDisplay:
    """Return a screen for an interactive terminal, lines for anything else."""
    return ScreenDisplay(words) if console.is_terminal and sys.stdin.isatty() else LineDisplay(words)


def listed(choices: Sequence[Choice], sentence: Sentence, width: int) -> list[str]:
    """Return choices as numbered sentences; if there are too many, only their texts."""
    if len(choices) > MAX_NUMBERED:
        return grouped(choices, width)
    lines = [f"{number:>2}  {sentence(choice)}   ({choice.text})" for number, choice in enumerate(choices, 1)]
    return [part for line in lines for part in textwrap.wrap(line, width, subsequent_indent=" " * 6)]


def grouped(choices: Sequence[Choice], width: int) -> list[str]:
    """Return the texts of choices, grouped by their first word, in lines that break between choices.

    >>> from atoll.kit.view import Preview
    >>> texts = ["put a1 turn 0", "put a1 turn 1", "put a1 turn 2", "put b1 turn 0", "end"]
    >>> grouped([Choice(0, text, Preview(0, 3 * (text == "end"), False)) for text in texts], 80)
    ['put a1 turn 0-2, b1 turn 0; end (+3)']
    """
    groups = []
    for verb, group in groupby(choices, key=lambda choice: choice.text.split()[0]):
        items: list[str] = []
        for choice in group:
            gain = choice.preview.best
            rest = choice.text[len(verb) :].strip()
            _add_item(items, f"{rest} (+{gain})".strip() if gain > 0 else rest)
        groups.append(f"{verb} {', '.join(items)}".strip().replace(" ", NO_BREAK).replace(f",{NO_BREAK}", ", "))
    lines = textwrap.wrap("; ".join(groups), width, subsequent_indent="  ")
    return [line.replace(NO_BREAK, " ") for line in lines]


NUMBER_AT_END = re.compile(r"(.* )(\d)(?:-(\d))?( \(.*)?")


def _add_item(items: list[str], item: str) -> None:
    """Add a choice to a list; merge it with the last one if only their numbers differ: `a1 turn 0-2`."""
    last, this = NUMBER_AT_END.fullmatch(items[-1]) if items else None, NUMBER_AT_END.fullmatch(item)
    if last and this and last[1] == this[1] and last[4] == this[4] and int(last[3] or last[2]) + 1 == int(this[2]):
        items[-1] = f"{this[1]}{last[2]}-{this[2]}{this[4] or ''}"
    else:
        items.append(item)


def _wrapped(text: str, width: int) -> list[str]:
    """Wrap a text between words; its own line breaks stay."""
    return [part for line in text.splitlines() for part in textwrap.wrap(line, width) or [""]]

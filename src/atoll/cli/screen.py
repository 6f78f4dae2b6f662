"""How a game is shown in a terminal: all that a decision needs on one screen, or line after line into a pipe."""

import re
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from atoll.cli.console import console, drawn
from atoll.core.locale import Words, plain

MANY = 12
"""More choices than this are not numbered."""
NEWS = 2
"""Lines that are kept free for what happened last."""

HOLDS = "\0"
"""A space at which no line breaks."""

Choice = Mapping[str, Any]
Sentence = Callable[[Choice], str]


class Paper:
    """Prints line after line: for pipes, and for people who want to scroll back."""

    def __init__(self, own: Words) -> None:
        self.own = own
        self.told: list[str] = []
        """Everything that happened, for `log`."""

    def tell(self, text: str) -> None:
        """Say something that happened, or an answer of a line."""
        self.told.append(text)
        self._print(text)

    def begin(self) -> None:
        """Forget what was said up to the last decision."""

    def cover(self) -> None:
        """Hide what the person before has seen."""

    def page(self, text: str | Text) -> None:
        """Show something longer that was asked for."""
        self._print(text)

    def show(self, big: str, small: str, choices: Sequence[Choice], sentence: Sentence) -> None:  # noqa: ARG002 - a screen needs the small picture
        """Show the table, and what can be chosen."""
        console.print()
        console.print(drawn(big))
        if choices:
            for line in [self.own("choices"), *listed(choices, sentence, console.width)]:
                self._print(line)

    def finish(self, big: str, small: str, lines: Sequence[str]) -> None:
        """Show how the game ended."""
        self.show(big, small, [], str)
        for line in lines:
            self._print(line)

    def ask(self, prompt: str) -> str:
        """Ask for a line."""
        return console.input(prompt, markup=False).strip()

    def _print(self, text: str | Text) -> None:
        console.print(text, markup=False)


class Screen(Paper):
    """Draws each decision on a screen of its own, the big picture where it fits and the small one elsewhere."""

    def __init__(self, own: Words) -> None:
        super().__init__(own)
        self.news: list[str] = []

    def tell(self, text: str) -> None:
        """Keep something to be said on the next screen."""
        self.told.append(text)
        self.news.append(text)

    def begin(self) -> None:
        """Forget what was said up to the last decision."""
        self.news.clear()

    def cover(self) -> None:
        """Hide what the person before has seen."""
        console.clear()

    def page(self, text: str | Text) -> None:
        """Show something longer on a screen of its own, until it has been read."""
        lines = text.split("\n", allow_blank=True) if isinstance(text, Text) else _wrapped(text, console.width)
        room = max(1, console.height - 2)
        for start in range(0, len(lines), room):
            console.clear()
            for line in lines[start : start + room]:
                console.print(line, markup=False)
            console.input(self.own("go_on") + " ", markup=False)

    def show(self, big: str, small: str, choices: Sequence[Choice], sentence: Sentence) -> None:
        """Show the table, what happened last and what can be chosen, on one screen."""
        width, height = console.size
        picture, lines = self._fit(big, small, choices, sentence)
        room = height - 1 - len(picture.splitlines()) - len(lines)
        news = [line for text in self.news for line in _wrapped(text, width)]
        if room < len(news):
            news = [self.own("more_news"), *news[len(news) - room + 1 :]] if room > 1 else news[-1:][:room]
        console.clear()
        console.print(drawn(picture))
        for line in [*news, *lines]:
            console.print(line, markup=False)

    def finish(self, big: str, small: str, lines: Sequence[str]) -> None:
        """Show how the game ended."""
        self.news += lines
        self.show(big, small, [], str)

    def _fit(self, big: str, small: str, choices: Sequence[Choice], sentence: Sentence) -> tuple[str, list[str]]:
        """Return the best picture and list of choices that fit the screen; a list that never fits is cut."""
        width, height = console.size
        for picture in (big, small):
            drawing = plain(picture).splitlines()
            for lines in (listed(choices, sentence, width), grouped(choices, width)):
                if max(map(len, drawing)) <= width and len(drawing) + len(lines) + NEWS < height:
                    return picture, lines
        lines = grouped(choices, width)
        room = max(1, height - 1 - len(plain(small).splitlines()))
        if len(lines) > room:
            lines = [*lines[: room - 1], self.own("more_choices")]
        return small, lines


def display(own: Words) -> Paper:
    """Return a screen where somebody sits before one."""
    return Screen(own) if console.is_terminal and sys.stdin.isatty() else Paper(own)


def listed(choices: Sequence[Choice], sentence: Sentence, width: int) -> list[str]:
    """Return choices as numbered sentences; where there are many, only their texts."""
    if len(choices) > MANY:
        return grouped(choices, width)
    lines = [f"{number:>2}  {sentence(choice)}   ({choice['text']})" for number, choice in enumerate(choices, 1)]
    return [part for line in lines for part in textwrap.wrap(line, width, subsequent_indent=" " * 6)]


def grouped(choices: Sequence[Choice], width: int) -> list[str]:
    """Return the texts of choices, those that begin alike as one list, in lines that break between choices.

    >>> texts = ["put a1 turn 0", "put a1 turn 1", "put a1 turn 2", "put b1 turn 0", "end"]
    >>> grouped([{"text": text, "preview": {"best": 3 * (text == "end")}} for text in texts], 80)
    ['put a1 turn 0-2, b1 turn 0; end (+3)']
    """
    groups = []
    for verb, group in groupby(choices, key=lambda choice: str(choice["text"]).split()[0]):
        items: list[str] = []
        for choice in group:
            gain = choice["preview"]["best"]
            rest = str(choice["text"])[len(verb) :].strip()
            _join(items, f"{rest} (+{gain})".strip() if gain > 0 else rest)
        # The spaces within a choice hold.
        groups.append(f"{verb} {', '.join(items)}".strip().replace(" ", HOLDS).replace(f",{HOLDS}", ", "))
    lines = textwrap.wrap("; ".join(groups), width, subsequent_indent="  ")
    return [line.replace(HOLDS, " ") for line in lines]


NUMBERED = re.compile(r"(.* )(\d)(?:-(\d))?( \(.*)?")


def _join(items: list[str], item: str) -> None:
    """Add a choice to a list, in one with the last where only their numbers differ: `a1 turn 0-2`."""
    last, this = NUMBERED.fullmatch(items[-1]) if items else None, NUMBERED.fullmatch(item)
    if last and this and last[1] == this[1] and last[4] == this[4] and int(last[3] or last[2]) + 1 == int(this[2]):
        items[-1] = f"{this[1]}{last[2]}-{this[2]}{this[4] or ''}"
    else:
        items.append(item)


def _wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines that break between words; lines that are there stay."""
    return [part for line in text.splitlines() for part in textwrap.wrap(line, width) or [""]]

"""A position as a line of named fields: what the text forms of all games share."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from atoll.kit.errors import InvalidNotation

if TYPE_CHECKING:
    from atoll.kit.components import Edition
    from atoll.kit.game import Game
    from atoll.kit.options import Option


def head(game: "Game", edition: "Edition") -> str:
    """Return the beginning of every position: the rules version and, if it is not the standard one, the edition."""
    return f"{game.id}:{game.rules}" + ("" if edition.standard else f" edition={edition.label}")


def line(game: "Game", edition: "Edition", values: Mapping[str, object]) -> str:
    """Format fields as one line, in their order."""
    return " ".join([head(game, edition), *(f"{name}={value}" for name, value in values.items())])


def joined(texts: Sequence[str]) -> str:
    """Return a list as text, - for an empty one."""
    return ",".join(texts) or "-"


class PositionText:
    """The fields of a position's text; every refusal names its field."""

    def __init__(self, game: "Game", edition: "Edition", text: str, names: Sequence[str]) -> None:
        words, start = text.split(), head(game, edition).split()
        if words[: len(start)] != start:
            raise InvalidNotation(f"position: must begin with {' '.join(start)}, not {' '.join(words[: len(start)])!r}")
        words = words[len(start) :]
        if [word.partition("=")[0] for word in words] != list(names):
            raise InvalidNotation(f"position: must have the fields {' '.join(names)}, each once and in this order")
        self.values = {name: word.partition("=")[2] for name, word in zip(names, words, strict=True)}

    def refusal(self, name: str, expected: str) -> InvalidNotation:
        """Return the error to raise for a field, saying what was expected."""
        return InvalidNotation(f"position: {name}={self.values[name]}: {expected}")

    def option(self, option: "Option") -> int:
        """Return the number of an option's value."""
        try:
            return option.code(option.read(self.values[option.name]))
        except ValueError as error:
            raise InvalidNotation(f"position: {error}") from None

    def integer(self, name: str, low: int, high: int) -> int:
        """Return a whole number."""
        if not re.fullmatch(r"-?[0-9]{1,7}", self.values[name]) or not low <= int(self.values[name]) <= high:
            raise self.refusal(name, f"must be a whole number from {low} to {high}")
        return int(self.values[name])

    def by_seat(self, name: str, separator: str, seats: int) -> list[str]:
        """Return a field's parts, one per seat."""
        parts = self.values[name].split(separator)
        if len(parts) != seats:
            raise self.refusal(name, f"must have {seats} parts joined by {separator}, one a seat")
        return parts

    def listed(self, name: str, text: str, pattern: str) -> list[str]:
        """Return the items of a list, each checked against a pattern."""
        items = [] if text == "-" else text.split(",")
        for item in items:
            if not re.fullmatch(pattern, item, re.ASCII):
                raise self.refusal(name, f"{item!r} can't be read there")
        return items

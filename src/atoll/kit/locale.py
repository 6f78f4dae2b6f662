"""Texts for people: JSON files with the same keys in five languages, with plurals and placeholders.

A text is a string, or a table of plural forms, selected by one of its numbers:
    "event.score": {"by": "points", "one": "{player} scores 1 point.", "other": "{player} scores {points} points."}
A form "zero" is optional.

The browser addresses its reader as "You": a verb has two forms, "{player} {takes|take} a card.", the first for names.
It names things as they are drawn, not by number; if that needs another sentence, its key ends in ".seen".
"""

import json
import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct, to_builtins

ENGLISH = "en"
LANGUAGES = (ENGLISH, "pl", "it", "nl", "fr")
NOTHING = "\N{EN DASH}"  # an empty list

MARK = re.compile(r"\[(?:\[|(/?[a-z ]*)\])")
"""A colour mark such as [red] or [/], its name in the first group; or [[, an escaped bracket without a name."""

PERSONS = re.compile(r"\{([^{}|]*)\|[^{}|]*\}")
"""A verb for a name and for "You", {takes|take}: the first group goes with a name."""

# Fields of an event whose values are translated as those of another field.
FAMILIES = {"pieces": "colour", "around": "colour", "tallest": "colour"}

Text = str | Mapping[str, str]


def plural(language: str, count: int) -> str:
    """Return the plural category of a whole number, named as Unicode does.

    >>> [plural("pl", count) for count in (0, 1, 2, 5, 12, 22)]
    ['many', 'one', 'few', 'many', 'many', 'few']
    """
    count = abs(count)
    match language:
        case "pl":
            few = count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14)
            return "one" if count == 1 else "few" if few else "many"
        case "fr":
            return "one" if count in (0, 1) else "other"
        case _:
            return "one" if count == 1 else "other"


def forms(language: str) -> tuple[str, ...]:
    """Return the plural forms that a language's texts must have."""
    return ("one", "few", "many") if language == "pl" else ("one", "other")


class Words:
    """The texts of one file in one language."""

    def __init__(self, language: str, texts: Mapping[str, Text]) -> None:
        self.language = language
        self.texts = texts

    def __call__(self, key: str, **values: object) -> str:
        """Return a text with its placeholders filled."""
        text = self.texts[key]
        if not isinstance(text, str):
            count = int(str(values[text["by"]]))
            text = text["zero"] if count == 0 and "zero" in text else text[plural(self.language, count)]
        return PERSONS.sub(r"\1", text).format(**values)

    def describe(self, shown: Struct, names: Sequence[str]) -> str:
        """Return an event or a choice in words."""
        config = shown.__struct_config__
        family = "choice" if config.tag_field == "kind" else config.tag_field
        data: dict[str, object] = to_builtins(shown)
        data.pop(str(config.tag_field))
        return self.sentence(f"{family}.{config.tag}", data, names)

    def sentence(self, key: str, data: Mapping[str, object], names: Sequence[str]) -> str:
        """Return a text about an event or a choice, with seats as names and values such as colours translated."""
        values: dict[str, object] = {}
        for field, value in data.items():
            if field == "seat":
                values["player"] = names[int(str(value))]
            elif field == "seats" and isinstance(value, list):
                values["players"] = ", ".join(names[seat] for seat in value)
            else:
                values[field] = self._translated(field, value)
        return self(key, **values)

    def _translated(self, field: str, value: object) -> object:
        if isinstance(value, list):
            return ", ".join(str(self._translated(field, item)) for item in value) or NOTHING
        key = f"{FAMILIES.get(field, field)}.{value}"
        return self(key) if key in self.texts else value

    def __contains__(self, key: str) -> bool:
        return key in self.texts


@cache
def load_words(folder: Path, language: str) -> Words:
    """Read one language of a folder of locales."""
    return Words(language, json.loads((folder / f"{language}.json").read_text(encoding="utf-8")))


def users_language() -> str:
    """Return the language of the user's environment, or English if it is not supported."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return value[:2] if value[:2] in LANGUAGES else ENGLISH
    return ENGLISH


def plain(marked: str) -> str:
    """Return a text without its colour marks.

    >>> plain("a [red]red[/] piece")
    'a red piece'
    """
    return MARK.sub(lambda mark: "[" if mark[1] is None else "", marked)


def literal(text: str) -> str:
    """Escape brackets in a text between colour marks: a player may be called [red].

    >>> literal("[red]"), plain(f"[bold]{literal('[red]')}[/]")
    ('[[red]', '[red]')
    """
    return text.replace("[", "[[")

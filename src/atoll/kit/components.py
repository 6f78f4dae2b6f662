"""Component files: readable TOML, checked at load, with refusals that name file, item, field and rule."""

import hashlib
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeGuard

import numpy as np

from atoll.kit.errors import AtollError, InvalidComponents

STANDARD = "standard"


@dataclass(frozen=True)
class Edition:
    """One set of components of a game: the standard one, or that of an edition file."""

    name: str
    text: str
    tables: np.ndarray
    items: Mapping[int, Any]

    @property
    def standard(self) -> bool:
        """Whether these are the components that come with Atoll."""
        return self.name == STANDARD

    @property
    def label(self) -> str:
        """The name, with a digest of the file unless it is the standard edition."""
        return self.name if self.standard else f"{self.name}@{hashlib.sha256(self.text.encode()).hexdigest()[:8]}"


class Item:
    """One table of a component file, read field by field."""

    def __init__(self, place: str, fields: object, rule: str, refusal: type[AtollError] = InvalidComponents) -> None:
        self.place, self.rule, self.refusal = place, rule, refusal
        if not isinstance(fields, dict):
            raise refusal(f"{place}: must be a table of fields ({rule})")
        self.fields: dict[str, Any] = fields

    def refuse(self, field: str, expected: str) -> NoReturn:
        """Refuse a field, naming what is expected."""
        raise self.refusal(f"{self.place}: {field} {expected} ({self.rule})")

    def only(self, allowed: Collection[str]) -> None:
        """Refuse unknown fields."""
        for field in self.fields:
            if field not in allowed:
                self.refuse(field, f"is not known here; the fields are {', '.join(sorted(allowed))}")

    def integer(self, field: str, low: int, high: int) -> int:
        """Return a whole number from low to high."""
        value = self.fields.get(field)
        if not _is_integer(value, low, high):
            self.refuse(field, f"must be a whole number from {low} to {high}")
        return value

    def integers(self, field: str, max_length: int, low: int, high: int) -> list[int]:
        """Return a list of whole numbers from low to high; a missing field is an empty list."""
        value = self.fields.get(field, [])
        if (
            not isinstance(value, list)
            or len(value) > max_length
            or not all(_is_integer(number, low, high) for number in value)
        ):
            self.refuse(field, f"must be a list of at most {max_length} whole numbers from {low} to {high}")
        return value

    def choice(self, field: str, options: Collection[str]) -> str:
        """Return one of the given words."""
        value = self.fields.get(field)
        if value not in options:
            self.refuse(field, f"must be one of {', '.join(options)}")
        return str(value)

    def texts(self, field: str, low: int, high: int) -> list[str]:
        """Return a list of low to high texts."""
        value = self.fields.get(field)
        if not isinstance(value, list) or not low <= len(value) <= high or not all(isinstance(x, str) for x in value):
            count = str(low) if low == high else f"{low} to {high}"
            self.refuse(field, f"must be a list of {count} texts")
        return value


def _is_integer(value: object, low: int, high: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def read_text(path: Path, refusal: type[AtollError]) -> str:
    """Return the text of a file, or refuse it in one sentence."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise refusal(f"{path}: can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise refusal(f"{path}: can't be read: it must be UTF-8 text") from None


def parse_toml(text: str, place: str, refusal: type[AtollError]) -> dict[str, Any]:
    """Return TOML text as data."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # RecursionError: deeply nested lists
        raise refusal(f"{place}: is not TOML: {error}") from None

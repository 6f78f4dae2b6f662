"""Declares what a game shows, as classes whose instances compiled code fills as records.

A game declares its view, choices, events and explanations as `msgspec.Struct`s. Python gets instances of them, the
protocol their JSON, TypeScript their types; and `core/layout.py` the record that compiled code fills, in which
everything is a 64-bit number:

    annotation                             record
    int, bool                              the number; 0 or 1
    int | None                             the number; NULL is null
    Literal["red", "blue"]                 the index of the name; if `| None` is allowed, a negative one is null
    Annotated[str, Names(NAMES)]           the same, for names that are listed elsewhere
    Annotated[list[str], Bits(NAMES)]      a set of names, as the bits of a number
    Annotated[dict[str, int], Keys(NAMES)] an array with a number for each name; those that are NULL are left out
    Annotated[list[item], Exactly(n)]      an array of n items
    Annotated[list[item], Most(n)]         `count` and `items`, at most n; if `| None` is allowed, a count of -1 is null
    Struct                                 its fields
    Struct | None                          `present`, 1 or 0, and its fields
    Struct | Struct ..., tagged            the tag, numbered by `tags`, and the fields of all of them, shared by name
"""

from dataclasses import dataclass
from typing import Any, get_args

from atoll.kit.contract import HIDDEN_POINTS

NULL = HIDDEN_POINTS
"""What a number in a record is if its value is null."""


@dataclass(frozen=True)
class Names:
    """The names that a string can be."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Bits:
    """The members that a list can have, each at most once and in this order."""

    names: tuple[str, ...] | range


@dataclass(frozen=True)
class Keys:
    """The keys of an object."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Exactly:
    """The length of a list."""

    length: int


@dataclass(frozen=True)
class Most:
    """The greatest length of a list."""

    length: int


def tags(union: Any) -> range:
    """Return the numbers that stand for the members of a tagged union in a record, in the order it lists them."""
    return range(len(get_args(union)))

"""The base of what every game shows: views, choices, events. Games extend them."""

import re
from typing import Annotated

import numpy as np
from msgspec import Struct

from atoll.kit.compiled import compiled
from atoll.kit.contract import MAX_SEATS
from atoll.kit.records import Bits, Most

Points = Annotated[list[int | None], Most(MAX_SEATS)]
"""The points of each seat; null where they are hidden."""
Places = Annotated[list[int], Most(MAX_SEATS)]
Winners = Annotated[list[int], Bits(range(MAX_SEATS))]


def snake_case(name: str) -> str:
    """Return the tag of a class: `WinPoints` is `win_points`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Preview(Struct):
    """What a decision would bring: its points, the most points of its turn, and whether it ends the turn."""

    points: int
    best: int
    ends: bool


class Choice(Struct, tag_field="kind", tag=snake_case):
    """A legal decision; its text is what a client sends."""

    decision: int
    text: str
    preview: Preview


class Event(Struct, tag_field="event", tag=snake_case):
    """Something that happened."""


class Explanation(Struct, tag_field="topic", tag=snake_case):
    """What a topic means for a seat."""

    about: str


class Header(Struct):
    """What is the same in all views of a game."""

    game: str
    rules: int
    edition: str
    options: dict[str, str | bool]


class View(Header):
    """A position as a seat (null: a spectator) sees it. `legal` is empty unless that seat is to decide."""

    seats: int
    seat: int | None
    actor: int | None
    over: bool
    scores: Points
    ranking: Places | None


@compiled
def add_event(out: np.record, tag: int) -> np.record:
    """Add an event to a list of events and return it, to be filled in."""
    event = out.items[out.count]
    out.count += 1
    event.event = tag
    return event  # type: ignore[no-any-return]  # a row of the list


@compiled
def first_places(places: np.ndarray, seats: int) -> int:
    """Return the winners, as bits, from the place of each seat."""
    winners = 0
    for seat in range(seats):
        winners |= (places[seat] == 1) << seat
    return winners

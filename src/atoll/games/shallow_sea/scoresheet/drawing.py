"""An ocean drawn as text on a score sheet, in the layout of `lattice.py`: seven lines of marks with gaps between.

A line is a row of bubbles and spaces from left to right. A bubble is . or the letter of its fish (r y g p). A space is:
    -       empty
    R7y     a finished red coral of 7 points with a yellow fish
    coral   an unfinished coral
    17> 17>r   a coral by its number in the tile file, unfinished and finished with a red fish; ^ > v < is its top
    A3^ A3^*   a creature, unfinished and finished
"""

import re

from atoll.games.shallow_sea import COLOUR_NAMES, LETTERS
from atoll.games.shallow_sea.lattice import BUBBLE_NAMES, BUBBLES, DRAWING, SPACE_NAMES, SPACES
from atoll.kit.components import Item

DESCRIBED = re.compile(f"([{LETTERS.upper()}])([1-9][0-9]?)([{LETTERS}])")
NUMBERED = re.compile(rf"([1-9][0-9]?[\^>v<])([{LETTERS}]?)")
CREATURE = re.compile(r"([A-F][1-4][\^>v<])(\*?)")
FREE, EMPTY, UNFINISHED_CORAL = ".", "-", "coral"


def listed(player: Item, text: str) -> tuple[dict[str, str], list[str]]:
    """Return a drawn ocean as the lists that a sheet may have instead: tiles on spaces, and fish on bubbles."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    player.rule = "S1"
    if len(lines) != len(DRAWING):
        player.refuse("ocean", f"has {len(lines)} lines; a drawing has {len(DRAWING)}, two of them for bubbles only")
    ocean, fish = {}, []
    for row, (marks, drawn) in enumerate(zip(lines, DRAWING, strict=True)):
        places = [(row, column) for column, mark in enumerate(drawn) if mark != "."]
        if len(marks) != len(places):
            player.refuse(f"ocean, line {row + 1}", f"has {len(marks)} marks; there are {len(places)} places")
        for place, mark in zip(places, marks, strict=True):
            if place in SPACES:
                name = SPACE_NAMES[SPACES.index(place)]
                if mark != EMPTY:
                    ocean[name] = _tile(player, name, mark)
            elif mark != FREE:
                name = BUBBLE_NAMES[BUBBLES.index(place)]
                if mark not in tuple(LETTERS):
                    player.refuse(f"ocean, {name}", f"is {mark!r}; a bubble is . or a fish: {' '.join(LETTERS)}")
                fish.append(f"{name} {_colour(mark)}")
    return ocean, fish


def _tile(player: Item, name: str, mark: str) -> str:
    """Return a tile as the list of spaces writes it."""
    if match := DESCRIBED.fullmatch(mark):
        return f"{_colour(match[1].lower())} {match[2]} {_colour(match[3])}"
    if match := NUMBERED.fullmatch(mark):
        return f"{match[1]} {_colour(match[2])}" if match[2] else match[1]
    if match := CREATURE.fullmatch(mark):
        return f"{match[1]} done" if match[2] else match[1]
    if mark != UNFINISHED_CORAL:
        player.refuse(f"ocean, {name}", f"is {mark!r}; a space is R7y, coral, 17>, 17>r, A3^, A3^* or -")
    return mark


def _colour(letter: str) -> str:
    return COLOUR_NAMES[LETTERS.index(letter)]

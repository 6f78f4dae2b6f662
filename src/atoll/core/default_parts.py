"""What a game's folder does not bring: its text, view, observation, picture, components and heuristic.

A game with nothing but `__init__.py` and `kernel.py` can be played everywhere. Each name below gives way to one of the
same name in the game's own module.
"""

from collections.abc import Callable, Mapping, Sequence
from math import prod
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from msgspec import defstruct

from atoll.kit import view as kit
from atoll.kit.components import STANDARD, Edition
from atoll.kit.contract import OVER, UNKNOWN
from atoll.kit.errors import InvalidComponents, InvalidNotation
from atoll.kit.heuristic import Level
from atoll.kit.locale import Words
from atoll.kit.observation import layout, size
from atoll.kit.options import option_text
from atoll.kit.position_text import PositionText, line
from atoll.kit.records import Exactly, Most, Names

if TYPE_CHECKING:
    from atoll.core.game import Game
    from atoll.core.state import State

NO_TABLES = np.dtype((np.record, [("nothing", "i8")]))


def text(game: "Game") -> dict[str, Any]:
    """Return texts: decisions by their names; a position as its fields in order, `?` for what is unknown."""
    names: tuple[str, ...] = game.rules_module.DECISION_NAMES
    numbers = {name.lower(): number for number, name in enumerate(names)}
    options = {option.name: option for option in game.options}
    fields = tuple(game.kernel.dtype.names or ())

    def format_decision(_state: "State", decision: int) -> str:
        return names[decision]

    def parse_decision(_state: "State", written: str) -> int:
        found = numbers.get(" ".join(written.lower().split()))
        if found is None:
            raise InvalidNotation(f"{written!r} is not a decision: write, for example, {names[0]} or {names[-1]}")
        return found

    def refusal(_state: "State", decision: int) -> tuple[str, dict[str, object]]:
        return "not_now", {"decision": names[decision]}

    def format_position(state: "State") -> str:
        values: dict[str, object] = {}
        for name, value in zip(fields, state.fields, strict=True):
            flat = np.ravel(value).tolist()
            values[name] = (
                option_text(options[name].value(value))
                if name in options
                else ",".join("?" if number == UNKNOWN else str(number) for number in flat)
            )
        return line(game, state.edition, values)

    def parse_position(written: str, edition: Edition, array: np.ndarray) -> None:
        found = PositionText(game, edition, written, fields)
        seats = found.integer("seats", game.min_players, game.max_players)
        if "actor" in fields:
            found.integer("actor", OVER, seats - 1)
        for name in fields:
            if name in options:
                array[0][name] = found.option(options[name])
                continue
            items = found.listed(name, found.values[name], r"\?|-?[0-9]{1,9}")
            shape = game.kernel.dtype[name].shape
            if len(items) != prod(shape):
                raise found.refusal(name, f"must be {prod(shape)} numbers joined by commas")
            numbers = [UNKNOWN if item == "?" else int(item) for item in items]
            array[0][name] = np.reshape(numbers, shape) if shape else numbers[0]

    return _named(format_decision, parse_decision, refusal, format_position, parse_position)


def view(game: "Game") -> dict[str, Any]:
    """Return the record itself as the view; a choice is its text; events are the decision, its points, the result."""
    names: tuple[str, ...] = game.rules_module.DECISION_NAMES

    class Decide(kit.Choice):
        """A decision."""

    decision = Annotated[str, Names(names)]
    decided = defstruct("Decide", [("seat", int), ("decision", decision)], bases=(kit.Event,), tag="decide")
    scored = defstruct("Score", [("seat", int), ("points", int)], bases=(kit.Event,), tag="score")
    won = defstruct("Win", [("seats", kit.Winners), ("scores", kit.Points)], bases=(kit.Event,), tag="win")
    legal: Any = Annotated[list[Decide], Most(max(1, len(names)))]

    def topic(_state: "State", _seat: int, about: str) -> int:
        raise InvalidNotation(f"there is nothing to explain about {about!r} in this game")

    def census(_state: "State") -> dict[str, int]:
        return {}

    return {
        "View": defstruct("View", [*_shown_fields(game), ("legal", legal)], bases=(kit.View,)),
        "Choice": Decide,
        "TEXTS": names,
        "Event": decided | scored | won,
        "MOST_EVENTS": 3,
        "Explanation": kit.Explanation,
        **_named(topic, census),
    }


def _shown_fields(game: "Game") -> list[tuple[str, Any]]:
    """Return the name and type of each field of the record that a view shows; by seat, it is a list."""
    base = {"seats", "actor", *(option.name for option in game.options)}
    dtype, found = game.kernel.dtype, []
    for name in dtype.names or ():
        if name in base:
            continue
        shape = dtype[name].shape
        hint: Any = int | None
        for length in reversed(shape[1:]):
            hint = Annotated[list[hint], Exactly(length)]
        if shape:
            by_seat = shape[0] == game.max_players
            hint = Annotated[list[hint], Most(shape[0]) if by_seat else Exactly(shape[0])]
        found.append((name, hint))
    return found


def observe(game: "Game") -> dict[str, Any]:
    """Return the record's numbers as the observation: a slice for each field, and the observer's seat."""
    dtype: np.dtype[Any] = game.rules_module.POSITION
    parts = [(name, dtype[name].shape or (1,), "as in the record") for name in dtype.names or ()]
    slices = layout([*parts, ("observer", (game.max_players,), "1 for the observer's seat")])
    return {"LAYOUT": slices, "SIZE": size(slices)}


def picture(_game: "Game") -> dict[str, Any]:
    """Return a drawing: the view, a line for each field."""

    def draw(shown: kit.View, names: Sequence[str], _words: Words, _edition: Edition) -> str:
        base = {*kit.View.__struct_fields__, "legal"}
        lines = [
            f"{'*' if seat == shown.actor else ' '} {name}: {'?' if points is None else points}"
            for seat, (name, points) in enumerate(zip(names, shown.scores, strict=True))
        ]
        fields = [name for name in shown.__struct_fields__ if name not in base]
        return "\n".join([*lines, *(f"{name}: {_shown(getattr(shown, name))}" for name in fields)])

    return _named(draw)


def _shown(value: object) -> str:
    """Return a value as text: a list as a row, a list of lists as a grid."""
    if not isinstance(value, list):
        return "?" if value is None else str(value)
    rows = any(isinstance(item, list) for item in value)
    return "".join(f"\n  {_shown(item)}" for item in value) if rows else " ".join(map(_shown, value))


def components(game: "Game") -> dict[str, Any]:
    """Return no components but the tables that the kernel's `tables` returns, if it has any."""
    rules = game.rules_module
    tables: np.ndarray = rules.tables() if hasattr(rules, "tables") else np.zeros(1, NO_TABLES)

    def build(_data: Mapping[str, Any], place: str) -> tuple[np.ndarray, dict[int, Any]]:
        raise InvalidComponents(f"{place}: {game.id} has no editions")

    def describe(_item: object) -> dict[str, Any]:
        return {}

    return {"STANDARD": Edition(STANDARD, "", tables, {}), **_named(build, describe)}


def heuristic(_game: "Game") -> dict[str, Any]:
    """Return single decisions as plans, valued by points; the stronger levels try them on guesses."""
    return {
        "LONGEST_PLAN": 1,
        "ROWS": 2,
        "HORIZON": 12,
        "TREE": True,
        "LEVELS": (
            Level(overlooks=75),
            Level(overlooks=40),
            Level(),
            Level(simulations=100),
            Level(simulations=400),
            Level(simulations=2_000),
        ),
    }


def _named(*functions: Callable[..., Any]) -> dict[str, Any]:
    return {function.__name__: function for function in functions}


PARTS: dict[str, Callable[["Game"], dict[str, Any]]] = {
    "text": text,
    "view": view,
    "observe": observe,
    "picture": picture,
    "components": components,
    "heuristic": heuristic,
}
WHOLE = {
    "text": ("format_decision", "parse_decision", "refusal", "format_position", "parse_position"),
    "view": ("View", "Choice", "TEXTS", "Event", "MOST_EVENTS", "Explanation", "topic", "census"),
    "observe": ("LAYOUT", "SIZE"),
    "picture": ("draw",),
    "components": ("FILE", "build", "describe"),
    "heuristic": ("LONGEST_PLAN", "ROWS", "HORIZON", "TREE", "LEVELS"),
}
"""What a part needs no defaults with."""


def combined(game: "Game", part: str, module: ModuleType | None) -> Any:
    """Return a part of a game: its own names, and defaults for the others."""
    if part not in PARTS or all(hasattr(module, name) for name in WHOLE[part]):
        return module
    return SimpleNamespace(**PARTS[part](game) | (dict(vars(module)) if module else {}))

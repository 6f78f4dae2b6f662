"""A position as an immutable value."""

from typing import TYPE_CHECKING, Any

import numpy as np

from atoll.core.checks import as_int
from atoll.kit.contract import HIDDEN_POINTS, MAX_SEATS, OVER, SPECTATOR
from atoll.kit.memory import hash_record

if TYPE_CHECKING:
    from atoll.core.game import Game
    from atoll.kit.components import Edition
    from atoll.kit.options import Value


class State:
    """A position as an immutable value: `play` returns a new one, `repr` can be evaluated, and `str` draws it."""

    __slots__ = ("_actor", "_array", "_fields", "edition", "game")

    def __init__(self, game: "Game", edition: "Edition", array: np.ndarray) -> None:
        self.game = game
        self.edition = edition
        self._array = array
        self._actor: int | None = None
        self._fields: Any = None

    @property
    def array(self) -> np.ndarray:
        """The underlying record, as an array of one for kernels. Never write to it."""
        return self._array

    @property
    def fields(self) -> Any:
        """All fields of the record by name, as plain numbers and tuples."""
        if self._fields is None:
            self._fields = self.game.kernel.fields(self._array)
        return self._fields

    @property
    def actor(self) -> int | None:
        """The seat that decides next; None when the game is over."""
        if self._actor is None:
            self._actor = self.game.kernel.actor(self._array)
        return None if self._actor == OVER else self._actor

    @property
    def turn(self) -> int:
        """The number of the turn, the same for all positions of a turn."""
        return self.game.kernel.turn(self._array)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.actor is None

    @property
    def seats(self) -> int:
        """The number of players."""
        return int(self._array["seats"][0])

    @property
    def options(self) -> dict[str, "Value"]:
        """The options of the deal."""
        fields = self.fields
        return {option.name: option.value(getattr(fields, option.name)) for option in self.game.options}

    def legal(self) -> list[int]:
        """Return the legal decisions in ascending order; empty when the game is over."""
        decisions = self._decisions()
        number = self.game.kernel.legal(self.edition.tables, self._array, decisions)
        legal: list[int] = decisions[:number].tolist()
        return legal

    def play(self, decision: int) -> "State":
        """Return the position after a legal decision."""
        kernel, after = self.game.kernel, self.game.kernel.empty()
        number = as_int(decision)
        if (
            number is None
            or not 0 <= number < kernel.decisions
            or not kernel.play(self.edition.tables, self._array, after, number, self._decisions())
        ):
            raise self.game.illegal(self, decision)
        return State(self.game, self.edition, after)

    def scores(self) -> list[int | None]:
        """Return the points of each seat, final ones when the game is over; None where they are hidden."""
        points = np.empty(MAX_SEATS, np.int64)
        self.game.kernel.scores(self.edition.tables, self._array, points)
        return [None if number == HIDDEN_POINTS else number for number in points[: self.seats].tolist()]

    def ranking(self) -> list[int]:
        """Return the place of each seat, 1 for the best; equal places are shared."""
        places = np.empty(MAX_SEATS, np.int64)
        self.game.kernel.ranking(self.edition.tables, self._array, places)
        ranking: list[int] = places[: self.seats].tolist()
        return ranking

    def hide(self, seat: int | None) -> "State":
        """Return what a seat knows, or for None what everybody knows."""
        after = self.game.kernel.empty()
        self.game.kernel.hide(self._array, after, SPECTATOR if seat is None else self.game.seat(self, seat))
        return State(self.game, self.edition, after)

    def fill(self, seed: int) -> "State":
        """Return this position with everything hidden guessed, consistently."""
        after = self.game.kernel.empty()
        self.game.kernel.fill(self.edition.tables, self._array, after, seed)
        return State(self.game, self.edition, after)

    def view(self, seat: int | None) -> Any:
        """Return what a seat (None: a spectator) sees, as the game's `View`."""
        return self.game.view(self, seat)

    def observe(self, seat: int) -> np.ndarray:
        """Return what a seat knows as numbers, in the layout of the game's `observe.LAYOUT`."""
        seat, kernel, known = self.game.seat(self, seat), self.game.kernel, self.game.kernel.empty()
        kernel.hide(self._array, known, seat)
        out = np.zeros(kernel.observation, np.float32)
        kernel.observe(self.edition.tables, known, seat, out)
        return out

    def reveals(self, decision: int) -> bool:
        """Return whether a decision reveals hidden information to its player; if so, it can't be undone freely."""
        known = self.hide(self.actor).play(decision)
        return known != self.play(decision).hide(self.actor)

    @property
    def position(self) -> str:
        """The position as one line of text; `game.position` parses it."""
        text: str = self.game.text.format_position(self)
        return text

    def _decisions(self) -> np.ndarray:
        return np.empty(self.game.kernel.decisions, np.int64)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.game is other.game
            and self.edition.label == other.edition.label
            and self._array.tobytes() == other._array.tobytes()
        )

    def __hash__(self) -> int:
        return int(hash_record(self._array))

    def __repr__(self) -> str:
        return f"atoll.find_game({self.game.id!r}).position({self.position!r})"

    def __str__(self) -> str:
        return self.game.picture(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game.id, self.edition, self._array)


def _restore(game_id: str, edition: "Edition", array: np.ndarray) -> State:
    from atoll.core.game import find_game

    return State(find_game(game_id), edition, array)

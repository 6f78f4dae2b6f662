"""A game's compiled rules, ready to be called from Python."""

import math
import struct
from collections import namedtuple
from collections.abc import Callable, Iterator
from operator import itemgetter
from types import ModuleType
from typing import Any

import numpy as np

from atoll.core.compiled import Stamp, bind, bound_files
from atoll.core.contract import FUNCTIONS, OVER
from atoll.core.loops import LOOPS

MOST_SEATS = 8
LETTERS = {"<i8": "q", "<i2": "h"}


class Reader:
    """Reads every field of a record as plain numbers and tuples, all at once: faster than one by one."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        names = dtype.names or ()
        letters, start = "<", 0
        cells: list[int | slice] = []  # places of the single numbers and of the rows
        groups: list[int | slice] = []  # which of these make up each field
        for name in names:
            kind: np.dtype[Any] = dtype[name]
            size = math.prod(kind.shape)
            letters += f"{size}{LETTERS[kind.base.str]}"
            row = kind.shape[-1] if kind.ndim else 0
            groups.append(slice(len(cells), len(cells) + size // row) if kind.ndim == 2 else len(cells))
            cells += [slice(at, at + row) for at in range(start, start + size, row)] if row else [start]
            start += size
        self.unpack = struct.Struct(letters).unpack
        self.cells, self.groups = itemgetter(*cells), itemgetter(*groups)
        self.named = namedtuple("Fields", names)._make  # type: ignore[attr-defined]  # known when a game is

    def __call__(self, array: np.ndarray) -> Any:
        """Return every field of an array of one record, by name."""
        return self.named(self.groups(self.cells(self.unpack(array.tobytes()))))


class Kernel:
    """The loops of `loops.py`, compiled for one game, and the shapes of its records."""

    def __init__(self, name: str, rules: ModuleType, observe: ModuleType) -> None:
        self.name = name
        self.dtype: np.dtype[Any] = rules.POSITION
        self.decisions: int = rules.DECISIONS
        self.longest_turn: int = rules.LONGEST_TURN
        self.observation: int = observe.SIZE
        self.fields = Reader(self.dtype)
        own = {function: getattr(rules, function) for function in FUNCTIONS if function != "observe"}
        # Where no seat ever has two turns in a row, whose turn it is tells one turn from the next.
        own["turn"] = getattr(rules, "turn", rules.actor)
        # A game may look ahead in its own way: where turns are too many to try them all, or where it knows a short cut.
        if hasattr(rules, "best_turn"):
            own["best_turn"] = rules.best_turn
        self.functions: dict[str, Any] = own | {"observe": observe.observe}
        """The game's own functions, for `bind`."""
        loops = bind(LOOPS, self.functions, name)
        self.stamp = Stamp(bound_files(LOOPS, self.functions), f"{name}.warm")
        self.deal: Callable[..., None] = loops["deal_one"]
        self.actor: Callable[..., int] = loops["actor_of"]
        self.turn: Callable[..., int] = loops["turn_of"]
        self.legal: Callable[..., int] = loops["legal_in"]
        self.apply: Callable[..., None] = loops["apply_to"]
        self.sample: Callable[..., int] = loops["sample_in"]
        self.play: Callable[..., bool] = loops["play_into"]
        self.scores: Callable[..., None] = loops["scores_in"]
        self.ranking: Callable[..., None] = loops["ranking_in"]
        self.hide: Callable[..., None] = loops["hide_into"]
        self.fill: Callable[..., None] = loops["fill_into"]
        self.observe: Callable[..., None] = loops["observe_in"]
        self.key: Callable[..., int] = loops["key_of"]
        self._perft: Callable[..., int] = loops["perft"]
        self._previews: Callable[..., int] = loops["previews"]
        self.random_games: Callable[..., int] = loops["random_games"]
        self.copies: Callable[..., int] = loops["copies"]

    def empty(self, records: int = 1) -> np.ndarray:
        """Return room for positions."""
        # np.empty takes 2 microseconds longer where the dtype is a record.
        return np.frombuffer(bytearray(records * self.dtype.itemsize), self.dtype)

    def perft(self, tables: np.ndarray, array: np.ndarray, depth: int) -> int:
        """Count the decision sequences of a length from a position."""
        if depth == 0 or self.actor(array) == OVER:
            return 1
        return self._perft(tables, *self._rows(array, depth), depth)

    def previews(self, tables: np.ndarray, array: np.ndarray) -> list[tuple[int, int, int, bool]]:
        """Return each legal decision, the points it brings, the most its turn can bring, and if it ends the turn."""
        rows, out = self._rows(array, self.longest_turn + 2), np.empty((self.decisions, 4), np.int64)
        number = self._previews(tables, *rows, np.empty(MOST_SEATS, np.int64), out)
        return [(decision, points, best, ends == 1) for decision, points, best, ends in out[:number].tolist()]

    def _rows(self, array: np.ndarray, rows: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return a row for each depth of a search: positions, their legal decisions, counters."""
        states = self.empty(rows)
        states[0] = array[0]
        return states, np.empty((rows, self.decisions), np.int64), np.empty((rows, 2), np.int64)

    def compile(
        self, tables: np.ndarray, seats: int, options: np.ndarray, *more: Callable[[], object]
    ) -> Iterator[tuple[int, int]]:
        """Compile everything that play needs, one function after the other, then `more`; yields (done, all)."""
        s, after, numbers = self.empty(), self.empty(), np.zeros(self.decisions, np.int64)
        steps: list[Callable[[], object]] = [
            lambda: self.deal(tables, s, seats, options, 0),
            lambda: self.actor(s),
            lambda: self.turn(s),
            lambda: self.legal(tables, s, numbers),
            lambda: self.play(tables, s, after, int(numbers[0]), numbers),
            lambda: self.sample(tables, s, 0),
            lambda: self.scores(tables, s, numbers),
            lambda: self.ranking(tables, s, numbers),
            lambda: self.hide(s, after, 0),
            lambda: self.fill(tables, after, s, 0),
            lambda: self.observe(tables, s, 0, np.zeros(self.observation, np.float32)),
            lambda: self.key(s),
            lambda: self.previews(tables, s),
            lambda: self.perft(tables, s, 1),
            lambda: self.apply(tables, s, self.sample(tables, s, 0)),
            lambda: self.random_games(tables, s, seats, options, 0, 1, np.zeros((2, MOST_SEATS), np.int64)),
            lambda: self.copies(s, after, 1),
            *more,
        ]
        return self.stamp.compile(steps)

"""A game's compiled rules, callable from Python."""

import math
import struct
from collections import namedtuple
from collections.abc import Callable, Iterator
from operator import itemgetter
from types import ModuleType
from typing import Any

import numpy as np

from atoll.core.defaults import RULES
from atoll.core.loops import LOOPS
from atoll.kit.compiled import Stamp, bind, bound_files
from atoll.kit.contract import MAX_SEATS, OVER, REQUIRED
from atoll.kit.errors import UnknownGame

OPTIONAL = ("actor", "turn", "sample", "ranking", "best_turn")
STRUCT_CODES = {"<i8": "q", "<i2": "h"}


class FieldReader:
    """Reads all fields of a record at once as plain numbers and tuples: faster than one by one."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        names = dtype.names or ()
        codes, start = "<", 0
        cells: list[int | slice] = []  # where each number or row is
        groups: list[int | slice] = []  # the cells of each field
        for name in names:
            field: np.dtype[Any] = dtype[name]
            size = math.prod(field.shape)
            codes += f"{size}{STRUCT_CODES[field.base.str]}"
            row = field.shape[-1] if field.ndim else 0
            groups.append(slice(len(cells), len(cells) + size // row) if field.ndim == 2 else len(cells))
            cells += [slice(at, at + row) for at in range(start, start + size, row)] if row else [start]
            start += size
        self.unpack = struct.Struct(codes).unpack
        self.cells, self.groups = itemgetter(*cells), itemgetter(*groups)
        self.named = namedtuple("Fields", names)._make  # type: ignore[attr-defined]  # the names are known at run time only

    def __call__(self, array: np.ndarray) -> Any:
        """Return every field of an array of one record, by name."""
        return self.named(self.groups(self.cells(self.unpack(array.tobytes()))))


class Kernel:
    """The loops of `loops.py`, compiled for one game, and the shapes of its records."""

    def __init__(self, name: str, rules: ModuleType, observe: Any) -> None:
        self.name = name
        wanted = ("POSITION", *REQUIRED, *(() if hasattr(rules, "DECISIONS") else ("DECISION_NAMES",)))
        missing = [part for part in wanted if not hasattr(rules, part)]
        if missing:
            raise UnknownGame(
                f"{rules.__file__}: must define {', '.join(missing)}; atoll/kit/contract.py explains them"
            )
        self.dtype: np.dtype[Any] = rules.POSITION
        self.decisions: int = rules.DECISIONS if hasattr(rules, "DECISIONS") else len(rules.DECISION_NAMES)
        self.longest_turn: int = getattr(rules, "LONGEST_TURN", 1)
        self.observation: int = observe.SIZE
        self.fields = FieldReader(self.dtype)
        # A game may bring its own version of a loop, such as a faster search for the best turn.
        own = {function: getattr(rules, function) for function in (*REQUIRED, *OPTIONAL) if hasattr(rules, function)}
        if hasattr(observe, "observe"):
            own["observe"] = observe.observe
        constants = {"DECISIONS": self.decisions, "POSITION_SIZE": self.dtype.itemsize // 8}
        loops = self.loops = bind(RULES | LOOPS, own, name, constants)
        self.functions: dict[str, Any] = own | {function: loops[function] for function in RULES}
        """The functions of the contract, for `bind`."""
        self.stamp = Stamp(bound_files(RULES | LOOPS, own), f"{name}.warm")
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
        self._perft: Callable[..., int] = loops["perft"]
        self._previews: Callable[..., int] = loops["previews"]
        self.random_games: Callable[..., int] = loops["random_games"]
        self.copies: Callable[..., int] = loops["copies"]

    def empty(self, records: int = 1) -> np.ndarray:
        """Return an array of zeroed positions."""
        # np.empty takes 2 microseconds longer for a record dtype.
        return np.frombuffer(bytearray(records * self.dtype.itemsize), self.dtype)

    def perft(self, tables: np.ndarray, array: np.ndarray, depth: int) -> int:
        """Count the decision sequences of a length from a position."""
        if depth == 0 or self.actor(array) == OVER:
            return 1
        return self._perft(tables, *self._rows(array, depth), depth)

    def previews(self, tables: np.ndarray, array: np.ndarray) -> list[tuple[int, int, int, bool]]:
        """Return each legal decision, its points, the most points of its turn, and whether it ends the turn."""
        rows, out = self._rows(array, self.longest_turn + 2), np.empty((self.decisions, 4), np.int64)
        number = self._previews(tables, *rows, np.empty(MAX_SEATS, np.int64), out)
        return [(decision, points, best, ends == 1) for decision, points, best, ends in out[:number].tolist()]

    def _rows(self, array: np.ndarray, rows: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return a row for each depth of a search: positions, their legal decisions, counters."""
        states = self.empty(rows)
        states[0] = array[0]
        return states, np.empty((rows, self.decisions), np.int64), np.empty((rows, 2), np.int64)

    def compile(
        self, tables: np.ndarray, seats: int, options: np.ndarray, *more: Callable[[], object]
    ) -> Iterator[tuple[int, int]]:
        """Compile everything that play needs, one function after the other, then `more`; yields (done, total)."""
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
            lambda: self.previews(tables, s),
            lambda: self.perft(tables, s, 1),
            lambda: self.apply(tables, s, self.sample(tables, s, 0)),
            lambda: self.random_games(tables, s, seats, options, 0, 1, np.zeros((2, MAX_SEATS), np.int64)),
            lambda: self.copies(s, after, 1),
            *more,
        ]
        return self.stamp.compile(steps)

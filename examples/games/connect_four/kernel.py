"""The rules of Connect Four. A disc is 1 for seat 0, 2 for seat 1; row 0 is the top one."""

import numpy as np

from atoll.kit.compiled import compiled
from atoll.kit.contract import OVER

COLUMNS, ROWS = 7, 6
DECISION_NAMES = tuple(f"drop {column}" for column in range(1, COLUMNS + 1))

POSITION = np.dtype((np.record, [
    ("seats", "i8"),
    ("actor", "i8"),
    ("discs", "i8"),
    ("winner", "i8"),
    ("board", "i8", (ROWS, COLUMNS)),
]))  # fmt: skip


@compiled
def deal(t: np.record, s: np.record, seats: int, options: np.ndarray, seed: int) -> None:
    """Begin with an empty board."""
    s.seats = seats
    s.actor = 0
    s.discs = 0
    s.winner = -1
    s.board[:] = 0


@compiled
def legal(t: np.record, s: np.record, out: np.ndarray) -> int:
    """List the columns with room."""
    number = 0
    for column in range(COLUMNS):
        if s.board[0, column] == 0:
            out[number] = column
            number += 1
    return number


@compiled
def apply(t: np.record, s: np.record, decision: int) -> None:
    """Drop a disc; four in a line win, and a full board is a draw."""
    row = ROWS - 1
    while s.board[row, decision] != 0:
        row -= 1
    s.board[row, decision] = s.actor + 1
    s.discs += 1
    if _lines_up(s, row, decision):
        s.winner = s.actor
    s.actor = OVER if s.winner >= 0 or s.discs == ROWS * COLUMNS else 1 - s.actor


@compiled
def _lines_up(s: np.record, row: int, column: int) -> bool:
    """Return whether four discs of one colour lie in a line through a cell."""
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = 1
        for way in (-1, 1):
            y, x = row + way * down, column + way * right
            while 0 <= y < ROWS and 0 <= x < COLUMNS and s.board[y, x] == s.board[row, column]:
                length += 1
                y += way * down
                x += way * right
        if length >= 4:
            return True
    return False


@compiled
def scores(t: np.record, s: np.record, out: np.ndarray) -> None:
    """Give the winner a point."""
    for seat in range(s.seats):
        out[seat] = s.winner == seat


@compiled
def hide(s: np.record, seat: int) -> None:
    """Hide nothing: all discs lie open."""


@compiled
def fill(t: np.record, s: np.record, seed: int) -> None:
    """Guess nothing: nothing is hidden."""

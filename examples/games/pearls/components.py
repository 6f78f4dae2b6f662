"""Reads a shell file and makes the kernel's tables of it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from atoll.core.components import Item
from atoll.games.pearls import kernel

FILE = "shells.toml"
MOST_PEARLS = 9


class Shell(NamedTuple):
    """One shell: its number and its pearls, none for an urchin (P1)."""

    id: int
    pearls: int


def describe(shell: Shell) -> dict[str, Any]:
    """Return a shell as plain data: what a client draws it from."""
    return {"id": shell.id, "pearls": shell.pearls}


def build(data: Mapping[str, Any], place: str) -> tuple[np.ndarray, dict[int, Shell]]:
    """Check the data of a shell file; return the kernel's tables and the shells by id."""
    item = Item(place, data, "P1")
    item.only(("edition", "shells"))
    pearls = item.wholes("shells", kernel.SHELLS, 0, MOST_PEARLS)
    if len(pearls) != kernel.SHELLS:
        item.refuse("shells", f"must be {kernel.SHELLS} numbers")
    tables = np.zeros(1, kernel.TABLES)
    tables[0].pearls[:] = pearls
    return tables, {number: Shell(number, found) for number, found in enumerate(pearls, 1)}

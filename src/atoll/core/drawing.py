"""Putting marked texts beside one another; marks such as [red] take no room on a screen."""

from collections.abc import Sequence
from itertools import zip_longest

from atoll.core.locale import plain

SMALL_WIDTH = 80
"""How wide a game's `draw_small` may draw."""


def padded(marked: str, width: int) -> str:
    """Return a marked text with spaces up to a width.

    >>> padded("[red]R[/]", 3)
    '[red]R[/]  '
    """
    return marked + " " * (width - len(plain(marked)))


def beside(left: Sequence[str], right: Sequence[str], gap: int = 2) -> list[str]:
    """Return two blocks of lines side by side.

    >>> beside(["one", "2"], ["a", "b", "c"])
    ['one  a', '2    b', '     c']
    """
    width = max((len(plain(line)) for line in left), default=0) + gap
    return [(padded(one, width) + other).rstrip() for one, other in zip_longest(left, right, fillvalue="")]

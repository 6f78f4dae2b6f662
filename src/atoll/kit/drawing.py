"""Layout of texts with colour marks such as [red], which have no width."""

from collections.abc import Sequence
from itertools import zip_longest

from atoll.kit.locale import plain

SMALL_WIDTH = 80
"""The maximum width of a game's `draw_small`."""


def padded(marked: str, width: int) -> str:
    """Return a marked text padded to a width.

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

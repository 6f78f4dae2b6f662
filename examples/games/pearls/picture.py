"""A drawing of Pearls for a terminal, made of what one seat sees."""

from collections.abc import Sequence
from typing import Any

from atoll.core.components import Edition
from atoll.core.locale import Words


def draw(view: dict[str, Any], names: Sequence[str], words: Words, edition: Edition) -> str:  # noqa: ARG001
    """Return the table as text."""
    opened = " ".join("*" if pearls == 0 else str(pearls) for pearls in view["opened"])
    lines = [words("pile", count=view["pile"]), words("opened", shells=opened or "-")]
    for seat, name in enumerate(names):
        mark, dealt = "*" if seat == view["actor"] else " ", view["dealt"][seat]
        lines.append(f"{mark} {name}: {view['scores'][seat]} + [{'?' if dealt is None else dealt}]")
    return "\n".join(lines)

"""What was measured, as data, as tables and as a page of the documentation."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from atoll.cli.bench_peers.chart import Bar, Panel, draw
from atoll.cli.bench_peers.theirs import ENGINE, SINGLE, VECTOR
from atoll.core.errors import InvalidOption
from atoll.core.yardstick import NORMAL_SECONDS

OURS = "Atoll"
TITLES = {
    ENGINE: "Engines: random games in the fastest loop",
    SINGLE: "One environment, stepped from Python",
    VECTOR: "1,024 environments, stepped together",
}
BEGIN, END = "<!-- peers -->", "<!-- /peers -->"
"""Between these lines of the page stands what the command writes."""


class Speed(msgspec.Struct, frozen=True):
    """How fast a way to play a game at random is; the games a second are unknown where none ended."""

    library: str
    way: str
    game: str
    kind: str
    decisions_per_s: float
    games_per_s: float | None


class Missing(msgspec.Struct, frozen=True):
    """What was not measured, or not all of it."""

    library: str
    why: str


class Comparison(msgspec.Struct, frozen=True):
    """All of one run."""

    libraries: dict[str, str]  # the version of each
    yardsticks_s: tuple[float, float]  # before and after
    speeds: list[Speed]
    missing: list[Missing]

    @property
    def scale(self) -> float:
        """What a figure is multiplied by to be that of a machine with the normal yard-stick."""
        return min(self.yardsticks_s) / NORMAL_SECONDS

    def kinds(self) -> list[tuple[str, list[Speed]]]:
        """Return the title of each kind and its speeds, the fastest first."""
        fastest = sorted(self.speeds, key=lambda one: -one.decisions_per_s)
        found = [(title, [one for one in fastest if one.kind == kind]) for kind, title in TITLES.items()]
        return [(title, speeds) for title, speeds in found if speeds]

    def row(self, one: Speed) -> list[str]:
        """Return a line of a table, under `HEADS`."""
        plain = (one.decisions_per_s, one.games_per_s)
        scaled = [None if value is None else value * self.scale for value in plain]
        return [f"{one.library}, {one.way}", words(one.game), *map(number, (*plain, *scaled))]

    def sentence(self) -> str:
        """Return what the run was made with."""
        first, last = self.yardsticks_s
        versions = ", ".join(f"{library} {version}" for library, version in self.libraries.items())
        return f"{versions}. Yard-stick {first:.3f} s before and {last:.3f} s after."

    def data(self) -> Any:
        """Return everything as plain data."""
        found = msgspec.to_builtins(self)
        for speed in found["speeds"]:
            for name in ("decisions_per_s", "games_per_s"):
                value = speed[name]
                speed[f"normalised_{name}"] = None if value is None else value * self.scale
        return found


HEADS = ["library", "game", "decisions/s", "games/s", "decisions/s normalised", "games/s normalised"]


def read(line: str) -> Speed:
    """Return what a line of a peer's process says; ValueError if it can't be read."""
    speed = msgspec.json.decode(line, type=Speed)
    if speed.kind not in TITLES:
        raise ValueError(f"{speed.kind!r} is no kind of measurement")
    return speed


def number(value: float | None) -> str:
    """Return a figure in three digits.

    >>> [number(value) for value in (2_514_000, 251_400, 25.14, 0.31, None)]
    ['2.51 M', '251,000', '25.1', '0.31', '-']
    """
    if value is None:
        return "-"
    if value >= 1e6:
        return f"{value / 1e6:.3g} M"
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 100 else f"{value:.3g}"


def words(name: str) -> str:
    """Return the name of a game as one writes it.

    >>> words("gin_rummy")
    'Gin Rummy'
    """
    return name.replace("_", " ").title()


def markdown(comparison: Comparison) -> str:
    """Return the tables, the picture and what was not measured."""
    parts = [comparison.sentence(), "![Decisions a second of every way to play](pictures/peers.svg)"]
    for title, speeds in comparison.kinds():
        rows = [_row(HEADS), "|---|---|" + "---:|" * (len(HEADS) - 2), *(_row(comparison.row(one)) for one in speeds)]
        parts += [f"### {title}", "\n".join(rows)]
    if comparison.missing:
        parts.append("\n".join(f"- {one.library}: not measured: {one.why}" for one in comparison.missing))
    return "\n\n".join(parts)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def picture(comparison: Comparison) -> str:
    """Return the normalised decisions a second as bars."""
    return draw(
        f"Decisions a second at a yard-stick of {NORMAL_SECONDS:.2f} s",
        [
            Panel(
                title,
                [
                    Bar(
                        f"{one.library}: {words(one.game)}, {one.way}",
                        one.decisions_per_s * comparison.scale,
                        number(one.decisions_per_s * comparison.scale),
                        strong=one.library == OURS,
                    )
                    for one in speeds
                ],
            )
            for title, speeds in comparison.kinds()
        ],
    )


class Page:
    """The page of the documentation in a folder, and its picture."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "benchmarks.md"
        try:
            text = self.path.read_text(encoding="utf-8")
        except OSError as error:
            raise InvalidOption(f"--output {folder}: must hold benchmarks.md ({error.strerror})") from None
        self._before, begin, rest = text.partition(f"{BEGIN}\n")
        _, end, self._after = rest.partition(f"{END}\n")
        if not begin or not end:
            raise InvalidOption(f"--output {self.path}: must have the lines {BEGIN} and {END} to write between")

    def write(self, comparison: Comparison) -> None:
        """Write the tables between the marks, and the picture."""
        text = f"{self._before}{BEGIN}\n{markdown(comparison)}\n{END}\n{self._after}"
        self.path.write_text(text, encoding="utf-8")
        pictures = self.path.parent / "pictures"
        pictures.mkdir(exist_ok=True)
        (pictures / "peers.svg").write_text(picture(comparison), encoding="utf-8")

"""The figures as JSON, as tables and as a part of docs/benchmarks.md."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from atoll.cli.yardstick import NORMAL_SECONDS
from atoll.kit.errors import InvalidOption
from benchmarks.peers.chart import Bar, Panel, draw
from benchmarks.peers.their_speeds import ENGINE, SINGLE, VECTOR

OURS = "Atoll"
TITLES = {
    ENGINE: "Engines: random games in the fastest loop",
    SINGLE: "One environment, stepped from Python",
    VECTOR: "1,024 environments, stepped together",
}
BEGIN, END = "<!-- peers -->", "<!-- /peers -->"
"""The command replaces what is between these lines of the page."""


class Speed(msgspec.Struct, frozen=True):
    """The speed of one variant; games a second are unknown if too few ended."""

    library: str
    way: str
    game: str
    kind: str
    decisions_per_s: float
    games_per_s: float | None


class Missing(msgspec.Struct, frozen=True):
    """A library that was measured in part or not at all."""

    library: str
    why: str


class Comparison(msgspec.Struct, frozen=True):
    """The figures of one run."""

    libraries: dict[str, str]  # the version of each
    yardsticks_s: tuple[float, float]  # before and after
    speeds: list[Speed]
    missing: list[Missing]

    @property
    def scale(self) -> float:
        """The factor that normalises a figure: what it would be at the normal yardstick."""
        return min(self.yardsticks_s) / NORMAL_SECONDS

    def sections(self) -> list[tuple[str, list[Speed]]]:
        """Return each kind's title and speeds, the fastest first."""
        fastest = sorted(self.speeds, key=lambda speed: -speed.decisions_per_s)
        found = [(title, [speed for speed in fastest if speed.kind == kind]) for kind, title in TITLES.items()]
        return [(title, speeds) for title, speeds in found if speeds]

    def row(self, speed: Speed) -> list[str]:
        """Return a row of a table with the columns `HEADS`."""
        plain = (speed.decisions_per_s, speed.games_per_s)
        scaled = [None if value is None else value * self.scale for value in plain]
        return [f"{speed.library}, {speed.way}", title_of(speed.game), *map(number, (*plain, *scaled))]

    def sentence(self) -> str:
        """Return the versions and yardsticks of the run as a sentence."""
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
    """Parse a line that a peer's process printed; raises ValueError if it is not a speed."""
    speed = msgspec.json.decode(line, type=Speed)
    if speed.kind not in TITLES:
        raise ValueError(f"{speed.kind!r} is not a kind of measurement")
    return speed


def number(value: float | None) -> str:
    """Format a figure with three significant digits.

    >>> [number(value) for value in (2_514_000, 251_400, 25.14, 0.31, None)]
    ['2.51 M', '251,000', '25.1', '0.31', '-']
    """
    if value is None:
        return "-"
    if value >= 1e6:
        return f"{value / 1e6:.3g} M"
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 100 else f"{value:.3g}"


def title_of(name: str) -> str:
    """Return the name of a game as readers see it.

    >>> title_of("gin_rummy")
    'Gin Rummy'
    """
    return name.replace("_", " ").title()


def markdown(comparison: Comparison) -> str:
    """Return the tables, the picture and the missing libraries as Markdown."""
    parts = [comparison.sentence(), "![Decisions a second of every way to play](pictures/peers.svg)"]
    for title, speeds in comparison.sections():
        rows = [
            _row(HEADS),
            "|---|---|" + "---:|" * (len(HEADS) - 2),
            *(_row(comparison.row(speed)) for speed in speeds),
        ]
        parts += [f"### {title}", "\n".join(rows)]
    if comparison.missing:
        parts.append("\n".join(f"- {missing.library}: not measured: {missing.why}" for missing in comparison.missing))
    return "\n\n".join(parts)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def picture(comparison: Comparison) -> str:
    """Return the normalised decisions a second as a bar chart."""
    return draw(
        f"Decisions a second at a yardstick of {NORMAL_SECONDS:.2f} s",
        [
            Panel(
                title,
                [
                    Bar(
                        f"{speed.library}: {title_of(speed.game)}, {speed.way}",
                        speed.decisions_per_s * comparison.scale,
                        number(speed.decisions_per_s * comparison.scale),
                        strong=speed.library == OURS,
                    )
                    for speed in speeds
                ],
            )
            for title, speeds in comparison.sections()
        ],
    )


class Page:
    """The page benchmarks.md in a folder, and its picture."""

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

"""Draws bars on a logarithmic scale as SVG, for light and dark pages."""

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

ROW = 18
LABELS = 400  # width of the names, left of the bars
BARS = 440
VALUES = 70
WIDTH = LABELS + BARS + VALUES

STYLE = """
text { font: 12px system-ui, sans-serif; fill: #1b2733 }
.title { font-weight: 600; font-size: 14px }
.strong { font-weight: 600 }
.grid { stroke: #d5dbe1 }
rect { fill: #8c9aa8 }
rect.strong { fill: #0d7f77 }
@media (prefers-color-scheme: dark) {
  text { fill: #e4eaf0 }
  .grid { stroke: #3a4652 }
  rect { fill: #7d8b99 }
  rect.strong { fill: #3fc4b7 }
}
"""


class Bar(NamedTuple):
    """One bar; `text` is the printed value."""

    label: str
    value: float
    text: str
    strong: bool = False


class Panel(NamedTuple):
    """Bars that are compared with each other."""

    title: str
    bars: Sequence[Bar]


def draw(title: str, panels: Sequence[Panel]) -> str:
    """Draw panels below each other, all on the same scale of powers of ten."""
    values = [bar.value for panel in panels for bar in panel.bars if bar.value > 0] or [1.0]
    low = math.floor(math.log10(min(values)))
    high = max(low + 1, math.ceil(math.log10(max(values))))

    def x(value: float) -> float:
        """Return the length of a value's bar."""
        return BARS * (math.log10(max(value, 10**low)) - low) / (high - low)

    parts = [f'<text class="title" x="8" y="20">{escape(title)}, logarithmic scale</text>']
    y = 28
    for panel in panels:
        y += 2 * ROW
        parts.append(f'<text class="strong" x="8" y="{y - 6}">{escape(panel.title)}</text>')
        for power in range(low, high + 1):
            at = LABELS + x(10**power)
            parts.append(f'<line class="grid" x1="{at:.0f}" x2="{at:.0f}" y1="{y}" y2="{y + ROW * len(panel.bars)}"/>')
            parts.append(f'<text x="{at:.0f}" y="{y - 6}" text-anchor="middle">{_power(power)}</text>')
        for bar in panel.bars:
            parts += _bar(bar, y, x(bar.value))
            y += ROW
    height = y + ROW
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img"><title>{escape(title)}</title><style>{STYLE}</style>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _bar(bar: Bar, y: int, width: float) -> list[str]:
    style = ' class="strong"' if bar.strong else ""
    middle = y + ROW - 5
    return [
        f'<text{style} x="{LABELS - 8}" y="{middle}" text-anchor="end">{escape(bar.label)}</text>',
        f'<rect{style} x="{LABELS}" y="{y + 3}" width="{width:.1f}" height="{ROW - 6}"/>',
        f'<text{style} x="{LABELS + width + 6:.1f}" y="{middle}">{escape(bar.text)}</text>',
    ]


def _power(exponent: int) -> str:
    """Return a power of ten as short text.

    >>> [_power(exponent) for exponent in (-1, 0, 3, 5, 7)]
    ['0.1', '1', '1 k', '100 k', '10 M']
    """
    if exponent < 3:
        return f"{10.0**exponent:g}"
    return f"{10 ** (exponent % 3 if exponent < 9 else exponent - 6)} {'k' if exponent < 6 else 'M'}"

"""Draws learning curves: the share of games won by the number of decisions learned from."""

from pathlib import Path

Curve = list[tuple[int, float]]
"""Pairs of decisions learned from and share of games won."""


def draw(curves: list[Curve], path: str) -> None:
    """Write the curves as an SVG picture."""
    most = max(curve[-1][0] for curve in curves)
    words, lines = [f'<text x="580" y="325" text-anchor="end">{most:,} decisions learned from</text>'], []
    for share in (0, 0.25, 0.5, 0.75, 0.9, 1):
        y = 300 - 270 * share
        words.append(f'<text x="52" y="{y + 4:.0f}" text-anchor="end">{share:.0%}</text>')
        lines.append(f'<path d="M60 {y:.0f}h520" stroke="#ccc"/>')
    for i, curve in enumerate(curves):
        points = " ".join(f"{60 + 520 * learned / most:.1f},{300 - 270 * share:.1f}" for learned, share in curve)
        lines.append(f'<polyline points="{points}" stroke="hsl({200 + 137 * i} 60% 40%)" stroke-width="2"/>')
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 340" font-family="sans-serif" font-size="13">'
    back = '<rect width="600" height="340" fill="#fff"/><text x="60" y="20">games won against random</text>'
    picture = "\n".join([head, back, *words, '<g fill="none">', *lines, "</g>", "</svg>", ""])
    Path(path).write_text(picture, encoding="utf-8")

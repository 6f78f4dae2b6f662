"""What holds on every screen: no violation that axe finds, nothing wider than the window; and a picture of each."""

from collections.abc import Callable
from pathlib import Path

import pytest

from e2e.conftest import DRAWN
from e2e.people import Visitor
from e2e.screens import House, too_wide, walk

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PICTURES = ROOT / "build" / "screens"
Visit = Callable[..., Visitor]
Houses = Callable[[str], House]


def test_there_is_a_game_to_test_with() -> None:
    assert DRAWN


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_every_screen_is_accessible_and_fits(visit: Visit, houses: Houses, kind: str, size: str) -> None:
    axe = AXE.read_text(encoding="utf-8")
    PICTURES.mkdir(parents=True, exist_ok=True)
    found = []
    for name, visitor in walk(visit, houses(kind), phone=size == "phone"):
        page = visitor.page
        # Evaluated, not put into the page as a script: the page allows none but its own.
        page.evaluate(f"{axe}; null")
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.screenshot(path=PICTURES / f"{kind}-{name}-{size}-{theme}.png")
            for violation in page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]:
                places = [" ".join(map(str, node["target"])) for node in violation["nodes"]]
                found.append(f"{name}, {theme}: {violation['id']}: {violation['help']}: {places[:4]}")
        page.emulate_media(color_scheme="light")
        found += [f"{name}: too wide: {place}" for place in too_wide(page)]
    assert "\n".join(found) == ""

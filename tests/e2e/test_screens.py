"""Every screen: no violations found by axe, nothing wider than the window, and a screenshot."""

from collections.abc import Callable
from pathlib import Path

import pytest

from e2e.conftest import DRAWN
from e2e.screens import GameTables, too_wide, walk
from e2e.visitor import Visitor

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PICTURES = ROOT / "build" / "screens"
Visit = Callable[..., Visitor]
TablesOf = Callable[[str], GameTables]


def test_there_is_a_game_to_test_with() -> None:
    assert DRAWN


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_every_screen_is_accessible_and_fits(visit: Visit, tables_of: TablesOf, game_id: str, size: str) -> None:
    axe = AXE.read_text(encoding="utf-8")
    PICTURES.mkdir(parents=True, exist_ok=True)
    found = []
    for name, visitor in walk(visit, tables_of(game_id), phone=size == "phone"):
        page = visitor.page
        # Evaluated, because the page's security policy forbids added scripts.
        page.evaluate(f"{axe}; null")
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.screenshot(path=PICTURES / f"{game_id}-{name}-{size}-{theme}.png")
            for violation in page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]:
                places = [" ".join(map(str, node["target"])) for node in violation["nodes"]]
                found.append(f"{name}, {theme}: {violation['id']}: {violation['help']}: {places[:4]}")
        page.emulate_media(color_scheme="light")
        found += [f"{name}: too wide: {place}" for place in too_wide(page)]
    assert "\n".join(found) == ""

"""Fixtures: a server with the built client, a browser, and visitors.

They live as long as a module: Playwright keeps an event loop running, in which no other test could use asyncio.
"""

import functools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

import atoll
from atoll.server.static import BUILT
from benchmarks.browser import FLAGS, find_browser
from e2e.screens import GameTables, open_tables
from e2e.visitor import Visitor
from server.serving import Served, serving

GAMES = Path(atoll.__file__).parent / "games"
DRAWN = [game for game in atoll.find_games() if (GAMES / game / "web" / "index.ts").exists()]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all browser tests as slow."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize `game_id` over all games with a board."""
    if "game_id" in metafunc.fixturenames:
        metafunc.parametrize("game_id", DRAWN)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    assert (BUILT / "index.html").exists(), "the client is not built: make web"
    with serving(tmp_path_factory.mktemp("server") / "atoll.sqlite", "--no-limits") as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        program = find_browser(playwright)
        if program is None:
            # On CI a missing browser is a failure, never a skip.
            (pytest.fail if os.environ.get("CI") else pytest.skip)("there is no browser to test in: make browser")
        found = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Callable[..., Visitor]]:
    """Return a function that opens a page for a new visitor; fail at the end if any visitor got an error."""
    visitors: list[Visitor] = []

    def open_page(path: str = "/", **wanted: object) -> Visitor:
        visitors.append(Visitor(browser, served, **wanted))  # type: ignore[arg-type]  # Visitor's keywords
        visitors[-1].open(path)
        return visitors[-1]

    yield open_page
    for visitor in visitors:
        visitor.leave()
    assert "\n".join(trouble for visitor in visitors for trouble in visitor.troubles) == ""


@pytest.fixture(scope="module")
def tables_of(served: Served) -> Callable[[str], GameTables]:
    """Return a function that opens tables of a game in every state, once for each game."""
    return functools.cache(functools.partial(open_tables, served))

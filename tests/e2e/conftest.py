"""A server with the built client, a browser, and people in front of it.

Everything lives as long as a module: Playwright keeps an event loop running, in which no other test could use asyncio.
"""

import functools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

import atoll
from atoll.cli.browser import FLAGS, find_browser
from atoll.server.static import BUILT
from e2e.people import Visitor
from e2e.screens import House, house
from server.serving import Served, serving

GAMES = Path(atoll.__file__).parent / "games"
DRAWN = [kind for kind in atoll.games() if (GAMES / kind / "web" / "index.ts").exists()]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the browser out of the quick loop."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes a `kind` over every game with a board."""
    if "kind" in metafunc.fixturenames:
        metafunc.parametrize("kind", DRAWN)


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
            # On a machine for tests its absence is a failure, never a skip.
            (pytest.fail if os.environ.get("CI") else pytest.skip)("there is no browser to test in: make browser")
        found = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Callable[..., Visitor]]:
    """Return a function that brings somebody to a page; at the end nobody may have seen anything go wrong."""
    visitors: list[Visitor] = []

    def come(path: str = "/", **wanted: object) -> Visitor:
        visitors.append(Visitor(browser, served, **wanted))  # type: ignore[arg-type]  # as Visitor takes them
        visitors[-1].open(path)
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()
    assert "\n".join(trouble for visitor in visitors for trouble in visitor.troubles) == ""


@pytest.fixture(scope="module")
def houses(served: Served) -> Callable[[str], House]:
    """Return a function that finds somebody with tables of a game in every state."""
    return functools.cache(functools.partial(house, served))

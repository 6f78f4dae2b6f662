"""Takes the pictures that messengers show beside a link: `python -m docs.previews`, run in the tests folder.

Each is the game's drawing from the first screen, on its background, in the size that messengers expect.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console

from atoll.core.game import find_game
from atoll.server.preview import PICTURE
from benchmarks.browser import FLAGS, find_browser
from e2e.visitor import Visitor
from server.serving import serving

SIZE = {"width": 1200, "height": 630}
SHOW_ONLY_THE_DRAWING = """(game) => {
    const art = document.querySelector(`[data-game="${game}"]`).closest("article").querySelector(".art");
    art.style.cssText = "position: fixed; inset: 0; z-index: 99; padding: 40px; border-radius: 0";
    art.firstElementChild.style.overflow = "visible";
    document.body.append(art);
}"""


def main() -> None:
    """Take every picture."""
    console = Console()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "atoll.sqlite", "--no-limits") as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_browser(playwright), args=FLAGS)
        for game in served.get("/api/games"):
            visitor = Visitor(browser, served)
            visitor.page.set_viewport_size(SIZE)  # type: ignore[arg-type]  # two integers
            visitor.open("/")
            visitor.page.evaluate(SHOW_ONLY_THE_DRAWING, game["id"])
            path = find_game(game["id"]).file(PICTURE)
            visitor.page.screenshot(path=path)
            visitor.leave()
            console.print(f"{game['id']}: {path.stat().st_size // 1000} kB")
        browser.close()


if __name__ == "__main__":
    main()

"""Makes the pictures that messengers show beside a link: `python -m docs.previews`, run in the tests folder.

Each is the game's own drawing from the first screen, on the colour of the sea, in the size that messengers ask for.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console

from atoll.cli.browser import FLAGS, find_browser
from atoll.core.game import game
from atoll.server.preview import PICTURE
from e2e.people import Visitor
from server.serving import serving

SIZE = {"width": 1200, "height": 630}
ALONE = """(game) => {
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
        for kind in served.get("/api/games"):
            visitor = Visitor(browser, served)
            visitor.page.set_viewport_size(SIZE)  # type: ignore[arg-type]  # two whole numbers
            visitor.open("/")
            visitor.page.evaluate(ALONE, kind["id"])
            path = game(kind["id"]).file(PICTURE)
            visitor.page.screenshot(path=path)
            visitor.leave()
            console.print(f"{kind['id']}: {path.stat().st_size // 1000} kB")
        browser.close()


if __name__ == "__main__":
    main()

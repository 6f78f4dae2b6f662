"""Films two turns at a table of Reef for the README: `python -m docs.film`, run in the tests folder.

A real server, a real browser and bots, like `docs.pictures`. Needs `img2webp` (Debian's package `webp`).
"""

import base64
import random
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import CDPSession, sync_playwright
from rich.console import Console

from benchmarks.browser import FLAGS, find_browser
from docs.pictures import OPPONENTS, PICTURES, Frame, play_until
from e2e.visitor import Visitor, opened
from server.serving import Served, serving

FILM = PICTURES / "reef-turn.webp"
WINDOW = {"width": 1280, "height": 800}
SCALE = 0.625
START, POINTS = 50, 6
"""The earliest ply to film, and the points that the first turn scores."""
TURNS = 2
QUALITY = 75
MOVING, CHOSEN, READY, END = 110, 500, 900, 2000
"""Milliseconds that a frame is shown: while pieces move, after a choice, before a turn, at the end."""

chance = random.Random(4)


def good(legal: list[Frame]) -> Frame:
    """Return a decision whose turn can score the most; of several a random one, which spreads the corals."""
    return max(legal, key=lambda choice: (choice["preview"]["best"], choice["preview"]["points"], chance.random()))


def worth_filming(frame: Frame) -> bool:
    """Return whether some corals are placed, and a card in hand would score well."""
    plays = [choice for choice in frame["view"]["legal"] if choice["kind"] == "play"]
    return frame["ply"] >= START and max((choice["preview"]["best"] for choice in plays), default=0) >= POINTS


class Camera:
    """Takes frames of a page, each with its duration; equal consecutive frames become one."""

    def __init__(self, visitor: Visitor) -> None:
        self.session: CDPSession = visitor.context.new_cdp_session(visitor.page)
        self.frames: list[tuple[bytes, int]] = []

    def take(self, shown: int = MOVING) -> None:
        """Take one frame, to be shown for some milliseconds."""
        clip = {"x": 0, "y": 0, **WINDOW, "scale": SCALE}
        shot = self.session.send("Page.captureScreenshot", {"format": "png", "clip": clip})
        image = base64.b64decode(shot["data"])
        if self.frames and self.frames[-1][0] == image:
            shown = max(shown, self.frames.pop()[1])
        self.frames.append((image, shown))

    def roll(self, enough: Callable[[], bool]) -> None:
        """Take frames until a condition holds."""
        self.take()
        while not enough():
            self.take()

    def write(self, path: Path) -> None:
        """Write the film."""
        with tempfile.TemporaryDirectory() as folder:
            arguments = []
            for number, (image, shown) in enumerate(self.frames):
                frame = Path(folder) / f"{number:03}.png"
                frame.write_bytes(image)
                arguments += ["-d", str(shown), str(frame)]
            command = ["img2webp", "-loop", "0", "-lossy", "-q", str(QUALITY), "-m", "6", *arguments, "-o", str(path)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def still(visitor: Visitor) -> bool:
    """Return whether no piece is moving."""
    moving = "document.getAnimations().some((one) => one.playState === 'running')"
    found: bool = visitor.page.evaluate(f"!({moving}) && document.querySelector('[aria-busy=true]') === null")
    return found


def my_turn(visitor: Visitor) -> bool:
    """Return whether the guest is to decide and everything has been shown."""
    state = visitor.state()
    return state["status"] == "playing" and state["actor"] == state["seat"] and still(visitor)


def film(visitor: Visitor, served: Served, table: str) -> Camera:
    """Play some turns in front of the camera."""
    camera = Camera(visitor)
    for _ in range(TURNS):
        camera.take(READY)
        while my_turn(visitor):
            legal = served.get(f"/api/tables/{table}", visitor.token)["view"]["legal"]
            choice = good([one for one in legal if one["kind"] == "play"] or legal)
            ply = visitor.state()["ply"]
            visitor.page.locator(f'[data-choice="{choice["text"]}"]').first.click()
            camera.take(CHOSEN)
            visitor.confirm(ply)
            camera.roll(lambda: still(visitor))
        camera.roll(lambda: my_turn(visitor))
    camera.take(END)
    return camera


def main() -> None:
    """Film a table of Reef."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "atoll.sqlite", "--no-limits") as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_browser(playwright), args=FLAGS)
        ada = served.guest("Ada")
        table = opened(served, ada, "reef", ["me", *OPPONENTS])
        play_until(served, ada, table, worth_filming, good)
        visitor = Visitor(browser, served, token=ada)
        visitor.page.set_viewport_size(WINDOW)  # type: ignore[arg-type]  # two integers
        visitor.page.emulate_media(reduced_motion="no-preference")
        visitor.open(f"/t/{table}")
        visitor.await_turn()
        camera = film(visitor, served, table)
        visitor.leave()
        browser.close()
    camera.write(FILM)
    Console().print(f"{FILM.name}: {len(camera.frames)} frames, {FILM.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()

"""Takes the pictures of the documentation: `python -m docs.pictures`, run in the tests folder.

They show a real server in a real browser, with games that bots have half played. The deals differ from run to run.
"""

import base64
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console

import atoll
from benchmarks.browser import FLAGS, find_browser
from e2e.visitor import Visitor, opened
from server.serving import Served, serving

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
QUALITY = 82
OPPONENTS = ["octopus", "turtle"]
MIDDLE = {"reef": 90, "chain_reaction": 34, "shallow_sea": 190}
"""The ply at which a game of three looks best."""
Frame = dict[str, Any]
Choose = Callable[[list[Frame]], Frame]


def bots_play(served: Served, token: str, game: str) -> str:
    """Open a table with bots only, and wait until the game is over."""
    table = opened(served, token, game, ["greedy", *OPPONENTS])
    while served.get(f"/api/tables/{table}", token)["status"] != "over":
        time.sleep(0.05)
    return table


def play_until(served: Served, token: str, table: str, enough: Callable[[Frame], bool], choose: Choose) -> None:
    """Decide for the guest until it is the guest's turn and `enough` holds."""
    frame = served.get(f"/api/tables/{table}", token)
    while not (frame["view"]["legal"] and enough(frame)):
        if frame["view"]["legal"]:
            decide = {"type": "decide", "command": f"ply {frame['ply']}", "ply": frame["ply"]}
            decision = choose(frame["view"]["legal"])["text"]
            served.post(f"/api/tables/{table}/commands", {**decide, "decision": decision}, token)
        else:
            time.sleep(0.02)
        frame = served.get(f"/api/tables/{table}", token)


def most_points(legal: list[Frame]) -> Frame:
    """Return the decision whose turn can score the most."""
    return max(legal, key=lambda choice: (choice["preview"]["best"], choice["preview"]["points"]))


def middle(served: Served, token: str, game: str) -> str:
    """Return a table with a half-played game, in which it is the guest's turn."""
    table = opened(served, token, game, ["me", *OPPONENTS])
    play_until(served, token, table, lambda frame: frame["ply"] >= MIDDLE[game], most_points)
    return table


def shots(browser: Browser, served: Served) -> Iterator[tuple[str, Visitor]]:
    """Yield the name of each picture, with a visitor who sees what it shows."""
    ada = served.guest("Ada")
    tables = {game: middle(served, ada, game) for game in atoll.find_games()}
    # Take the first card of the display, placing pieces where necessary, until there are three cards in hand.
    hand = 3
    play_until(
        served, ada, tables["reef"],
        lambda frame: len(frame["view"]["players"][0]["hand"]) >= hand, lambda legal: legal[0],
    )  # fmt: skip
    over = bots_play(served, ada, "reef")
    desk, night = Visitor(browser, served, token=ada), Visitor(browser, served, token=ada, theme="dark")
    phone = Visitor(browser, served, token=ada, phone=True)
    for game, table in tables.items():
        desk.open(f"/t/{table}")
        desk.await_turn()
        yield game, desk
    phone.open(f"/t/{tables['shallow_sea']}")
    phone.await_turn()
    yield "phone", phone
    desk.open("/")
    yield "home", desk
    desk.open("/new/shallow_sea")
    yield "new-table", desk
    night.open(f"/r/{over}?ply=100")
    night.await_state("it.status === 'replay'")
    yield "replay", night
    for game in tables:
        desk.open(f"/gallery/{game}")
        yield f"{game}-components", desk
    for visitor in (desk, night, phone):
        visitor.leave()


def main() -> None:
    """Take every picture, as WebP from the browser."""
    console = Console()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "atoll.sqlite", "--no-limits") as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_browser(playwright), args=FLAGS)
        for name, visitor in shots(browser, served):
            visitor.settle()
            visitor.await_state("document.getAnimations().every((one) => one.playState !== 'running')")
            session = visitor.context.new_cdp_session(visitor.page)
            shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
            path = PICTURES / f"{name}.webp"
            path.write_bytes(base64.b64decode(shot["data"]))
            console.print(f"{path.name}: {path.stat().st_size // 1000} kB")
        browser.close()


if __name__ == "__main__":
    main()

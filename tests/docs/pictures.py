"""Makes the pictures of the documentation anew: `python -m docs.pictures`, run in the tests folder.

A real server, a real browser, and games that bots have played to their middle. The deals differ from run to run.
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
from atoll.cli.browser import FLAGS, find_browser
from e2e.people import Visitor, opened
from server.serving import Served, serving

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
QUALITY = 82
OPPONENTS = ["octopus", "turtle"]
MIDDLE = {"reef": 90, "chain_reaction": 34, "shallow_sea": 190}
"""How many decisions into a game of three its table looks best."""
Frame = dict[str, Any]
Choose = Callable[[list[Frame]], Frame]


def bots_play(served: Served, token: str, kind: str) -> str:
    """Open a table where only bots sit, and wait until the game is over."""
    table = opened(served, token, kind, ["greedy", *OPPONENTS])
    while served.get(f"/api/tables/{table}", token)["status"] != "over":
        time.sleep(0.05)
    return table


def play_until(served: Served, token: str, table: str, enough: Callable[[Frame], bool], choose: Choose) -> None:
    """Decide for the guest until it is the guest's turn and there is enough to see."""
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
    """Return the decision whose turn can bring the most."""
    return max(legal, key=lambda choice: (choice["preview"]["best"], choice["preview"]["points"]))


def middle(served: Served, token: str, kind: str) -> str:
    """Return a table in the middle of a game, at which it is the guest's turn."""
    table = opened(served, token, kind, ["me", *OPPONENTS])
    play_until(served, token, table, lambda frame: frame["ply"] >= MIDDLE[kind], most_points)
    return table


def shots(browser: Browser, served: Served) -> Iterator[tuple[str, Visitor]]:
    """Show what belongs in a picture, with the name of the picture."""
    ada = served.guest("Ada")
    tables = {kind: middle(served, ada, kind) for kind in atoll.games()}
    # Pieces that must be placed, or the first card of the display, until there are three cards in hand.
    hand = 3
    play_until(
        served, ada, tables["reef"],
        lambda frame: len(frame["view"]["players"][0]["hand"]) >= hand, lambda legal: legal[0],
    )  # fmt: skip
    over = bots_play(served, ada, "reef")
    desk, night = Visitor(browser, served, token=ada), Visitor(browser, served, token=ada, theme="dark")
    phone = Visitor(browser, served, token=ada, phone=True)
    for kind, table in tables.items():
        desk.open(f"/t/{table}")
        desk.await_turn()
        yield kind, desk
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
    for kind in tables:
        desk.open(f"/gallery/{kind}")
        yield f"{kind}-components", desk
    for visitor in (desk, night, phone):
        visitor.leave()


def main() -> None:
    """Take every picture, packed as WebP by the browser itself."""
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

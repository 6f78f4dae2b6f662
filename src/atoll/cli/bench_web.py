"""`atoll bench web`: how much the browser loads, how soon it shows something, and how quickly it answers a click."""

import gzip
import json
import random
import re
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING, Any

from atoll.cli.bench_server import Measured, running_server
from atoll.cli.browser import FLAGS, find_browser
from atoll.cli.load import post
from atoll.core.errors import InvalidOption
from atoll.server.static import BUILT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

DECISIONS = 40
POSITIONS = 100
LOADS = 5

IMPORTED = re.compile(r"""(?:from|import)\s*["'`]\./([\w.-]+\.js)["'`]""")
BOARD = re.compile(r"""games/(\w+)/web/index\.ts["'`]:[^{}]*?import\(["'`]\./([\w.-]+\.js)["'`]\)""")

# From the click until the frame that shows the answer is on screen: the task after the one in which it is drawn.
CLICK = """(choice) => new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`nothing came of ${choice.dataset.choice}`)), 10_000);
    const main = document.querySelector("main"), ply = main.dataset.ply, start = performance.now();
    const drawn = new MessageChannel();
    drawn.port1.onmessage = () => resolve(performance.now() - start);
    new MutationObserver((_, observer) => {
        if (main.dataset.ply === ply) return;
        observer.disconnect();
        requestAnimationFrame(() => drawn.port2.postMessage(0));
    }).observe(main, { attributes: true });
    choice.dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""

# One position after the other, each laid out before the next one is asked for.
SCRUB = """async (last) => {
    const main = document.querySelector("main"), range = document.querySelector("input[type=range]");
    const next = new MessageChannel(), task = () => new Promise((resolve) => {
        next.port1.onmessage = resolve;
        next.port2.postMessage(0);
    });
    const start = performance.now();
    for (let ply = 1; ply <= last; ply++) {
        range.value = ply;
        range.dispatchEvent(new Event("input", { bubbles: true }));
        while (main.dataset.ply !== String(ply)) await task();
        main.getBoundingClientRect();
    }
    return performance.now() - start;
}"""


def measure() -> Iterator[Measured]:
    """Run a server, a browser, and a game of two in it, for each game that has a board."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise InvalidOption("`atoll bench web` needs Playwright: pip install playwright") from None
    drawn = boards()
    if not drawn:
        raise InvalidOption("the browser client has not been built here: run `make web` in Atoll's folder")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        program = find_browser(playwright)
        if program is None:
            raise InvalidOption("`atoll bench web` needs a browser: `playwright install chromium` gets one")
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        with running_server(f"{folder}/atoll.sqlite") as (base, _):
            yield Measured("web.first_contentful_paint", _first_paint(browser, base), "s")
            for number, (kind, entry) in enumerate(drawn.items()):
                yield from _game(browser, base, kind, closure(entry), first=number == 0)
        browser.close()


def boards() -> dict[str, str]:
    """Return the file in which each game's board begins, as the built client names it."""
    files = (BUILT / "assets").glob("*.js")
    return dict(sorted(BOARD.findall("\n".join(path.read_text(encoding="utf-8") for path in files))))


def closure(entry: str) -> set[str]:
    """Return a file of the built client and all that it needs."""
    found, left = set(), [entry]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += IMPORTED.findall((BUILT / "assets" / name).read_text(encoding="utf-8"))
    return found


def kilobytes(names: set[str]) -> float:
    """Return how much files of the built client weigh as they travel."""
    return sum(len(gzip.compress((BUILT / "assets" / name).read_bytes(), mtime=0)) for name in names) / 1000


def _first_paint(browser: "Browser", base: str) -> float:
    """Return how long the first screen takes to show something to somebody who was never here; the median."""
    times = []
    for _ in range(LOADS):
        context = browser.new_context(base_url=base, service_workers="block")
        page = context.new_page()
        page.goto("/")
        page.locator("main").wait_for()
        code = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
        page.wait_for_function(f"() => {code}")
        times.append(float(page.evaluate(code)) / 1000)
        context.close()
    return median(times)


def _game(browser: "Browser", base: str, kind: str, board: set[str], *, first: bool) -> Iterator[Measured]:
    people = [post(base, "/api/me", {"name": name})["token"] for name in ("Ada", "Bo")]
    table = post(base, "/api/tables", {"game": kind, "seats": ["me", "open"]}, people[0])["table"]
    _command(base, table, people[1], type="sit", seat=1, nonce="")

    context = _context(browser, base, people[0])
    page = context.new_page()
    loaded: set[str] = set()
    page.on("response", lambda response: loaded.add(response.url.rpartition("/")[2]))
    page.goto("/")
    page.locator(f'[data-action="play"][data-game="{kind}"]').wait_for()
    page.goto(f"/t/{table}")
    page.locator("main[data-status=playing]").wait_for()
    times = _clicks(page, base, table, people[1])
    context.close()

    scripts = {name for name in loaded if name.endswith(".js") and (BUILT / "assets" / name).exists()}
    own = board - shell()
    if first:
        yield Measured("web.first_screen_and_table_js", kilobytes(scripts - own), "kB")
    yield Measured(f"web.{kind}.board_js", kilobytes(own), "kB")
    yield Measured(f"web.{kind}.click_to_drawn_p50", times[len(times) // 2], "s")
    yield Measured(f"web.{kind}.click_to_drawn_p95", times[len(times) * 95 // 100], "s")
    yield Measured(f"web.{kind}.scrub_{POSITIONS}_positions", _scrub(browser, base, kind, people[0]), "s")


def shell() -> set[str]:
    """Return what the page itself and its table need, whatever the game."""
    entries = re.findall(r"/assets/([\w.-]+\.js)", (BUILT / "index.html").read_text(encoding="utf-8"))
    tables = [path.name for path in (BUILT / "assets").glob("Table-*.js")]
    return set().union(*map(closure, [*entries, *tables]))


def _context(browser: "Browser", base: str, token: str) -> "BrowserContext":
    """Return a browser of somebody who confirms nothing, so that a click is a decision."""
    context = browser.new_context(base_url=base, service_workers="block", viewport={"width": 1440, "height": 900})
    context.add_cookies([{"name": "atoll", "value": token, "url": base}])
    context.add_init_script("localStorage.setItem('atoll.settings', '{\"confirm\": false}')")
    return context


def _clicks(page: "Page", base: str, table: str, other: str) -> list[float]:
    """Play in the browser against somebody who answers at once; returns the sorted times, in seconds."""
    chance, times = random.Random(1), list[float]()
    while len(times) < DECISIONS:
        _play(base, table, other, chance)
        ply, actor = (page.locator("main").get_attribute(f"data-{name}") for name in ("ply", "actor"))
        frame = _frame(base, table)
        if frame["status"] == "over":
            break
        choices = page.locator("[data-choice]").all()
        if str(frame["ply"]) != ply or actor != "0" or not choices:
            page.wait_for_timeout(10)
            continue
        times.append(float(chance.choice(choices).evaluate(CLICK)) / 1000)
    return sorted(times)


def _scrub(browser: "Browser", base: str, kind: str, token: str) -> float:
    """Return how long it takes to draw the positions of a game, one after the other; a shorter game counts in part."""
    table = post(base, "/api/tables", {"game": kind, "seats": ["me", "me"]}, token)["table"]
    _play(base, table, token, random.Random(2))
    last: int = min(POSITIONS, _frame(base, table)["ply"] - 1)
    context = _context(browser, base, token)
    page = context.new_page()
    page.goto(f"/r/{table}?ply=0")
    page.locator("input[type=range]").wait_for()
    seconds = float(page.evaluate(SCRUB, last)) / 1000
    context.close()
    return seconds * POSITIONS / last


def _play(base: str, table: str, token: str, chance: random.Random) -> None:
    """Decide at random for as long as it is that person's turn."""
    while legal := (frame := _frame(base, table, token))["view"]["legal"]:
        _command(base, table, token, type="decide", ply=frame["ply"], decision=chance.choice(legal)["text"])


def _frame(base: str, table: str, token: str = "") -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with urllib.request.urlopen(urllib.request.Request(f"{base}/api/tables/{table}", headers=headers)) as answer:
        frame: dict[str, Any] = json.load(answer)
    return frame


def _command(base: str, table: str, token: str, **fields: object) -> None:
    post(base, f"/api/tables/{table}/commands", {"command": f"{time.monotonic_ns()}", **fields}, token)

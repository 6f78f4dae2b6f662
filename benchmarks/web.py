"""`python -m benchmarks web`: how much a browser loads, and how quickly the client draws and answers."""

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

from atoll.cli.bench import Figure
from atoll.kit.errors import InvalidOption
from atoll.server.static import BUILT
from benchmarks.browser import FLAGS, find_browser
from benchmarks.load import post
from benchmarks.server import running_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

DECISIONS = 40
POSITIONS = 100
LOADS = 5

IMPORTED = re.compile(r"""(?:from|import)\s*["'`]\./([\w.-]+\.js)["'`]""")
BOARD = re.compile(r"""games/(\w+)/web/index\.ts["'`]:[^{}]*?import\(["'`]\./([\w.-]+\.js)["'`]\)""")

# Times a click until the server's answer is on screen, that is, until the task after the one that draws it.
CLICK = """(choice) => new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`no new position after ${choice.dataset.choice}`)), 10_000);
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

# Shows one position after the other, and lays each out before it requests the next.
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


def measure() -> Iterator[Figure]:
    """Run a server and a browser, and play each game that has a board."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise InvalidOption("`python -m benchmarks web` needs Playwright: pip install playwright") from None
    entries = boards()
    if not entries:
        raise InvalidOption("the browser client has not been built here: run `make web` in Atoll's folder")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        program = find_browser(playwright)
        if program is None:
            raise InvalidOption("`python -m benchmarks web` needs a browser: run `playwright install chromium`")
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        with running_server(f"{folder}/atoll.sqlite") as (base, _):
            yield Figure("web.first_contentful_paint", _first_paint(browser, base), "s")
            for number, (game, entry) in enumerate(entries.items()):
                yield from _game(browser, base, game, closure(entry), first=number == 0)
        browser.close()


def boards() -> dict[str, str]:
    """Return the entry file of each game's board in the built client."""
    files = (BUILT / "assets").glob("*.js")
    return dict(sorted(BOARD.findall("\n".join(path.read_text(encoding="utf-8") for path in files))))


def closure(entry: str) -> set[str]:
    """Return a file of the built client and all files that it imports, directly or not."""
    found, left = set(), [entry]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += IMPORTED.findall((BUILT / "assets" / name).read_text(encoding="utf-8"))
    return found


def kilobytes(names: set[str]) -> float:
    """Return the size of files of the built client, compressed with gzip."""
    return sum(len(gzip.compress((BUILT / "assets" / name).read_bytes(), mtime=0)) for name in names) / 1000


def _first_paint(browser: "Browser", base: str) -> float:
    """Return the median time until a new visitor sees something."""
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


def _game(browser: "Browser", base: str, game: str, board: set[str], *, first: bool) -> Iterator[Figure]:
    tokens = [post(base, "/api/me", {"name": name})["token"] for name in ("Ada", "Bo")]
    table = post(base, "/api/tables", {"game": game, "seats": ["me", "open"]}, tokens[0])["table"]
    _command(base, table, tokens[1], type="sit", seat=1, nonce="")

    context = _context(browser, base, tokens[0])
    page = context.new_page()
    loaded: set[str] = set()
    page.on("response", lambda response: loaded.add(response.url.rpartition("/")[2]))
    page.goto("/")
    page.locator(f'[data-action="play"][data-game="{game}"]').wait_for()
    page.goto(f"/t/{table}")
    page.locator("main[data-status=playing]").wait_for()
    times = _clicks(page, base, table, tokens[1])
    context.close()

    scripts = {name for name in loaded if name.endswith(".js") and (BUILT / "assets" / name).exists()}
    board_only = board - shell()
    if first:
        yield Figure("web.first_screen_and_table_js", kilobytes(scripts - board_only), "kB")
    yield Figure(f"web.{game}.board_js", kilobytes(board_only), "kB")
    yield Figure(f"web.{game}.click_to_drawn_p50", times[len(times) // 2], "s")
    yield Figure(f"web.{game}.click_to_drawn_p95", times[len(times) * 95 // 100], "s")
    yield Figure(f"web.{game}.scrub_{POSITIONS}_positions", _scrub(browser, base, game, tokens[0]), "s")


def shell() -> set[str]:
    """Return the files of the page and of its table, without any game's board."""
    entries = re.findall(r"/assets/([\w.-]+\.js)", (BUILT / "index.html").read_text(encoding="utf-8"))
    tables = [path.name for path in (BUILT / "assets").glob("Table-*.js")]
    return set().union(*map(closure, [*entries, *tables]))


def _context(browser: "Browser", base: str, token: str) -> "BrowserContext":
    """Return a browser context in which a click decides without confirmation."""
    context = browser.new_context(base_url=base, service_workers="block", viewport={"width": 1440, "height": 900})
    context.add_cookies([{"name": "atoll", "value": token, "url": base}])
    context.add_init_script("localStorage.setItem('atoll.settings', '{\"confirm\": false}')")
    return context


def _clicks(page: "Page", base: str, table: str, other: str) -> list[float]:
    """Play in the browser against an opponent that answers at once; return the sorted times, in seconds."""
    rng, times = random.Random(1), list[float]()
    while len(times) < DECISIONS:
        _play(base, table, other, rng)
        ply, actor = (page.locator("main").get_attribute(f"data-{name}") for name in ("ply", "actor"))
        frame = _frame(base, table)
        if frame["status"] == "over":
            break
        choices = page.locator("[data-choice]").all()
        if str(frame["ply"]) != ply or actor != "0" or not choices:
            page.wait_for_timeout(10)
            continue
        times.append(float(rng.choice(choices).evaluate(CLICK)) / 1000)
    return sorted(times)


def _scrub(browser: "Browser", base: str, game: str, token: str) -> float:
    """Return how long it takes to draw a replay, scaled to `POSITIONS` if the game is shorter."""
    table = post(base, "/api/tables", {"game": game, "seats": ["me", "me"]}, token)["table"]
    _play(base, table, token, random.Random(2))
    last: int = min(POSITIONS, _frame(base, table)["ply"] - 1)
    context = _context(browser, base, token)
    page = context.new_page()
    page.goto(f"/r/{table}?ply=0")
    page.locator("input[type=range]").wait_for()
    seconds = float(page.evaluate(SCRUB, last)) / 1000
    context.close()
    return seconds * POSITIONS / last


def _play(base: str, table: str, token: str, rng: random.Random) -> None:
    """Decide at random while it is this person's turn."""
    while legal := (frame := _frame(base, table, token))["view"]["legal"]:
        _command(base, table, token, type="decide", ply=frame["ply"], decision=rng.choice(legal)["text"])


def _frame(base: str, table: str, token: str = "") -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with urllib.request.urlopen(urllib.request.Request(f"{base}/api/tables/{table}", headers=headers)) as answer:
        frame: dict[str, Any] = json.load(answer)
    return frame


def _command(base: str, table: str, token: str, **fields: object) -> None:
    post(base, f"/api/tables/{table}/commands", {"command": f"{time.monotonic_ns()}", **fields}, token)

"""A walk through every screen of the client, for checks that all of them must pass."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from playwright.sync_api import Page, expect

import atoll
from e2e.visitor import DESK, Visitor, opened, play_on
from server.serving import Served

Visit = Callable[..., Visitor]


class GameTables(NamedTuple):
    """A person with tables of a game in every state."""

    game: str
    token: str
    gathering: str
    playing: str
    here: str
    over: str
    achievements: bool
    private: bool
    """Whether seats on one screen have secrets from each other."""


def open_tables(served: Served, game: str) -> GameTables:
    """Open the tables and play at them; at the one in progress it is Ada's turn in the middle of a game."""
    ada = served.guest("Ada")
    bo = served.guest("Bo")
    gathering = opened(served, ada, game, ["me", "open"])
    playing = opened(served, ada, game, ["me", "open"])
    sit = {"type": "sit", "command": "sit", "seat": 1, "nonce": "bo"}
    served.post(f"/api/tables/{playing}/commands", sit, bo)
    play_on(served, playing, [ada, bo], 30)
    while not served.get(f"/api/tables/{playing}", ada)["view"]["legal"]:
        play_on(served, playing, [ada, bo], 1)
    here = opened(served, ada, game, ["me", "me"])
    private = served.get(f"/api/tables/{here}", ada)["private"]
    over = opened(served, ada, game, ["me", "me"])
    play_on(served, over, [ada])
    found = atoll.find_game(game).achievements
    if found:
        earn(served, ada, over, found.ACHIEVEMENTS[:2])
    return GameTables(game, ada, gathering, playing, here, over, found is not None, private)


def earn(served: Served, token: str, table: str, names: Sequence[str]) -> None:
    """Give a person achievements for a game that, played at random, may have earned none."""
    person = served.post("/api/me", token=token)["id"]
    with sqlite3.connect(served.database) as database:
        rows = [(person, table, name) for name in names]
        database.executemany("INSERT INTO achievement VALUES (?, ?, ?) ON CONFLICT DO NOTHING", rows)


def walk(visit: Visit, of: GameTables, **wanted: object) -> Iterator[tuple[str, Visitor]]:
    """Show every screen, one after the other."""
    ada = visit("/", token=of.token, **wanted)
    screens = [
        # A table first: the home screen requests her games only if the device has contacted the server before.
        ("lobby", f"/t/{of.gathering}", '[data-action="leave"]'),
        ("home", "/", f'a[href="/t/{of.playing}"]'),
        ("new", f"/new/{of.game}", '[data-action="open"]'),
        ("rules", f"/rules/{of.game}", "main h2"),
        ("gallery", f"/gallery/{of.game}", "main svg"),
    ]
    if of.game == min(atoll.find_games()):  # the same for every game
        screens += [("settings", "/settings", "main select"), ("lost", "/no/such/page", 'main a[href="/"]')]
    if of.achievements:
        screens.append(("achievements", f"/achievements/{of.game}", "main [data-achievement]"))
    for name, path, seen in screens:
        ada.open(path)
        expect(ada.page.locator(seen).first).to_be_visible()
        ada.settle()
        yield name, ada

    ada.open(f"/r/{of.over}?ply=17")
    ada.await_state("it.status === 'replay'")
    yield "replay", ada
    if of.private:
        ada.open(f"/t/{of.here}")
        expect(ada.act("hand-over")).to_be_visible()
        yield "hand-over", ada
    ada.open(f"/t/{of.playing}")
    ada.await_turn()
    yield "table", ada
    ada.page.keyboard.press("?")
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    yield "keys", ada
    ada.page.keyboard.press("Escape")
    ada.act("players").click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    yield "players", ada
    ada.act("leave-bot").click()
    expect(ada.act("stay")).to_be_visible()
    yield "leave", ada
    ada.open("/")
    ada.act("game-menu").first.click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    yield "game-menu", ada
    ada.open(f"/t/{of.over}")
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    yield "result", ada
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("dialog")).to_be_hidden()
    yield "over", ada


def too_wide(page: Page) -> list[str]:
    """Return elements wider than the window or their scroll container, except tables and code."""
    assert page.viewport_size
    found: list[str] = page.evaluate(
        """(width) => [...document.querySelectorAll("*")]
            .filter((element) => element === document.documentElement
                ? element.scrollWidth > width  // not innerWidth, which grows with overflow on phones
                : element.scrollWidth > element.clientWidth + 1
                    && /auto|scroll/.test(getComputedStyle(element).overflowX)
                    && element.querySelector(":scope > table, :scope > code") === null)
            .map((element) => `${element.tagName} ${element.className}`)""",
        page.viewport_size["width"],
    )
    return found


SIZES = (
    *((320, 568), (360, 640), (375, 667), (390, 844), (412, 915)),
    *((640, 360), (844, 390), (932, 430)),  # phones in landscape
    *((768, 1024), (1024, 768), (1366, 768), (1440, 900), (1920, 1080)),
)
LOG_IN_VIEW = 1366
"""From this width on the newest turn of the log is in view without scrolling."""
OUT_OF_VIEW = """(wide) => {
    const sees = (element) => {
        const { left, top, right, bottom, width } = element?.getBoundingClientRect() ?? { width: 0 };
        return width > 0 && left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    };
    scrollTo(0, 0);
    const button = document.querySelector("[data-action=confirm], [data-action=end]");
    const sentences = [...button.closest("section").querySelectorAll("p:not(.hide)")];
    const sentence = sentences.find((sentence) => sentence.textContent.trim() !== "");
    const newest = [...document.querySelectorAll("[data-turn]")].at(-1);
    const wanted = { "the main button": button, "the instruction": sentence, ...(wide && { "the log": newest }) };
    return Object.keys(wanted).filter((name) => !sees(wanted[name]));
}"""


def misfits(page: Page, screen: str) -> list[str]:
    """Return what does not fit at each size; at a table the main button and its hint must be in view."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wrong = [f"wider than its place: {place}" for place in too_wide(page)]
        if screen == "table":
            wrong += [f"out of view: {what}" for what in page.evaluate(OUT_OF_VIEW, width >= LOG_IN_VIEW)]
        found += [f"{screen} at {width}x{height}: {what}" for what in wrong]
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # two whole numbers
    return found

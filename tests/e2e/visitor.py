"""A visitor with a browser that records every error, and helpers to play any game."""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, Response, expect

from server.serving import Served

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
TIMEOUT = 30_000
"""Timeout for everything, in milliseconds: generous, because tests may share two busy cores."""
expect.set_options(timeout=TIMEOUT)

HAND_OVER = "document.querySelector('[data-action=hand-over]')"


class Visitor:
    """One person with their own browser context: cookies, storage and a page."""

    def __init__(
        self,
        browser: Browser,
        served: Served,
        *,
        name: str = "",
        token: str = "",
        phone: bool = False,
        language: str = "en",
        theme: str = "light",
        worker: bool = False,
        script: Path | None = None,
    ) -> None:
        self.served, self.token = served, token or (served.guest(name) if name else "")
        self.troubles: list[str] = []
        self.tolerant = False
        self.loading: set[Request] = set()
        self.context = browser.new_context(
            base_url=served.base,
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]  # two whole numbers
            has_touch=phone,
            is_mobile=phone,
            locale=language,
            color_scheme=theme,  # type: ignore[arg-type]  # light or dark
            reduced_motion="reduce",
            service_workers="allow" if worker else "block",
        )
        self.context.set_default_timeout(TIMEOUT)
        if self.token:
            self.context.add_cookies([{"name": "atoll", "value": self.token, "url": served.base}])
        if script:
            self.context.add_init_script(path=script)
        self.page = self.context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self._trouble(f"error: {error}"))
        self.page.on("request", lambda request: self.loading.add(request))
        self.page.on("requestfinished", lambda request: self.loading.discard(request))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._response)

    def open(self, path: str) -> None:
        """Go to a page and wait until it shows something."""
        self.loading.clear()
        self.page.goto(path)
        expect(self.page.locator("main")).to_be_visible(timeout=TIMEOUT)
        self.settle()

    def settle(self) -> None:
        """Wait until the page has loaded everything it requested."""
        quiet = 0
        for _ in range(TIMEOUT // 20):
            self.page.wait_for_timeout(20)
            quiet = 0 if self.loading else quiet + 1
            if quiet == 3:
                return
        raise AssertionError(f"still loading: {[request.url for request in self.loading]}")

    def leave(self) -> None:
        """Close the browser; requests that this cuts off are not errors."""
        self.tolerant = True
        self.context.close()

    @contextmanager
    def provoking(self) -> Iterator[None]:
        """Ignore browser errors while a test provokes them."""
        self.tolerant = True
        yield
        self.tolerant = False

    def _trouble(self, text: str) -> None:
        if not self.tolerant:
            self.troubles.append(f"{self.page.url}: {text}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "assert"):
            self._trouble(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        self.loading.discard(request)
        # Leaving a page aborts its requests.
        if request.failure != "net::ERR_ABORTED":
            self._trouble(f"{request.method} {request.url} failed: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._trouble(f"{response.request.method} {response.url} was answered {response.status}")

    # At a table

    @property
    def table(self) -> str:
        """The table this page shows."""
        return self.page.url.rpartition("/")[2].partition("?")[0]

    def act(self, name: str) -> Locator:
        """Return a button of the shell."""
        return self.page.locator(f'[data-action="{name}"]')

    @property
    def choices(self) -> Locator:
        """The choices on screen."""
        return self.page.locator("[data-choice]")

    def state(self) -> dict[str, str]:
        """Return the position as the page's data attributes."""
        found: dict[str, str] = self.page.evaluate("() => ({...document.querySelector('main').dataset})")
        return found

    def await_state(self, wanted: str, argument: object = None) -> None:
        """Wait until a condition on the position is true, written in JavaScript over `it` and `arg`."""
        code = f"arg => {{ const it = document.querySelector('main')?.dataset ?? {{}}; return {wanted} }}"
        self.page.wait_for_function(code, arg=argument, timeout=TIMEOUT)

    def await_turn(self) -> bool:
        """Wait for the visitor's turn or the end of the game; return whether it is their turn."""
        self.await_state(
            "it.status === 'over' || it.status === 'playing' && it.actor !== '' && it.actor === it.seat"
            " && document.querySelector('[data-choice]') !== null"
        )
        return self.state()["status"] != "over"

    def take_over(self) -> None:
        """Take the device, where the seats on this screen have secrets from each other."""
        self.await_state(f"it.status === 'playing' && (it.seat !== '' || {HAND_OVER} !== null)")
        if self.act("hand-over").is_visible():
            self.act("hand-over").click()
        self.await_turn()

    def decide(self, chance: random.Random, how: str = "click") -> None:
        """Make a legal choice, and confirm it if needed."""
        # A tap during an animation only skips it, and an animation begins a frame later: wait, tap, and check.
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.page.locator("body").dispatch_event("pointerdown")
        self.await_state(
            "document.getAnimations().every((animation) => animation.playState !== 'running')"
            " && document.querySelector('[aria-busy=true]') === null"
        )
        ply = self.state()["ply"]
        getattr(self.some_choice(chance), how)()
        self.confirm(ply, how)

    def dragged(self, piece: Locator, place: Locator, ply: str) -> bool:
        """Drag a piece to a place; return whether it stays there."""
        mouse = self.page.mouse
        for x, y, act in (*_middle(piece), mouse.down), (*_middle(place), mouse.up):
            mouse.move(x, y, steps=5)
            act()
        for _ in range(10):
            self.page.wait_for_timeout(50)
            if self.state()["ply"] != ply or self.act("confirm").is_enabled():
                return True
        return False

    def some_choice(self, chance: random.Random) -> Locator:
        """Return one of the elements that take a legal choice."""
        return self.choices.nth(chance.randrange(self.choices.count()))

    def confirm(self, ply: str, how: str = "click") -> None:
        """Confirm the staged choice, if any, and wait for the next position."""
        waits = '[data-action="confirm"]:not([disabled])'
        self.await_state(f"it.ply !== arg || document.querySelector('{waits}') !== null", ply)
        if self.state()["ply"] == ply:
            getattr(self.act("confirm"), how)()
        self.await_state("it.ply !== arg", ply)

    def play(self, chance: random.Random, decisions: int, how: str = "click") -> bool:
        """Make some decisions when it is the visitor's turn; return whether the game goes on."""
        for _ in range(decisions):
            if not self.await_turn():
                return False
            self.decide(chance, how)
        return self.state()["status"] != "over"

    def turn(self, chance: random.Random, how: str = "click") -> None:
        """Decide until it is another person's turn; bots play in between."""
        self.await_turn()
        while self.state()["status"] == "playing" and self.state()["actor"] == self.state()["seat"]:
            self.await_turn()
            self.decide(chance, how)


def _middle(element: Locator) -> tuple[float, float]:
    element.scroll_into_view_if_needed()
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# Tables made without a browser


def opened(served: Served, token: str, game: str, seats: list[str], **wanted: Any) -> str:
    """Open a table of a game and return its id."""
    table: str = served.post("/api/tables", {"game": game, "seats": seats, **wanted}, token)["table"]
    return table


def send_command(served: Served, table: str, token: str, **command: Any) -> None:
    """Send a command to a table over HTTP, as the person with this token."""
    served.post(f"/api/tables/{table}/commands", {"command": f"{time.monotonic_ns()}", **command}, token)


def play_on(served: Served, table: str, tokens: list[str], decisions: int = 1_000) -> dict[str, Any]:
    """Play some random decisions, by default until the game is over; return the last frame."""
    chance = random.Random(table)
    for _ in range(decisions):
        for token in tokens:
            frame: dict[str, Any] = served.get(f"/api/tables/{table}", token)
            if frame["view"]["legal"]:
                break
        if frame["status"] == "over":
            break
        choice = chance.choice(frame["view"]["legal"])
        command = {"type": "decide", "command": f"ply {frame['ply']}", "ply": frame["ply"], "decision": choice["text"]}
        served.post(f"/api/tables/{table}/commands", command, token)
    last: dict[str, Any] = served.get(f"/api/tables/{table}", tokens[0])
    return last


def play_turns(served: Served, table: str, tokens: list[str], turns: int) -> dict[str, Any]:
    """Play some whole turns by random decisions; return the last frame."""
    frame = play_on(served, table, tokens, 0)
    for _ in range(turns):
        actor = frame["view"]["actor"]
        while frame["view"]["actor"] == actor:
            frame = play_on(served, table, tokens, 1)
    return frame


def page_texts(page: Page) -> list[str]:
    """Return every text of a page: visible text and accessible names."""
    found: list[str] = page.evaluate(
        """() => {
            const texts = new Set();
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                const parent = node.parentElement;
                if (!parent.closest("script, style, code, [lang]:not(html)")) texts.add(node.data);
            }
            for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
                for (const name of ["aria-label", "title", "placeholder", "alt"])
                    if (element.hasAttribute(name)) texts.add(element.getAttribute(name));
            texts.add(document.title);
            return [...texts].map((text) => text.replace(/\\s+/g, " ").trim()).filter(Boolean);
        }"""
    )
    return found

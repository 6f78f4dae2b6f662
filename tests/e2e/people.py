"""Somebody in front of a browser, who notices whatever goes wrong; and ways to play that know no game."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, Response, expect

from server.serving import Served

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
SECONDS = 10_000
"""How long anything may take, in milliseconds: far more than it does, as tests share two cores."""

HAND_OVER = "document.querySelector('[data-action=hand-over]')"


class Visitor:
    """One person with a browser of their own: cookies, storage, and a page."""

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
        self.context.set_default_timeout(SECONDS)
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
        expect(self.page.locator("main")).to_be_visible(timeout=SECONDS)
        self.settle()

    def settle(self) -> None:
        """Wait until what the page asked for is there."""
        quiet = 0
        for _ in range(SECONDS // 20):
            self.page.wait_for_timeout(20)
            quiet = 0 if self.loading else quiet + 1
            if quiet == 3:
                return
        raise AssertionError(f"still loading: {[request.url for request in self.loading]}")

    def leave(self) -> None:
        """Close the browser; what is cut off by that is no trouble."""
        self.tolerant = True
        self.context.close()

    @contextmanager
    def provoking(self) -> Iterator[None]:
        """Do something that must go wrong: nothing that the browser complains of counts meanwhile."""
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
        # A page that is left gives up what it was loading.
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
        """What can be chosen on screen."""
        return self.page.locator("[data-choice]")

    def state(self) -> dict[str, str]:
        """Return what the page says about the position."""
        found: dict[str, str] = self.page.evaluate("() => ({...document.querySelector('main').dataset})")
        return found

    def await_state(self, wanted: str, argument: object = None) -> None:
        """Wait until a condition on the position is true, written in JavaScript over `it` and `arg`."""
        code = f"arg => {{ const it = document.querySelector('main')?.dataset ?? {{}}; return {wanted} }}"
        self.page.wait_for_function(code, arg=argument, timeout=3 * SECONDS)

    def await_turn(self) -> bool:
        """Wait until it is my turn, and something can be chosen, or the game is over; tell which."""
        self.await_state(
            "it.status === 'over' || it.status === 'playing' && it.actor !== '' && it.actor === it.seat"
            " && document.querySelector('[data-choice]') !== null"
        )
        return self.state()["status"] != "over"

    def take_over(self) -> None:
        """Take the device, where the seats of this screen have something to hide from each other."""
        self.await_state(f"it.status === 'playing' && (it.seat !== '' || {HAND_OVER} !== null)")
        if self.act("hand-over").is_visible():
            self.act("hand-over").click()
        self.await_turn()

    def decide(self, chance: random.Random, how: str = "click") -> None:
        """Choose something that is legal, and confirm it if that is asked for."""
        # A tap while pieces are in the air only lets them land. They take off a frame later: wait, tap, and look.
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.page.locator("body").dispatch_event("pointerdown")
        self.await_state(
            "document.getAnimations().every((one) => one.playState !== 'running')"
            " && document.querySelector('[aria-busy=true]') === null"
        )
        ply = self.state()["ply"]
        getattr(self.some_choice(chance), how)()
        self.confirm(ply, how)

    def dragged(self, piece: Locator, place: Locator, ply: str) -> bool:
        """Drag a piece somewhere; tell whether it stays there."""
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
        """Confirm what waits for it; then the position has moved on."""
        waits = '[data-action="confirm"]:not([disabled])'
        self.await_state(f"it.ply !== arg || document.querySelector('{waits}') !== null", ply)
        if self.state()["ply"] == ply:
            getattr(self.act("confirm"), how)()
        self.await_state("it.ply !== arg", ply)

    def play(self, chance: random.Random, decisions: int, how: str = "click") -> bool:
        """Decide some times, whenever it is my turn; tell whether the game goes on."""
        for _ in range(decisions):
            if not self.await_turn():
                return False
            self.decide(chance, how)
        return self.state()["status"] != "over"

    def turn(self, chance: random.Random, how: str = "click") -> None:
        """Decide until it is another person's turn: bots would have had theirs meanwhile."""
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


def opened(served: Served, token: str, kind: str, seats: list[str], **wanted: Any) -> str:
    """Open a table of a game and return its id."""
    table: str = served.post("/api/tables", {"game": kind, "seats": seats, **wanted}, token)["table"]
    return table


def play_on(served: Served, table: str, tokens: list[str], decisions: int = 1_000) -> dict[str, Any]:
    """Play at random, for whoever's turn it is, some decisions or to the end; returns the last frame."""
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


def page_texts(page: Page) -> list[str]:
    """Return every text that somebody can read or hear on a page: what is shown, and the names of things."""
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

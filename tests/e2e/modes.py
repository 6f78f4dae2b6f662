"""Every table that the new-table screen can open: listed from the games' own options, chosen on that screen."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

import atoll
from atoll.core.game import Game, Option, Subset, Value
from e2e.people import SECONDS, Visitor

AUTOPLAY = Path(__file__).parent / "autoplay.js"
MOST_DECISIONS = 600
SOLO = [game.id for game in atoll.games().values() if game.fewest == 1]
KIND = "kind"
"""The control that a game groups its options by, where it has one: presets, and options that are a kind of game."""
OWN = "own"
"""The control for a set of one's own."""
Control = tuple[str, str]
"""A name and a value."""


@dataclass(frozen=True)
class Mode:
    """One table to open."""

    way: str
    """Who plays, as the buttons at the top of the screen have it: alone, bot, here, friends."""
    count: int
    bots: tuple[str, ...] = ()
    time: str = "0"
    kind: str = ""
    options: dict[str, Value | tuple[str, ...]] = field(default_factory=dict)

    def __str__(self) -> str:
        chosen = ", ".join(f"{name} {value}" for name, value in self.options.items())
        return f"{self.way} for {self.count}, {self.kind or 'no kind'}, {chosen or 'no options'}"


def modes(game: Game, screen: dict[str, list[str]]) -> Iterator[Mode]:
    """Return the tables that together have every value of every option, every way to play, every bot and every clock.

    `screen` has the values of the controls on the new-table screen, by their names.
    """
    kinds = screen.get(KIND, [])
    few = "alone" if game.fewest == 1 else "bot"
    bots = [seat for seat in screen["seat-1"] if seat not in ("me", "open")]
    for kind in kinds:
        option = next((one for one in game.options if one.name == kind), None)
        for value in option.values[1:] if option else [None]:
            yield Mode(few, game.fewest, kind=kind, options={} if value is None else {kind: value})

    free = [option for option in game.options if option.name in screen]
    times = screen["time"]
    for number in range(max(len(times), len(bots), *(len(option.values) for option in free))):
        chosen = {option.name: pick(option, number) for option in free}
        way = {1: "here", 3: "friends"}.get(number, "bot")
        count = 2 if way != "bot" else max(2, game.fewest) + number % (game.most - 1)
        seat = str(chosen.get("first_player", ""))
        if seat.isdigit():
            count = max(count, int(seat))
        others = tuple(bots[(number + other) % len(bots)] for other in range(count - 1)) if way == "bot" else ()
        yield Mode(way, count, others, times[number % len(times)], kinds[0] if kinds else "", chosen)


def pick(option: Option, number: int) -> Value | tuple[str, ...]:
    """Return a value of an option, all of them in turn; of things to choose from, a set of one's own in turn."""
    if not isinstance(option, Subset):
        return option.values[number % len(option.values)]
    if number % 2:
        return option.values[number // 2 % len(option.values)]
    first = number // 2 * option.size
    return tuple(option.members[(first + member) % len(option.members)] for member in range(option.size))


CONTROLS = """() => {
  const all = document.querySelectorAll("form input, form select, form [data-action^=preset-]");
  return [...all].flatMap((one) =>
    one.tagName === "SELECT" ? [...one.options].map((each) => [one.name, each.value, each.selected])
    : one.type === "radio" ? [[one.name, one.value, one.checked]]
    : one.type === "checkbox" ? [[one.name, "true", one.checked], [one.name, "false", !one.checked]]
    : one.tagName === "BUTTON" ? [["way", one.dataset.action.slice(7), one.ariaPressed === "true"]]
    : []);
}"""


def controls(visitor: Visitor) -> tuple[set[Control], set[Control]]:
    """Return everything that the new-table screen offers now, and what of it is chosen."""
    offered, chosen = set(), set()
    for name, value, on in visitor.page.evaluate(CONTROLS):
        control = ("seat" if name.startswith("seat-") else name, value)
        offered.add(control)
        if on:
            chosen.add(control)
    return offered, chosen


def screen_of(visitor: Visitor) -> dict[str, list[str]]:
    """Return the values of every control that the screen has in the usual case, by name."""
    found: dict[str, list[str]] = {}
    for name, value, _ in visitor.page.evaluate(CONTROLS):
        found.setdefault(name, []).append(value)
    return found


def choose(visitor: Visitor, name: str, value: Value | tuple[str, ...]) -> None:
    """Choose a value of an option, as a person does: open the part that it is in, then click."""
    page = visitor.page
    if isinstance(value, tuple):
        choose(visitor, name, OWN)
        for member in value:
            page.click(f'[data-creature="{member}"]')
        return
    control = page.locator(f'[name="{name}"]:is(select, [type=checkbox], [value="{value}"])')
    folded = page.locator("details:not([open])", has=control)
    if folded.count():
        folded.locator("summary").click()
    if control.evaluate("one => one.tagName") == "SELECT":
        control.select_option(str(value))
    else:
        control.set_checked(value is not False)


def open_table(visitor: Visitor, game: str, mode: Mode) -> tuple[set[Control], set[Control]]:
    """Open a table on the new-table screen; returns what it offered, and what was chosen."""
    visitor.open(f"/new/{game}")
    visitor.act(f"preset-{mode.way}").click()
    if mode.count > 1:
        choose(visitor, "count", str(mode.count))
        visitor.page.select_option("[name=time]", mode.time)
    for seat, bot in enumerate(mode.bots, start=1):
        visitor.page.select_option(f"[name=seat-{seat}]", bot)
    if mode.kind:
        choose(visitor, KIND, mode.kind)
    for name, value in mode.options.items():
        choose(visitor, name, value)
    offered, chosen = controls(visitor)
    visitor.act("open").click()
    visitor.page.wait_for_url("**/t/*")
    visitor.await_state("['gathering', 'playing'].includes(it.status)")
    return offered, chosen | {("way", mode.way)}


def start(visitor: Visitor, **how: object) -> None:
    """Begin to play a table from inside its page."""
    visitor.page.evaluate("(how) => void autoplay(how).then((done) => (window.played = done))", how)


def finish(visitor: Visitor) -> dict[str, Any]:
    """Wait until the page has played its table; returns what it did."""
    visitor.page.wait_for_function("() => window.played", timeout=30 * SECONDS)
    done: dict[str, Any] = visitor.page.evaluate("() => window.played")
    return done


def every_value(game: Game) -> set[Control]:
    """Return every value of a game's options."""
    return {(option.name, str(value)) for option in game.options for value in option.values}


def result_is_told(player: Visitor, frame: dict[str, Any]) -> None:
    """Expect each seat's points in the result, and alone the rank that they earned."""
    result = player.page.get_by_role("dialog")
    for points in frame["view"]["scores"]:
        expect(result.get_by_text(str(points).replace("-", "\N{MINUS SIGN}"), exact=True).first).to_be_visible()
    rank = frame["view"].get("rank")
    if rank:
        words = atoll.game(frame["game"]).words("en")
        expect(result.get_by_text(words(f"rank.{rank}")).first).to_be_visible()

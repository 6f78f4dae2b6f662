"""Every kind of table that the new-table screen can open: listed from the games' options, chosen on that screen."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

import atoll
from atoll.core.game import Game
from atoll.kit.options import Option, Subset, Value
from e2e.visitor import TIMEOUT, Visitor

AUTOPLAY = Path(__file__).parent / "autoplay.js"
MAX_DECISIONS = 600
SOLO = [game.id for game in atoll.find_games().values() if game.min_players == 1]
PRESET = "preset"
"""The control by which a game groups its options, where it has one: presets, and options that count as presets."""
CUSTOM = "own"
"""The control for a custom set."""
Control = tuple[str, str]
"""A name and a value."""


@dataclass(frozen=True)
class Mode:
    """One table to open."""

    players: str
    """One of the buttons at the top of the screen: alone, bot, here, friends."""
    count: int
    bots: tuple[str, ...] = ()
    time: str = "0"
    preset: str = ""
    options: dict[str, Value | tuple[str, ...]] = field(default_factory=dict)

    def __str__(self) -> str:
        chosen = ", ".join(f"{name} {value}" for name, value in self.options.items())
        return f"{self.players} for {self.count}, {self.preset or 'no preset'}, {chosen or 'no options'}"


def modes(game: Game, screen: dict[str, list[str]]) -> Iterator[Mode]:
    """Return tables that together cover every option value, every button for the players, every bot and every clock.

    `screen` has the values of the controls on the new-table screen, by their names.
    """
    presets = screen.get(PRESET, [])
    few = "alone" if game.min_players == 1 else "bot"
    bots = [seat for seat in screen["seat-1"] if seat not in ("me", "open")]
    for preset in presets:
        option = next((option for option in game.options if option.name == preset), None)
        for value in option.values[1:] if option else [None]:
            yield Mode(few, game.min_players, preset=preset, options={} if value is None else {preset: value})

    free = [option for option in game.options if option.name in screen]
    times = screen["time"]
    for number in range(max(len(times), len(bots), *(len(option.values) for option in free))):
        chosen = {option.name: pick(option, number) for option in free}
        players = {1: "here", 3: "friends"}.get(number, "bot")
        count = 2 if players != "bot" else max(2, game.min_players) + number % (game.max_players - 1)
        seat = str(chosen.get("first_player", ""))
        if seat.isdigit():
            count = max(count, int(seat))
        others = tuple(bots[(number + other) % len(bots)] for other in range(count - 1)) if players == "bot" else ()
        yield Mode(players, count, others, times[number % len(times)], presets[0] if presets else "", chosen)


def pick(option: Option, number: int) -> Value | tuple[str, ...]:
    """Return the value of an option for table `number`, all in turn; for a subset, custom sets in turn."""
    if not isinstance(option, Subset):
        return option.values[number % len(option.values)]
    if number % 2:
        return option.values[number // 2 % len(option.values)]
    first = number // 2 * option.size
    return tuple(option.members[(first + member) % len(option.members)] for member in range(option.size))


CONTROLS = """() => {
  const all = document.querySelectorAll("form input, form select, form [data-action^=seating-]");
  return [...all].flatMap((one) =>
    one.tagName === "SELECT" ? [...one.options].map((each) => [one.name, each.value, each.selected])
    : one.type === "radio" ? [[one.name, one.value, one.checked]]
    : one.type === "checkbox" ? [[one.name, "true", one.checked], [one.name, "false", !one.checked]]
    : one.tagName === "BUTTON" ? [["players", one.dataset.action.slice(7), one.ariaPressed === "true"]]
    : []);
}"""


def controls(visitor: Visitor) -> tuple[set[Control], set[Control]]:
    """Return the controls that the new-table screen offers now, and those that are chosen."""
    offered, chosen = set(), set()
    for name, value, on in visitor.page.evaluate(CONTROLS):
        control = ("seat" if name.startswith("seat-") else name, value)
        offered.add(control)
        if on:
            chosen.add(control)
    return offered, chosen


def screen_of(visitor: Visitor) -> dict[str, list[str]]:
    """Return the values of every control of the screen as first shown, by name."""
    found: dict[str, list[str]] = {}
    for name, value, _ in visitor.page.evaluate(CONTROLS):
        found.setdefault(name, []).append(value)
    return found


def choose(visitor: Visitor, name: str, value: Value | tuple[str, ...]) -> None:
    """Choose a value of an option, as a person does: open the part that it is in, then click."""
    page = visitor.page
    if isinstance(value, tuple):
        choose(visitor, name, CUSTOM)
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
    """Open a table on the new-table screen; return the controls that it offered, and those that were chosen."""
    visitor.open(f"/new/{game}")
    visitor.act(f"seating-{mode.players}").click()
    if mode.count > 1:
        choose(visitor, "count", str(mode.count))
        visitor.page.select_option("[name=time]", mode.time)
    for seat, bot in enumerate(mode.bots, start=1):
        visitor.page.select_option(f"[name=seat-{seat}]", bot)
    if mode.preset:
        choose(visitor, PRESET, mode.preset)
    for name, value in mode.options.items():
        choose(visitor, name, value)
    offered, chosen = controls(visitor)
    visitor.act("open").click()
    visitor.page.wait_for_url("**/t/*")
    visitor.await_state("['gathering', 'playing'].includes(it.status)")
    return offered, chosen | {("players", mode.players)}


def start(visitor: Visitor, **how: object) -> None:
    """Start autoplay in the page of a table."""
    visitor.page.evaluate("(how) => void autoplay(how).then((done) => (window.played = done))", how)


def finish(visitor: Visitor) -> dict[str, Any]:
    """Wait until autoplay has finished; return what it did."""
    visitor.page.wait_for_function("() => window.played", timeout=10 * TIMEOUT)
    done: dict[str, Any] = visitor.page.evaluate("() => window.played")
    return done


def every_value(game: Game) -> set[Control]:
    """Return every value of a game's options."""
    return {(option.name, str(value)) for option in game.options for value in option.values}


def expect_result(player: Visitor, frame: dict[str, Any]) -> None:
    """Expect each seat's points in the result, and in a solo game the rank."""
    result = player.page.get_by_role("dialog")
    for points in frame["view"]["scores"]:
        expect(result.get_by_text(str(points).replace("-", "\N{MINUS SIGN}"), exact=True).first).to_be_visible()
    rank = frame["view"].get("rank")
    if rank:
        words = atoll.find_game(frame["game"]).words("en")
        expect(result.get_by_text(words(f"rank.{rank}")).first).to_be_visible()

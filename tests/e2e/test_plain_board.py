"""Games that are known only when the server starts, and bring no client code: they are played on the plain board."""

import os
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from atoll.server.static import BUILT
from e2e.screens import too_wide
from e2e.visitor import Visitor, opened, play_on
from server.serving import Served, serving

Visit = Callable[..., Visitor]
ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "games"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
GAMES = ("connect_four", "pearls")
FINGER = 44
"""How wide and high something to tap must be, in pixels."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    assert (BUILT / "index.html").exists(), "the client is not built: make web"
    environment = {**os.environ, "ATOLL_GAMES": str(EXAMPLES)}
    database = tmp_path_factory.mktemp("server") / "atoll.sqlite"
    with serving(database, "--no-limits", environment=environment) as found:
        yield found


def begin(visit: Visit, game: str, language: str = "en", **wanted: object) -> Visitor:
    """Open the home page, and start a game against a bot from there."""
    ada = visit("/", language=language, **wanted)
    for listed in GAMES:
        card = ada.page.locator("article", has=ada.page.locator(f'[data-game="{listed}"]'))
        words = ada.served.get(f"/api/games/{listed}/words?language={language}")
        expect(card.get_by_role("heading")).to_have_text(words["name"])
        expect(card.locator(".art svg")).to_be_visible()
        # The client has neither rules nor components to show.
        expect(card.locator("a")).to_have_count(1)
    assert too_wide(ada.page) == []
    ada.page.click(f'[data-action="play"][data-game="{game}"]')
    assert ada.await_turn()
    return ada


def choices(ada: Visitor) -> list[str]:
    found: list[str] = ada.choices.evaluate_all("all => all.map((one) => one.dataset.choice)")
    return found


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("plain", GAMES)
def test_a_game_is_played_to_its_result_undone_reloaded_and_replayed(visit: Visit, plain: str, phone: bool) -> None:
    ada, chance = begin(visit, plain, phone=phone), random.Random(1)
    assert ada.play(chance, 2)
    assert ada.await_turn()
    before, offered, decisions = ada.state(), choices(ada), len(frame_of(ada)["steps"])
    ada.page.reload()
    assert ada.await_turn()
    assert (ada.state(), choices(ada)) == (before, offered)
    ada.choices.first.click()
    expect(ada.act("confirm")).to_be_enabled()
    ada.act("undo").click()
    expect(ada.act("confirm")).to_be_disabled()
    ada.decide(chance)
    ada.await_turn()
    ply = ada.state()["ply"]
    ada.act("undo").click()
    ada.await_state("it.ply !== arg", ply)
    assert len(frame_of(ada)["steps"]) == decisions
    assert not ada.play(chance, 1_000)
    result = ada.page.get_by_role("dialog")
    expect(result).to_be_visible()
    frame = frame_of(ada)
    for points in frame["view"]["scores"]:
        expect(result.get_by_text(str(points), exact=True).first).to_be_visible()
    assert too_wide(ada.page) == []
    ada.open(f"/r/{ada.table}?ply=1")
    ada.await_state("it.status === 'replay' && it.ply === '1'")
    ada.act("forward").click()
    ada.await_state("Number(it.ply) > 1")
    ada.act("last").click()
    ada.await_state("it.ply === arg", str(len(frame["steps"])))
    expect(ada.page.get_by_role("region", name="Position", exact=True)).to_be_visible()
    assert ada.choices.count() == 0
    assert too_wide(ada.page) == []


def frame_of(ada: Visitor) -> dict[str, Any]:
    frame: dict[str, Any] = ada.served.get(f"/api/tables/{ada.table}", ada.token)
    return frame


def test_the_words_come_from_the_server_in_the_readers_language(visit: Visit) -> None:
    ada = begin(visit, "connect_four", language="pl", theme="dark")
    expect(ada.page.get_by_text("Wybierz ruch.")).to_be_visible()
    ada.choices.first.click()
    expect(ada.page.get_by_text("Potwierdź „drop 1”.")).to_be_visible()
    assert not ada.play(random.Random(2), 1_000)
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    ada.open("/settings")
    ada.page.locator("main select").first.select_option("fr")
    ada.open(f"/r/{opened_game(ada)}?ply=3")
    expect(ada.page.get_by_text(re.compile(r"^Ada 1\s: drop")).first).to_be_visible()


def opened_game(ada: Visitor) -> str:
    token = ada.served.guest("Ada")
    table = opened(ada.served, token, "connect_four", ["me", "me"])
    play_on(ada.served, table, [token])
    return table


def test_arrow_keys_move_in_a_group_and_enter_chooses(visit: Visit) -> None:
    ada = begin(visit, "connect_four")
    keyboard, focused = ada.page.keyboard, ada.page.locator(":focus")
    group = ada.page.get_by_role("toolbar", name="drop")
    expect(group.locator('[tabindex="0"]')).to_have_count(1)
    ada.choices.first.focus()
    for key, choice in [("ArrowRight", 2), ("ArrowRight", 3), ("End", 7), ("ArrowRight", 1), ("ArrowLeft", 7)]:
        keyboard.press(key)
        expect(focused).to_have_attribute("data-choice", f"drop {choice}")
    keyboard.press("Enter")
    expect(focused).to_have_attribute("aria-pressed", "true")
    keyboard.press("Escape")
    expect(focused).to_have_attribute("aria-pressed", "false")
    keyboard.press("Enter")
    keyboard.press("c")
    ada.await_state("it.ply === '3'")  # a game begins at 1, and the bot has answered
    # The focus is where it was.
    expect(focused).to_have_attribute("data-choice", "drop 7")


@pytest.mark.parametrize("plain", GAMES)
def test_everything_fits_the_smallest_phone_and_can_be_tapped(visit: Visit, plain: str) -> None:
    ada = begin(visit, plain, phone=True)
    assert ada.play(random.Random(3), 2)
    ada.await_turn()
    ada.page.set_viewport_size({"width": 320, "height": 568})
    assert too_wide(ada.page) == []
    for box in ada.choices.evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())"):
        assert box["left"] >= 0
        assert box["right"] <= 320
        assert min(box["width"], box["height"]) >= FINGER
    ada.open(f"/new/{plain}")
    assert too_wide(ada.page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(visit: Visit, theme: str) -> None:
    for game in GAMES:
        ada = begin(visit, game, theme=theme)
        assert ada.play(random.Random(4), 2)
        ada.await_turn()
        ada.page.evaluate(f"{AXE.read_text(encoding='utf-8')}; null")
        found = ada.page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []

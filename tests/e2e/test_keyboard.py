"""Play by keyboard alone: complete games, the list of shortcuts, announcements for screen readers."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from e2e.modes import SOLO, expect_result
from e2e.visitor import Visitor
from server.serving import Served

Visit = Callable[..., Visitor]
ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
MAX_STOPS = 160
MAX_STEPS = 100
GROUP = "[role=grid], [role=toolbar], [role=radiogroup]"
FOCUSED = "document.activeElement"
HERE = f"""() => {{
    const here = {FOCUSED};
    return [here.dataset?.choice ?? null, here.closest({GROUP!r})?.querySelector("[data-choice]") != null];
}}"""
"""The focused choice, and whether its group has any."""


def tab_to(visitor: Visitor, selector: str) -> None:
    """Press Tab until the focus is on an element that matches."""
    for _ in range(MAX_STOPS):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate(f"{FOCUSED}.matches({selector!r})"):
            return
    raise AssertionError(f"Tab never reached {selector}")


def reach_a_choice(visitor: Visitor, chance: random.Random) -> str:
    """Move the focus to a legal choice as a person would: Tab between groups, arrows within."""
    page = visitor.page
    for stop in range(MAX_STOPS):
        page.keyboard.press("Tab")
        # Skip some matches at random, so that all of them are used eventually.
        if stop < MAX_STOPS / 2 and chance.random() < 0.3:
            continue
        choice, within = page.evaluate(HERE)
        for _ in range(MAX_STEPS):
            if choice is not None:
                return str(choice)
            if not within:
                break
            page.keyboard.press(chance.choice(ARROWS))
            choice, within = page.evaluate(HERE)
    raise AssertionError(f"no choice can be reached by keyboard in {visitor.state()}")


def play_by_keyboard(visitor: Visitor, chance: random.Random) -> None:
    """Play a table to its end; then the result is shown and can be closed."""
    page = visitor.page
    while visitor.await_turn():
        ply = visitor.state()["ply"]
        reach_a_choice(visitor, chance)
        page.keyboard.press("Enter")
        visitor.await_state("it.ply !== arg || document.querySelector('[data-action=confirm]:not([disabled])')", ply)
        if visitor.state()["ply"] == ply:
            page.keyboard.press("c")
        visitor.await_state("it.ply !== arg", ply)
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_game_against_a_bot_by_keyboard_alone(visit: Visit, game_id: str) -> None:
    ada = visit("/")
    tab_to(ada, f'[data-action="play"][data-game="{game_id}"]')
    ada.page.keyboard.press("Enter")
    play_by_keyboard(ada, random.Random(11))
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("dialog")).to_be_hidden()


@pytest.mark.parametrize("solo", SOLO)
def test_a_solo_game_by_keyboard_alone(visit: Visit, served: Served, solo: str) -> None:
    ada = visit(f"/new/{solo}")
    for control in ("seating-alone", "open"):
        tab_to(ada, f'[data-action="{control}"]')
        ada.page.keyboard.press("Enter")
    play_by_keyboard(ada, random.Random(14))
    expect_result(ada, served.get(f"/api/tables/{ada.table}"))


def test_shortcuts_are_listed_and_work(visit: Visit, game_id: str) -> None:
    ada = visit("/")
    tab_to(ada, f'[data-action="play"][data-game="{game_id}"]')
    ada.page.keyboard.press("Enter")
    ada.await_turn()
    ada.page.keyboard.press("?")
    keys = ada.page.get_by_role("dialog")
    expect(keys).to_be_visible()
    for key in ("Tab", "Enter", "c", "u", "?"):
        expect(keys.get_by_text(key, exact=True)).to_be_visible()
    for page in ("rules", "gallery"):
        expect(keys.locator(f'a[href="/{page}/{game_id}?table={ada.table}"]')).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    chance = random.Random(12)
    ply = ada.state()["ply"]
    reach_a_choice(ada, chance)
    ada.page.keyboard.press("Enter")
    ada.page.keyboard.press("c")
    ada.await_state("it.ply !== arg", ply)
    ada.await_turn()
    ply = ada.state()["ply"]
    ada.page.keyboard.press("u")
    ada.await_state("it.ply !== arg", ply)


def test_events_are_announced_to_screen_readers(visit: Visit, game_id: str) -> None:
    ada = visit("/")
    ada.page.click(f'[data-action="play"][data-game="{game_id}"]')
    ada.await_turn()
    log = ada.page.locator("[role=log], [aria-live=polite]").first
    ada.play(random.Random(13), 2)
    expect(log).not_to_be_empty()
    for name in ada.choices.evaluate_all("all => all.map((one) => one.getAttribute('aria-label') ?? one.textContent)"):
        assert name.strip(), "a choice without a name"

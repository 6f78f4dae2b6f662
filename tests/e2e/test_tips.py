"""Tips: shown on hover, on keyboard focus, and on a long press."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from e2e.visitor import Visitor

Visit = Callable[..., Visitor]


def at_table(visit: Visit, name: str, **wanted: object) -> Visitor:
    """Open a game against a bot and wait for the first turn."""
    ada = visit("/", **wanted)
    ada.page.click(f'[data-action="play"][data-game="{name}"]')
    ada.await_turn()
    return ada


def middle(element: Locator) -> dict[str, float]:
    element.scroll_into_view_if_needed()
    box = element.bounding_box()
    assert box
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def tipped(ada: Visitor) -> Locator:
    """Return a button with a tip."""
    return ada.page.locator("button[data-tip]:visible").first


@pytest.mark.parametrize("name", ["reef", "chain_reaction"])
def test_mouse_and_focus_show_a_tip(visit: Visit, name: str) -> None:
    ada = at_table(visit, name)
    tip = ada.page.locator(".tip")
    here = tipped(ada)
    sentence = here.get_attribute("data-tip")
    assert sentence
    here.hover()
    expect(tip).to_have_text(sentence)
    ada.page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    here.press("Shift")
    here.blur()
    here.focus()
    expect(tip).to_have_text(sentence)
    here.blur()
    expect(tip).to_have_count(0)


@pytest.mark.parametrize("name", ["reef", "chain_reaction"])
def test_a_long_press_shows_a_tip_and_does_nothing_else(visit: Visit, name: str) -> None:
    ada = at_table(visit, name, phone=True)
    tip = ada.page.locator(".tip")
    here = tipped(ada)
    here.evaluate("one => one.addEventListener('click', () => { one.dataset.clicked = 'yes' })")
    touch = ada.context.new_cdp_session(ada.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [middle(here)]})
    expect(tip).to_have_text(here.get_attribute("data-tip") or "nothing")
    box = tip.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(tip).to_be_visible()
    assert here.get_attribute("data-clicked") is None
    ada.page.locator("header").first.tap()
    expect(tip).to_have_count(0)

"""The table of Shallow Sea: goals, tips, other oceans, and the options of a new game."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from e2e.conftest import GAMES
from e2e.screens import too_wide
from e2e.visitor import Visitor, opened, play_on
from server.serving import Served

Visit = Callable[..., Visitor]
GAME = "shallow_sea"


def at_table(visit: Visit, served: Served, seats: list[str], decisions: int = 0, **wanted: Any) -> Visitor:
    """Open a table of the game after some decisions."""
    phone = wanted.pop("phone", False)
    ada = visit("/", name="Ada", phone=phone)
    table = opened(served, ada.token, GAME, seats, options=wanted)
    play_on(served, table, [ada.token], decisions)
    ada.open(f"/t/{table}")
    ada.await_turn()
    return ada


def view_of(ada: Visitor) -> dict[str, Any]:
    view: dict[str, Any] = ada.served.get(f"/api/tables/{ada.table}", ada.token)["view"]
    return view


def tip_of(ada: Visitor, element: Locator) -> str:
    """Hover over an element and return the tip that appears."""
    element.hover()
    return ada.page.locator(".tip").inner_text()


def test_a_scenario_shows_the_progress(visit: Visit, served: Served) -> None:
    ada = at_table(visit, served, ["me"], decisions=60, scenario="14")
    chip = ada.page.locator('[data-goal="scenario"]')
    points, fish = view_of(ada)["players"][0]["goals"]
    expect(chip).to_contain_text(f"{points['have']} of 185 points")
    expect(chip).to_contain_text(f"{fish['have']} of 5 fish")
    assert "counts double" in tip_of(ada, chip)
    expect(ada.page.get_by_role("img", name="counts double")).to_be_visible()


def test_shells_and_lionfish_have_tips(visit: Visit, served: Served) -> None:
    ada = at_table(visit, served, ["me"], modified="4")
    # With this rule every use costs one more, and the tip says so.
    assert "A refresh costs 2" in tip_of(ada, ada.page.get_by_role("img", name="2 shells"))
    assert "each further one costs 2 points" in tip_of(ada, ada.page.locator(".lion"))


def test_a_click_hides_the_tip_until_the_mouse_returns(visit: Visit, served: Served) -> None:
    ada = at_table(visit, served, ["me"], decisions=4)
    while not any(choice["kind"] == "lionfish" for choice in view_of(ada)["legal"]):
        play_on(served, ada.table, [ada.token], 1)
    ada.page.reload()
    ada.await_turn()
    lion, tip = ada.page.locator(".lion"), ada.page.locator(".tip")
    sentence = tip_of(ada, lion)
    tools = ada.page.locator(".dock .tools").bounding_box()
    lion.click()
    expect(lion.locator(".credit")).to_be_visible()
    expect(tip).to_have_count(0)
    assert ada.page.locator(".dock .tools").bounding_box() == tools
    ada.page.locator("header").first.hover(position={"x": 1, "y": 1})
    assert tip_of(ada, lion) == sentence
    # The button still has the focus, but not from the keyboard.
    ada.page.locator("header").first.hover(position={"x": 1, "y": 1})
    expect(tip).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_another_ocean_shows_its_owner_and_last_turn(visit: Visit, served: Served, phone: bool) -> None:
    ada = at_table(visit, served, ["me", "shrimp"], phone=phone)
    chance = random.Random(5)
    for _ in range(2):
        ada.turn(chance)
    ada.await_turn()
    seat = ada.page.locator("button.seat").nth(1)
    place = ada.page.locator(".sea").bounding_box()
    assert re.search(r"\d+ points?\. .*Last turn: ", seat.locator(".hide").first.inner_text())
    seat.click()
    marks = ada.page.locator(".sea .done")
    expect(ada.page.get_by_text("Shrimp's ocean")).to_be_visible()
    if phone:
        assert ada.page.locator(".sea").bounding_box() == place
    seen = marks.count()
    assert seen >= 2  # a tile and a fish
    ada.page.reload()
    ada.await_turn()
    ada.page.locator("button.seat").nth(1).click()
    expect(marks).to_have_count(seen)
    ada.page.get_by_role("button", name="Back to your ocean").click()
    expect(ada.page.get_by_text("Shrimp's ocean")).to_have_count(0)


def test_pools_stay_in_view_on_a_desk_while_a_tile_is_placed(visit: Visit, served: Served) -> None:
    ada = at_table(visit, served, ["me", "shrimp"])
    chance = random.Random(6)
    while view_of(ada)["phase"] != "place":
        ada.await_turn()
        ada.decide(chance)
    expect(ada.page.locator('[data-hand="tile"]')).to_be_visible()
    expect(ada.page.locator("[data-slot] [data-pool=corals]").first).to_be_visible()
    assert ada.page.locator("[data-slot] [data-choice]").count() == 0


@pytest.mark.parametrize("size", [(640, 360), (844, 390)])
def test_hand_and_buttons_fit_a_phone_in_landscape(visit: Visit, served: Served, size: tuple[int, int]) -> None:
    ada = at_table(visit, served, ["me"], phone=True)
    chance = random.Random(6)
    while view_of(ada)["phase"] != "choose":
        ada.await_turn()
        ada.decide(chance)
    ada.page.set_viewport_size({"width": size[0], "height": size[1]})
    ada.page.locator("[data-pool=creatures][data-choice]").first.tap()
    boxes = [ada.page.locator(part).bounding_box() for part in (".hand .tile", ".hand .fish", ".hand .turns")]
    middles = [box["y"] + box["height"] / 2 for box in boxes if box]
    assert len(middles) == 3
    assert max(middles) - min(middles) < 2
    for part in (".hand .about", "[data-action=undo]", "[data-action=confirm]"):
        box = ada.page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1]


def test_the_longest_name_fits_beside_a_held_creature(visit: Visit, served: Served) -> None:
    locales = [json.loads(file.read_text(encoding="utf-8")) for file in (GAMES / GAME / "locales").glob("*.json")]
    names = [text for words in locales for key, text in words.items() if key.startswith("tile.")]
    ada = at_table(visit, served, ["me"], phone=True)
    chance = random.Random(6)
    while view_of(ada)["phase"] != "choose":
        ada.await_turn()
        ada.decide(chance)
    ada.page.locator("[data-pool=creatures][data-choice]").first.tap()
    name = ada.page.locator(".hand .about b")
    longest_word = max((word for name in names for word in name.split()), key=len)
    name.evaluate("(name, word) => (name.textContent = word)", longest_word)
    for width in (320, 360, 375, 390):
        ada.page.set_viewport_size({"width": width, "height": 700})
        assert too_wide(ada.page) == []


def test_the_focus_moves_to_the_next_thing_to_do(visit: Visit, served: Served) -> None:
    ada = at_table(visit, served, ["me"])
    page = ada.page
    first = ada.state()["ply"]
    for key in ("1", "Enter"):
        page.keyboard.press(key)
    ada.await_state("it.ply !== arg", first)
    page.wait_for_function("() => document.activeElement.closest('.sea') !== null")
    second = ada.state()["ply"]
    page.keyboard.press("Enter")
    ada.await_state("it.ply !== arg || document.querySelector('[data-action=confirm]:not([disabled])')", second)
    if ada.state()["ply"] == second:
        page.keyboard.press("c")
    ada.await_state("it.ply !== arg", second)
    page.wait_for_function("() => document.activeElement !== document.body")


def test_a_scenario_can_be_started_from_the_achievements(visit: Visit) -> None:
    ada = visit(f"/achievements/{GAME}", name="Ada")
    ada.page.locator('[data-achievement="scenario.7"]').locator(ada.act("start")).click()
    expect(ada.page.locator('input[name="scenario"][value="7"]')).to_be_checked()
    expect(ada.act("seating-alone")).to_have_attribute("aria-pressed", "true")
    ada.act("open").click()
    ada.await_turn()
    assert view_of(ada)["options"]["scenario"] == "7"
    assert view_of(ada)["seats"] == 1


def test_earned_achievements_are_ticked_among_the_options(visit: Visit, served: Served) -> None:
    ada = visit("/", name="Ada")
    table = opened(served, ada.token, GAME, ["me"], options={"modified": "6"})
    play_on(served, table, [ada.token])
    sheet = next(one for one in served.get("/api/me/achievements", ada.token) if one["game"] == GAME)
    earned = {one["name"] for one in sheet["achievements"] if one["times"]}
    ada.open(f"/new/{GAME}?modified=6")
    label = ada.page.locator('label:has(input[name="modified"][value="6"])')
    expect(label.get_by_text("Earned")).to_have_count(1 if "modified.6" in earned else 0)
    expect(ada.page.locator("label", has_text="Earned")).to_have_count(
        len([name for name in earned if name.startswith("modified.")])
    )


def test_a_custom_set_of_creatures_is_completed_at_random(visit: Visit) -> None:
    ada = visit(f"/new/{GAME}", name="Ada")
    page = ada.page
    ada.act("seating-alone").click()
    page.locator("summary", has_text="Creatures").click()
    page.get_by_text("ten types of your choice").click()
    own = ["A1", "A4", "B2", "C3", "E4"]
    creatures = page.locator("button[aria-pressed] .art").locator("xpath=..")
    items = ada.served.get(f"/api/games/{GAME}/components")["items"]
    codes = [item["creature"] for item in items if "creature" in item]
    for code in own:
        creatures.nth(codes.index(code)).click()
    expect(page.get_by_text("5 of 10 chosen. Chance picks the rest.")).to_be_visible()
    ada.act("open").click()
    ada.await_turn()
    types = view_of(ada)["types"]
    assert set(own) <= set(types), json.dumps(types)
    assert len(types) == 10


def test_only_existing_seats_can_begin(visit: Visit) -> None:
    ada = visit(f"/new/{GAME}", name="Ada")
    page = ada.page
    page.locator("summary", has_text="Setup").click()
    first = page.locator('select[name="first_player"] option')
    expect(first).to_have_count(3)
    page.get_by_role("radio", name="4", exact=True).check(force=True)
    expect(first).to_have_count(5)
    page.locator('select[name="first_player"]').select_option("4")
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    expect(first).to_have_count(3)
    expect(page.locator('select[name="first_player"]')).to_have_value("random")

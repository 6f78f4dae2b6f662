"""The default bot: the weakest at first, then the last one chosen. The table shows its level."""

from collections.abc import Callable

from playwright.sync_api import expect

import atoll
from atoll.kit.heuristic import LEVEL_NAMES
from e2e.visitor import Visitor

Visit = Callable[..., Visitor]


def options(ada: Visitor) -> dict[str, object]:
    chosen: dict[str, object] = ada.served.get(f"/api/tables/{ada.table}")["view"]["options"]
    return chosen


def test_play_starts_with_the_weakest_bot_and_remembers_the_last_one(visit: Visit, game_id: str) -> None:
    rules = atoll.find_game(game_id)
    ada = visit("/")
    play = ada.page.locator(f'[data-action="play"][data-game="{game_id}"]')
    play.click()
    ada.await_turn()
    assert ada.served.get(f"/api/tables/{ada.table}")["seats"][1]["name"] == LEVEL_NAMES[0]
    assert options(ada) == rules.resolve(rules.presets.get(rules.first, {}))
    ada.open(f"/new/{game_id}")
    expect(ada.page.locator("#seat-1")).to_have_value(LEVEL_NAMES[0])
    ada.page.select_option("#seat-1", LEVEL_NAMES[2])
    ada.act("open").click()
    ada.await_turn()
    ada.open("/")
    play.click()
    ada.await_turn()
    assert ada.served.get(f"/api/tables/{ada.table}")["seats"][1]["name"] == LEVEL_NAMES[2]
    assert options(ada) == rules.resolve({})


def test_the_table_shows_the_level_of_a_bot(visit: Visit, game_id: str) -> None:
    ada = visit("/")
    ada.page.click(f'[data-action="play"][data-game="{game_id}"]')
    ada.await_turn()
    ada.act("players").first.click()
    expect(ada.page.get_by_role("dialog").get_by_text("1 of 6", exact=False)).to_be_visible()

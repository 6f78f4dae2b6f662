"""Which bot one plays against: the weakest at first, then the one chosen last; its level is named at the table."""

from collections.abc import Callable

from playwright.sync_api import expect

import atoll
from atoll.core.levels import LEVELS
from e2e.people import Visitor

Visit = Callable[..., Visitor]


def options(ada: Visitor) -> dict[str, object]:
    chosen: dict[str, object] = ada.served.get(f"/api/tables/{ada.table}")["view"]["options"]
    return chosen


def test_play_begins_at_the_bottom_and_remembers_the_last_level(visit: Visit, kind: str) -> None:
    game = atoll.game(kind)
    ada = visit("/")
    play = ada.page.locator(f'[data-action="play"][data-game="{kind}"]')
    play.click()
    ada.await_turn()
    assert ada.served.get(f"/api/tables/{ada.table}")["seats"][1]["name"] == LEVELS[0]
    assert options(ada) == game.resolve(game.presets.get(game.first, {}))
    ada.open(f"/new/{kind}")
    expect(ada.page.locator("#seat-1")).to_have_value(LEVELS[0])
    ada.page.select_option("#seat-1", LEVELS[2])
    ada.act("open").click()
    ada.await_turn()
    ada.open("/")
    play.click()
    ada.await_turn()
    assert ada.served.get(f"/api/tables/{ada.table}")["seats"][1]["name"] == LEVELS[2]
    assert options(ada) == game.resolve({})


def test_the_level_of_a_bot_is_named_at_the_table(visit: Visit, kind: str) -> None:
    ada = visit("/")
    ada.page.click(f'[data-action="play"][data-game="{kind}"]')
    ada.await_turn()
    ada.act("players").first.click()
    expect(ada.page.get_by_role("dialog").get_by_text("1 of 6", exact=False)).to_be_visible()

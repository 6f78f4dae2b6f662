"""Achievements: shown when a game ends, and listed on their own screen."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import expect

from e2e.screens import GameTables
from e2e.visitor import Visitor
from server.serving import Served

Visit = Callable[..., Visitor]
TablesOf = Callable[[str], GameTables]


def test_from_the_result_to_the_achievements_and_back_to_the_game(
    visit: Visit, tables_of: TablesOf, served: Served, game_id: str
) -> None:
    of = tables_of(game_id)
    ada = visit(f"/t/{of.over}", token=of.token)
    page = ada.page
    expect(page.get_by_role("dialog")).to_be_visible()
    ada.settle()
    sheets = {sheet["game"]: sheet for sheet in served.get("/api/me/achievements", of.token)}
    earned = [one["name"] for one in sheets[game_id]["achievements"] if one["times"]] if game_id in sheets else []
    assert (len(earned) >= 2) == of.achievements
    expect(ada.act("achievements")).to_have_count(1 if earned else 0)
    if not earned:
        ada.open(f"/achievements/{game_id}")
        expect(page.locator('main a[href="/"]')).to_be_visible()
        return
    ada.act("achievements").click()
    expect(page.locator("[data-achievement]")).to_have_count(len(sheets[game_id]["achievements"]))
    expect(page.locator('[data-achievement]:has(a[href^="/r/"])')).to_have_count(len(earned))
    page.locator(f'[data-achievement="{earned[0]}"] a[href^="/r/"]').click()
    expect(page).to_have_url(re.compile(f"/r/{of.over}"))
    ada.await_state("it.status === 'replay'")
    ada.open("/")
    page.locator(f'main a[href="/achievements/{game_id}"]').click()
    expect(page.locator("[data-achievement]").first).to_be_visible()


def test_undoing_a_reveal_makes_a_game_practice(visit: Visit) -> None:
    ada = visit("/new/shallow_sea")
    ada.act("seating-alone").click()
    ada.act("open").click()
    ada.await_turn()
    ada.play(random.Random(3), 14)
    ada.await_turn()
    for _ in range(14):
        before = ada.state()["ply"]
        ada.act("undo").click()
        ada.await_state("it.ply !== arg", before)
        if ada.served.get(f"/api/tables/{ada.table}")["seats"][0]["practice"]:
            break
    expect(ada.page.get_by_text("This game is practice now", exact=False).first).to_be_visible()

"""What a game earned is told when it ends, and found again on the sheet."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import expect

from e2e.people import Visitor
from e2e.screens import House
from server.serving import Served

Visit = Callable[..., Visitor]
Houses = Callable[[str], House]


def test_from_the_result_to_the_sheet_and_back_to_the_game(
    visit: Visit, houses: Houses, served: Served, kind: str
) -> None:
    of = houses(kind)
    ada = visit(f"/t/{of.over}", token=of.token)
    page = ada.page
    expect(page.get_by_role("dialog")).to_be_visible()
    ada.settle()
    sheets = {sheet["game"]: sheet for sheet in served.get("/api/me/achievements", of.token)}
    earned = [one["name"] for one in sheets[kind]["achievements"] if one["times"]] if kind in sheets else []
    assert (len(earned) >= 2) == of.achievements
    expect(ada.act("achievements")).to_have_count(1 if earned else 0)
    if not earned:
        ada.open(f"/achievements/{kind}")
        expect(page.locator('main a[href="/"]')).to_be_visible()
        return
    ada.act("achievements").click()
    expect(page.locator("[data-achievement]")).to_have_count(len(sheets[kind]["achievements"]))
    expect(page.locator('[data-achievement]:has(a[href^="/r/"])')).to_have_count(len(earned))
    page.locator(f'[data-achievement="{earned[0]}"] a[href^="/r/"]').click()
    expect(page).to_have_url(re.compile(f"/r/{of.over}"))
    ada.await_state("it.status === 'replay'")
    ada.open("/")
    page.locator(f'main a[href="/achievements/{kind}"]').click()
    expect(page.locator("[data-achievement]").first).to_be_visible()


def test_taking_back_what_showed_something_new_makes_a_game_practice(visit: Visit) -> None:
    ada = visit("/new/shallow_sea")
    ada.act("preset-alone").click()
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

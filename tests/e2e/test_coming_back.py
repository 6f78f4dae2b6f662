"""Leaving a table, coming back to it, and abandoning it: a single tap never destroys a game."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import atoll
from e2e.conftest import DRAWN
from e2e.screens import too_wide
from e2e.visitor import Visitor, opened, play_on, send_command
from server.serving import Served

Visit = Callable[..., Visitor]
GAME = DRAWN[0]
SIZES = [(1440, 900), (1366, 768), (390, 844)]


def together(served: Served, game: str, decisions: int = 0, **wanted: Any) -> tuple[str, str, str]:
    """Return a table where two people play, and their tokens."""
    ada, bo = served.guest("Ada"), served.guest("Bo")
    table = opened(served, ada, game, ["me", "open"], **wanted)
    send_command(served, table, bo, type="sit", seat=1)
    play_on(served, table, [ada, bo], decisions)
    return table, ada, bo


def home(visitor: Visitor) -> None:
    """Open the home screen as a returning visitor."""
    visitor.open("/settings")
    visitor.open("/")


def card(visitor: Visitor, table: str) -> Any:
    return visitor.page.locator(f'li[data-table="{table}"]')


def test_leaving_a_table_of_bots_closes_it_and_the_game_waits(visit: Visit, game_id: str) -> None:
    ada = visit("/")
    ada.page.click(f'[data-action="play"][data-game="{game_id}"]')
    ada.await_turn()
    table, before = ada.table, ada.state()
    ada.act("players").click()
    assert ada.act("leave-bot").count() == 0
    ada.act("close-table").click()
    ada.page.wait_for_url(lambda url: url.endswith("/"))
    expect(card(ada, table)).to_contain_text("Your turn")
    expect(card(ada, table)).to_contain_text("Round 1")
    ada.page.reload()
    card(ada, table).get_by_role("link").click()
    ada.await_turn()
    assert ada.state() == before


def test_abandoning_a_game_needs_a_confirmation(visit: Visit, served: Served, game_id: str) -> None:
    token = served.guest("Ada")
    table = opened(served, token, game_id, ["me", "greedy"])
    ada = visit(f"/t/{table}", token=token)
    ada.await_turn()
    made = ada.state()["ply"]
    ada.act("players").click()
    ada.act("leave-abandon").click()
    ada.act("stay").click()
    expect(ada.act("stay")).to_have_count(0)
    ada.act("leave-abandon").click()
    ada.page.keyboard.press("Escape")
    expect(ada.act("stay")).to_have_count(0)
    assert served.get(f"/api/tables/{table}")["status"] == "playing"
    ada.act("leave-abandon").click()
    ada.act("confirm-abandon").click()
    ada.page.wait_for_url(lambda url: url.endswith("/"))
    assert served.get(f"/api/tables/{table}")["ply"] == int(made)
    finished = card(ada, table)
    expect(finished).to_contain_text("Abandoned")
    expect(ada.page.locator(f'a[href="/t/{table}"]')).to_have_count(0)
    ada.open(f"/t/{table}")
    ada.await_state("it.status === 'abandoned'")
    expect(ada.choices).to_have_count(0)


def test_a_game_can_be_abandoned_from_the_home_screen(visit: Visit, served: Served) -> None:
    token = served.guest("Ada")
    kept, table = (opened(served, token, GAME, ["me", "open"]) for _ in range(2))
    ada = visit("/settings", token=token, phone=True)
    home(ada)
    card(ada, table).locator('[data-action="game-menu"]').tap()
    ada.act("leave-abandon").tap()
    ada.act("confirm-abandon").tap()
    expect(card(ada, table)).to_have_count(0)
    expect(card(ada, kept)).to_be_visible()
    assert served.get(f"/api/tables/{table}")["status"] == "abandoned"


def test_with_other_people_leaving_asks_and_a_bot_takes_over(visit: Visit, served: Served, game_id: str) -> None:
    table, token, other = together(served, game_id)
    ada, bo = visit(f"/t/{table}", token=token), visit(f"/t/{table}", token=other)
    for one in (ada, bo):
        one.await_state("it.status === 'playing'")
    ada.act("players").click()
    assert ada.act("close-table").count() == 0
    ada.act("leave-bot").click()
    asked = ada.page.get_by_role("dialog").last
    expect(asked).to_contain_text("Bo")
    ada.act("stay").click()
    assert not served.get(f"/api/tables/{table}")["seats"][0]["left"]
    ada.act("leave-bot").click()
    ada.act("confirm-bot").click()
    ada.page.wait_for_url(lambda url: url.endswith("/"))
    expect(card(ada, table)).to_contain_text("A bot is playing for you")
    bo.act("players").click()
    expect(bo.page.get_by_role("dialog")).to_contain_text("a bot plays on")
    bo.await_turn()
    card(ada, table).get_by_role("link").click()
    # The table has a button to return to the seat.
    ada.await_state("it.status === 'playing'")
    ada.act("sit").click()
    ada.await_state("it.seat === '0'")


def test_leaving_the_lobby_needs_a_confirmation(visit: Visit, served: Served) -> None:
    token = served.guest("Ada")
    table = opened(served, token, GAME, ["me", "open"])
    ada = visit(f"/t/{table}", token=token)
    ada.act("leave").click()
    ada.act("stay").click()
    assert served.get(f"/api/tables/{table}")["seats"][0]["kind"] == "person"
    ada.act("leave").click()
    ada.act("confirm-early").click()
    expect(ada.act("sit")).to_have_count(2)


@pytest.mark.parametrize("language", ["en-GB", "pl", "it", "nl", "fr"])
def test_games_in_progress_come_first_and_fit_the_screen(visit: Visit, served: Served, language: str) -> None:
    table, token, bo = together(served, GAME, 9)
    while served.get(f"/api/tables/{table}", bo)["view"]["legal"]:
        play_on(served, table, [token, bo], 1)
    for game in DRAWN:
        opened(served, token, game, ["me", "open"])
    alone = [game for game in DRAWN if atoll.find_game(game).min_players == 1]
    urgent = [table, *(opened(served, token, game, ["me"]) for game in alone)]
    ada = visit("/settings", token=token, language=language)
    home(ada)
    for width, height in SIZES:
        ada.page.set_viewport_size({"width": width, "height": height})
        for wanted in urgent:
            expect(card(ada, wanted)).to_be_in_viewport(ratio=1)
        assert ada.page.locator("li.panel").count() == 3
        assert too_wide(ada.page) == []
    before = ada.page.evaluate(
        "document.querySelector('li[data-table]').compareDocumentPosition(document.querySelector('article')) & 4"
    )
    assert before
    ada.act("show-all").click()
    expect(ada.page.locator("li.panel")).to_have_count(len(urgent) + len(DRAWN))


def test_a_card_shows_mode_round_points_and_opponents(visit: Visit, served: Served) -> None:
    token = served.guest("Ada")
    seats = ["me", "greedy"]
    tables = {
        "Round 1 of 17": opened(served, token, "shallow_sea", seats, options={"scenario": "3"}),
        "Expert set-up": opened(served, token, "reef", seats, options={"setup": "expert"}),
        "Open hands": opened(served, token, "chain_reaction", seats, options={"open_hands": True}),
    }
    ada = visit("/settings", token=token)
    home(ada)
    for text, table in tables.items():
        expect(card(ada, table)).to_contain_text(re.compile(text, re.IGNORECASE))
        expect(card(ada, table)).to_contain_text(re.compile(r"You\s\d+ · Tide\s\d+"))
    expect(card(ada, tables["Round 1 of 17"])).to_contain_text("scenario 3")


def test_a_finished_game_shows_names_result_and_date(visit: Visit, served: Served) -> None:
    table, token, other = together(served, GAME)
    frame = play_on(served, table, [token, other])
    (row,) = served.get("/api/me/tables", token)
    day = {"en-GB": r"\d{1,2} \w{3,4} 20\d\d", "en-US": r"\w{3} \d{1,2}, 20\d\d"}
    won = frame["view"]["ranking"]
    for seat, name in enumerate((token, other)):
        for language in ("en-GB", "en-US"):
            visitor = visit("/settings", token=name, language=language)
            home(visitor)
            shown = card(visitor, table)
            result = "Tied" if won == [1, 1] else "Won" if won[seat] == 1 else "Lost"
            expect(shown).to_contain_text(result)
            expect(shown).to_contain_text(re.compile(day[language]))
            mine, theirs = row["scores"][seat], row["scores"][1 - seat]
            expect(shown).to_contain_text(re.compile(rf"You\s{mine} · {('Bo', 'Ada')[seat]}\s{theirs}"))


def test_a_game_that_a_bot_finished_is_marked_everywhere(visit: Visit, served: Served) -> None:
    table, token, other = together(served, GAME)
    send_command(served, table, other, type="leave", seat=1)
    while (frame := served.get(f"/api/tables/{table}", token))["status"] == "playing":
        if frame["view"]["legal"]:
            play_on(served, table, [token], 1)
        else:
            time.sleep(0.02)  # the bot thinks
    ada = visit("/settings", token=token)
    home(ada)
    mark = "A bot finished the game for Bo."
    expect(card(ada, table)).to_contain_text(mark)
    for path in (f"/t/{table}", f"/r/{table}"):
        ada.open(path)
        expect(ada.page.get_by_text(mark).first).to_be_visible()


def test_links_of_a_game_are_named_after_it(visit: Visit) -> None:
    page = visit("/").page
    for game in DRAWN:
        name = atoll.find_game(game).words()("name")
        expect(page.get_by_role("button", name=f"Play {name}", exact=True)).to_have_count(1)
        for link in ("New table", "Rules", "Components"):
            expect(page.get_by_role("link", name=f"{link} {name}", exact=True)).to_have_count(1)

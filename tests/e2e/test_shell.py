"""The shell around every game: chat, clock, takebacks, rematches, motion, and texts that load late."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from e2e.conftest import DRAWN
from e2e.screens import GameTables, too_wide
from e2e.visitor import Visitor, opened, page_texts, play_turns, send_command
from server.serving import Served

Visit = Callable[..., Visitor]
TablesOf = Callable[[str], GameTables]
SEAT = {"type": "sit", "seat": 1, "nonce": "bo"}


def test_the_newest_message_is_in_view_unless_the_reader_scrolls_up(visit: Visit, served: Served) -> None:
    ada, bo = served.guest("Ada"), served.guest("Bo")
    table = opened(served, ada, DRAWN[0], ["me", "open"])
    send_command(served, table, bo, **SEAT)
    for number in range(10):
        send_command(served, table, bo, type="chat", text=f"message {number}")
    page = visit(f"/t/{table}", token=ada).page
    page.get_by_role("tab", name="Chat").click()
    chat = page.get_by_role("region").filter(has_text="message 0")
    expect(chat.get_by_text("message 9")).to_be_visible()
    page.get_by_role("textbox").scroll_into_view_if_needed()
    expect(chat.get_by_text("message 9")).to_be_in_viewport()
    expect(chat.get_by_text("message 0")).not_to_be_in_viewport()
    send_command(served, table, bo, type="chat", text="message 10")
    expect(chat.get_by_text("message 10")).to_be_in_viewport()
    chat.get_by_text("message 0").scroll_into_view_if_needed()
    send_command(served, table, bo, type="chat", text="message 11")
    expect(chat.get_by_text("message 11")).to_have_count(1)
    expect(chat.get_by_text("message 0")).to_be_in_viewport()


@pytest.mark.parametrize("phone", [False, True])
def test_a_long_word_in_the_chat_stays_in_its_column(visit: Visit, served: Served, game_id: str, phone: bool) -> None:
    token = served.guest("Ada" * 10)
    table = opened(served, token, game_id, ["me", "me"])
    send_command(served, table, token, type="chat", text=f"https://example.org/{'a' * 250}")
    ada = visit(f"/t/{table}", token=token, phone=phone)
    ada.take_over()
    ada.page.get_by_role("tab", name="Chat").click()
    expect(ada.page.get_by_text("https://example.org/")).to_be_visible()
    assert too_wide(ada.page) == []


@pytest.mark.parametrize("phone", [False, True])
def test_a_takeback_request_is_in_view_at_once(visit: Visit, served: Served, game_id: str, phone: bool) -> None:
    tokens = [served.guest("Ada"), served.guest("Bo")]
    table = opened(served, tokens[0], game_id, ["me", "open"])
    send_command(served, table, tokens[1], **SEAT)
    frame = play_turns(served, table, tokens, 3)
    actor = frame["view"]["actor"]
    asked = visit(f"/t/{table}", token=tokens[actor], phone=phone)
    asked.await_turn()
    height = asked.page.evaluate("document.documentElement.scrollHeight")
    asked.page.mouse.wheel(0, 500)
    send_command(served, table, tokens[1 - actor], type="undo", ply=frame["ply"])
    expect(asked.act("agree")).to_be_in_viewport(ratio=1)
    assert asked.page.evaluate("document.documentElement.scrollHeight") == height
    asked.act("refuse").click()
    expect(asked.act("agree")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_after_a_game_the_next_step_is_in_view(visit: Visit, tables_of: TablesOf, game_id: str, phone: bool) -> None:
    of = tables_of(game_id)
    ada = visit(f"/t/{of.over}", token=of.token, phone=phone)
    steps = ada.page.locator(f'[data-action="rematch"], a[href="/r/{of.over}"]')
    result = ada.page.get_by_role("dialog")
    for place in (result.locator(steps), ada.page.locator("main").locator(steps)):
        expect(place).to_have_count(2)
        for step in place.all():
            expect(step).to_be_in_viewport(ratio=1)
        ada.page.keyboard.press("Escape")
        expect(result).to_be_hidden()


@pytest.mark.parametrize("phone", [False, True])
def test_the_rules_link_back_to_the_table(visit: Visit, tables_of: TablesOf, phone: bool) -> None:
    of = tables_of(DRAWN[0])
    ada = visit(f"/t/{of.playing}", token=of.token, phone=phone)
    ada.page.locator(f'header a[href^="/rules/{of.game}"]').click()
    ada.page.get_by_role("navigation").get_by_role("link").last.click()
    back = ada.page.locator(f'a[href="/t/{of.playing}"]')
    expect(back).to_be_in_viewport(ratio=1)
    back.click()
    ada.await_turn()


def test_the_clock_starts_with_the_turn_and_is_not_read_aloud(visit: Visit, served: Served) -> None:
    token = served.guest("Ada")
    table = opened(served, token, DRAWN[0], ["me", "open"], turn_seconds=60)
    ada = visit(f"/t/{table}", token=token)
    ada.await_state("it.status === 'gathering'")
    bo, began = served.guest("Bo"), time.time()
    send_command(served, table, bo, **SEAT)
    clock = ada.page.get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"[01]:\d\d"))
    assert served.get(f"/api/tables/{table}", token)["deadline"] >= began + 60
    assert ada.page.locator("[role=status]", has=clock).count() == 0
    assert ada.page.locator("[aria-live=polite]", has=clock).count() == 0


def test_with_less_motion_nothing_takes_time(visit: Visit) -> None:
    ada = visit("/settings")
    page = ada.page
    page.emulate_media(reduced_motion="no-preference")
    page.wait_for_function("() => document.documentElement.dataset.motion === 'full'")
    times = """['quick', 'calm', 'slow'].map((name) =>
        parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)))"""
    assert 0 not in page.evaluate(times)
    ada.act("settings-motion").click()
    page.wait_for_function("() => document.documentElement.dataset.motion === 'less'")
    assert page.evaluate(times) == [0, 0, 0]


def test_names_of_games_that_load_late_are_left_out(visit: Visit, tables_of: TablesOf) -> None:
    of = tables_of(DRAWN[0])
    ada = visit(f"/t/{of.gathering}", token=of.token)
    first = True

    def answer(route: Route) -> None:
        nonlocal first
        # The texts of the shell load before those of any game.
        if first:
            route.continue_()
        else:
            route.abort()
        first = False

    ada.page.route(re.compile(r"/assets/en-[^/]+\.js$"), answer)
    with ada.provoking():
        ada.open("/")
        expect(ada.page.locator(f'a[href="/t/{of.playing}"]')).to_be_visible()
        texts = page_texts(ada.page)
    assert not {"name", "about"} & set(texts)
    assert not [text for text in texts if text.startswith("name:")]


@pytest.mark.parametrize(("language", "guest", "unknown"), [("pl", "Gość", "klucz"), ("fr", "Invité", "clé")])
def test_a_new_visitor_sees_their_own_language(visit: Visit, language: str, guest: str, unknown: str) -> None:
    ada = visit("/settings", language=language)
    expect(ada.page.locator("#name")).to_have_value("")
    expect(ada.page.locator("#name")).to_have_attribute("placeholder", guest)
    ada.page.fill("#key", "nobody's")
    with ada.provoking():
        ada.act("redeem").click()
        expect(ada.page.locator(".message")).to_contain_text(unknown)
    ada.page.fill("#name", "Ada")
    ada.act("rename").click()
    expect(ada.page.locator(".message")).to_contain_text("Ada")


def test_the_components_link_back_to_the_table(visit: Visit, served: Served, game_id: str) -> None:
    ada = visit("/settings", name="Ada")
    table = opened(served, ada.token, game_id, ["me", "shrimp"])
    ada.open(f"/rules/{game_id}?table={table}")
    ada.page.locator(f'aside a[href^="/gallery/{game_id}"]').click()
    ada.page.locator(f'main a[href="/t/{table}"]').click()
    assert ada.await_turn()


def test_a_pasted_link_leads_to_a_table_and_a_bot_can_be_invited(visit: Visit, served: Served) -> None:
    token = served.guest("Ada")
    table = opened(served, token, DRAWN[0], ["me", "open"])
    ada = visit("/", token=token)
    pasted = ada.page.locator("form", has=ada.act("join")).get_by_role("textbox")
    pasted.fill("no link")
    ada.act("join").click()
    expect(pasted).to_have_attribute("aria-invalid", "true")
    pasted.fill(f"{served.base}/t/{table}")
    ada.act("join").click()
    ada.await_state("it.status === 'gathering'")
    ada.act("invite").click()
    ada.await_turn()


def test_theme_and_help_are_in_the_bar(visit: Visit, tables_of: TablesOf) -> None:
    of = tables_of(DRAWN[0])
    ada = visit(f"/t/{of.playing}", token=of.token)
    ada.await_turn()
    ada.act("theme").click()
    ada.page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    ada.act("help").click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()

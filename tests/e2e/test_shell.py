"""What is the same whatever is played: chat, clock, taking back, the next step, motion, and words that come late."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from e2e.conftest import DRAWN
from e2e.people import Visitor, opened, page_texts, play_on
from e2e.screens import House, too_wide
from server.serving import Served

Visit = Callable[..., Visitor]
Houses = Callable[[str], House]
SEAT = {"type": "sit", "seat": 1, "nonce": "bo"}


def tell(served: Served, table: str, token: str, **command: object) -> None:
    """Send a command that no browser sends."""
    served.post(f"/api/tables/{table}/commands", {"command": f"{time.monotonic_ns()}", **command}, token)


def test_the_newest_message_is_in_view_unless_somebody_reads_older_ones(visit: Visit, served: Served) -> None:
    ada, bo = served.guest("Ada"), served.guest("Bo")
    table = opened(served, ada, DRAWN[0], ["me", "open"])
    tell(served, table, bo, **SEAT)
    for number in range(10):
        tell(served, table, bo, type="chat", text=f"message {number}")
    page = visit(f"/t/{table}", token=ada).page
    page.get_by_role("tab", name="Chat").click()
    chat = page.get_by_role("region").filter(has_text="message 0")
    expect(chat.get_by_text("message 9")).to_be_visible()
    page.get_by_role("textbox").scroll_into_view_if_needed()
    expect(chat.get_by_text("message 9")).to_be_in_viewport()
    expect(chat.get_by_text("message 0")).not_to_be_in_viewport()
    tell(served, table, bo, type="chat", text="message 10")
    expect(chat.get_by_text("message 10")).to_be_in_viewport()
    chat.get_by_text("message 0").scroll_into_view_if_needed()
    tell(served, table, bo, type="chat", text="message 11")
    expect(chat.get_by_text("message 11")).to_have_count(1)
    expect(chat.get_by_text("message 0")).to_be_in_viewport()


@pytest.mark.parametrize("phone", [False, True])
def test_a_long_word_in_the_chat_stays_in_its_column(visit: Visit, served: Served, kind: str, phone: bool) -> None:
    token = served.guest("Ada" * 10)
    table = opened(served, token, kind, ["me", "me"])
    tell(served, table, token, type="chat", text=f"https://example.org/{'a' * 250}")
    ada = visit(f"/t/{table}", token=token, phone=phone)
    ada.take_over()
    ada.page.get_by_role("tab", name="Chat").click()
    expect(ada.page.get_by_text("https://example.org/")).to_be_visible()
    assert too_wide(ada.page) == []


@pytest.mark.parametrize("phone", [False, True])
def test_who_is_asked_to_take_back_sees_it_at_once(visit: Visit, served: Served, kind: str, phone: bool) -> None:
    tokens = [served.guest("Ada"), served.guest("Bo")]
    table = opened(served, tokens[0], kind, ["me", "open"])
    tell(served, table, tokens[1], **SEAT)
    frame = play_on(served, table, tokens, 9)
    actor = frame["view"]["actor"]
    asked = visit(f"/t/{table}", token=tokens[actor], phone=phone)
    asked.await_turn()
    height = asked.page.evaluate("document.documentElement.scrollHeight")
    asked.page.mouse.wheel(0, 500)
    tell(served, table, tokens[1 - actor], type="undo", ply=frame["ply"])
    expect(asked.act("agree")).to_be_in_viewport(ratio=1)
    assert asked.page.evaluate("document.documentElement.scrollHeight") == height
    asked.act("refuse").click()
    expect(asked.act("agree")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_after_a_game_the_next_step_is_in_sight(visit: Visit, houses: Houses, kind: str, phone: bool) -> None:
    of = houses(kind)
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
def test_the_rules_lead_back_to_the_table(visit: Visit, houses: Houses, phone: bool) -> None:
    of = houses(DRAWN[0])
    ada = visit(f"/t/{of.playing}", token=of.token, phone=phone)
    ada.page.locator(f'header a[href^="/rules/{of.kind}"]').click()
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
    ada.page.wait_for_timeout(4_000)
    tell(served, table, served.guest("Bo"), **SEAT)
    clock = ada.page.get_by_role("timer")
    assert re.fullmatch(r"1:00|0:5\d", clock.inner_text())
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


def test_names_of_games_that_come_late_are_left_out(visit: Visit, houses: Houses) -> None:
    of = houses(DRAWN[0])
    ada = visit(f"/t/{of.gathering}", token=of.token)
    first = True

    def answer(route: Route) -> None:
        nonlocal first
        # The words of the shell come before those of any game.
        if first:
            route.continue_()
        else:
            route.abort()
        first = False

    ada.page.route(re.compile(r"/assets/en-[^/]+\.js$"), answer)
    with ada.provoking():
        ada.open("/")
        expect(ada.page.locator(f'a[href="/t/{of.playing}"]')).to_be_visible()
        told = page_texts(ada.page)
    assert not {"name", "about"} & set(told)
    assert not [text for text in told if text.startswith("name:")]


@pytest.mark.parametrize(("language", "guest", "unknown"), [("pl", "Gość", "klucz"), ("fr", "Invité", "clé")])
def test_a_stranger_is_met_in_the_own_language(visit: Visit, language: str, guest: str, unknown: str) -> None:
    ada = visit("/settings", language=language)
    expect(ada.page.locator("#name")).to_have_value("")
    expect(ada.page.locator("#name")).to_have_attribute("placeholder", guest)
    ada.page.fill("#key", "nobody's")
    with ada.provoking():
        ada.act("redeem").click()
        expect(ada.page.locator(".told")).to_contain_text(unknown)
    ada.page.fill("#name", "Ada")
    ada.act("rename").click()
    expect(ada.page.locator(".told")).to_contain_text("Ada")


def test_the_components_lead_back_to_the_table(visit: Visit, served: Served, kind: str) -> None:
    ada = visit("/settings", name="Ada")
    table = opened(served, ada.token, kind, ["me", "shrimp"])
    ada.open(f"/rules/{kind}?table={table}")
    ada.page.locator(f'aside a[href^="/gallery/{kind}"]').click()
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


def test_theme_and_help_are_in_the_bar(visit: Visit, houses: Houses) -> None:
    of = houses(DRAWN[0])
    ada = visit(f"/t/{of.playing}", token=of.token)
    ada.await_turn()
    ada.act("theme").click()
    ada.page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    ada.act("help").click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()

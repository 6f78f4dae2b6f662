"""What is the same whatever is played: chat, clock, motion, and words that come late."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from e2e.conftest import DRAWN
from e2e.people import Visitor, opened, page_texts
from e2e.screens import House
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
    page = visit("/settings").page
    page.emulate_media(reduced_motion="no-preference")
    page.wait_for_function("() => document.documentElement.dataset.motion === 'full'")
    times = """['quick', 'calm', 'slow'].map((name) =>
        parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)))"""
    assert 0 not in page.evaluate(times)
    page.get_by_role("checkbox", name="Less motion").click()
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
    expect(ada.page.locator("#name")).to_have_value(guest)
    ada.page.fill("#key", "nobody's")
    with ada.provoking():
        ada.act("redeem").click()
        expect(ada.page.locator(".told")).to_contain_text(unknown)
    ada.page.fill("#name", "Ada")
    ada.act("rename").click()
    expect(ada.page.locator(".told")).to_contain_text("Ada")

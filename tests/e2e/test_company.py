"""Several people at a table: invitations, names, chat, notices and rematches."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from e2e.conftest import DRAWN
from e2e.screens import too_wide
from e2e.visitor import Visitor, opened, play_on, send_command
from server.serving import Served

Visit = Callable[..., Visitor]
SEAT = {"type": "sit", "seat": 1, "nonce": "bo"}


def two(served: Served, game: str = DRAWN[0]) -> tuple[str, list[str]]:
    """Return a table where Ada and Bo play, and their tokens."""
    tokens = [served.guest("Ada"), served.guest("Bo")]
    table = opened(served, tokens[0], game, ["me", "open"])
    send_command(served, table, tokens[1], **SEAT)
    return table, tokens


@pytest.mark.parametrize("phone", [False, True])
def test_an_invitation_names_opener_and_game_and_asks_for_a_name(visit: Visit, game_id: str, phone: bool) -> None:
    zosia = visit(f"/new/{game_id}", name="Zosia", language="pl")
    zosia.act("seating-friends").click()
    zosia.act("open").click()
    zosia.await_state("it.status === 'gathering'")
    guest = visit(f"/t/{zosia.table}", language="it", phone=phone)
    card = guest.page.locator('[data-part="invitation"]')
    expect(card.get_by_role("heading")).to_contain_text("Zosia ti invita a giocare a")
    expect(card.locator("svg").first).to_be_visible()
    expect(card.locator('[data-part="setup"]')).to_contain_text("Tempo per turno: senza limite")
    name = card.get_by_role("textbox")
    expect(name).to_have_value("")
    expect(name).to_have_attribute("placeholder", "Ospite")
    expect(guest.act("sit")).to_have_count(1)
    assert too_wide(guest.page) == []
    name.fill("Ginevra")
    guest.act("sit").click()
    for one in (zosia, guest):
        one.await_state("it.status === 'playing'")
        expect(one.page.locator("main")).to_contain_text("Ginevra" if one is zosia else "Zosia")


def test_a_nameless_guest_is_named_in_the_readers_language(visit: Visit, served: Served) -> None:
    tokens = [served.post("/api/me", {})["token"] for _ in range(2)]
    table = opened(served, tokens[0], DRAWN[0], ["me", "open"])
    send_command(served, table, tokens[1], **SEAT)
    for language, word in (("pl", "Gość"), ("nl", "Gast")):
        reader = visit(f"/t/{table}", token=tokens[0], language=language)
        expect(reader.page.locator('main [data-seat="1"]').first).to_contain_text(f"{word} 2")


def test_the_opener_may_play_an_open_seat_too_and_chat_while_waiting(visit: Visit, served: Served) -> None:
    token = served.guest("Ada")
    table = opened(served, token, DRAWN[0], ["me", "open"])
    ada = visit(f"/t/{table}", token=token)
    expect(ada.act("sit")).to_have_text("Play this seat too")
    ada.page.get_by_role("textbox", name="Message").fill("anybody there?")
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("region", name="Chat")).to_contain_text("Ada anybody there?")
    ada.act("sit").click()
    ada.await_state("it.status === 'playing'")


def test_names_of_players_on_one_screen_are_remembered(visit: Visit, game_id: str) -> None:
    ada = visit(f"/new/{game_id}", name="Ada")
    ada.act("seating-here").click()
    ada.act("seat-name").fill("Tante Jo")
    ada.act("open").click()
    ada.await_state("it.status === 'playing'")
    assert [seat["name"] for seat in ada.served.get(f"/api/tables/{ada.table}")["seats"]] == ["Ada", "Tante Jo"]
    ada.open(f"/new/{game_id}")
    ada.act("seating-here").click()
    expect(ada.act("seat-name")).to_have_value("Tante Jo")


def test_a_link_is_copied_without_a_clipboard_or_at_least_selected(visit: Visit, served: Served) -> None:
    ada = visit("/", name="Ada")
    # As on a page without HTTPS.
    ada.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    ada.open(f"/t/{opened(served, ada.token, DRAWN[0], ['me', 'open'])}")
    ada.act("copy").click()
    expect(ada.act("copy")).to_have_text("Copied")
    ada.page.add_init_script("document.execCommand = () => false")
    ada.page.reload()
    ada.act("copy").click()
    expect(ada.page.get_by_text("press Ctrl+C")).to_be_visible()
    assert ada.page.evaluate("getSelection().toString()") == ada.page.locator("input[readonly]").input_value()


def test_a_link_has_a_qr_code_and_a_warning_for_loopback_addresses(visit: Visit, served: Served) -> None:
    ada = visit("/", name="Ada")
    ada.open(f"/t/{opened(served, ada.token, DRAWN[0], ['me', 'open'])}")
    expect(ada.page.get_by_text("atoll serve --host 0.0.0.0")).to_be_visible()
    ada.act("qr").click()
    expect(ada.page.get_by_role("img", name="QR code")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_a_message_shows_as_a_bubble_and_as_a_badge(visit: Visit, served: Served, game_id: str, phone: bool) -> None:
    table, (ada, bo) = two(served, game_id)
    reader = visit(f"/t/{table}", token=ada, phone=phone)
    reader.await_state("it.status === 'playing'")
    expect(reader.page.locator("main [data-seat]").first).to_be_visible()
    send_command(served, table, bo, type="chat", text="Bella mossa")
    bubble = reader.page.locator('[data-bubble="1"]')
    expect(bubble).to_be_in_viewport(ratio=1)
    assert reader.page.locator("[role=status]", has=bubble).count() == 1
    # Just below the seat, or above it.
    gap = """() => {
        const spot = document.querySelector('main [data-seat="1"]'), card = spot.closest('.seat') ?? spot;
        const [one, other] = [card, document.querySelector('[data-bubble]')].map((it) => it.getBoundingClientRect());
        return Math.max(other.top - one.bottom, one.top - other.bottom);
    }"""
    assert reader.page.evaluate(gap) < 40
    assert too_wide(reader.page) == []
    reader.act("chat").click()
    expect(reader.page.get_by_role("region", name="Chat")).to_contain_text("Bella mossa")
    expect(reader.page.locator("[data-unread]")).to_have_count(0)
    if phone:  # On a desk the chat is beside the board; on a phone a button opens it.
        reader.page.keyboard.press("Escape")
        expect(reader.act("chat")).to_be_visible()
    else:
        expect(reader.act("chat")).to_be_hidden()
    reader.page.reload()
    reader.await_state("it.status === 'playing'")
    expect(reader.page.locator("[data-unread]")).to_have_count(0)
    expect(reader.page.locator("[data-bubble]")).to_have_count(0)


def test_a_takeback_lists_what_it_undoes_and_can_be_withdrawn_or_refused(visit: Visit, served: Served) -> None:
    table, tokens = two(served)
    people = [visit(f"/t/{table}", token=token) for token in tokens]
    people[0].await_state("it.status === 'playing'")
    asking = int(people[0].state()["actor"])
    asker, asked = people[asking], people[1 - asking]
    asker.turn(random.Random(1))
    asked.await_turn()
    undo = {"type": "undo", "ply": served.get(f"/api/tables/{table}")["ply"]}
    send_command(served, table, tokens[asking], **undo)
    expect(asked.page.get_by_text("This undoes the last")).to_be_visible()
    asker.act("withdraw").click()
    expect(asked.page.locator('[data-notice="withdrawn"]')).to_be_visible()
    expect(asked.act("agree")).to_have_count(0)
    send_command(served, table, tokens[asking], **undo)
    asked.act("refuse").click()
    notice = asker.page.locator('[data-notice="refused"]')
    expect(notice).to_contain_text("would rather play on")
    expect(asked.page.locator('[data-notice="refused"]')).to_have_count(0)
    asker.page.get_by_role("tab", name="Chat").click()
    expect(asker.page.get_by_role("region", name="Chat")).to_contain_text("would rather play on")


def test_leaving_returning_and_being_away_are_announced(visit: Visit, served: Served) -> None:
    table, (ada, bo) = two(served)
    reader, other = visit(f"/t/{table}", token=ada), visit(f"/t/{table}", token=bo)
    reader.await_state("it.status === 'playing'")
    send_command(served, table, bo, type="leave", seat=1)
    expect(reader.page.locator('[data-notice="replaced"]')).to_have_text("A bot plays for Bo.")
    send_command(served, table, bo, **SEAT)
    expect(reader.page.locator('[data-notice="back"]')).to_have_text("Bo is back.")
    other.page.goto("about:blank")
    reader.await_state("it.away === '1'")
    expect(reader.page.locator('[data-notice="away"]')).to_have_text("Bo is away.")
    other.open(f"/t/{table}")
    reader.await_state("it.away === ''")


@pytest.mark.parametrize("yes", [True, False])
def test_a_rematch_is_requested_and_answered(visit: Visit, served: Served, yes: bool) -> None:
    table, tokens = two(served)
    play_on(served, table, tokens)
    zosia, bo, watcher = (visit(f"/t/{table}", token=token) for token in (*tokens, ""))
    bo.page.keyboard.press("Escape")
    zosia.page.get_by_role("dialog").locator(zosia.act("rematch")).click()
    expect(zosia.page.get_by_role("heading", name="Waiting for Bo")).to_be_visible()
    again = zosia.table
    assert again != table
    expect(bo.page.locator('[data-part="rematch"]')).to_contain_text("Ada would like another game.")
    watcher.page.locator(f'[role=dialog] a[href="/t/{again}"], dialog a[href="/t/{again}"]').click()
    watcher.await_state("it.status === 'gathering'")
    expect(watcher.act("sit")).to_have_count(0)
    if yes:
        bo.act("rematch-yes").click()
        for one in (zosia, bo, watcher):
            one.await_state("it.status === 'playing'")
    else:
        bo.act("rematch-no").click()
        expect(bo.page.locator('[data-part="rematch"]')).to_have_count(0)
        expect(zosia.page.locator('[data-notice="declined"]')).to_have_text("Bo does not want another game now.")
        expect(zosia.act("copy")).to_be_visible()
        bo.page.reload()
        bo.await_state("it.status === 'over'")
        bo.settle()
        expect(bo.page.locator('[data-part="rematch"]')).to_have_count(0)


def test_a_key_link_makes_another_device_the_same_person(visit: Visit) -> None:
    ada = visit("/settings", name="Ada")
    ada.act("key").click()
    link = ada.page.get_by_label("Link with your key").input_value()
    expect(ada.page.get_by_role("img", name="QR code")).to_be_visible()
    other = visit(link.removeprefix(ada.served.base))
    expect(other.page.locator('[data-part="key-offered"]')).to_contain_text("You are Guest here now")
    other.act("key-refuse").click()
    expect(other.page.locator("#name")).to_have_value("")
    other.open("/")
    other.open(link.removeprefix(ada.served.base))
    other.act("key-accept").click()
    expect(other.page.locator("#name")).to_have_value("Ada")
    assert "key" not in other.page.url


def test_live_regions_are_appended_to(visit: Visit) -> None:
    ada = visit("/")
    ada.page.click(f'[data-action="play"][data-game="{DRAWN[0]}"]')
    ada.await_turn()
    # Screen readers announce additions: every line must be added once and remain.
    ada.page.evaluate(
        """() => {
            window.added = [];
            const log = document.querySelector('[role=log][aria-live=polite]');
            new MutationObserver((changes) => {
                window.added.push(...changes.flatMap(({ addedNodes }) => [...addedNodes]).map((it) => it.textContent));
            }).observe(log, { childList: true });
        }"""
    )
    ada.play(random.Random(5), 6)
    ada.await_turn()
    lines = ada.page.locator("[role=log][aria-live=polite] p")
    assert 3 < lines.count() <= 12
    assert ada.page.evaluate("window.added.length") >= lines.count() - 1

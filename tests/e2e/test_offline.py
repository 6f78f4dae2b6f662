"""Without a network the page still opens, and says what is missing."""

from collections.abc import Callable

from playwright.sync_api import expect

from e2e.conftest import DRAWN
from e2e.visitor import TIMEOUT, Visitor

Visit = Callable[..., Visitor]


def test_the_page_opens_offline_says_so_and_recovers_by_itself(visit: Visit, game_id: str) -> None:
    ada = visit("/", worker=True)
    ada.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    ada.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    ada.page.reload()
    ada.settle()
    with ada.provoking():
        ada.context.set_offline(True)
        ada.page.reload()
        expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
        expect(ada.page.locator("main [role=status]").filter(has_text=".").first).to_be_visible()
        expect(ada.act("play")).to_have_count(0)
        ada.context.set_offline(False)
        expect(ada.page.locator(f'[data-action="play"][data-game="{game_id}"]')).to_be_visible()


def test_a_tap_tries_again_if_only_the_server_is_down(visit: Visit, game_id: str) -> None:
    ada = visit("/settings")
    with ada.provoking():
        ada.page.route("**/api/games", lambda route: route.abort())
        ada.page.goto("/")
        again = ada.page.locator("main [role=status] button")
        expect(again).to_be_visible()
        expect(ada.act("play")).to_have_count(0)
        ada.page.unroute("**/api/games")
        again.click()
        expect(ada.page.locator(f'[data-action="play"][data-game="{game_id}"]')).to_be_visible()


def test_rules_never_opened_before_can_be_read_without_a_network(visit: Visit, game_id: str) -> None:
    ada = visit("/", worker=True)
    kept = ada.page.evaluate(
        """async ([count, patience]) => {
            for (const end = Date.now() + patience; Date.now() < end; ) {
                const kept = [];
                for (const name of await caches.keys()) kept.push(...(await (await caches.open(name)).keys()));
                if (kept.filter(({ url }) => url.includes("RULES")).length >= count) return true;
                await new Promise((next) => setTimeout(next, 100));
            }
            return false;
        }""",
        [len(DRAWN), TIMEOUT],
    )
    assert kept
    with ada.provoking():
        ada.context.set_offline(True)
        ada.page.goto(f"/rules/{game_id}")
        expect(ada.page.locator("main h2").first).to_be_visible()
        expect(ada.page.get_by_role("alert")).to_have_count(0)
        ada.context.set_offline(False)


def test_rules_that_were_not_cached_can_be_requested_again(visit: Visit, game_id: str) -> None:
    ada = visit("/settings")
    with ada.provoking():
        ada.page.route("**/assets/RULES*", lambda route: route.abort())
        ada.page.goto(f"/rules/{game_id}")
        again = ada.page.get_by_role("alert").get_by_role("button")
        expect(again).to_be_visible()
        ada.page.unroute("**/assets/RULES*")
        again.click()
        expect(ada.page.locator("main h2").first).to_be_visible()


def test_a_table_without_a_network_says_so_and_reconnects(visit: Visit, game_id: str) -> None:
    ada = visit("/", worker=True)
    ada.page.click(f'[data-action="play"][data-game="{game_id}"]')
    ada.await_turn()
    ada.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    pill = ada.page.locator("header [role=status]")
    before = pill.inner_text()
    with ada.provoking():
        ada.context.set_offline(True)
        expect(pill).not_to_have_text(before)
        ada.context.set_offline(False)
        expect(pill).to_have_text(before)
    assert ada.await_turn()


def test_answers_of_the_server_are_never_cached(visit: Visit) -> None:
    ada = visit("/", worker=True)
    ada.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    ada.page.reload()
    ada.settle()
    kept = ada.page.evaluate(
        """async () => {
            const names = [];
            for (const name of await caches.keys())
                for (const request of await (await caches.open(name)).keys()) names.push(new URL(request.url).pathname);
            return names;
        }"""
    )
    assert kept
    assert [path for path in kept if path.startswith(("/api", "/ws"))] == []

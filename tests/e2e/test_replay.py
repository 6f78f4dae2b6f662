"""Games again, position by position: links to any of them, and no request for a step."""

from collections.abc import Callable

from playwright.sync_api import expect

from e2e.people import Visitor, opened, play_on
from server.serving import Served

Visit = Callable[..., Visitor]


def test_a_link_leads_to_a_position_and_steps_ask_for_nothing(visit: Visit, served: Served, kind: str) -> None:
    token = served.guest("Ada")
    table = opened(served, token, kind, ["me", "me"])
    play_on(served, table, [token])
    last = len(served.get(f"/api/tables/{table}/replay")["positions"]) - 1
    assert last > 20
    bo = visit(f"/r/{table}?ply=17")
    bo.await_state("it.status === 'replay' && it.ply === '17'")
    bo.settle()
    asked: list[str] = []
    bo.page.on("request", lambda request: asked.append(request.url))
    for action, ply in [("forward", 18), ("forward", 19), ("back", 18)]:
        bo.act(action).click()
        bo.await_state("it.ply === arg", str(ply))
        assert bo.page.url.endswith(f"ply={ply}")
    scrubber = bo.page.locator("input[type=range]")
    for ply in (0, last // 2, last):
        scrubber.fill(str(ply))
        bo.await_state("it.ply === arg", str(ply))
    scrubber.focus()
    bo.page.keyboard.press("Home")
    bo.await_state("it.ply === '0'")
    bo.page.keyboard.press("ArrowRight")
    bo.await_state("it.ply === '1'")
    bo.act("play").click()
    bo.await_state("Number(it.ply) >= 2")
    bo.act("play").click()
    # The browser itself looks at the icon when the address changes.
    assert [url for url in asked if not url.endswith("/icon.svg")] == []
    assert bo.choices.count() == 0


def test_the_position_of_a_link_is_the_one_that_was_played(visit: Visit, served: Served, kind: str) -> None:
    token = served.guest("Ada")
    table = opened(served, token, kind, ["me", "me"])
    play_on(served, table, [token])
    positions = served.get(f"/api/tables/{table}/replay")["positions"]
    ply = len(positions) * 3 // 4
    bo = visit(f"/r/{table}?ply={ply}")
    bo.await_state("it.status === 'replay' && it.ply === arg", str(ply))
    for points in positions[ply]["view"]["scores"]:
        shown = bo.page.locator("main").get_by_text(str(points), exact=True).filter(visible=True)
        expect(shown.first).to_be_visible()


def test_nonsense_in_a_link_leads_to_the_nearest_position(visit: Visit, served: Served, kind: str) -> None:
    token = served.guest("Ada")
    table = opened(served, token, kind, ["me", "me"])
    play_on(served, table, [token], 3)
    for wanted, shown in [("99999", "3"), ("-4", "0"), ("x", "0"), ("", "0")]:
        bo = visit(f"/r/{table}?ply={wanted}", name="Ada")
        bo.await_state("it.status === 'replay' && it.ply === arg", shown)


def test_what_is_not_there_is_told(visit: Visit) -> None:
    bo = visit("/settings")
    with bo.provoking():
        bo.open("/r/nonesuch")
        expect(bo.page.get_by_role("alert")).to_be_visible()
        bo.open("/t/nonesuch")
        expect(bo.page.locator("main a[href='/']")).to_be_visible()
    bo.open("/no/such/page")
    expect(bo.page.locator("main a[href='/']")).to_be_visible()

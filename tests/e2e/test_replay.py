"""Replays: links to any position, and steps without requests."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from e2e.visitor import Visitor, opened, play_on
from server.serving import Served

Visit = Callable[..., Visitor]


def test_a_link_leads_to_a_position_and_steps_make_no_requests(visit: Visit, served: Served, game_id: str) -> None:
    token = served.guest("Ada")
    table = opened(served, token, game_id, ["me", "me"])
    play_on(served, table, [token])
    last = len(served.get(f"/api/tables/{table}/replay")["positions"]) - 1
    assert last > 20
    bo = visit(f"/r/{table}?ply=17")
    bo.await_state("it.status === 'replay' && it.ply === '17'")
    bo.settle()
    requested: list[str] = []
    bo.page.on("request", lambda request: requested.append(request.url))
    bo.page.locator('[data-setting="stride"]:visible').select_option("decision")
    for action, ply in [("forward", 18), ("forward", 19), ("back", 18)]:
        bo.act(action).click()
        bo.await_state("it.ply === arg", str(ply))
        assert bo.page.url.endswith(f"ply={ply}")
    scrubber = bo.page.locator("input[type=range]")
    for ply in (0, last // 2, last):
        scrubber.fill(str(ply))
        bo.await_state("it.ply === arg", str(ply))
    scrubber.focus()
    bo.act("first").click()
    bo.await_state("it.ply === '0'")
    bo.page.keyboard.press("End")
    bo.await_state("it.ply === arg", str(last))
    bo.page.keyboard.press("Home")
    bo.await_state("it.ply === '0'")
    bo.page.keyboard.press("ArrowRight")
    bo.await_state("it.ply === '1'")
    bo.act("play").click()
    bo.await_state("Number(it.ply) >= 2")
    bo.act("play").click()
    # The browser itself fetches the icon when the address changes.
    assert [url for url in requested if not url.endswith("/icon.svg")] == []
    assert bo.choices.count() == 0


def stops(positions: list[dict[str, Any]]) -> list[int]:
    """Return the number of decisions after which each turn ended."""
    turns = [position["step"]["turn"] for position in positions[1:]]
    return [0] + [
        number for number in range(1, len(positions)) if turns[number - 1 : number] != turns[number : number + 1]
    ]


def test_keys_go_turn_by_turn_wherever_the_focus_is(visit: Visit, served: Served, game_id: str) -> None:
    token = served.guest("Ada")
    table = opened(served, token, game_id, ["me", "me"])
    play_on(served, table, [token])
    ends = stops(served.get(f"/api/tables/{table}/replay")["positions"])
    bo = visit(f"/r/{table}")
    bo.await_state("it.status === 'replay'")
    keys = bo.page.keyboard

    def at(ply: int) -> None:
        bo.await_state("it.ply === arg", str(ply))

    for end in ends[1:4]:
        keys.press("ArrowRight")
        at(end)
    bo.act("back").click()
    at(ends[2])
    keys.press("ArrowRight")
    at(ends[3])
    keys.press("Shift+ArrowRight")
    at(ends[3] + 1)
    keys.press("ArrowLeft")
    at(ends[3])
    bo.page.locator('[data-setting="follow"]:visible').click()
    keys.press("End")
    at(ends[-1])
    bo.page.locator("input[type=range]").focus()
    keys.press("ArrowLeft")
    at(ends[-2])
    keys.press("Home")
    at(0)
    bo.act("forward").focus()
    keys.press("Space")
    bo.await_state("Number(it.ply) >= arg", ends[2])
    keys.press("Space")
    expect(bo.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    keys.press("?")
    expect(bo.page.get_by_role("dialog").locator(f'a[href^="/rules/{game_id}"]')).to_be_visible()


def test_the_large_board_follows_the_acting_player_if_wanted(visit: Visit, served: Served, game_id: str) -> None:
    token = served.guest("Ada")
    table = opened(served, token, game_id, ["me", "me"])
    play_on(served, table, [token], 40)
    positions = served.get(f"/api/tables/{table}/replay")["positions"]
    bo = visit(f"/r/{table}")
    bo.await_state("it.status === 'replay'")
    for end in stops(positions)[1:4]:
        bo.page.keyboard.press("ArrowRight")
        bo.await_state("it.ply === String(arg[0]) && it.seat === String(arg[1])", [end, positions[end]["step"]["seat"]])
    bo.page.locator('[data-setting="follow"]:visible').click()
    bo.await_state("it.seat === arg", "0")
    bo.page.reload()
    bo.await_state("it.status === 'replay' && it.seat === arg", "0")


def test_later_turns_are_not_revealed(visit: Visit, served: Served, game_id: str) -> None:
    token = served.guest("Ada")
    table = opened(served, token, game_id, ["me", "me"])
    play_on(served, table, [token])
    positions = served.get(f"/api/tables/{table}/replay")["positions"]
    bo = visit(f"/r/{table}?ply={stops(positions)[3]}")
    bo.await_state("it.status === 'replay'")
    log = bo.page.locator("[data-turn]")
    expect(log).to_have_count(3)
    expect(bo.act("result")).to_have_count(0)
    bo.act("last").click()
    expect(log).to_have_count(len(stops(positions)) - 1)
    at_end = "at => at.scrollTop + at.clientHeight > at.scrollHeight - 8"
    assert bo.page.get_by_role("region", name="Log").evaluate(at_end)
    bo.act("result").click()
    expect(bo.page.get_by_role("dialog")).to_be_visible()


def test_the_position_of_a_link_is_the_one_that_was_played(visit: Visit, served: Served, game_id: str) -> None:
    token = served.guest("Ada")
    table = opened(served, token, game_id, ["me", "me"])
    play_on(served, table, [token])
    positions = served.get(f"/api/tables/{table}/replay")["positions"]
    ply = len(positions) * 3 // 4
    bo = visit(f"/r/{table}?ply={ply}")
    bo.await_state("it.status === 'replay' && it.ply === arg", str(ply))
    for points in positions[ply]["view"]["scores"]:
        shown = bo.page.locator("main").get_by_text(str(points), exact=True).filter(visible=True)
        expect(shown.first).to_be_visible()


def test_an_invalid_ply_in_a_link_leads_to_the_nearest_position(visit: Visit, served: Served, game_id: str) -> None:
    token = served.guest("Ada")
    table = opened(served, token, game_id, ["me", "me"])
    play_on(served, table, [token], 3)
    for wanted, shown in [("99999", "3"), ("-4", "0"), ("x", "0"), ("", "0")]:
        bo = visit(f"/r/{table}?ply={wanted}", name="Ada")
        bo.await_state("it.status === 'replay' && it.ply === arg", shown)


def test_a_missing_replay_is_reported(visit: Visit) -> None:
    bo = visit("/settings")
    with bo.provoking():
        bo.open("/r/nonesuch")
        expect(bo.page.get_by_role("alert")).to_be_visible()
        bo.open("/t/nonesuch")
        expect(bo.page.locator("main a[href='/']")).to_be_visible()
    bo.open("/no/such/page")
    expect(bo.page.locator("main a[href='/']")).to_be_visible()

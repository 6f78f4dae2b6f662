"""Complete games in a real browser: with clicks, with two browsers, on one screen, by touch."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from e2e.modes import SOLO, expect_result
from e2e.screens import too_wide
from e2e.visitor import Visitor, opened, play_on
from server.serving import Served

Visit = Callable[..., Visitor]


def test_a_game_against_a_bot_by_clicks_alone(visit: Visit, game_id: str) -> None:
    ada = visit("/")
    ada.page.click(f'[data-action="play"][data-game="{game_id}"]')
    chance = random.Random(1)
    assert not ada.play(chance, 1_000)
    result = ada.page.get_by_role("dialog")
    expect(result).to_be_visible()
    frame = ada.served.get(f"/api/tables/{ada.table}")
    for points in frame["view"]["scores"]:
        expect(result.get_by_text(str(points), exact=True).first).to_be_visible()
    table = ada.table
    result.locator(ada.act("rematch")).click()
    ada.page.wait_for_url(lambda url: "/t/" in url and table not in url)
    assert ada.await_turn()
    # Returning to this page must not take a seat again.
    assert ada.page.url.endswith(f"/t/{ada.table}")


def test_a_started_game_survives_a_reload(visit: Visit, game_id: str) -> None:
    ada = visit("/")
    ada.page.click(f'[data-action="play"][data-game="{game_id}"]')
    chance = random.Random(2)
    ada.play(chance, 3)
    ada.await_turn()
    table, before = ada.table, ada.state()
    seen = ada.choices.evaluate_all("all => all.map((one) => one.dataset.choice).sort()")
    ada.page.reload()
    ada.await_turn()
    assert ada.state() == before
    assert ada.choices.evaluate_all("all => all.map((one) => one.dataset.choice).sort()") == seen
    ada.open("/")
    ada.page.locator(f'a[href="/t/{table}"]').click()
    ada.await_turn()
    assert ada.state() == before
    assert ada.play(chance, 1)


def test_two_browsers_at_one_table_reload_and_lose_the_network(visit: Visit, served: Served, game_id: str) -> None:
    ada = visit(f"/new/{game_id}", name="Ada")
    ada.act("seating-friends").click()
    ada.act("open").click()
    ada.await_state("it.status === 'gathering'")
    link = ada.page.locator("input[readonly]").input_value()
    bo = visit("/", name="Bo")
    bo.page.goto(link)
    bo.act("sit").first.click()
    chance = random.Random(3)
    both = [ada, bo]
    for one in both:
        one.await_state("it.status === 'playing'")
    for number in range(6):
        both[int(ada.state()["actor"])].turn(chance)
        await_same_position(both)
        if number == 2:
            reload_mid_turn(both, chance)
        if number == 4:
            lose_the_network(both, chance)
    play_on(served, ada.table, [ada.token, bo.token])
    for one in both:
        one.await_state("it.status === 'over'")
        expect(one.page.get_by_role("dialog")).to_be_visible()
    await_same_position(both)


def await_same_position(both: list[Visitor]) -> None:
    """Wait until both browsers show the same position, each from its seat."""
    ply = str(both[0].served.get(f"/api/tables/{both[0].table}")["ply"])
    for seat, one in enumerate(both):
        one.await_state("it.ply === arg", ply)
        assert one.state()["seat"] == str(seat)
    assert both[0].state()["actor"] == both[1].state()["actor"]


def reload_mid_turn(both: list[Visitor], chance: random.Random) -> None:
    """Let the player whose turn it is decide once and reload the page."""
    deciding = both[int(both[0].state()["actor"])]
    deciding.await_turn()
    deciding.decide(chance)
    before = deciding.state()
    deciding.page.reload()
    deciding.await_state("it.status === 'playing'")
    assert deciding.state() == before
    await_same_position(both)


def lose_the_network(both: list[Visitor], chance: random.Random) -> None:
    """Let the waiting player miss a turn offline; then both see the same position and can go on."""
    actor = int(both[0].state()["actor"])
    deciding, offline = both[actor], both[1 - actor]
    ply, pill = offline.state()["ply"], offline.page.locator("header [role=status]")
    before = pill.inner_text()
    with offline.provoking():
        offline.context.set_offline(True)
        expect(pill).not_to_have_text(before)
        deciding.turn(chance)
        offline.page.wait_for_timeout(10_000)
        assert offline.state()["ply"] == ply
        offline.context.set_offline(False)
        await_same_position(both)


def test_a_click_made_offline_is_sent_after_reconnecting(visit: Visit, game_id: str) -> None:
    ada = visit("/")
    ada.page.click(f'[data-action="play"][data-game="{game_id}"]')
    ada.await_turn()
    ply = ada.state()["ply"]
    with ada.provoking():
        ada.context.set_offline(True)
        ada.page.locator('[data-tab="chat"]').click()
        ada.act("react").first.click()
        ada.some_choice(random.Random(4)).click()
        if ada.act("confirm").is_enabled():
            ada.act("confirm").click()
        ada.page.wait_for_timeout(500)
        assert ada.state()["ply"] == ply
        ada.context.set_offline(False)
        ada.await_state("it.ply !== arg", ply)
        expect(ada.page.locator("li", has_text="👍").first).to_be_visible()


def on_one_screen(visit: Visit, game: str) -> Visitor:
    ada = visit(f"/new/{game}", name="Ada")
    ada.act("seating-here").click()
    ada.act("open").click()
    ada.await_state("it.status === 'playing'")
    return ada


def test_several_players_on_one_screen_hand_it_over(visit: Visit, served: Served, game_id: str) -> None:
    ada = on_one_screen(visit, game_id)
    private = served.get(f"/api/tables/{ada.table}", ada.token)["private"]
    chance = random.Random(5)
    seats: list[str] = []
    log = ada.page.get_by_role("region", name="Log").locator("> ol")
    for _ in range(4):
        if private:
            expect(ada.act("hand-over")).to_be_focused()
            # The public board with the last turn, without anything that only one player knows.
            assert ada.state()["seat"] == ""
            expect(ada.choices).to_have_count(0)
            assert log.locator("[data-turn]").count() == len(seats)
        else:
            expect(ada.act("hand-over")).to_have_count(0)
        ada.take_over()
        seats.append(ada.state()["seat"])
        shown = log.all_inner_texts()
        # A fresh page shows the same.
        ada.page.reload()
        ada.take_over()
        assert ada.state()["seat"] == seats[-1]
        assert log.all_inner_texts() == shown
        while ada.state()["seat"] == seats[-1] and ada.state()["actor"] == seats[-1]:
            ada.await_turn()
            ada.decide(chance)
    assert seats == [seats[0], seats[1], seats[0], seats[1]]
    assert seats[0] != seats[1]
    play_on(served, ada.table, [ada.token])
    ada.await_state("it.status === 'over'")
    expect(ada.page.get_by_role("dialog")).to_be_visible()


def test_secrets_are_hidden_while_waiting_for_the_next_player(visit: Visit, served: Served, game_id: str) -> None:
    ada = on_one_screen(visit, game_id)
    if not served.get(f"/api/tables/{ada.table}", ada.token)["private"]:
        return
    with ada.provoking():
        ada.context.set_offline(True)
        ada.act("hand-over").click()
        expect(ada.page.locator("[data-turn]")).to_have_count(0)
        expect(ada.choices).to_have_count(0)
        ada.context.set_offline(False)
        ada.await_turn()


def test_a_spectator_sees_every_change_and_can_do_nothing(visit: Visit, served: Served, game_id: str) -> None:
    token = served.guest("Ada")
    table = opened(served, token, game_id, ["me", "me"])
    bo = visit(f"/t/{table}", name="Bo")
    for decisions in (0, 1, 5):
        frame = play_on(served, table, [token], decisions)
        bo.await_state("it.ply === arg", str(frame["ply"]))
        assert bo.state()["seat"] == ""
        expect(bo.choices).to_have_count(0)
        for action in ("confirm", "undo", "sit", "leave", "rematch"):
            assert bo.act(action).filter(visible=True).count() == 0
    for key in ("c", "u"):
        bo.page.keyboard.press(key)
    play_on(served, table, [token])
    bo.await_state("it.status === 'over'")
    assert bo.act("rematch").count() == 0


def test_undo_takes_back_a_decision(visit: Visit, game_id: str) -> None:
    ada = visit("/")
    ada.page.click(f'[data-action="play"][data-game="{game_id}"]')
    chance = random.Random(6)
    ada.await_turn()
    ada.decide(chance)
    ada.await_turn()
    ply = ada.state()["ply"]
    ada.page.keyboard.press("u")
    ada.await_state("it.ply !== arg", ply)
    assert ada.await_turn()


def test_a_piece_is_dragged_to_its_place(visit: Visit, game_id: str) -> None:
    ada = visit("/")
    ada.page.click(f'[data-action="play"][data-game="{game_id}"]')
    chance = random.Random(8)
    grips = ada.page.locator("[data-grip]:visible")
    ada.await_turn()
    while not grips.count():
        ada.decide(chance)
        ada.await_turn()
    ply = ada.state()["ply"]
    assert not ada.dragged(grips.first, ada.page.locator("header"), ply)
    places = ada.page.locator("[data-place][data-choice]")
    order = chance.sample(range(places.count()), places.count())
    # Not every place takes every piece: fish and tiles go to different places.
    assert any(ada.dragged(grips.first, places.nth(place), ply) for place in order)
    ada.confirm(ply)


def test_turns_by_touch_on_a_phone(visit: Visit, game_id: str) -> None:
    ada = visit("/", phone=True)
    ada.page.tap(f'[data-action="play"][data-game="{game_id}"]')
    chance = random.Random(7)
    assert ada.play(chance, 12, "tap")
    assert too_wide(ada.page) == []


@pytest.mark.parametrize("solo", SOLO)
def test_a_solo_game_by_touch(visit: Visit, served: Served, solo: str) -> None:
    ada = visit(f"/new/{solo}", phone=True)
    ada.act("seating-alone").tap()
    ada.act("open").tap()
    assert not ada.play(random.Random(9), 500, "tap")
    expect_result(ada, served.get(f"/api/tables/{ada.table}"))

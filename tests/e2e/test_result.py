"""The result of a game: who won and why, where the points came from, and what to do next."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from e2e.visitor import Visitor, opened, play_on
from server.serving import Served

Visit = Callable[..., Visitor]


def finished(served: Served, game: str, tokens: list[str]) -> str:
    """Play a game between two people to the end."""
    table = opened(served, tokens[0], game, ["me", "open"])
    served.post(f"/api/tables/{table}/commands", {"type": "sit", "command": "sit", "seat": 1, "nonce": "bo"}, tokens[1])
    play_on(served, table, tokens)
    return table


def test_both_see_who_won_and_can_see_the_boards(visit: Visit, served: Served, game_id: str) -> None:
    tokens = [served.guest("Ada"), served.guest("Bo")]
    table = finished(served, game_id, tokens)
    ranking = served.get(f"/api/tables/{table}", tokens[0])["view"]["ranking"]
    for seat, token in enumerate(tokens):
        person = visit(f"/t/{table}", token=token)
        result = person.page.get_by_role("dialog")
        won = result.get_by_role("heading", name="You won", exact=True)
        lost = result.get_by_role("heading", name=re.compile("(Ada|Bo) won"))
        shared = result.get_by_role("heading", name="A shared victory")
        expect(shared if ranking == [1, 1] else won if ranking[seat] == 1 else lost).to_be_visible()
        person.act("boards").click()
        expect(result).to_be_hidden()
        person.page.get_by_role("button", name="Result", exact=True).click()
        expect(result).to_be_visible()


def test_the_best_turn_links_to_the_replay(visit: Visit, served: Served, game_id: str) -> None:
    tokens = [served.guest("Ada"), served.guest("Bo")]
    table = finished(served, game_id, tokens)
    while not any(step["points"] for step in served.get(f"/api/tables/{table}/steps")["steps"]):
        table = finished(served, game_id, tokens)
    ada = visit(f"/t/{table}", token=tokens[0])
    best = ada.page.get_by_role("dialog").get_by_role("link", name="Best turn").first
    ply = str(best.get_attribute("href")).partition("ply=")[2]
    best.click()
    ada.await_state("it.status === 'replay' && it.ply === arg", ply)


def test_the_result_can_be_saved_as_a_picture(visit: Visit, served: Served, game_id: str, tmp_path: Path) -> None:
    tokens = [served.guest("Ada"), served.guest("Bo & <Co>")]
    ada = visit(f"/t/{finished(served, game_id, tokens)}", token=tokens[0])
    with ada.page.expect_download() as download:
        ada.act("picture").click()
    download.value.save_as(tmp_path / "result.png")
    head = (tmp_path / "result.png").read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(head[16:20]), int.from_bytes(head[20:24])) == (1200, 630)

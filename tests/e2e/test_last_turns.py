"""Reef and Chain Reaction at the table: previews, other players' last turns, legal places."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from e2e.screens import too_wide
from e2e.visitor import Visitor, opened
from server.serving import Served

Visit = Callable[..., Visitor]
Frame = dict[str, Any]
LANGUAGES = ("en", "pl", "it", "nl", "fr")


class Pair:
    """Two friends at a table who play greedily over HTTP until a condition holds."""

    def __init__(self, served: Served, game: str) -> None:
        self.served, self.tokens = served, [served.guest("Ada"), served.guest("Bo")]
        self.table = opened(served, self.tokens[0], game, ["me", "open"])
        sit = {"type": "sit", "command": "sit", "seat": 1, "nonce": "bo"}
        served.post(f"/api/tables/{self.table}/commands", sit, self.tokens[1])
        self.chance = random.Random(self.table)

    def frame(self, seat: int) -> Frame:
        found: Frame = self.served.get(f"/api/tables/{self.table}", self.tokens[seat])
        return found

    def decide(self, seat: int, frame: Frame, decision: str) -> None:
        command = {"type": "decide", "command": f"ply {frame['ply']}", "ply": frame["ply"], "decision": decision}
        self.served.post(f"/api/tables/{self.table}/commands", command, self.tokens[seat])

    def play_until(self, found: Callable[[Frame], bool]) -> Frame:
        """Play on until it is Ada's turn and the condition holds for her frame; return the frame."""
        for _ in range(400):
            frames = [self.frame(0), self.frame(1)]
            assert frames[0]["status"] == "playing", "the game ended before the condition held"
            seat = 0 if frames[0]["view"]["legal"] else 1
            if seat == 0 and found(frames[0]):
                return frames[0]
            legal = frames[seat]["view"]["legal"]
            best = max(legal, key=lambda choice: (choice["preview"]["best"], self.chance.random()))
            self.decide(seat, frames[seat], best["text"])
        raise AssertionError("the condition never held")

    def ada(self, visit: Visit, **wanted: object) -> Visitor:
        ada = visit(f"/t/{self.table}", token=self.tokens[0], **wanted)
        ada.await_turn()
        return ada


def before_a_claim(frame: Frame) -> bool:
    """Return whether laying the tile may let its player claim a token in the same turn."""
    legal = frame["view"]["legal"]
    return any(choice["kind"] == "place" and not choice["preview"]["ends"] for choice in legal)


def test_a_tapped_column_is_a_preview_and_undo_keeps_the_quarter_turn_of_the_tile(visit: Visit, served: Served) -> None:
    pair = Pair(served, "chain_reaction")
    frame = pair.play_until(before_a_claim)
    choice = next(one for one in frame["view"]["legal"] if one["kind"] == "place" and not one["preview"]["ends"])
    ada = pair.ada(visit, phone=True)
    for _ in range(choice["turn"]):
        ada.page.locator("[data-hand]").tap()
    column = ada.page.locator(f'[data-place="{choice["column"]}"]')
    column.tap()
    expect(ada.act("confirm")).to_be_enabled()
    assert ada.state()["ply"] == str(frame["ply"])
    assert pair.frame(0)["ply"] == frame["ply"]
    # A second tap, later than a double tap, confirms.
    ada.page.wait_for_timeout(500)
    column.tap()
    ada.await_state("it.ply !== arg", str(frame["ply"]))
    expect(ada.act("end")).to_be_visible()
    ada.act("undo").tap()  # within a turn, undo needs no consent
    expect(column).to_have_attribute("data-choice", choice["text"])


def test_a_claim_shows_its_net_points(visit: Visit, served: Served) -> None:
    pair = Pair(served, "chain_reaction")
    frame = pair.play_until(lambda frame: frame["view"]["phase"] == "claim")
    claim = next(choice for choice in frame["view"]["legal"] if choice["kind"] == "claim")
    ada = pair.ada(visit)
    net = claim["points"] - claim["cost"]
    token = ada.page.locator(f'.dock [data-choice="{claim["text"]}"]')
    expect(token.locator("em")).to_have_text(f"+{net}" if net >= 0 else f"\N{MINUS SIGN}{-net}")
    token.click()
    expect(ada.page.locator(".dock [role=status]").filter(has_text=str(claim["cost"]))).to_be_visible()
    assert ada.state()["ply"] == str(frame["ply"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dock_fits_the_narrowest_phone(visit: Visit, served: Served, language: str) -> None:
    pair = Pair(served, "chain_reaction")
    frame = pair.play_until(before_a_claim)
    choice = next(one for one in frame["view"]["legal"] if one["kind"] == "place" and not one["preview"]["ends"])
    ada = pair.ada(visit, phone=True, language=language)
    ada.page.set_viewport_size({"width": 320, "height": 640})
    for _ in range(choice["turn"]):
        ada.page.locator("[data-hand]").tap()
    ada.page.locator(f'[data-place="{choice["column"]}"]').tap()
    expect(ada.act("confirm")).to_be_enabled()
    assert too_wide(ada.page) == []
    ada.act("confirm").tap()
    expect(ada.act("end")).to_be_visible()
    ada.page.locator(".dock [data-choice^=claim]").first.tap()
    expect(ada.act("confirm")).to_be_enabled()
    assert too_wide(ada.page) == []


@pytest.mark.parametrize("flat", [False, True])
def test_every_place_that_takes_a_piece_is_marked(visit: Visit, served: Served, flat: bool) -> None:
    def on_stacks(frame: Frame) -> bool:
        view = frame["view"]
        levels = [choice["level"] for choice in view["legal"] if choice["kind"] == "place"]
        return view["phase"] == "place" and levels.count(1) < len(levels)

    pair = Pair(served, "reef")
    pair.play_until(on_stacks)
    ada = pair.ada(visit, phone=True)
    if flat:
        ada.page.keyboard.press("f")
    places = ada.page.locator("[data-place][data-choice]")
    expect(ada.page.locator(".drawing .legal")).to_have_count(places.count())
    ada.page.locator(".standing button").tap()
    played = ada.page.get_by_role("dialog")
    expect(played.get_by_role("listitem")).to_have_count(len(pair.frame(0)["view"]["players"][0]["discard"]))


def test_a_second_click_on_a_card_takes_it_and_the_turn_is_shown(visit: Visit, served: Served) -> None:
    pair = Pair(served, "reef")
    frame = pair.play_until(lambda frame: any(choice["kind"] == "take" for choice in frame["view"]["legal"]))
    take = next(choice for choice in frame["view"]["legal"] if choice["kind"] == "take")
    ada, bo = pair.ada(visit), visit(f"/t/{pair.table}", token=pair.tokens[1])
    card = ada.page.locator(f'[data-choice="{take["text"]}"]')
    card.dblclick()
    expect(ada.act("confirm")).to_be_enabled()
    assert ada.state()["ply"] == str(frame["ply"])
    ada.page.wait_for_timeout(500)
    card.click()
    ada.await_state("it.ply !== arg", str(frame["ply"]))
    last_turn = bo.page.locator('[data-seat="0"] .did')
    expect(last_turn).to_contain_text("took")
    sentence = last_turn.text_content()
    assert sentence
    bo.page.reload()
    expect(last_turn).to_have_text(sentence)


def test_the_places_of_the_last_turn_survive_a_reload(visit: Visit, served: Served) -> None:
    pair = Pair(served, "reef")
    pair.play_until(lambda frame: frame["view"]["turn"] > 4 and placed(pair, frame))
    ada = pair.ada(visit)
    dots = ada.page.locator('[data-seat="1"] circle[fill="var(--ink)"]')
    expect(dots.first).to_be_visible()
    count = dots.count()
    ada.page.reload()
    ada.await_turn()
    expect(dots).to_have_count(count)


def placed(pair: Pair, frame: Frame) -> bool:
    """Return whether the other player put pieces down in the last turn."""
    steps = [step for step in pair.frame(0)["steps"] if step["seat"] == 1] if "steps" in frame else []
    return bool(steps) and any(event["event"] == "place" for event in steps[-1]["events"])


def test_in_a_replay_the_tile_cannot_be_turned(visit: Visit, served: Served) -> None:
    pair = Pair(served, "chain_reaction")
    frame = pair.play_until(lambda frame: frame["view"]["turn"] > 3)
    ada = visit(f"/r/{pair.table}?ply={frame['ply']}", token=pair.tokens[0])
    ada.await_state("it.status === 'replay'")
    expect(ada.page.locator(".dock .tile").first).to_be_visible()
    expect(ada.page.locator("[data-hand], .dock .turn.btn")).to_have_count(0)

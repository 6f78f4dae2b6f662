"""A refused command at a table: the reason is shown in the reader's language."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from atoll.kit.locale import LANGUAGES
from e2e.conftest import DRAWN
from e2e.visitor import Visitor, opened, play_turns
from server.serving import Served

LOCALES = Path(__file__).parents[2] / "web" / "src" / "locales"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_undo_says_why(visit: Callable[..., Visitor], served: Served, language: str) -> None:
    tokens = [served.guest("Ada"), served.guest("Bo")]
    table = opened(served, tokens[0], DRAWN[0], ["me", "open"])
    commands = f"/api/tables/{table}/commands"
    served.post(commands, {"command": "sit", "type": "sit", "seat": 1}, tokens[1])
    # In the middle of a turn the player would take back without asking.
    frame = play_turns(served, table, tokens, 3)
    actor = frame["view"]["actor"]
    reader = visit(f"/t/{table}", token=tokens[actor], language=language)
    reader.await_turn()
    served.post(commands, {"command": "undo", "type": "undo", "ply": frame["ply"]}, tokens[1 - actor])
    expect(reader.act("agree")).to_be_visible()
    reader.act("undo").click()
    texts = json.loads((LOCALES / f"{language}.json").read_text(encoding="utf-8"))
    expect(reader.page.get_by_text(texts["refusal.already_asked"])).to_be_visible()

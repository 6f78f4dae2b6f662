"""Refusals at a table: a key with values, worded in every language."""

import ast
import inspect
import json
from pathlib import Path

import msgspec
import pytest

from atoll.kit.locale import LANGUAGES
from atoll.server import hub, protocol, table
from atoll.server.protocol import Decide, Invite, Sit
from server.logged import ADA, BO, Logged

LOCALES = Path(inspect.getfile(table)).parents[3] / "web" / "src" / "locales"


def keys() -> list[str]:
    """Return the key of every `Refused` in the modules that answer commands; empty where it has none."""
    calls = [
        node
        for module in (table, hub)
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused"
    ]
    return [ast.literal_eval(call.args[1]) if len(call.args) > 1 else "" for call in calls]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_in_every_language_and_every_sentence_a_reason(language: str) -> None:
    texts = json.loads((LOCALES / f"{language}.json").read_text(encoding="utf-8"))
    worded = {key.removeprefix("refusal.") for key in texts if key.startswith("refusal.")}
    assert worded == set(keys()) - {""}


def test_a_refusal_of_the_table_has_a_key_and_values() -> None:
    logged = Logged()
    logged.sit(ADA, 0)
    taken = logged.execute(BO, Sit(command="c", seat=0))
    assert (taken.error, taken.refusal) == ("seat 0 is taken", protocol.Refusal("seat_taken"))
    unknown = logged.execute(ADA, Invite(command="d", seat=1, bot="eel"))
    assert unknown.refusal == protocol.Refusal("unknown_bot", {"bot": "eel"})


def test_an_illegal_decision_has_the_key_of_its_game() -> None:
    logged = Logged()
    logged.sit(ADA, 0)
    logged.sit(BO, 1)
    state = logged.table.state
    assert state is not None
    person = ADA if state.actor == 0 else BO
    answer = logged.execute(person, Decide(command="c", ply=logged.table.ply, decision="r a1"))
    assert answer.refusal == protocol.Refusal("nothing_to_place", {"colour": "red", "space": "a1"}, game=True)
    sent = msgspec.json.decode(protocol.encoder.encode(answer))
    assert sent["refusal"] == {"key": "nothing_to_place", "values": {"colour": "red", "space": "a1"}, "game": True}

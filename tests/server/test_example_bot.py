"""The example of a bot plays a whole game, and what the pages about the server say is so."""

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import atoll
from atoll.cli.serve import verify
from atoll.server import app, limits, protocol
from atoll.server.metrics import Metrics
from server.serving import Served

ROOT = Path(__file__).parents[2]
BOT = ROOT / "examples" / "reef_bot.py"
OUTGOING = get_args(protocol.Outgoing)


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def sections(text: str) -> dict[str, str]:
    """Return the parts of a page that a heading like "### `hello`" opens, by the name in it."""
    return {found[1]: found[2] for found in re.finditer(r"^### `(\w+)`\n(.*?)(?=^##|\Z)", text, re.M | re.S)}


def examples(text: str) -> list[str]:
    """Return the JSON values of a page's blocks: a block is one value, or one a line."""
    found = []
    for block in re.findall(r"^```json\n(.*?)^```", text, re.M | re.S):
        try:
            json.loads(block)
        except ValueError:
            found += block.splitlines()
        else:
            found.append(block)
    return found


def run_bot(served: Served, table: str, token: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BOT), served.base, table, token]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_example_plays_a_whole_game_that_can_be_verified(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = served.guest("Ada")
    table = served.table(ada, ["greedy", "open"])
    seat = served.post(f"/api/tables/{table}/seats/1/bot", {"name": "my bot"}, ada)
    assert seat["seat"] == 1
    ended = run_bot(served, table, seat["token"])
    assert (ended.returncode, ended.stderr) == (0, "")
    frame = served.get(f"/api/tables/{table}")
    assert frame["status"] == "over"
    assert [taken["name"] for taken in frame["seats"]] == ["greedy", "my bot"]

    file = tmp_path / "game.toml"
    file.write_text(served.get(f"/api/tables/{table}/record"), encoding="utf-8")
    record = atoll.Record.read(file)
    assert record.last.over
    assert record.players == ["greedy", "my bot"]
    assert record.last.scores() == frame["view"]["scores"]
    verify(file)
    assert "the deal is fair" in " ".join(capsys.readouterr().out.split())


def test_the_example_says_by_its_exit_code_that_it_could_not_play(served: Served) -> None:
    table = served.table(served.guest("Ada"), ["greedy", "open"])
    ended = run_bot(served, f"{table}x", "nobody")
    assert ended.returncode == 1
    assert "404" in ended.stderr


def test_every_route_is_documented() -> None:
    text = page("protocol.md")
    routes = re.findall(r'self\._route\("([^"]+)", \w+(?:, "(\w+)")?\)', inspect.getsource(app))
    assert len(routes) > 10
    for path, method in routes:
        assert f"| {method or 'GET'} | `{re.sub(':[a-z]+}', '}', path)}` |" in text
    assert "| websocket | `/ws` |" in text


def test_every_message_is_documented_with_its_fields_and_an_example() -> None:
    told = sections(page("protocol.md"))
    for kind in (*get_args(protocol.Incoming), *OUTGOING):
        tag = str(kind.__struct_config__.tag)
        assert tag in told
        for field in kind.__struct_fields__:
            assert f"`{field}`" in told[tag], f"{tag}: {field}"
        assert f'"type": "{tag}"' in told[tag]


def test_examples_are_messages_that_can_be_read() -> None:
    outgoing = msgspec.json.Decoder(protocol.Outgoing)
    found = [example for example in examples(page("protocol.md")) if '"type"' in example]
    assert found
    tags = {str(kind.__struct_config__.tag) for kind in OUTGOING}
    for example in found:
        if json.loads(example)["type"] in tags:
            outgoing.decode(example)
        else:
            protocol.decoder.decode(example)


def test_the_example_of_a_component_is_a_real_one() -> None:
    reef = atoll.game("reef")
    told = page("protocol.md").partition("### Components")[2].partition("###")[0]
    assert [json.loads(example) for example in examples(told)] == [reef.components(reef.standard)["items"][30]]


def test_every_metric_and_limit_is_documented() -> None:
    text = page("server.md")
    names = re.findall(r"^# TYPE (\w+) ", Metrics().text(0), re.M)
    assert len(names) > 5
    for name in names:
        assert f"`{name}`" in text
    for pace in limits.PACES.values():
        assert f"| {pace.at_once} at once, then {pace.per_second:g} a second |" in text
    assert f"| {limits.MESSAGE_BYTES // 1024} KiB |" in text
    assert f"| {limits.SEND_SECONDS:g} seconds |" in text
    assert f"| {limits.TABLES_IN_MEMORY} |" in text

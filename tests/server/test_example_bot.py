"""The example bot plays a complete game, and the pages about the server are correct."""

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
from atoll.server import limits, protocol
from atoll.server.metrics import Metrics
from atoll.server.routes import ROUTES
from server.serving import Served

ROOT = Path(__file__).parents[2]
BOT = ROOT / "examples" / "reef_bot.py"
OUTGOING = get_args(protocol.Outgoing)


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def sections(text: str) -> dict[str, str]:
    """Return the sections of a page under headings like "### `hello`", by the name in them."""
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


def test_the_example_plays_a_complete_game_that_can_be_verified(
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


def test_the_example_reports_failure_by_its_exit_code(served: Served) -> None:
    table = served.table(served.guest("Ada"), ["greedy", "open"])
    ended = run_bot(served, f"{table}x", "nobody")
    assert ended.returncode == 1
    assert "404" in ended.stderr


def test_every_route_is_documented() -> None:
    text = page("protocol.md")
    for method, path, _ in ROUTES:
        assert f"| {method} | `{path}` |" in text
    assert "| websocket | `/ws` |" in text


def test_every_message_is_documented_with_its_fields_and_an_example() -> None:
    documented = sections(page("protocol.md"))
    for struct in (*get_args(protocol.Incoming), *OUTGOING):
        tag = str(struct.__struct_config__.tag)
        assert tag in documented
        for field in struct.__struct_fields__:
            assert f"`{field}`" in documented[tag], f"{tag}: {field}"
        assert f'"type": "{tag}"' in documented[tag]


def test_example_messages_can_be_decoded() -> None:
    outgoing = msgspec.json.Decoder(protocol.Outgoing)
    found = [example for example in examples(page("protocol.md")) if '"type"' in example]
    assert found
    tags = {str(struct.__struct_config__.tag) for struct in OUTGOING}
    for example in found:
        if json.loads(example)["type"] in tags:
            outgoing.decode(example)
        else:
            protocol.decoder.decode(example)


def test_the_example_of_a_component_is_real() -> None:
    reef = atoll.find_game("reef")
    documented = page("protocol.md").partition("### Components")[2].partition("###")[0]
    assert [json.loads(example) for example in examples(documented)] == [reef.components(reef.standard)["items"][30]]


def test_every_metric_and_limit_is_documented() -> None:
    text = page("server.md")
    names = re.findall(r"^# TYPE (\w+) ", Metrics().text(0), re.M)
    assert len(names) > 5
    for name in names:
        assert f"`{name}`" in text
    for limit in limits.RATE_LIMITS.values():
        assert f"| {limit.burst} at once, then {limit.per_second:g} a second |" in text
    assert f"| {limits.MESSAGE_BYTES // 1024} KiB |" in text
    assert f"| {limits.SEND_SECONDS:g} seconds |" in text
    assert f"| {limits.TABLES_IN_MEMORY} |" in text

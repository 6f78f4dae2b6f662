"""The browser's types of the messages are those of `protocol.py`."""

from pathlib import Path

from atoll.server.typescript import messages

FILE = Path(__file__).parents[2] / "web" / "src" / "lib" / "protocol.ts"
COMMAND = "python -m atoll.server.typescript > web/src/lib/protocol.ts"


def test_the_types_are_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == messages(), f"out of date, renew it by: {COMMAND}"
    assert COMMAND in messages()


def test_fields_may_be_missing_where_the_server_takes_or_leaves_them_out() -> None:
    text = messages()
    assert '  type: "hello";\n  table: string;\n  seq?: number;\n  seat?: number | null;\n' in text
    assert "  ok: boolean;\n  error?: string | null;\n  stale?: boolean;\n" in text
    assert "  asking: number | null;\n" in text
    assert "  view: View | null;\n" in text

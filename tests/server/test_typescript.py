"""The client's types are those of `protocol.py` and of what every game shows."""

from pathlib import Path

from atoll.server.typescript import files, messages

ROOT = Path(__file__).parents[2]
COMMAND = "python -m atoll.server.typescript"


def test_the_types_are_up_to_date() -> None:
    found = files()
    boards = {path.parent / "types.ts" for path in ROOT.glob("src/atoll/games/*/web/model.ts")}
    assert {ROOT / path for path in found} == {ROOT / "web" / "src" / "lib" / "protocol.ts", *boards}
    for path, text in found.items():
        assert (ROOT / path).read_text(encoding="utf-8") == text, f"{path} is out of date, regenerate it: {COMMAND}"
        assert COMMAND in text


def test_fields_with_defaults_are_optional() -> None:
    text = messages()
    assert '  type: "hello";\n  table: string;\n  seq?: number;\n  seat?: number | null;\n' in text
    assert "  ok: boolean;\n  error?: string | null;\n  stale?: boolean;\n" in text
    assert "  asking: number | null;\n" in text
    assert "  view: View | null;\n" in text

"""Each identifier in the glossary exists in the code, and no word or identifier has two rows."""

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| word |")
]
SOURCES = [*(ROOT / "src" / "atoll").rglob("*.py"), *(ROOT / "web" / "src").rglob("*.ts")]
NAMES = {name for path in SOURCES for name in re.findall(r"\w+", path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize(("word", "identifiers"), [(row[0], row[2]) for row in ROWS], ids=[row[0] for row in ROWS])
def test_identifiers_exist(word: str, identifiers: str) -> None:
    found = re.findall("`(.+?)`", identifiers)
    assert found, f"{word} has no identifier"
    assert set(found) <= NAMES, f"{word}: the code does not have {sorted(set(found) - NAMES)}"


def test_a_word_has_one_row() -> None:
    assert [word for word, rows in Counter(row[0] for row in ROWS).items() if rows > 1] == []

"""Every `data-action` in the sources is used by a browser test."""

import re
from pathlib import Path

import atoll

ROOT = Path(__file__).parents[2]
SOURCES = (ROOT / "web" / "src", Path(atoll.__file__).parent / "games")
TESTS = ROOT / "tests" / "e2e"
NAMED = re.compile(r'data-action="([^"]+)"')
PLACEHOLDER = re.compile(r"\{[^}]+\}")


def test_every_action_is_used_in_a_browser() -> None:
    actions = {
        name
        for folder in SOURCES
        for path in folder.rglob("*.svelte")
        for name in NAMED.findall(path.read_text(encoding="utf-8"))
    }
    assert len(actions) > 20
    tests = "\n".join(path.read_text(encoding="utf-8") for path in TESTS.glob("*.[pj][ys]"))
    missing = []
    for name in sorted(actions):
        # Of a family such as seating-{name}, at least one must be used.
        pattern = "[^\"']+".join(map(re.escape, PLACEHOLDER.split(name)))
        used = rf"\b(act|ready)\(f?[\"']{pattern}[\"']|data-action=[\\\"]*{pattern}[\\\"]*\]"
        if not re.search(used, tests):
            missing.append(name)
    assert missing == []

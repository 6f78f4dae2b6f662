"""All motion of the client can be turned off, by the device or by a setting."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SHEETS = tuple(ROOT / "web" / "src" / name for name in ("tokens.css", "look.css"))
WANTED = '[data-motion="full"]'
"""Rules under this selector apply only with full motion."""


def rules() -> list[tuple[str, str, str]]:
    """Return the file, selector and declarations of every CSS rule."""
    files = [*(ROOT / "web" / "src").rglob("*.svelte"), *ROOT.glob("src/atoll/games/*/web/*.svelte"), *SHEETS]
    found = []
    for path in files:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        style = text if path in SHEETS else text.partition("<style>")[2]
        found += [(path.name, selector.strip(), body) for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", style)]
    return found


def test_every_duration_is_a_token() -> None:
    moving = [rule for rule in rules() if re.search(r"\b(transition|animation)[\w-]*:", rule[2])]
    assert moving
    for name, selector, body in moving:
        for declaration in re.findall(r"\b(?:transition|animation)[\w-]*:[^;]*", body):
            literal = re.search(r"\b(?!0m?s)[\d.]+m?s\b", declaration)
            assert not literal or WANTED in selector, f"{name}: {selector}: {declaration}"


def test_every_duration_is_zero_with_less_motion() -> None:
    zeros = [
        set(re.findall(r"--(\w+): 0ms", body)) for _, selector, body in rules() if "[data-motion=less]" in selector
    ]
    durations = {time for _, _, body in rules() for time in re.findall(r"--(\w+): [1-9]\d*ms", body)}
    assert durations
    assert zeros == [durations]

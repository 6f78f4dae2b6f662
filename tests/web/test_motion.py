"""What moves in the client can be stilled: by the device, or by the setting."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOOK = ROOT / "web" / "src" / "look.css"
WANTED = '[data-motion="full"]'
"""What stands under this moves only where motion is wanted."""


def rules() -> list[tuple[str, str, str]]:
    """Return every rule of every style sheet: its file, its selector and its declarations."""
    files = [*(ROOT / "web" / "src").rglob("*.svelte"), *ROOT.glob("src/atoll/games/*/web/*.svelte"), LOOK]
    found = []
    for path in files:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        style = text if path == LOOK else text.partition("<style>")[2]
        found += [(path.name, selector.strip(), body) for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", style)]
    return found


def test_nothing_moves_for_a_time_of_its_own() -> None:
    moving = [rule for rule in rules() if re.search(r"\b(transition|animation)[\w-]*:", rule[2])]
    assert moving
    for name, selector, body in moving:
        for declaration in re.findall(r"\b(?:transition|animation)[\w-]*:[^;]*", body):
            own = re.search(r"\b(?!0m?s)[\d.]+m?s\b", declaration)
            assert not own or WANTED in selector, f"{name}: {selector}: {declaration}"


def test_every_time_is_nothing_with_less_motion() -> None:
    times = [set(re.findall(r"--(\w+):0ms", body)) for _, selector, body in rules() if "[data-motion=less]" in selector]
    named = {time for _, _, body in rules() for time in re.findall(r"--(\w+):[1-9]\d*ms", body)}
    assert named
    assert times == [named]

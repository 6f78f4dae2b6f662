"""Short runs of the examples.

`learn_reef.py` needs PyTorch, so it is not run: mypy checks its calls, and a test its picture.
`docs/environments.md` has its results. The server's tests run `reef_bot.py`.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


def run(*arguments: str, cwd: Path) -> str:
    """Return what Python prints when run in a folder."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_example_bot_plays_in_the_arena() -> None:
    named = re.search(r"`atoll (arena .*?)`", (EXAMPLES / "own_bot.py").read_text(encoding="utf-8"))
    assert named
    arguments = named[1].replace("--games 200", "--games 2").split()
    program = "from atoll.cli import main; main()"
    result = json.loads(run("-c", program, *arguments, "--workers", "1", "--json", cwd=EXAMPLES))
    own, greedy = result["bots"]
    assert (own["name"], own["games"], own["forfeits"]) == ("own_bot:Taster", 2, 0)
    assert own["mean_points"] > greedy["mean_points"]


def test_many_games_are_tabulated_and_charted(tmp_path: Path) -> None:
    printed = run(str(EXAMPLES / "reef_games.py"), "40", cwd=tmp_path)
    by_random, by_good = (
        [float(number) for number in re.findall(r"[\d.]+", line)]
        for line in printed.splitlines()
        if " players  " in line and "%" in line and "least" not in line
    )
    for shares in (by_random[:3], by_good[:3]):
        assert abs(sum(shares) - 100) < 0.2
    assert min(by_good[3:]) > max(by_random[3:]), "good players make more points than random ones"
    assert len(re.findall(r" points: ", printed)) == 10
    chart = ElementTree.fromstring((tmp_path / "reef_games.svg").read_text(encoding="utf-8"))
    assert len(chart.findall(".//{*}rect")) > 10


def test_learning_curves_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "learning.svg"
    curves = [[(0, 0.5), (200, 1.0)], [(0, 0.5), (100, 0.75)]]
    run("-c", f"from curve import draw; draw({curves}, {str(path)!r})", cwd=EXAMPLES)
    lines = ElementTree.fromstring(path.read_text(encoding="utf-8")).findall(".//{*}polyline")
    assert [line.get("points") for line in lines] == ["60.0,165.0 580.0,30.0", "60.0,165.0 320.0,97.5"]


def test_the_scenarios_of_shallow_sea_are_played_one_after_the_other(tmp_path: Path) -> None:
    printed = run(str(EXAMPLES / "scenarios.py"), "greedy", "1", cwd=tmp_path)
    rows = re.findall(r"^\| (\d+) \| ([\d.]+) \| [01] of 1 \|$", printed, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 16))
    mean = sum(float(points) for _, points in rows) / len(rows)
    assert f"| all | {mean:.1f} | |" in printed

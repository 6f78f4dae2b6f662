"""The game of docs/add-a-game.md is a real one: it is found where ATOLL_GAMES says and holds what every game must."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from atoll.core.locale import LANGUAGES
from conformance.words import assert_like_english

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "examples" / "games"
CONFORMANCE = [f"tests/conformance/test_{name}.py" for name in ("components", "notation", "play", "secrecy", "words")]

WHICH = "pearls and not test_every_rule_has_a_test"  # the tests of its rules lie in its own folder, see below


def outcome(*arguments: str, compiled: bool = False, games: Path = GAMES) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, which alone sees the game; interpreted unless asked: compiling takes long."""
    env = os.environ | {"ATOLL_GAMES": str(games), "NUMBA_DISABLE_JIT": "0" if compiled else "1"}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=env, cwd=ROOT, check=False)


@pytest.mark.slow
def test_its_rules_hold_and_so_does_what_holds_for_every_game() -> None:
    own = [str(path) for path in sorted((GAMES / "pearls").glob("test_*.py"))]
    ran = outcome("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", WHICH, *CONFORMANCE, *own)
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_words_are_the_same_in_every_language(language: str) -> None:
    assert_like_english(GAMES / "pearls" / "locales", language)


def test_every_rule_has_a_test() -> None:
    folder = GAMES / "pearls"
    tests = (folder / "test_rules.py").read_text(encoding="utf-8")
    numbers = [
        line[2:4] for line in (folder / "RULES.md").read_text(encoding="utf-8").splitlines() if line[:3] == "**P"
    ]
    assert numbers == [f"P{number}" for number in range(1, 7)]
    assert all(f"def test_{number}_" in tests for number in numbers)


@pytest.mark.slow
def test_it_is_compiled_and_a_search_without_knowledge_beats_chance_in_the_arena() -> None:
    match = ["arena", "pearls", "--bots", "uct,random", "--games", "200", "--budget", "100", "--workers", "1", "--json"]
    ran = outcome("-c", "from atoll.cli import main; main()", *match, compiled=True)
    assert ran.returncode == 0, ran.stderr
    uct, _ = json.loads(ran.stdout)["bots"]
    assert (uct["name"], uct["forfeits"]) == ("uct", 0)
    assert uct["low"] > 0.5


@pytest.mark.parametrize(("games", "told"), [(GAMES, "the games are"), (GAMES / "nowhere", "ATOLL_GAMES must name")])
def test_what_is_nowhere_is_refused_in_a_sentence(games: Path, told: str) -> None:
    ran = outcome("-c", "from atoll.cli import main; main()", "play", "shells", games=games)
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert told in ran.stderr


@pytest.mark.parametrize("text", ["", "GAME = 3", "from atoll.games.reef import GAME"])
def test_a_folder_that_is_no_game_is_refused_by_its_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "shells").mkdir()
    (tmp_path / "shells" / "__init__.py").write_text(text, encoding="utf-8")
    ran = outcome("-c", "from atoll.cli import main; main()", "games", games=tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert "shells/__init__.py: must have a GAME with the id 'shells'" in ran.stderr


def test_a_game_without_a_score_sheet_scores_no_boxed_game(tmp_path: Path) -> None:
    (tmp_path / "sheet.toml").write_text('game = "pearls"', encoding="utf-8")
    ran = outcome("-c", "from atoll.cli import main; main()", "score", str(tmp_path / "sheet.toml"))
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert "sheet.toml: pearls is a game without a score sheet" in ran.stderr

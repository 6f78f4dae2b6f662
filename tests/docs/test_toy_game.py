"""The games of docs/add-a-game.md work: ATOLL_GAMES finds them, and two files are enough for everything."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from atoll.kit.locale import LANGUAGES
from conformance.locale_checks import assert_like_english

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "examples" / "games"
TOYS = ("pearls", "connect_four")
MAX_LINES = {"pearls": 130, "connect_four": 90}
ATOLL = ("-c", "from atoll.cli import main; main()")


def outcome(*arguments: str, compiled: bool = False, games: Path = GAMES) -> subprocess.CompletedProcess[str]:
    """Run Python in a process that sees the game; interpreted by default, because compiling is slow."""
    env = os.environ | {"ATOLL_GAMES": str(games), "NUMBA_DISABLE_JIT": "0" if compiled else "1"}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=env, cwd=ROOT, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("toy", TOYS)
def test_its_tests_and_those_of_all_games_pass(toy: str, compiled: bool) -> None:
    ran = outcome(*ATOLL, "check", str(GAMES / toy), compiled=compiled)
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("toy", TOYS)
def test_it_consists_of_two_short_files(toy: str) -> None:
    files = [path for path in (GAMES / toy).glob("*.py") if not path.name.startswith("test_")]
    assert {path.name for path in files} == {"__init__.py", "kernel.py"}
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= MAX_LINES[toy]


@pytest.mark.slow
@pytest.mark.parametrize("toy", TOYS)
def test_it_is_an_environment_of_pettingzoo(toy: str) -> None:
    program = (
        "from pettingzoo.test import api_test; from atoll import envs;"
        f"api_test(envs.aec({toy!r}, seats=2), num_cycles=200, verbose_progress=False)"
    )
    ran = outcome("-W", "ignore", "-c", program)
    assert ran.returncode == 0, ran.stderr


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
def test_it_compiles_and_a_plain_search_beats_random_play_in_the_arena() -> None:
    match = ["arena", "pearls", "--bots", "uct,random", "--games", "200", "--budget", "100", "--workers", "1", "--json"]
    ran = outcome(*ATOLL, *match, compiled=True)
    assert ran.returncode == 0, ran.stderr
    uct, _ = json.loads(ran.stdout)["bots"]
    assert (uct["name"], uct["forfeits"]) == ("uct", 0)
    assert uct["low"] > 0.5


@pytest.mark.parametrize(
    ("games", "expected"), [(GAMES, "the games are"), (GAMES / "nowhere", "ATOLL_GAMES must name")]
)
def test_an_unknown_game_or_folder_is_refused_in_a_sentence(games: Path, expected: str) -> None:
    ran = outcome(*ATOLL, "play", "shells", games=games)
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert expected in ran.stderr


@pytest.mark.parametrize("text", ["", "GAME = 3", "from atoll.games.reef import GAME"])
def test_a_folder_that_is_not_a_game_is_refused_by_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "shells").mkdir()
    (tmp_path / "shells" / "__init__.py").write_text(text, encoding="utf-8")
    ran = outcome(*ATOLL, "games", games=tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert "shells/__init__.py: must have a GAME with the id 'shells'" in ran.stderr


def test_scoring_a_game_without_a_score_sheet_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sheet.toml").write_text('game = "pearls"', encoding="utf-8")
    ran = outcome(*ATOLL, "score", str(tmp_path / "sheet.toml"))
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert "sheet.toml: pearls has no score sheet" in ran.stderr

"""`atoll new` and `atoll check`: from nothing to a game that passes every test."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def atoll(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from atoll.cli import main; main()", *map(str, arguments)]
    environment = {name: value for name, value in os.environ.items() if name != "ATOLL_GAMES"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a new game."""
    made = atoll("new", tmp_path / "stones")
    assert (made.returncode, made.stderr) == (0, "")
    return tmp_path / "stones"


@pytest.mark.slow
def test_a_new_game_passes_the_tests(folder: Path) -> None:
    assert sorted(path.name for path in folder.glob("*.py")) == ["__init__.py", "kernel.py"]
    ran = atoll("check", "--interpreted", folder)
    assert ran.returncode == 0, ran.stdout
    assert " passed" in ran.stdout


@pytest.mark.slow
def test_a_broken_rule_is_found_and_the_contract_is_named(folder: Path) -> None:
    kernel = folder / "kernel.py"
    text = kernel.read_text(encoding="utf-8")
    kernel.write_text(text.replace("out[decision] = decision", "out[decision] = 2 - decision"), encoding="utf-8")
    ran = atoll("check", "--interpreted", folder)
    assert ran.returncode == 1
    assert "the contract wants: " in ran.stdout


@pytest.mark.slow
def test_the_tests_in_the_folder_run_too(folder: Path) -> None:
    (folder / "test_rules.py").write_text("def test_the_last_stone() -> None:\n    assert False\n", encoding="utf-8")
    ran = atoll("check", "--interpreted", folder)
    assert ran.returncode == 1
    assert "the contract wants: the last stone" in ran.stdout


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("new", "{tmp}/My-Game"), "must be lower-case letters"),
        (("new", "{tmp}/reef"), "there is a game 'reef' already"),
        (("new", "{tmp}/old"), "exists already"),
        (("check", "{tmp}/old"), "it has no __init__.py"),
        (("serve", "--games", "{tmp}/nowhere"), "must be a folder that holds folders of games"),
    ],
)
def test_what_can_not_be_a_game_is_refused_in_a_sentence(
    tmp_path: Path, arguments: tuple[str, ...], expected: str
) -> None:
    (tmp_path / "old").mkdir()
    ran = atoll(*(argument.format(tmp=tmp_path) for argument in arguments))
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert expected in ran.stderr


def test_a_kernel_without_a_required_function_is_refused_by_name(folder: Path) -> None:
    kernel = folder / "kernel.py"
    kernel.write_text(kernel.read_text(encoding="utf-8").replace("def scores", "def points"), encoding="utf-8")
    program = (
        "from pathlib import Path; from atoll.core.game import add_games, find_game;"
        f"add_games(Path({str(folder.parent)!r})); find_game('stones').deal(2, 1)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "kernel.py: must define scores" in ran.stderr

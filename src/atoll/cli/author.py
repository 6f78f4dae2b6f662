"""`atoll new` and `atoll check`, for authors of games."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from atoll.cli.console import console
from atoll.core.game import add_games, find_games
from atoll.kit.errors import InvalidOption

TEMPLATE = Path(__file__).parent / "new_game"
FILES = {"__init__.txt": "__init__.py", "kernel.txt": "kernel.py"}
SUITE = Path(__file__).parent.parent / "testing"


def new(
    folder: Annotated[Path, Parameter(name="FOLDER", help="The game's folder; its name is the game's id.")],
    /,
) -> None:
    """Write the two files of a small game that runs, to begin with."""
    game_id = folder.name
    if not game_id.isidentifier() or game_id != game_id.lower():
        raise InvalidOption(f"{folder}: the folder's name must be lower-case letters, digits and _, such as my_game")
    if game_id in find_games():
        raise InvalidOption(f"{folder}: there is a game {game_id!r} already; choose another name")
    if folder.exists():
        raise InvalidOption(f"{folder}: exists already; name a folder that does not")
    texts = {name: (TEMPLATE / file).read_text(encoding="utf-8") for file, name in FILES.items()}
    try:
        folder.mkdir(parents=True)
        for name, text in texts.items():
            filled = text.replace("{id}", game_id).replace("{name}", game_id.replace("_", " ").title())
            (folder / name).write_text(filled, encoding="utf-8")
    except OSError as error:
        raise InvalidOption(f"{folder}: can't be written: {error.strerror}") from None
    console.print(f"{folder} is a game. Next: atoll check {folder}; atoll serve --games {folder.parent}", markup=False)


def check(
    folder: Annotated[Path, Parameter(name="FOLDER", help="The game's folder.")],
    /,
    *,
    interpreted: Annotated[
        bool, Parameter(negative=(), help="Run the rules as plain Python instead of compiled.")
    ] = False,
) -> None:
    """Run the tests that every game must pass over a game's folder, and the folder's own tests."""
    if find_spec("pytest") is None:
        raise InvalidOption("atoll check needs pytest: pip install 'atoll[testing]'")
    if not (folder / "__init__.py").is_file():
        raise InvalidOption(f"{folder}: is not a game's folder: it has no __init__.py")
    add_games(folder.resolve().parent)
    find_games()
    own = sorted(folder.resolve().glob("test_*.py"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", str(SUITE / "pytest.ini")]
    command += ["--rootdir", str(SUITE), "--tb=short", "--game", folder.resolve().name, str(SUITE), *map(str, own)]
    environment = os.environ | ({"NUMBA_DISABLE_JIT": "1"} if interpreted else {})
    sys.exit(subprocess.run(command, env=environment, check=False).returncode)

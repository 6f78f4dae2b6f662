"""The public names, lazy imports, and the cache of machine code."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import atoll
from atoll.core.loops import LOOPS
from atoll.kit import compiled


def test_the_public_names() -> None:
    for name in atoll.__all__:
        assert getattr(atoll, name) is not None
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = atoll.no_such_name
    assert "reef" in atoll.find_games()
    assert atoll.find_games()["reef"] is atoll.find_game("reef")


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(atoll.UnknownGame, match=r"'chess'.*reef"):
        atoll.find_game("chess")


def test_importing_atoll_imports_nothing_heavy() -> None:
    code = "import sys, atoll; print([name for name in ('numpy', 'numba', 'rich', 'cyclopts') if name in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"


def test_refusals_are_value_errors() -> None:
    for name in atoll.__all__:
        value = getattr(atoll, name)
        if isinstance(value, type) and issubclass(value, Exception):
            assert issubclass(value, ValueError)


def test_each_version_of_the_sources_has_its_own_folder_of_machine_code(tmp_path: Path) -> None:
    code = "from atoll.kit.compiled import *; print(cache_folder(compiled_with(bind)).name)"

    def folder(**settings: str) -> str:
        run = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ | settings
        )
        return run.stdout.strip()

    plain = folder(ATOLL_CACHE=str(tmp_path), NUMBA_BOUNDSCHECK="0")
    assert re.fullmatch(r"kernels-[0-9a-f]{16}", plain)
    assert folder(ATOLL_CACHE=str(tmp_path), NUMBA_BOUNDSCHECK="1") == f"{plain}-checked"


def test_the_folder_depends_on_every_imported_source() -> None:
    kernel = atoll.find_game("reef").part("kernel")
    own = compiled.sources(compiled.compiled_with(getattr(kernel.apply, "py_func", kernel.apply)))
    names = {path.relative_to(compiled.PACKAGE).as_posix() for path in own}
    assert {"kit/contract.py", "kit/rng.py", "kit/bits.py", "kit/ranking.py"} <= names
    assert {"games/reef/kernel/layout.py", "games/reef/kernel/turns.py"} <= names
    assert not {"core/loops.py", "games/reef/view.py", "games/reef/observe.py", "cli/play.py"} & names
    assert not [name for name in names if name.startswith("games/") and "reef" not in name]
    bound = compiled.sources(compiled.bound_files(LOOPS, {"apply": kernel.apply}))
    assert {*own, compiled.PACKAGE / "core/loops.py"} <= set(bound)


def test_unused_machine_code_is_removed(tmp_path: Path) -> None:
    old, fresh = (tmp_path / f"kernels-{name}" for name in ("old", "fresh"))
    for folder in (old, fresh):
        folder.mkdir()
    month_ago = old.stat().st_mtime - 31 * 86400
    os.utime(old, (month_ago, month_ago))
    compiled.remove_unused(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["kernels-fresh"]


@pytest.mark.parametrize(("old", "new"), [("game", "find_game"), ("games", "find_games")])
def test_a_renamed_function_is_refused_with_its_new_name(old: str, new: str) -> None:
    # `games` is also a package, which hides the old function once it is imported.
    code = f"import atoll; atoll.{old}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"atoll.{old} is now atoll.{new}" in done.stderr

"""The public names, how quickly they come, and how machine code is kept."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import atoll
from atoll.core import compiled
from atoll.core.loops import LOOPS


def test_the_public_names() -> None:
    for name in atoll.__all__:
        assert getattr(atoll, name) is not None
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = atoll.no_such_name
    assert "reef" in atoll.games()
    assert atoll.games()["reef"] is atoll.game("reef")


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(atoll.UnknownGame, match=r"'chess'.*reef"):
        atoll.game("chess")


def test_importing_atoll_imports_nothing_heavy() -> None:
    code = "import sys, atoll; print([name for name in ('numpy', 'numba', 'rich', 'cyclopts') if name in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"


def test_refusals_are_value_errors() -> None:
    for name in atoll.__all__:
        value = getattr(atoll, name)
        if isinstance(value, type) and issubclass(value, Exception):
            assert issubclass(value, ValueError)


def test_machine_code_lies_in_a_folder_of_its_own_for_each_state_of_the_sources(tmp_path: Path) -> None:
    code = "from atoll.core.compiled import *; print(cache_folder(part_of(bind)).name)"

    def folder(**settings: str) -> str:
        run = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ | settings
        )
        return run.stdout.strip()

    plain = folder(ATOLL_CACHE=str(tmp_path), NUMBA_BOUNDSCHECK="0")
    assert re.fullmatch(r"kernels-[0-9a-f]{16}", plain)
    assert folder(ATOLL_CACHE=str(tmp_path), NUMBA_BOUNDSCHECK="1") == f"{plain}-checked"


def test_everything_that_compiled_code_reads_counts_for_the_name_of_its_folder() -> None:
    kernel = atoll.game("reef").part("kernel")
    own = compiled.sources(compiled.part_of(getattr(kernel.apply, "py_func", kernel.apply)))
    names = {path.relative_to(compiled.PACKAGE).as_posix() for path in own}
    assert {"core/contract.py", "core/rng.py", "core/bits.py", "core/places.py"} <= names
    assert {"games/reef/kernel/layout.py", "games/reef/kernel/turns.py"} <= names
    assert not {"core/loops.py", "games/reef/view.py", "games/reef/observe.py", "cli/play.py"} & names
    assert not [name for name in names if name.startswith("games/") and "reef" not in name]
    bound = compiled.sources(compiled.bound_files(LOOPS, {"apply": kernel.apply}))
    assert {*own, compiled.PACKAGE / "core/loops.py"} <= set(bound)


def test_machine_code_that_nobody_uses_is_forgotten(tmp_path: Path) -> None:
    old, fresh = (tmp_path / f"kernels-{name}" for name in ("old", "fresh"))
    for folder in (old, fresh):
        folder.mkdir()
    month_ago = old.stat().st_mtime - 31 * 86400
    os.utime(old, (month_ago, month_ago))
    compiled.forget_unused(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["kernels-fresh"]

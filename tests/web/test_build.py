"""Building the client: when it is rebuilt, from which files, and with which tools."""

import importlib.util
import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def hook(root: Path) -> Any:
    """Load the `hatch_build.py` of a folder as a module."""
    spec = importlib.util.spec_from_file_location("hatch_build", root / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return a folder laid out like the project, with an up-to-date client and installed packages."""
    texts = {
        "web/package.json": "{}",
        "web/package-lock.json": '{"lockfileVersion": 3, "packages": {}}',
        "web/src/main.ts": "1",
        "src/atoll/games/chess/web/index.ts": "2",
        "src/atoll/games/chess/locales/en.json": "3",
        "src/atoll/games/chess/RULES.pl.md": "4",
        "src/atoll/games/chess/notation.py": "5",
        "web/node_modules/some/package.js": "6",
        "src/atoll/server/static/.stamp": "",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    shutil.copy(ROOT / "hatch_build.py", tmp_path)
    build = hook(tmp_path)
    build.STAMP.write_text(build.inputs_hash())
    (tmp_path / "web/node_modules/.installed").write_text(
        build._hash([tmp_path / "web/package.json", tmp_path / "web/package-lock.json"])
    )
    return tmp_path


@pytest.mark.parametrize(
    "name",
    ["web/src/main.ts", "web/src/new.ts", "web/package-lock.json"]
    + [f"src/atoll/games/chess/{part}" for part in ("web/index.ts", "locales/en.json", "RULES.pl.md")],
)
def test_the_client_is_rebuilt_when_an_input_changes(small: Path, name: str) -> None:
    build = hook(small)
    assert not build.stale()
    (small / name).write_text("changed")
    assert build.stale()


@pytest.mark.parametrize("name", ["web/node_modules/some/package.js", "src/atoll/games/chess/notation.py"])
def test_other_changes_do_not_rebuild_the_client(small: Path, name: str) -> None:
    (small / name).write_text("changed")
    assert not hook(small).stale()
    done = subprocess.run([sys.executable, "hatch_build.py"], cwd=small, capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


def test_node_is_required_only_when_there_is_something_to_build(small: Path) -> None:
    build = hook(small)
    dependencies = build.ClientHook(str(small), {}, None, None, "", "wheel").dependencies
    assert dependencies() == []
    build.STAMP.unlink()
    assert dependencies() == [build.NODE]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert build.NODE in project["project"]["optional-dependencies"]["dev"]


@pytest.mark.slow
def test_a_failure_of_npm_is_one_sentence_after_its_output(small: Path) -> None:
    (small / "web/src/main.ts").write_text("changed")
    done = subprocess.run([sys.executable, "hatch_build.py"], cwd=small, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Missing script" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1] == f"`npm run build` failed in {small / 'web'}; its output is above."
    assert hook(small).stale()


def test_uv_watches_every_input_of_the_client() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    watched = {path for key in project["tool"]["uv"]["cache-keys"] for path in ROOT.glob(key["file"])}
    assert [path for path in hook(ROOT)._inputs() if path not in watched] == []


def test_the_lock_has_versions_and_hashes_but_no_registry() -> None:
    text = (ROOT / "web/package-lock.json").read_text(encoding="utf-8")
    packages = json.loads(text)["packages"]
    assert all(about.get("integrity") for name, about in packages.items() if name)
    assert "resolved" not in text
    assert "omit-lockfile-registry-resolved=true" in (ROOT / "web/.npmrc").read_text(encoding="utf-8")

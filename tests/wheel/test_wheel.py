"""The sdist, the wheel built from it, and a server that runs from the installed wheel."""

import ast
import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Mapping
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import atoll
from server.serving import serving

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
BOT = ROOT / "examples" / "reef_bot.py"
NO_PROGRAMS = {"PATH": os.devnull}
"""An environment without Node.js or any other program."""
BUILD_ONLY = re.compile(r"atoll/games/\w+/(web/.*|perft\.txt)|atoll/server/static/\.stamp")


def build(target: str, source: Path, to: Path, environment: Mapping[str, str] = os.environ) -> Path:
    """Build a folder and return the resulting file."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(to)]
    subprocess.run(command, cwd=source, env=environment, check=True, capture_output=True, timeout=300)
    return next(to.iterdir())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel built from the sdist, without Node.js."""
    folder = tmp_path_factory.mktemp("built")
    with tarfile.open(build("sdist", ROOT, folder / "sdist")) as sdist:
        sdist.extractall(folder / "source", filter="data")
    return build("wheel", next((folder / "source").iterdir()), folder / "wheel", NO_PROGRAMS)


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_from_the_sdist_equals_the_one_from_the_clone(wheel: Path, tmp_path: Path) -> None:
    assert contents(wheel) == contents(build("wheel", ROOT, tmp_path))


def test_a_wheel_holds_the_package_without_files_that_only_builds_need(wheel: Path) -> None:
    packed = {name for name in contents(wheel) if ".dist-info/" not in name}
    files = {path for path in (ROOT / "src" / "atoll").rglob("*") if path.is_file() and path.suffix != ".pyc"}
    assert packed == {
        name for name in (path.relative_to(ROOT / "src").as_posix() for path in files) if not BUILD_ONLY.fullmatch(name)
    }
    assert {"atoll/py.typed", "atoll/server/static/index.html"} <= packed


def test_the_only_benchmark_in_a_wheel_is_that_of_the_rules(wheel: Path) -> None:
    packed = [name for name in contents(wheel) if name.endswith(".py")]
    assert all(name.startswith("atoll/") for name in packed)
    assert [name for name in packed if "bench" in name] == ["atoll/cli/bench.py"]
    moved = {path.stem for path in (ROOT / "benchmarks").rglob("*.py")} - {"__init__", "__main__"}
    assert {"load", "browser", "chart", "report", "their_speeds"} <= moved
    assert not {f"atoll/cli/{name}.py" for name in moved} & set(packed)


def test_a_wheel_imports_nothing_that_only_developers_install(wheel: Path) -> None:
    packed = contents(wheel)
    metadata = next(text.decode() for name, text in packed.items() if name.endswith(".dist-info/METADATA"))
    required = re.findall(r"^Requires-Dist: ([\w.-]+)(.*)$", metadata, re.MULTILINE)
    installed = {canonical(name) for name, marker in required if "extra == 'dev'" not in marker}
    assert "starlette" in installed
    assert "playwright" not in installed
    providers = packages_distributions()
    for name, text in packed.items():
        for module in imported(text) if name.endswith(".py") else ():
            if module != "atoll" and module not in sys.stdlib_module_names:
                assert {canonical(found) for found in providers[module]} & installed, f"{name} imports {module}"


def canonical(name: str) -> str:
    """Return the name of a distribution as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def imported(source: bytes) -> set[str]:
    """Return the top-level names of all modules that a file imports, also within functions."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(str(node.module).partition(".")[0])
    return found


def install(wheel: Path, folder: Path) -> Path:
    """Install a wheel and its locked dependencies into a new environment; return the folder of its programs."""
    pins = re.findall(r"^(\S+==.+?) \\$", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE)
    folder.mkdir()
    (folder / "pins.txt").write_text("\n".join(pins), encoding="utf-8")
    venv.create(folder / "venv", symlinks=True, with_pip=True)
    programs = folder / "venv" / "bin"
    command = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*command, "--constraint", str(folder / "pins.txt"), str(wheel)], check=True, timeout=600)
    return programs


def test_an_installed_wheel_serves_its_page_and_a_game_of_bots(wheel: Path, tmp_path: Path) -> None:
    programs = install(wheel, tmp_path / "installed")
    home = tmp_path / "home"
    home.mkdir()
    # Interpreted, because compiling all rules takes minutes.
    environment = {**NO_PROGRAMS, "HOME": str(home), "NUMBA_DISABLE_JIT": "1"}
    with serving("", program=[str(programs / "atoll")], environment=environment) as served:
        page = served.get("/")
        assert '<div id="app">' in page
        script = re.search(r'src="(/assets/[^"]+\.js)"', page)
        assert script
        assert len(served.get(script[1])) > 1000

        ada = served.guest("Ada")
        table = served.table(ada, ["random", "open"])
        token = served.post(f"/api/tables/{table}/seats/1/bot", {"name": "my bot"}, ada)["token"]
        command = [str(programs / "python"), str(BOT), served.base, table, token]
        subprocess.run(command, env=NO_PROGRAMS, check=True, timeout=300)
        record = atoll.Record.parse(served.get(f"/api/tables/{table}/record"))
        assert record.last.over
        assert record.players == ["random", "my bot"]
    assert list(home.rglob("*.sqlite")), "the server stores its games in the user's data directory"

    # A deal shows that the rules compile in an installation, too.
    deal = "import atoll; print(atoll.find_game('reef').deal(2, 7).position)"
    command = [str(programs / "python"), "-c", deal]
    found = subprocess.run(command, env={**NO_PROGRAMS, "HOME": str(home)}, check=True, capture_output=True, text=True)
    assert found.stdout.strip() == atoll.find_game("reef").deal(2, 7).position
    assert list(home.rglob("kernels-*"))

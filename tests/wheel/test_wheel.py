"""What people install: the sdist, the wheel made of it, and a server that comes out of nothing else."""

import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

import atoll
from server.serving import serving

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
BOT = ROOT / "examples" / "reef_bot.py"
NO_PROGRAMS = {"PATH": os.devnull}
"""An environment in which no Node.js is found, nor anything else."""
FOR_BUILDERS = re.compile(r"atoll/games/\w+/(web/.*|perft\.txt)|atoll/server/static/\.stamp")


def build(target: str, source: Path, to: Path, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the file that the build system makes of a folder."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(to)]
    subprocess.run(command, cwd=source, env=environment, check=True, capture_output=True, timeout=300)
    return next(to.iterdir())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel that is made of the sdist, without Node.js."""
    folder = tmp_path_factory.mktemp("built")
    with tarfile.open(build("sdist", ROOT, folder / "sdist")) as sdist:
        sdist.extractall(folder / "source", filter="data")
    return build("wheel", next((folder / "source").iterdir()), folder / "wheel", NO_PROGRAMS)


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_of_the_sdist_is_that_of_the_clone(wheel: Path, tmp_path: Path) -> None:
    assert contents(wheel) == contents(build("wheel", ROOT, tmp_path))


def test_a_wheel_holds_the_package_and_nothing_that_only_builders_need(wheel: Path) -> None:
    packed = {name for name in contents(wheel) if ".dist-info/" not in name}
    files = {path for path in (ROOT / "src" / "atoll").rglob("*") if path.is_file() and path.suffix != ".pyc"}
    assert packed == {
        name
        for name in (path.relative_to(ROOT / "src").as_posix() for path in files)
        if not FOR_BUILDERS.fullmatch(name)
    }
    assert {"atoll/py.typed", "atoll/server/static/index.html"} <= packed


def install(wheel: Path, folder: Path) -> Path:
    """Return the programs of a new environment in which there is a wheel and what it depends on, as locked."""
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
    # The rules run interpreted here: to compile them all takes minutes.
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
    assert list(home.rglob("*.sqlite")), "the server keeps its games where the user's data belongs"

    # The rules are compiled as well where they are installed: a deal is quickly done.
    deal = "import atoll; print(atoll.game('reef').deal(2, 7).position)"
    command = [str(programs / "python"), "-c", deal]
    found = subprocess.run(command, env={**NO_PROGRAMS, "HOME": str(home)}, check=True, capture_output=True, text=True)
    assert found.stdout.strip() == atoll.game("reef").deal(2, 7).position
    assert list(home.rglob("kernels-*"))

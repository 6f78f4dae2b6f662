"""Running peers: an environment of their own, kept in the user's cache, and processes that stop when we do."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from atoll.core.compiled import cache_root
from atoll.core.errors import AtollError

PINS = Path(__file__).with_name("pins.txt")
ONE_THREAD = {
    "JAX_PLATFORMS": "cpu",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}
"""Libraries that take more cores than they were given are told not to."""


class Failed(AtollError):
    """A process that did not do what it was started for; the message says why."""


def make_environment() -> Path:
    """Make the peers' environment where there is none, and return its Python."""
    folder = cache_root() / f"peers-{sys.version_info.major}.{sys.version_info.minor}"
    try:
        finish([sys.executable, "-m", "venv", str(folder)])
    except Failed as error:
        raise Failed(f"{folder}: no environment for the peers can be made: {error}") from None
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def install(python: Path, packages: Sequence[str]) -> None:
    """Install some packages, and what they need, in the pinned versions."""
    finish([str(python), "-I", "-m", "pip", "install", "--quiet", "--constraint", str(PINS), *packages])


def pinned(package: str) -> str:
    """Return the version of a package that is measured."""
    found = re.search(rf"^{re.escape(package)}==(\S+)$", PINS.read_text(encoding="utf-8"), re.MULTILINE | re.IGNORECASE)
    if not found:
        raise Failed(f"{PINS.name} does not pin {package}")
    return found[1]


def finish(command: Sequence[str]) -> None:
    """Run a command whose output nobody needs."""
    for _ in lines(command):
        pass


def lines(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Generator[str]:
    """Run a command and yield what it prints, line by line; it ends when we stop listening."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            encoding="utf-8",
            env=os.environ | (environment or {}),
        ) as process:
            assert process.stdout is not None
            first = ""
            try:
                for line in process.stdout:
                    first = first or line
                    yield line
            except BaseException:
                process.terminate()
                raise
        if process.returncode:
            said.seek(0)
            raise Failed(reason(said.read() or first, process.returncode))  # venv complains where others print


def reason(said: str, code: int) -> str:
    """Return in one line why a process failed: pip's first complaint, or the last line of a traceback."""
    if code < 0:
        return f"ended by signal {-code}"
    told = [line.strip() for line in said.splitlines() if line.strip()]
    complaints = [line.removeprefix("ERROR: ") for line in told if line.startswith("ERROR: ")]
    return (complaints[:1] or told[-1:] or [f"exit code {code}"])[0]


@contextmanager
def one_core() -> Iterator[None]:
    """Keep what is started here on one core, where the platform can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(mine)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, mine)

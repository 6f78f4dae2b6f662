"""Runs the peers: a separate environment in the user's cache, and processes that stop with this one."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from atoll.kit.compiled import cache_root
from atoll.kit.errors import AtollError

PINS = Path(__file__).with_name("pins.txt")
ONE_THREAD = {
    "JAX_PLATFORMS": "cpu",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}
"""Keeps libraries from using more than one core."""


class ProcessFailed(AtollError):
    """A process failed; the message says why."""


def make_environment() -> Path:
    """Create the peers' environment if there is none, and return its Python."""
    folder = cache_root() / f"peers-{sys.version_info.major}.{sys.version_info.minor}"
    try:
        finish([sys.executable, "-m", "venv", str(folder)])
    except ProcessFailed as error:
        raise ProcessFailed(f"{folder}: the peers' environment can't be created: {error}") from None
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def install(python: Path, packages: Sequence[str]) -> None:
    """Install packages and their dependencies in the pinned versions."""
    finish([str(python), "-I", "-m", "pip", "install", "--quiet", "--constraint", str(PINS), *packages])


def pinned(package: str) -> str:
    """Return the pinned version of a package."""
    found = re.search(rf"^{re.escape(package)}==(\S+)$", PINS.read_text(encoding="utf-8"), re.MULTILINE | re.IGNORECASE)
    if not found:
        raise ProcessFailed(f"{PINS.name} does not pin {package}")
    return found[1]


def finish(command: Sequence[str]) -> None:
    """Run a command and discard its output."""
    for _ in lines(command):
        pass


def lines(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Generator[str]:
    """Run a command and yield its output line by line; closing the generator terminates the command."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
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
            errors.seek(0)
            raise ProcessFailed(reason(errors.read() or first, process.returncode))  # venv prints its errors to stdout


def reason(errors: str, code: int) -> str:
    """Return why a process failed, as one line: pip's first error, or the last line of a traceback."""
    if code < 0:
        return f"ended by signal {-code}"
    messages = [line.strip() for line in errors.splitlines() if line.strip()]
    pip_errors = [line.removeprefix("ERROR: ") for line in messages if line.startswith("ERROR: ")]
    return (pip_errors[:1] or messages[-1:] or [f"exit code {code}"])[0]


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process and those that it starts on one core, if the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)

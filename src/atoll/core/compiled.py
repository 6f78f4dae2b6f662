"""Turns rules written in Python into machine code, and keeps that code only as long as its source stays the same.

Numba's own cache watches one file per function, so an edited callee elsewhere would keep old machine code. Ours lies
in folders named by a hash of every file that can reach it, in the user's cache directory: one for each game's rules,
one for the loops bound to them, and so on, so that an edit compiles anew only what it can change.

Compiled code must not recurse: a recursive function that comes out of Numba's cache (seen with 0.68) leaves its
callers with unresolved symbols, or crashes them. A loop with a stack of its own does the same work.
Nor does a record keep the array alive that it was taken from: who makes an array hands it on as an array.
"""

import hashlib
import os
import re
import shutil
import time
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs
from numba.core import config as _config

config: Any = _config  # Numba sets its values at run time, unseen by types
compiler: Any = numba  # its types don't know all that it has
F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent.parent
UNUSED_DAYS = 30
IMPORTS = re.compile(r"^from (atoll[\w.]*) import", re.MULTILINE)


def part_of(function: Callable[..., Any]) -> tuple[Path, ...]:
    """Return the files that a function is compiled with: its own one, or all of a game's kernel."""
    path = Path(function.__code__.co_filename)
    return tuple(sorted(path.parent.glob("*.py"))) if path.parent.name == "kernel" else (path,)


@cache
def sources(files: tuple[Path, ...]) -> tuple[Path, ...]:
    """Return some files and everything of Atoll that they import: all that can reach their machine code."""
    found: set[Path] = set()
    left = list(files)
    while left:
        path = left.pop()
        if path not in found:
            found.add(path)
            for module in IMPORTS.findall(path.read_text(encoding="utf-8")):
                for place in _places(module):
                    left += [file for file in (place.with_suffix(".py"), place / "__init__.py") if file.exists()]
    return tuple(sorted(found))


def _places(module: str) -> list[Path]:
    """Return where a module may lie, without a suffix: in the package, or in a folder of games that lie elsewhere."""
    _, *parts = module.split(".")
    if parts[:1] == ["games"]:
        return [Path(folder).joinpath(*parts[1:]) for folder in import_module("atoll.games").__path__]
    return [PACKAGE.joinpath(*parts)]


def cache_root() -> Path:
    """Return where everything is kept that can be made again."""
    return Path(os.environ.get("ATOLL_CACHE") or platformdirs.user_cache_dir("atoll"))


@cache
def cache_folder(files: tuple[Path, ...]) -> Path:
    """Return the folder of the machine code that belongs to some files, and what they import, as they are now."""
    digest = hashlib.sha256()
    for path in sources(files):
        digest.update(path.as_posix().removeprefix(PACKAGE.as_posix()).encode() + b"\0" + path.read_bytes())
    checked = "-checked" if config.BOUNDSCHECK else ""
    folder = cache_root() / f"kernels-{digest.hexdigest()[:16]}{checked}"
    with suppress(OSError):
        os.utime(folder)  # in use, so not to be forgotten
    return folder


def interpreted() -> bool:
    """Tell whether compiling is switched off (NUMBA_DISABLE_JIT=1), so that the rules run as plain Python."""
    return bool(config.DISABLE_JIT)


def compiled(function: F) -> F:
    """Compile a function of a kernel: no Python objects, no GIL, cached between processes."""
    return _compiled(function, part_of(function))


def _compiled(function: F, files: tuple[Path, ...]) -> F:
    config.CACHE_DIR = str(cache_folder(files))
    if interpreted():
        return function
    made = compiler.njit(nogil=True, cache=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    specialise = made.get_call_template
    made.get_call_template = lambda args, named: specialise(
        tuple(widen(kind) for kind in args), {name: widen(kind) for name, kind in named.items()}
    )
    return cast("F", made)


def widen(kind: Any) -> Any:
    """Return the type that compiled code hands an argument over as: signed whole numbers have 64 bits.

    Numba compiles a function anew for each combination of narrower numbers and of constants that it is called with.
    """
    kinds = compiler.types
    kind = kinds.unliteral(kind)
    return kinds.int64 if isinstance(kind, kinds.Integer) and kind.signed else kind


def bound_files(functions: Mapping[str, Any], into: Mapping[str, Any]) -> tuple[Path, ...]:
    """Return the files that functions which `bind` puts together are compiled with."""
    every = (getattr(function, "py_func", function) for function in (*functions.values(), *into.values()))
    return tuple(sorted({file for function in every for file in part_of(function)}))


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
    files = bound_files(functions, into)
    for name, function in functions.items():
        if name in into:
            continue
        copy = types.FunctionType(function.__code__, scope, f"{name}_{suffix}", function.__defaults__)
        copy.__qualname__ = copy.__name__
        copy.__module__ = function.__module__
        scope[name] = _compiled(copy, files)
    return {name: scope[name] for name in functions}


class Stamp:
    """A mark in the cache that everything of some files is compiled."""

    def __init__(self, files: tuple[Path, ...], name: str) -> None:
        self.folder, self.name = cache_folder(files), name

    @property
    def set(self) -> bool:
        """Whether the machine code lies in the cache, so that nothing needs compiling."""
        return interpreted() or (self.folder / self.name).exists()

    def compile(self, steps: list[Callable[[], object]]) -> Iterator[tuple[int, int]]:
        """Take steps that each compile something, and set the mark; yields (done, all)."""
        for done, step in enumerate(steps):
            yield done, len(steps)
            step()
        yield len(steps), len(steps)
        if not interpreted():
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / self.name).touch()
            forget_unused(self.folder.parent)


def forget_unused(root: Path) -> None:
    """Remove the machine code that nobody has used for a month."""
    for folder in root.glob("kernels-*"):
        if time.time() - folder.stat().st_mtime > UNUSED_DAYS * 86400:
            shutil.rmtree(folder, ignore_errors=True)

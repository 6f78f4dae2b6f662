"""Compiles rules written in Python to machine code, and caches that code until a source that affects it changes.

Numba's own cache watches one file per function, so editing a callee in another file would leave stale machine code.
Ours lives in the user's cache directory, in folders named by a hash of every source file that the code depends on: one
folder for each game's rules, one for the loops bound to them, and so on. An edit recompiles only what depends on it.

Compiled code must not recurse: a recursive function loaded from Numba's cache (seen with 0.68) leaves its callers with
unresolved symbols, or crashes them. Use a loop with an explicit stack. And a record does not keep the array alive that
it was taken from: a function that creates an array must pass it on as an array.
"""

import ast
import hashlib
import os
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

config: Any = _config  # Numba sets its attributes at run time, so type checkers don't see them
compiler: Any = numba  # its type hints are incomplete
F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent.parent
UNUSED_DAYS = 30


def compiled_with(function: Callable[..., Any]) -> tuple[Path, ...]:
    """Return the files that a function is compiled with: its own file, or all files of a game's kernel package."""
    path = Path(function.__code__.co_filename)
    return tuple(sorted(path.parent.glob("*.py"))) if path.parent.name == "kernel" else (path,)


@cache
def sources(files: tuple[Path, ...]) -> tuple[Path, ...]:
    """Return the files and all modules of Atoll that they import, directly or indirectly.

    These are all sources that affect their machine code.
    """
    found: set[Path] = set()
    left = list(files)
    while left:
        path = left.pop()
        if path not in found:
            found.add(path)
            left += _imported_files(path)
    return tuple(sorted(found))


@cache
def _imported_files(path: Path) -> tuple[Path, ...]:
    """Return the files of Atoll's modules that a file imports when it is loaded."""
    found: list[Path] = []
    for statement in _loaded(ast.parse(path.read_text(encoding="utf-8")).body):
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                found += _module_files(_places(alias.name.split(".")))
            continue
        module = statement.module.split(".") if statement.module else []
        places = [path.parents[statement.level - 1].joinpath(*module)] if statement.level else _places(module)
        for alias in statement.names:
            # The name is a module of the package, or something that the module itself defines.
            found += _module_files([place / alias.name for place in places]) or _module_files(places)
    return tuple(found)


def _module_files(places: list[Path]) -> list[Path]:
    files = [file for place in places for file in (place.with_suffix(".py"), place / "__init__.py")]
    return [file for file in files if file.is_file()]


def _loaded(statements: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports that run when a module is loaded; those under TYPE_CHECKING do not."""
    for statement in statements:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement
        elif isinstance(statement, ast.If):
            checking = ast.unparse(statement.test).rpartition(".")[2] == "TYPE_CHECKING"
            yield from _loaded(statement.orelse if checking else statement.body + statement.orelse)
        elif isinstance(statement, ast.Try):
            yield from _loaded(statement.body + [line for handler in statement.handlers for line in handler.body])


def _places(parts: list[str]) -> list[Path]:
    """Return the paths, without suffix, where a module of Atoll may be: games can also be in folders outside it."""
    package, *rest = parts
    if package != PACKAGE.name:
        return []
    if rest[:1] == ["games"]:
        return [Path(folder).joinpath(*rest[1:]) for folder in import_module("atoll.games").__path__]
    return [PACKAGE.joinpath(*rest)]


def cache_root() -> Path:
    """Return the folder of everything that can be regenerated."""
    return Path(os.environ.get("ATOLL_CACHE") or platformdirs.user_cache_dir("atoll"))


@cache
def cache_folder(files: tuple[Path, ...]) -> Path:
    """Return the folder for machine code compiled from these files and their imports, as they are now."""
    digest = hashlib.sha256()
    for path in sources(files):
        digest.update(path.as_posix().removeprefix(PACKAGE.as_posix()).encode() + b"\0" + path.read_bytes())
    checked = "-checked" if config.BOUNDSCHECK else ""
    folder = cache_root() / f"kernels-{digest.hexdigest()[:16]}{checked}"
    with suppress(OSError):
        os.utime(folder)  # mark it as used, so that it is not removed
    return folder


def interpreted() -> bool:
    """Return whether compiling is switched off (NUMBA_DISABLE_JIT=1) and the rules run as plain Python."""
    return bool(config.DISABLE_JIT)


def compiled(function: F) -> F:
    """Compile a kernel function: no Python objects, no GIL, cached across processes."""
    return _compiled(function, compiled_with(function))


def _compiled(function: F, files: tuple[Path, ...]) -> F:
    config.CACHE_DIR = str(cache_folder(files))
    if interpreted():
        return function
    made = compiler.njit(nogil=True, cache=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    specialise = made.get_call_template
    made.get_call_template = lambda args, named: specialise(
        tuple(widen(argument) for argument in args), {name: widen(argument) for name, argument in named.items()}
    )
    return cast("F", made)


def widen(argument: Any) -> Any:
    """Return the type that compiled code passes an argument as: signed integers are always 64 bits wide.

    Otherwise Numba would recompile a function for each combination of narrower integers and constants.
    """
    types = compiler.types
    argument = types.unliteral(argument)
    return types.int64 if isinstance(argument, types.Integer) and argument.signed else argument


def bound_files(functions: Mapping[str, Any], own: Mapping[str, Any]) -> tuple[Path, ...]:
    """Return the files that the functions put together by `bind` are compiled with."""
    every = (getattr(function, "py_func", function) for function in (*functions.values(), *own.values()))
    return tuple(sorted({file for function in every for file in compiled_with(function)}))


def bind(
    functions: Mapping[str, Any], own: Mapping[str, Any], suffix: str, constants: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Compile functions that were written once against the contract, for one game.

    Numba's cache never finds a function that takes compiled functions as arguments or closes over them. So each
    function is copied under its own name, with the game's functions in place of the contract's among its globals.
    `own` holds the game's own functions by name; a game overrides one of the functions by defining it under the same
    name. `suffix` makes the copies' names unique. `constants`, derived from the same files, become constants of the
    machine code.
    """
    scope: dict[str, Any] = {}
    for function in functions.values():
        scope |= function.__globals__
    scope |= own
    scope |= constants or {}
    files = bound_files(functions, own)
    for name, function in functions.items():
        if name in own:
            continue
        copy = types.FunctionType(function.__code__, scope, f"{name}_{suffix}", function.__defaults__)
        copy.__qualname__ = copy.__name__
        copy.__module__ = function.__module__
        scope[name] = _compiled(copy, files)
    return {name: scope[name] for name in functions}


class Stamp:
    """A marker file in the cache: it exists once everything in the given files has been compiled."""

    def __init__(self, files: tuple[Path, ...], name: str) -> None:
        self.folder, self.name = cache_folder(files), name

    @property
    def set(self) -> bool:
        """Whether the machine code is in the cache, so that nothing needs compiling."""
        return interpreted() or (self.folder / self.name).exists()

    def compile(self, steps: list[Callable[[], object]]) -> Iterator[tuple[int, int]]:
        """Run steps that each compile something, then set the marker; yields (done, total)."""
        for done, step in enumerate(steps):
            yield done, len(steps)
            step()
        yield len(steps), len(steps)
        if not interpreted():
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / self.name).touch()
            remove_unused(self.folder.parent)


def remove_unused(root: Path) -> None:
    """Remove machine code that was not used for a month."""
    for folder in root.glob("kernels-*"):
        if time.time() - folder.stat().st_mtime > UNUSED_DAYS * 86400:
            shutil.rmtree(folder, ignore_errors=True)

"""Libraries that are only there when asked for: `pip install atoll[rl]`, `atoll[openspiel]`."""

from importlib import import_module
from types import ModuleType

from atoll.core.errors import AtollError


class MissingExtra(AtollError, ImportError):
    """A library that an environment needs is not installed."""


def load(module: str, library: str, extra: str) -> ModuleType:
    """Import a module of ours that needs a library."""
    try:
        import_module(library)
    except ModuleNotFoundError as error:
        if error.name != library:
            raise
        raise MissingExtra(f"this environment needs {library}: pip install 'atoll[{extra}]'") from None
    return import_module(module)

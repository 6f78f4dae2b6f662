"""Atomic writing of files."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from atoll.kit.errors import AtollError


@contextmanager
def atomic_write(path: Path, refusal: type[AtollError]) -> Iterator[Path]:
    """Yield a temporary path to write to; it replaces `path` when the block ends without an error."""
    part = _part(path)
    try:
        yield part
        part.replace(path)
    except OSError as error:
        raise refusal(f"{path}: can't be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            part.unlink()


def check_writeable(path: Path, refusal: type[AtollError]) -> None:
    """Refuse a path that could not be written later."""
    part = _part(path)
    try:
        if path.is_dir():
            raise refusal(f"{path}: can't be written: Is a directory")
        part.touch()
        part.unlink()
    except OSError as error:
        raise refusal(f"{path}: can't be written: {error.strerror}") from None


def _part(path: Path) -> Path:
    return path.parent / f"{path.name}.part"

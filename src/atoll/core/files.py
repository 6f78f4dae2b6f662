"""Files that are written whole or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from atoll.core.errors import AtollError


@contextmanager
def written_whole(path: Path, refusal: type[AtollError]) -> Iterator[Path]:
    """Give a file to write to; it takes the place of the one wanted when everything is in it."""
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
    """Refuse at once a file that could not be written later."""
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

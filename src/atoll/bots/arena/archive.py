"""A run saved in a folder as it is played, so that it can be stopped, continued and inspected.

    arena.json          the match; only a run of the same match continues here
    blocks.jsonl        a line for each finished block
    records/17-0.toml   the record of each game, named by block and rotation; `atoll replay` shows it

A block's line is written after its records. It is flushed at once and synced to disk within a second; a line cut off by
a crash is dropped, and its block is played again.
"""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

import atoll
from atoll.bots.arena.entrants import Entrant
from atoll.bots.arena.match import Match
from atoll.bots.arena.playing import BlockResult
from atoll.core.files import atomic_write
from atoll.kit.errors import AtollError

SYNC_SECONDS = 1.0


class InvalidArchive(AtollError):
    """A run can't be saved in this folder."""


class Header(msgspec.Struct, frozen=True):
    """The contents of `arena.json`: the version of Atoll and the match."""

    atoll: str
    match: Match


class Archive:
    """The open folder of a run."""

    def __init__(self, folder: Path, match: Match) -> None:
        self.folder, self.match = folder, match
        try:
            self._open()
        except OSError as error:
            raise InvalidArchive(f"{folder}: can't be written: {error.strerror}") from None

    def _open(self) -> None:
        folder, header = self.folder, self.folder / "arena.json"
        current = Header(atoll.__version__, self.match)
        if header.exists():
            _check_same(folder, _read(header), current)
        elif folder.exists() and any(folder.iterdir()):
            raise InvalidArchive(f"{folder}: is not empty and holds no run of the arena; name a new or empty folder")
        (folder / "records").mkdir(parents=True, exist_ok=True)
        self._file = (folder / "blocks.jsonl").open("ab")
        try:
            _lock(self._file.fileno(), folder)
        except InvalidArchive:
            self._file.close()
            raise
        if not header.exists():
            with atomic_write(header, InvalidArchive) as part:
                part.write_bytes(msgspec.json.format(msgspec.json.encode(current)) + b"\n")
        self._synced = time.monotonic()

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *_: object) -> None:
        os.fsync(self._file.fileno())
        self._file.close()

    def blocks(self) -> Iterator[BlockResult]:
        """Yield the saved blocks."""
        path = self.folder / "blocks.jsonl"
        decoder = msgspec.json.Decoder(BlockResult)
        end = 0
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break
                try:
                    yield decoder.decode(line)
                except msgspec.MsgspecError as error:
                    raise InvalidArchive(f"{path}: line {number} can't be read: {error}") from None
                end += len(line)
        self._file.truncate(end)

    def add(self, result: BlockResult) -> None:
        """Save a block."""
        try:
            self._write(result)
        except OSError as error:
            raise InvalidArchive(f"{self.folder}: can't be written: {error.strerror}") from None

    def _write(self, result: BlockResult) -> None:
        for rotation, record in enumerate(result.records):
            if record is not None:
                self.record_path(result.block, rotation).write_text(record, encoding="utf-8")
        line = msgspec.json.encode(msgspec.structs.replace(result, records=()))
        self._file.write(line + b"\n")
        self._file.flush()
        if time.monotonic() - self._synced > SYNC_SECONDS:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def record_path(self, block: int, rotation: int) -> Path:
        """Return the path of a game's record."""
        return self.folder / "records" / f"{block}-{rotation}.toml"


def _read(path: Path) -> Header:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Header)
    except msgspec.MsgspecError as error:
        raise InvalidArchive(f"{path}: can't be read: {error}") from None


def _check_same(folder: Path, saved: Header, current: Header) -> None:
    """Refuse a folder of another match, naming the first difference."""
    compared: list[tuple[str, object, object]] = [("version of Atoll", saved.atoll, current.atoll)]
    compared += [(name, getattr(saved.match, name), getattr(current.match, name)) for name in Match.__struct_fields__]
    for name, there, here in compared:
        if there != here:
            difference = _describe_difference(name, there, here)
            raise InvalidArchive(f"{folder}: holds another run: its {difference}; name another folder")


def _describe_difference(name: str, there: object, here: object) -> str:
    if name == "edition" and there and here:
        return "edition is another file's"
    what = {"entrants": "bots are", "options": "options are"}.get(name, f"{name} is")
    return f"{what} {_describe(there)}, not {_describe(here)}"


def _describe(value: object) -> str:
    if isinstance(value, Entrant):
        return f"{value.name} ({value.budget})" if value.budget else value.name
    if isinstance(value, tuple):
        pairs = ("=".join(part) if isinstance(part, tuple) else _describe(part) for part in value)
        return ", ".join(pairs)
    text = "the standard one" if value is None else str(value)
    return text if "\n" not in text else "a custom one"


def _lock(file: int, folder: Path) -> None:
    """Refuse a folder that another run is writing to; the system releases the lock when that process ends."""
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InvalidArchive(f"{folder}: another run of the arena is going on there") from None

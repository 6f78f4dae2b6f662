"""A run kept in a folder as it goes on, so that it can be stopped, gone on with and looked into.

    arena.json          the match: what a run in this folder must be to go on here
    blocks.jsonl        a line for each block that was played to its end
    records/17-0.toml   each game, as `atoll replay` reads it: block, rotation

A block's line is written after its records. It is with the system at once and on the disk a second later at the most;
a line cut off by a crash is dropped, and its block is played again.
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
from atoll.core.errors import AtollError
from atoll.core.files import written_whole

SYNC_SECONDS = 1.0


class InvalidArchive(AtollError):
    """A folder that a run can't be kept in."""


class Settings(msgspec.Struct, frozen=True):
    """What `arena.json` holds."""

    atoll: str
    match: Match


class Archive:
    """An open folder of a run."""

    def __init__(self, folder: Path, match: Match) -> None:
        self.folder, self.match = folder, match
        try:
            self._open()
        except OSError as error:
            raise InvalidArchive(f"{folder}: can't be written: {error.strerror}") from None

    def _open(self) -> None:
        folder, settings = self.folder, self.folder / "arena.json"
        mine = Settings(atoll.__version__, self.match)
        if settings.exists():
            _same(folder, _read(settings), mine)
        elif folder.exists() and any(folder.iterdir()):
            raise InvalidArchive(f"{folder}: holds other things than a run of the arena; name a new or an empty folder")
        (folder / "records").mkdir(parents=True, exist_ok=True)
        self._file = (folder / "blocks.jsonl").open("ab")
        try:
            _lock(self._file.fileno(), folder)
        except InvalidArchive:
            self._file.close()
            raise
        if not settings.exists():
            with written_whole(settings, InvalidArchive) as part:
                part.write_bytes(msgspec.json.format(msgspec.json.encode(mine)) + b"\n")
        self._synced = time.monotonic()

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *_: object) -> None:
        os.fsync(self._file.fileno())
        self._file.close()

    def blocks(self) -> Iterator[BlockResult]:
        """Yield the blocks that were played before."""
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
        """Keep a block."""
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


def _read(path: Path) -> Settings:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Settings)
    except msgspec.MsgspecError as error:
        raise InvalidArchive(f"{path}: can't be read: {error}") from None


def _same(folder: Path, its: Settings, mine: Settings) -> None:
    """Refuse a folder of another match, by the first thing that differs."""
    compared: list[tuple[str, object, object]] = [("version of Atoll", its.atoll, mine.atoll)]
    compared += [(name, getattr(its.match, name), getattr(mine.match, name)) for name in Match.__struct_fields__]
    for name, one, other in compared:
        if one != other:
            what = {"entrants": "bots are", "options": "options are"}.get(name, f"{name} is")
            told = f"its {what} {_told(one)}, not {_told(other)}"
            raise InvalidArchive(f"{folder}: holds another run: {told}; name another folder")


def _told(value: object) -> str:
    if isinstance(value, Entrant):
        return f"{value.name} ({value.budget})" if value.budget else value.name
    if isinstance(value, tuple):
        pairs = ("=".join(part) if isinstance(part, tuple) else _told(part) for part in value)
        return ", ".join(pairs)
    text = "the standard one" if value is None else str(value)
    return text if "\n" not in text else "of another file"


def _lock(file: int, folder: Path) -> None:
    """Refuse a folder that another run is writing to; the system unlocks it when that run ends, however it ends."""
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InvalidArchive(f"{folder}: another run of the arena is going on there") from None

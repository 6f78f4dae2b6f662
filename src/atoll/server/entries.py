"""The entries of a table's log, from which everything else about the table is computed."""

from typing import Any

import msgspec
from msgspec import Struct


class Entry(Struct, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Something that happened at a table: when, by which person, by which command."""

    at: float
    by: str = ""
    command: str = ""


class Created(Entry, kw_only=True):
    """The table was opened; the deal is committed to."""

    game: str
    rules: int
    seats: int
    options: dict[str, str | bool]
    secret: str
    edition: str = ""
    turn_seconds: int = 0
    reserved: list[str] = []
    """By seat, the ids of the persons whom open seats wait for; empty where anybody may sit."""
    names: list[str] = []
    """The names of those persons."""


class Sat(Entry, kw_only=True):
    """A person sat down."""

    seat: int
    name: str
    nonce: str = ""


class Left(Entry, kw_only=True):
    """A person gave up a seat."""

    seat: int


class Abandoned(Entry, kw_only=True):
    """The game was ended without a result: by the only person at the table, or before the deal by its opener."""


class Invited(Entry, kw_only=True):
    """A bot took a seat."""

    seat: int
    bot: str


class Decided(Entry, kw_only=True):
    """A decision was played; `stand_in` where a bot played it for an absent person."""

    seat: int
    decision: int
    stand_in: bool = False


class Undone(Entry, kw_only=True):
    """All but the first `kept` decisions were taken back."""

    kept: int


class Asked(Entry, kw_only=True):
    """A player asks the others to take back all but the first `kept` decisions."""

    seat: int
    kept: int


class Agreed(Entry, kw_only=True):
    """A player agreed to a takeback, or refused or withdrew it."""

    seat: int
    agree: bool


class Rematched(Entry, kw_only=True):
    """A new table was opened for the same players."""

    table: str


class Declined(Entry, kw_only=True):
    """A person declined the seats reserved for them."""


class Said(Entry, kw_only=True):
    """A chat message: of a player to everybody, or of a spectator (no seat) to spectators."""

    name: str
    text: str
    seat: int | None = None


AnyEntry = Created | Sat | Left | Abandoned | Invited | Decided | Undone | Asked | Agreed | Rematched | Declined | Said

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEntry)


def pack(entry: AnyEntry) -> bytes:
    """Return an entry as stored."""
    return _encoder.encode(entry)


def unpack(body: bytes) -> Any:
    """Return a stored entry; the reverse of `pack`."""
    return _decoder.decode(body)

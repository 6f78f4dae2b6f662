"""The entries of a table's log: the truth from which everything else is made anew."""

from typing import Any

import msgspec
from msgspec import Struct


class Entry(Struct, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Something that happened at a table, for good."""

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
    """Persons by seat whom open seats wait for, with their names; empty where anybody may sit."""
    names: list[str] = []


class Sat(Entry, kw_only=True):
    """A person sat down."""

    seat: int
    name: str
    nonce: str = ""


class Left(Entry, kw_only=True):
    """A person gave up a seat."""

    seat: int


class Abandoned(Entry, kw_only=True):
    """The only person at the table ended the game without a result."""


class Invited(Entry, kw_only=True):
    """A bot took a seat."""

    seat: int
    bot: str


class Decided(Entry, kw_only=True):
    """A decision was played; `stand_in` where a bot played it for somebody absent."""

    seat: int
    decision: int
    stand_in: bool = False


class Undone(Entry, kw_only=True):
    """The game went back to after its first `kept` decisions."""

    kept: int


class Asked(Entry, kw_only=True):
    """A player asks the others to let the game go back to after its first `kept` decisions."""

    seat: int
    kept: int


class Agreed(Entry, kw_only=True):
    """A player lets somebody take back, or not."""

    seat: int
    agree: bool


class Rematched(Entry, kw_only=True):
    """A new table for the same players."""

    table: str


class Declined(Entry, kw_only=True):
    """A person gave up the seats that were reserved for them."""


class Said(Entry, kw_only=True):
    """Somebody said something: a player to everybody, a spectator (no seat) to spectators."""

    name: str
    text: str
    seat: int | None = None


AnyEntry = Created | Sat | Left | Abandoned | Invited | Decided | Undone | Asked | Agreed | Rematched | Declined | Said

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEntry)


def pack(entry: AnyEntry) -> bytes:
    """Return an entry as it is stored."""
    return _encoder.encode(entry)


def unpack(body: bytes) -> Any:
    """Return a stored entry; the reverse of `pack`."""
    return _decoder.decode(body)

"""Persons, what the server knows about each seat of a table, and requests to take back."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from atoll.server.protocol import Seat


class Person(NamedTuple):
    """Somebody known to the server; one without an id is a stranger."""

    id: str
    name: str


STRANGER = Person("", "")


@dataclass
class SeatState:
    """A seat and its player: a person, a bot, or nobody yet."""

    person_id: str = ""
    name: str = ""
    bot: str = ""
    left: bool = False
    nonce: str = ""
    reserved: str = ""
    """The id of the person an open seat waits for."""

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        """What kind of player has the seat."""
        return "person" if self.person_id else "bot" if self.bot else "open"

    def shown(self, *, stand_in: bool = False, practice: bool = False) -> Seat:
        """Return the seat as viewers see it."""
        return Seat(self.kind, self.name, self.left, stand_in, reserved=bool(self.reserved), practice=practice)


@dataclass
class TakebackRequest:
    """A player asks to take back; the game goes back when all the others have agreed."""

    seat: int
    kept: int
    """How many decisions would stay."""
    agreed: set[int] = field(default_factory=set)

"""Who sits at a table, and who asks to take back."""

from dataclasses import dataclass, field
from typing import Literal

from atoll.server.protocol import Seat


@dataclass
class Chair:
    """One seat and who has it: a person, a bot, or nobody yet."""

    person: str = ""
    name: str = ""
    bot: str = ""
    left: bool = False
    nonce: str = ""
    reserved: str = ""
    """The person an open seat waits for."""

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        """Who has it."""
        return "person" if self.person else "bot" if self.bot else "open"

    def seat(self, *, stand_in: bool = False, practice: bool = False) -> Seat:
        """Return what a viewer is told about it."""
        return Seat(self.kind, self.name, self.left, stand_in, reserved=bool(self.reserved), practice=practice)


@dataclass
class Request:
    """Somebody asks to take back; the game goes back when all the others agree."""

    seat: int
    kept: int
    agreed: set[int] = field(default_factory=set)

"""The errors of Atoll: each message is one clear sentence, and all are ValueErrors."""

from collections.abc import Mapping
from typing import NamedTuple


class Refusal(NamedTuple):
    """Why something can't be done, to be worded in any language: `refusal.KEY` in the locale files, with its values."""

    key: str
    values: Mapping[str, object]


class AtollError(ValueError):
    """An argument or a file can't be used; the message names the place and what is expected.

    `refusal` is set where a player may read the reason: then it can be said in the player's language.
    """

    def __init__(self, message: str, refusal: Refusal | None = None) -> None:
        super().__init__(message)
        self.refusal = refusal


class InvalidNotation(AtollError):
    """A decision, a position or a topic that can't be read."""


class IllegalDecision(AtollError):
    """A decision that can be read but not played here."""


class StaleDecision(AtollError):
    """A decision made for a position that has moved on."""


class UnknownGame(AtollError):
    """No folder of that name under `atoll/games`."""


class InvalidOption(AtollError):
    """An option, its value or a seat count that the game does not have."""


class InvalidComponents(AtollError):
    """A component or edition file that breaks a rule of its game."""


class InvalidRecord(AtollError):
    """A record that can't be read or replayed."""


class InvalidScoreSheet(AtollError):
    """A score sheet of a boxed game that can't be right."""

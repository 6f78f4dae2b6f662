"""What Atoll refuses, as one clear sentence each; all of them are ValueErrors."""


class AtollError(ValueError):
    """Something a caller gave us can't be used; the message names the place and what would be right."""


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

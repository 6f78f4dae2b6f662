"""The options of a game: choices made before the deal."""

from dataclasses import dataclass
from typing import Any

from atoll.kit.errors import InvalidOption

Value = str | bool


@dataclass(frozen=True)
class Option:
    """A choice made before the deal; the first value is the default."""

    name: str
    values: tuple[Value, ...]
    rule: str

    def read(self, value: object) -> Value:
        """Return a valid value, given as itself or as text."""
        for known in self.values:
            if value is known or (isinstance(value, str) and value == option_text(known)):
                return known
        allowed = ", ".join(option_text(known) for known in self.values)
        raise InvalidOption(f"option {self.name}: {value!r} is not one of {allowed} ({self.rule})")

    def code(self, value: Value) -> int:
        """Return the number of a value in the kernel."""
        return self.values.index(value)

    def value(self, code: int) -> Value:
        """Return the value of a number in the kernel."""
        return self.values[code]

    def about(self) -> dict[str, Any]:
        """Return the option as plain data, for clients that offer it."""
        return {"name": self.name, "values": list(self.values), "rule": self.rule}


@dataclass(frozen=True)
class Subset(Option):
    """An option whose value may also be a set of `size` members, written like `A1+B3+C2`, in their order."""

    members: tuple[str, ...]
    size: int

    def read(self, value: object) -> Value:
        """Return a valid value, a set in its order."""
        chosen = value.split("+") if isinstance(value, str) else []
        if len(set(chosen)) == len(chosen) == self.size and set(chosen) <= set(self.members):
            return "+".join(sorted(chosen, key=self.members.index))
        if value in self.values:
            return super().read(value)
        allowed = ", ".join(option_text(known) for known in self.values)
        raise InvalidOption(
            f"option {self.name}: {value!r} is not one of {allowed}, or {self.size} different ones of "
            f"{self.members[0]} to {self.members[-1]} joined by + ({self.rule})"
        )

    def code(self, value: Value) -> int:
        """Return the number of a value in the kernel: a set as bits, above those that number the other values."""
        if value in self.values:
            return super().code(value)
        return sum(1 << self.members.index(member) for member in str(value).split("+")) << self._shift

    def value(self, code: int) -> Value:
        """Return the value of a number in the kernel."""
        if code < len(self.values):
            return super().value(code)
        bits = code >> self._shift
        return "+".join(member for number, member in enumerate(self.members) if bits >> number & 1)

    def about(self) -> dict[str, Any]:
        """Return the option as plain data, with the members of a set and its size."""
        return {**super().about(), "members": list(self.members), "size": self.size}

    @property
    def _shift(self) -> int:
        return len(self.values).bit_length()


def option_text(value: Value) -> str:
    """Return an option's value as it is written in positions, records and on the command line."""
    return value if isinstance(value, str) else "yes" if value else "no"


def switch(name: str, rule: str) -> Option:
    """Return an option that is off unless chosen."""
    return Option(name, (False, True), rule)

"""How much a bot may think."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about a decision: simulations (reproducible) or milliseconds, or what ends first."""

    simulations: int | None = None
    milliseconds: int | None = None

    def within(self, other: "Budget") -> "Budget":
        """Return as much of this one as another allows; where that counts simulations, the clock has no say."""
        if other.simulations is not None:
            return Budget(_least(self.simulations, other.simulations), other.milliseconds)
        return Budget(self.simulations, _least(self.milliseconds, other.milliseconds))


def _least(*numbers: int | None) -> int | None:
    return min((number for number in numbers if number is not None), default=None)

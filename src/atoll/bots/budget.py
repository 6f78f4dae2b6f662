"""How much a bot may think."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """A limit for one decision: simulations (reproducible), milliseconds, or both, whichever ends first."""

    simulations: int | None = None
    milliseconds: int | None = None

    def within(self, other: "Budget") -> "Budget":
        """Return this budget limited by another one; if that one counts simulations, our milliseconds do not apply."""
        if other.simulations is not None:
            return Budget(_least(self.simulations, other.simulations), other.milliseconds)
        return Budget(self.simulations, _least(self.milliseconds, other.milliseconds))


def _least(*numbers: int | None) -> int | None:
    return min((number for number in numbers if number is not None), default=None)

"""How much a bot may think."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about a decision: simulations (reproducible) or milliseconds, or what ends first."""

    simulations: int | None = None
    milliseconds: int | None = None

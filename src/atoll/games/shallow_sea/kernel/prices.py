"""What actions cost, and whether they can be paid (S17, S18, S26, S47; modified rule 4)."""

import numpy as np

from atoll.games.shallow_sea.kernel import layout
from atoll.kit.compiled import compiled


@compiled
def refresh_price(s: np.record) -> int:
    """Return the shells that a refresh costs."""
    return 2 if s.modified == layout.DEAR_ACTIONS else 1


@compiled
def combination_price(s: np.record) -> int:
    """Return the shells that a free combination costs."""
    return 2 if s.modified == layout.DEAR_ACTIONS else 1


@compiled
def move_price(s: np.record) -> int:
    """Return the shells that moving a fish costs."""
    return 3 if s.modified == layout.DEAR_ACTIONS else 2


@compiled
def payable(s: np.record, price: int) -> bool:
    """Return whether a price can be paid now, using up what the lionfish has paid already."""
    return bool(s.credit <= price <= s.shells[s.actor] + s.credit)

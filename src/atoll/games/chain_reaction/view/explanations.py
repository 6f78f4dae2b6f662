"""How far a seat of Chain Reaction is from a bonus token: topics are the number of a token."""

import numpy as np

from atoll.games.chain_reaction.kernel import layout
from atoll.games.chain_reaction.view.choices import Values, fill_values
from atoll.kit import view as kit
from atoll.kit.compiled import compiled
from atoll.kit.errors import InvalidNotation
from atoll.kit.game import State

TOPICS = {str(token): token for token in range(1, layout.TOKENS + 1)}


class Token(kit.Explanation):
    """The values that a token costs, and how many tiles for it a seat has (C11)."""

    points: int
    needs: Values
    met: int


Explanation = Token


def topic(_state: State, _seat: int, about: str) -> int:
    """Return the number of a topic."""
    if about not in TOPICS:
        raise InvalidNotation(f"{about!r}: must be the number of a bonus token, 1 to {layout.TOKENS} (C2)")
    return TOPICS[about]


@compiled
def explain(t: np.record, states: np.ndarray, seat: int, topic: int, out: np.record) -> None:
    """Fill in how far a seat is from a token."""
    token = topic - 1
    out.points = t.worth[token]
    fill_values(t.needs[token], out.needs)
    out.met = 0
    for value in range(layout.VALUES):
        out.met += min(int(states[0].tiles[seat]) >> 8 * value & 0xFF, int(t.needs[token, value]))

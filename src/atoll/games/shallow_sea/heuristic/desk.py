"""What a search of a turn keeps at hand: one record of numbers, so that nothing is allocated on the way."""

import numpy as np

from atoll.core.compiled import compiled
from atoll.games.shallow_sea.heuristic.weights import WEIGHTS
from atoll.games.shallow_sea.kernel.layout import BUBBLES, COLOURS, SLOTS, SPACES
from atoll.games.shallow_sea.kernel.orders import MOST_CHOICES

STEPS = 32
"""Most decisions of a turn: three to choose, two to place, two for each of two moves, one for each tile, the end."""

OPTIONS = 2 * SLOTS + 1  # the tiles of the pools, then the one in hand
HELD = 2 * SLOTS
MOST_PLACES = 12
MOST_BUBBLES = 8
SHORTLIST = 96

DESK = np.dtype((np.record, [
    ("w", "f8", len(WEIGHTS)),
    ("foresight", "f8"),
    ("left", "i8"),                              # turns left after this one
    ("chance", "f8", SPACES),                    # how likely each unfinished coral gets finished
    ("offers", "i8", SPACES),                    # its colour, and the colours of fish that it may take
    ("rare", "f8", COLOURS),                     # how hard each fish is to get
    ("wants", "f8", (SPACES, 2 * COLOURS)),      # what creatures gain by a coral or a fish of a colour there
    ("gains", "f8", (COLOURS, BUBBLES)),         # what a fish gains on each bubble
    ("most_places", "i8"), ("most_bubbles", "i8"), ("width", "i8"), ("most_endings", "i8"), ("most_moves", "i8"),
    ("tiles", "i8", OPTIONS),                    # tiles to choose from, or NONE
    ("found", "i8", OPTIONS),                    # how many places of each are worth a look
    ("best", "f8", (OPTIONS, MOST_PLACES, 3)),   # their gains; of a coral what it brings when finished, and its chance
    ("where", "i8", (OPTIONS, MOST_PLACES)),     # 4 * space + turn
    ("linked", "f8", OPTIONS),                   # the best guess for each with the fish of its slot
    ("top", "i8", (COLOURS, MOST_BUBBLES)),      # the best bubbles for each colour of fish
    ("tops", "i8", COLOURS),
    ("listed", "i8"),                            # the turns that deserve a closer look
    ("guess", "f8", SHORTLIST),
    ("code", "i8", SHORTLIST),
    ("way", "i8", STEPS),                        # the decisions of the turn that is looked at
    ("menu", "i8", (SPACES, MOST_CHOICES)),              # what can be finished, at each depth
    ("sizes", "i8", SPACES),
    ("cursors", "i8", SPACES),
    ("ways", "i8"),                              # ways kept
]))  # fmt: skip


@compiled
def set_up(x: np.record, foresight: float, narrow: bool) -> None:
    """Prepare a desk for a wide or a narrow search."""
    for i in range(len(WEIGHTS)):
        x.w[i] = WEIGHTS[i]
    x.foresight = foresight
    x.ways = 0
    x.most_places = 5 if narrow else MOST_PLACES
    x.most_bubbles = 4 if narrow else MOST_BUBBLES
    x.width = 12 if narrow else SHORTLIST
    x.most_endings = 12 if narrow else 48
    x.most_moves = 1 if narrow else 6

"""The working memory of a search: one record, so that nothing is allocated during it."""

import numpy as np

from atoll.games.shallow_sea.heuristic import weights
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.orders import MAX_CHOICES
from atoll.kit.compiled import compiled

LONGEST_PLAN = 32
"""The longest turn: three decisions to choose, two to place, four for two moves, one per finished tile, and the end."""

OPTIONS = 2 * layout.SLOTS + 1  # the tiles of the pools, then the one in hand
HELD = 2 * layout.SLOTS
MAX_PLACES = 12
MAX_BUBBLES = 8
SHORTLIST = 96

SCRATCH = np.dtype((np.record, [
    ("w", "f8", len(weights.WEIGHTS)),
    ("foresight", "f8"),
    ("left", "i8"),                                       # turns left after this one
    ("chance", "f8", layout.SPACES),                      # how likely each unfinished coral gets finished
    ("offers", "i8", layout.SPACES),                      # its colour, and the colours of fish that it may take
    ("rare", "f8", layout.COLOURS),                       # how hard each fish is to get
    ("wants", "f8", (layout.SPACES, 2 * layout.COLOURS)),  # what creatures gain by a coral or a fish of a colour there
    ("gains", "f8", (layout.COLOURS, layout.BUBBLES)),    # what a fish gains on each bubble
    ("most_places", "i8"), ("most_bubbles", "i8"), ("width", "i8"), ("most_endings", "i8"), ("most_moves", "i8"),
    ("tiles", "i8", OPTIONS),                             # tiles to choose from, or NONE
    ("found", "i8", OPTIONS),                             # how many places of each are considered
    ("best", "f8", (OPTIONS, MAX_PLACES, 3)),             # gains; of a coral also its finished value and its chance
    ("where", "i8", (OPTIONS, MAX_PLACES)),               # 4 * space + turn
    ("linked", "f8", OPTIONS),                            # the best guess for each with the fish of its slot
    ("top", "i8", (layout.COLOURS, MAX_BUBBLES)),         # the best bubbles for each colour of fish
    ("tops", "i8", layout.COLOURS),
    ("listed", "i8"),                                     # the turns on the shortlist
    ("guess", "f8", SHORTLIST),
    ("code", "i8", SHORTLIST),
    ("plan", "i8", LONGEST_PLAN),                         # the decisions of the current plan
    ("menu", "i8", (layout.SPACES, MAX_CHOICES)),         # what can be finished, at each depth
    ("sizes", "i8", layout.SPACES),
    ("cursors", "i8", layout.SPACES),
    ("plans", "i8"),                                      # how many plans were found
]))  # fmt: skip


@compiled
def set_up(x: np.record, foresight: float, narrow: bool) -> None:
    """Prepare the scratch for a wide or a narrow search."""
    for i in range(len(weights.WEIGHTS)):
        x.w[i] = weights.WEIGHTS[i]
    x.foresight = foresight
    x.plans = 0
    x.most_places = 5 if narrow else MAX_PLACES
    x.most_bubbles = 4 if narrow else MAX_BUBBLES
    x.width = 12 if narrow else SHORTLIST
    x.most_endings = 12 if narrow else 48
    x.most_moves = 1 if narrow else 6

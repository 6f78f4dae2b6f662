"""A match: which bots meet on which deals, all determined by a few settings and a seed.

A block is one deal, played once with each rotation of its bots over the seats. With three or more bots, the seating
order changes from deal to deal, because it matters which bot plays before which. A lineup is a set of bots that meet.
If there are several lineups, for instance three bots in two seats, the numbered blocks alternate between them. So a run
that is stopped early has been fair to all bots, and a longer run begins with the blocks of a shorter one.

    block       0     1     2     3     4     5        three bots, two seats: three lineups
    deal        0     0     0     1     1     1        the same deals for all lineups
    lineup     A-B   A-C   B-C   A-B   A-C   B-C
    rotations  A B   A C   B C   ...                   the first game of each block: seat 0, seat 1
               B A   C A   C B   ...                   the second game
"""

from itertools import combinations, permutations

import msgspec

from atoll.bots.arena.entrants import Entrant, label
from atoll.core.checks import check_seed
from atoll.core.game import Game
from atoll.kit.errors import InvalidOption
from atoll.kit.options import option_text
from atoll.kit.rng import draw

DEALS, BOTS = 0, 1  # random streams of the deals and of the bots


class Match(msgspec.Struct, frozen=True):
    """Everything that determines the results, as plain data: with simulation budgets two runs end the same."""

    game: str
    rules: int
    seats: int
    entrants: tuple[Entrant, ...]
    seed: int
    options: tuple[tuple[str, str], ...] = ()
    edition: str | None = None  # the text of an edition file

    @property
    def lineups(self) -> list[tuple[int, ...]]:
        """The sets of entrants that meet, by number: every combination of as many entrants as there are seats."""
        return list(combinations(range(len(self.entrants)), self.seats))

    def block(self, number: int) -> "Block":
        """Return a block by its number."""
        lineups = self.lineups
        deal, lineup = divmod(number, len(lineups))
        first, *others = lineups[lineup]
        orders = list(permutations(others))
        return Block(number, deal, lineup, (first, *orders[deal % len(orders)]))

    def blocks(self, games: int) -> int:
        """Return how many blocks make at least `games` games, the same number for each lineup."""
        lineups = len(self.lineups)
        return -(-games // (lineups * self.seats)) * lineups

    def deal_seed(self, block: "Block") -> int:
        """Return the seed of a block's deal."""
        return derive(self.seed, DEALS, block.deal)

    def bot_seed(self, block: "Block", rotation: int, seat: int) -> int:
        """Return the seed of the bot in a seat of one of a block's games."""
        return derive(self.seed, BOTS, block.deal, block.lineup, rotation, seat)


class Block(msgspec.Struct, frozen=True):
    """One deal with one lineup."""

    number: int
    deal: int
    lineup: int
    bots: tuple[int, ...]

    def seated(self, rotation: int) -> tuple[int, ...]:
        """Return the entrant in each seat in one of the games.

        >>> block = Block(0, 0, 0, (4, 5, 6))
        >>> [block.seated(rotation) for rotation in range(3)]
        [(4, 5, 6), (5, 6, 4), (6, 4, 5)]
        """
        return self.bots[rotation:] + self.bots[:rotation]


def derive(seed: int, *path: int) -> int:
    """Return a 63-bit seed for each path, all independent.

    >>> derive(7, 0, 1) == derive(7, 0, 1), derive(7, 0, 1) == derive(7, 1, 0)
    (True, False)
    """
    for step in path:
        seed = draw(seed, 2 * step) << 31 ^ draw(seed, 2 * step + 1)
    return int(seed)


def make_match(
    game: Game,
    entrants: tuple[Entrant, ...],
    *,
    seats: int | None = None,
    seed: int = 0,
    options: dict[str, object] | None = None,
    edition: str | None = None,
) -> Match:
    """Return a valid match or refuse it; by default it is for two seats, or one for a single bot."""
    seats = min(2, len(entrants)) if seats is None else seats
    seats = game.check_seats(seats)
    if len(entrants) < seats:
        raise InvalidOption(
            f"a table of {seats} needs at least {seats} bots, not only {label(entrants)}; a bot may be named again"
        )
    seed = check_seed(seed)
    resolved = tuple((name, option_text(value)) for name, value in game.resolve(options or {}).items())
    return Match(game.id, game.rules, seats, entrants, seed, resolved, edition)

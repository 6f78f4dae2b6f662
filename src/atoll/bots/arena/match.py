"""What is played: which bots at which tables with which deals. Everything follows from a few settings and a seed.

A block is one deal, played once with each rotation of its bots over the seats. Of three and more bots the order round
the table changes from deal to deal, as it matters who plays before whom. Blocks are numbered: with more than one table
(several bots that meet in pairs, say) they go round the tables, so a run that is stopped has been fair to all, and a
longer run begins with the blocks of a shorter one.

    block       0     1     2     3     4     5        three bots, two seats: three tables
    deal        0     0     0     1     1     1        the same deals at all tables
    table      A-B   A-C   B-C   A-B   A-C   B-C
    rotations  A B   A C   B C   ...                   the first game of each block: who has seat 0, who seat 1
               B A   C A   C B   ...                   the second game
"""

from itertools import combinations, permutations

import msgspec

from atoll.bots.arena.entrants import Entrant, label
from atoll.core.errors import InvalidOption
from atoll.core.game import Game, check_seed, written
from atoll.core.rng import draw

DEALS, BOTS = 0, 1  # chance of the deal and chance of the bots are separate streams


class Match(msgspec.Struct, frozen=True):
    """All that decides the results, as plain data: two runs of one match with simulation budgets end the same."""

    game: str
    rules: int
    seats: int
    entrants: tuple[Entrant, ...]
    seed: int
    options: tuple[tuple[str, str], ...] = ()
    edition: str | None = None  # the text of an edition file

    @property
    def tables(self) -> list[tuple[int, ...]]:
        """Who meets whom, as numbers of entrants: every choice of as many bots as there are seats."""
        return list(combinations(range(len(self.entrants)), self.seats))

    def block(self, number: int) -> "Block":
        """Return a block by its number."""
        tables = self.tables
        deal, table = divmod(number, len(tables))
        first, *others = tables[table]
        orders = list(permutations(others))
        return Block(number, deal, table, (first, *orders[deal % len(orders)]))

    def blocks(self, games: int) -> int:
        """Return how many blocks have at least so many games, the same number at each table."""
        tables = len(self.tables)
        return -(-games // (tables * self.seats)) * tables

    def deal_seed(self, block: "Block") -> int:
        """Return the seed of a block's deal."""
        return derive(self.seed, DEALS, block.deal)

    def bot_seed(self, block: "Block", rotation: int, seat: int) -> int:
        """Return the seed of the bot in a seat of one of a block's games."""
        return derive(self.seed, BOTS, block.deal, block.table, rotation, seat)


class Block(msgspec.Struct, frozen=True):
    """One deal at one table."""

    number: int
    deal: int
    table: int
    bots: tuple[int, ...]

    def seated(self, rotation: int) -> tuple[int, ...]:
        """Return which entrant has which seat in one of the games.

        >>> block = Block(0, 0, 0, (4, 5, 6))
        >>> [block.seated(rotation) for rotation in range(3)]
        [(4, 5, 6), (5, 6, 4), (6, 4, 5)]
        """
        return self.bots[rotation:] + self.bots[:rotation]


def derive(seed: int, *path: int) -> int:
    """Return the seed of a stream of its own for each path: 63 random bits.

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
    """Return a match that can be played, or refuse it; without a number of seats it is for two, or one bot alone."""
    seats = min(2, len(entrants)) if seats is None else seats
    seats = game.check_seats(seats)
    if len(entrants) < seats:
        raise InvalidOption(
            f"a table of {seats} needs at least {seats} bots, not only {label(entrants)}; a bot may be named again"
        )
    seed = check_seed(seed)
    resolved = tuple((name, written(value)) for name, value in game.resolve(options or {}).items())
    return Match(game.id, game.rules, seats, entrants, seed, resolved, edition)

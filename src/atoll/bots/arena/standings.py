"""What the games of a match come to: for each bot, for each pair of bots, and on one scale for all."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

import msgspec

from atoll.bots.arena.match import Match
from atoll.bots.arena.playing import BlockResult, GameResult
from atoll.bots.arena.statistics import Duel, Estimate, Times, deciles, elo, mean, share

MILLISECOND = 1e6
Played = tuple[GameResult, int]  # a game and the seat somebody had in it


class BotFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How a bot did; a draw counts half, so among k equal bots each has a win rate of 1/k."""

    name: str
    budget: str | None
    games: int
    wins: int
    draws: int
    losses: int
    forfeits: int
    win_rate: float | None  # None for who plays alone
    low: float | None
    high: float | None
    mean_points: float | None
    points_low: float | None
    points_high: float | None
    mean_margin: float | None  # to the best of the others
    margin_low: float | None
    margin_high: float | None
    decisions: int
    ms_mean: float
    ms_p90: float
    ms_max: float
    deciles: list[float] | None  # of the points of who plays alone: lowest, nine deciles, highest
    ranks: dict[str, int] | None  # how often who plays alone reached each, the highest first


class PairFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How two bots did against each other: which was placed better, and by how many points."""

    one: str
    other: str
    games: int
    win_rate: float
    low: float | None
    high: float | None
    mean_margin: float | None
    margin_low: float | None
    margin_high: float | None


class EloFigures(msgspec.Struct, frozen=True):
    """A bot's rating; the ratings of all are 0 on average."""

    name: str
    elo: float
    low: float | None
    high: float | None


class Standings:
    """The results so far; in which order they came changes nothing."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.results: dict[int, tuple[GameResult, ...]] = {}
        self.times = [Times() for _ in match.entrants]

    def add(self, result: BlockResult) -> None:
        """Count a block."""
        self.results[result.block] = result.games
        for entrant, times in result.times.items():
            self.times[entrant].merge(times)

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.results) * self.match.seats

    def score(self, block: int, entrant: int) -> float:
        """Return the share of a block's games that an entrant has won."""
        return _wins(_seated(self.results[block], entrant))

    def win_rate(self, entrant: int) -> Estimate | None:
        """Return an entrant's win rate over its deals."""
        scores = [_wins(deal) for deal in self._played(entrant)]
        return share(scores) if scores else None

    def bots(self) -> list[BotFigures]:
        """Return how each bot did."""
        return [self._bot(entrant) for entrant in range(len(self.match.entrants))]

    def pairs(self) -> list[PairFigures]:
        """Return how each two bots did that have met, or that have played the same deals alone."""
        names = [entrant.name for entrant in self.match.entrants]
        found = []
        for one, other in combinations(range(len(names)), 2):
            meetings = list(self._meetings(one, other))
            if meetings:
                rate = share([sum(scores) / len(scores) for scores, _ in meetings])
                margin = _mean([sum(margins) / len(margins) for _, margins in meetings if margins])
                found.append(
                    PairFigures(
                        one=names[one],
                        other=names[other],
                        games=sum(len(scores) for scores, _ in meetings),
                        win_rate=rate.value,
                        low=rate.low,
                        high=rate.high,
                        mean_margin=margin.value,
                        margin_low=margin.low,
                        margin_high=margin.high,
                    )
                )
        return found

    def ladder(self) -> list[EloFigures]:
        """Return the bots' ratings, the best first; a game of more than two counts as one between each two."""
        names = [entrant.name for entrant in self.match.entrants]
        if self.match.seats == 1 or not self.results:
            return []
        duels = [
            Duel(self._deal(block), one, other, len(games), sum(better(game, one, other) for game in games))
            for block, games in sorted(self.results.items())
            for one, other in combinations(sorted(games[0].seated), 2)
        ]
        rated = [EloFigures(name, *rating) for name, rating in zip(names, elo(len(names), duels), strict=True)]
        return sorted(rated, key=lambda one: -one.elo)

    def _deal(self, block: int) -> int:
        return self.match.block(block).deal

    def _deals(self, *entrants: int, whole: bool = False) -> dict[int, list[GameResult]]:
        """Return by deal the games that some entrants played, at all tables where they met.

        `whole` leaves out blocks with a forfeit: their other games say who had the better seat, not who played better.
        """
        found: dict[int, list[GameResult]] = defaultdict(list)
        for block, games in sorted(self.results.items()):
            if {*entrants} <= {*games[0].seated} and not (whole and any(game.points is None for game in games)):
                found[self._deal(block)] += games
        return found

    def _played(self, entrant: int, *, whole: bool = False) -> list[list[Played]]:
        """Return an entrant's games by deal, and its seat in each."""
        return [_seated(games, entrant) for games in self._deals(entrant, whole=whole).values()]

    def _bot(self, entrant: int) -> BotFigures:
        alone = self.match.seats == 1
        deals, whole = self._played(entrant), self._played(entrant, whole=True)
        shares = [won(*played) for deal in deals for played in deal]
        rate = Measured(*share([_wins(deal) for deal in deals])) if deals and not alone else NOTHING
        points = [[game.points[seat] for game, seat in deal if game.points] for deal in whole]
        scored = _mean([sum(deal) / len(deal) for deal in points])
        margin = NOTHING if alone else _mean([sum(lead(*played) for played in deal) / len(deal) for deal in whole])
        times = self.times[entrant]
        return BotFigures(
            name=self.match.entrants[entrant].name,
            budget=self.match.entrants[entrant].budget,
            games=len(shares),
            wins=0 if alone else shares.count(1),
            draws=sum(0 < one < 1 for one in shares),
            losses=shares.count(0),
            forfeits=sum(
                game.forfeit is not None and game.forfeit.seat == seat for deal in deals for game, seat in deal
            ),
            win_rate=rate.value,
            low=rate.low,
            high=rate.high,
            mean_points=scored.value,
            points_low=scored.low,
            points_high=scored.high,
            mean_margin=margin.value,
            margin_low=margin.low,
            margin_high=margin.high,
            decisions=times.number,
            ms_mean=times.total / max(1, times.number) / MILLISECOND,
            ms_p90=times.quantile(0.9) / MILLISECOND,
            ms_max=times.longest / MILLISECOND,
            deciles=deciles([number for deal in points for number in deal]) if alone and points else None,
            ranks=_ranks([game for deal in whole for game, _ in deal]) if alone else None,
        )

    def _meetings(self, one: int, other: int) -> Iterator[tuple[list[float], list[float]]]:
        """Yield, deal by deal, how the games of two bots ended for the first, and by how many points."""
        if self.match.seats == 1:
            yield from self._same_deals(one, other)
            return
        whole = self._deals(one, other, whole=True)
        for deal, games in self._deals(one, other).items():
            margins = [ahead(game, one, other) for game in whole.get(deal, ())]
            yield [better(game, one, other) for game in games], margins

    def _same_deals(self, one: int, other: int) -> Iterator[tuple[list[float], list[float]]]:
        by_deal = {(self._deal(block), games[0].seated[0]): games[0] for block, games in self.results.items()}
        for deal, entrant in sorted(by_deal):
            if entrant == one and (deal, other) in by_deal:
                mine, its = by_deal[deal, one].points, by_deal[deal, other].points
                if mine and its:
                    margin = mine[0] - its[0]
                    yield [(margin > 0) + (margin == 0) / 2], [margin]
                else:
                    yield [((mine is not None) - (its is not None) + 1) / 2], []


class Measured(msgspec.Struct, frozen=True):
    """A mean with its interval, or nothing."""

    value: float | None = None
    low: float | None = None
    high: float | None = None


NOTHING = Measured()


def _mean(numbers: list[float]) -> Measured:
    return Measured(*mean(numbers)) if numbers else NOTHING


def won(game: GameResult, seat: int) -> float:
    """Return how much of a game a seat has won: the first place, divided among those who share it."""
    return 1 / game.places.count(1) if game.places[seat] == 1 else 0


def _seated(games: Iterable[GameResult], entrant: int) -> list[Played]:
    """Return games with the seat that an entrant had in each."""
    return [(game, game.seated.index(entrant)) for game in games]


def _wins(games: list[Played]) -> float:
    """Return the share of some games that was won."""
    return sum(won(*played) for played in games) / len(games)


def lead(game: GameResult, seat: int) -> int:
    """Return how many points a seat has more than the best of the others."""
    assert game.points is not None
    return game.points[seat] - max(points for other, points in enumerate(game.points) if other != seat)


def better(game: GameResult, one: int, other: int) -> float:
    """Return 1 if an entrant is placed better than another, 1/2 if they share a place, else 0."""
    mine, its = (game.places[game.seated.index(entrant)] for entrant in (one, other))
    return (mine < its) + (mine == its) / 2


def ahead(game: GameResult, one: int, other: int) -> float:
    """Return how many points an entrant has more than another."""
    assert game.points is not None
    return game.points[game.seated.index(one)] - game.points[game.seated.index(other)]


def _ranks(games: list[GameResult]) -> dict[str, int] | None:
    """Return how often each rank was reached, the highest first; None if the game has none."""
    fewest: dict[str, int] = {}
    for game in games:
        if game.rank and game.points:
            fewest[game.rank] = min(fewest.get(game.rank, game.points[0]), game.points[0])
    counts = Counter(game.rank for game in games)
    return {rank: counts[rank] for rank in sorted(fewest, key=lambda rank: -fewest[rank])} or None

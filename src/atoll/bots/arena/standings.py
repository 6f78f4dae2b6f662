"""The results of a match: for each bot, for each pair of bots, and as Elo ratings."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

import msgspec

from atoll.bots.arena.match import Match
from atoll.bots.arena.playing import BlockResult, GameResult
from atoll.bots.arena.statistics import Duel, Estimate, Times, deciles, elo, mean, share

MILLISECOND = 1e6
Played = tuple[GameResult, int]  # a game and an entrant's seat in it


class BotFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a bot; a draw counts half, so among k equal bots each has a win rate of 1/k."""

    name: str
    budget: str | None
    games: int
    wins: int
    draws: int
    losses: int
    forfeits: int
    win_rate: float | None  # None in solo play
    low: float | None
    high: float | None
    mean_points: float | None
    points_low: float | None
    points_high: float | None
    mean_margin: float | None  # to the best other bot
    margin_low: float | None
    margin_high: float | None
    decisions: int
    ms_mean: float
    ms_p90: float
    ms_max: float
    deciles: list[float] | None  # of the points in solo play: lowest, nine deciles, highest
    ranks: dict[str, int] | None  # how often each rank was reached in solo play, the highest first


class PairFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The results of two bots against each other: which was placed better, and by how many points."""

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
    """The results so far, independent of the order in which they arrived."""

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
        """The number of games played."""
        return len(self.results) * self.match.seats

    def score(self, block: int, entrant: int) -> float:
        """Return the share of a block's games that an entrant has won."""
        return _wins(_seated(self.results[block], entrant))

    def win_rate(self, entrant: int) -> Estimate | None:
        """Return an entrant's win rate over its deals."""
        scores = [_wins(deal) for deal in self._played(entrant)]
        return share(scores) if scores else None

    def bots(self) -> list[BotFigures]:
        """Return the results of each bot."""
        return [self._bot(entrant) for entrant in range(len(self.match.entrants))]

    def pairs(self) -> list[PairFigures]:
        """Return the results of each two bots that met, or that played the same deals solo."""
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
        """Return the bots' ratings, the best first; a game of more than two counts once for each pair."""
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

    def _deals(self, *entrants: int, complete: bool = False) -> dict[int, list[GameResult]]:
        """Return by deal the games that some entrants played, in all lineups where they met.

        `complete` leaves out blocks with a forfeit: their other games show the better seat, not the better player.
        """
        found: dict[int, list[GameResult]] = defaultdict(list)
        for block, games in sorted(self.results.items()):
            if {*entrants} <= {*games[0].seated} and not (complete and any(game.points is None for game in games)):
                found[self._deal(block)] += games
        return found

    def _played(self, entrant: int, *, complete: bool = False) -> list[list[Played]]:
        """Return an entrant's games by deal, and its seat in each."""
        return [_seated(games, entrant) for games in self._deals(entrant, complete=complete).values()]

    def _bot(self, entrant: int) -> BotFigures:
        alone = self.match.seats == 1
        deals, complete = self._played(entrant), self._played(entrant, complete=True)
        shares = [won(*played) for deal in deals for played in deal]
        rate = Measured(*share([_wins(deal) for deal in deals])) if deals and not alone else NOTHING
        points = [[game.points[seat] for game, seat in deal if game.points] for deal in complete]
        scored = _mean([sum(deal) / len(deal) for deal in points])
        margin = NOTHING if alone else _mean([sum(lead(*played) for played in deal) / len(deal) for deal in complete])
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
            ranks=_ranks([game for deal in complete for game, _ in deal]) if alone else None,
        )

    def _meetings(self, one: int, other: int) -> Iterator[tuple[list[float], list[float]]]:
        """Yield for each deal the scores of the first of two bots, and its margins."""
        if self.match.seats == 1:
            yield from self._same_deals(one, other)
            return
        complete = self._deals(one, other, complete=True)
        for deal, games in self._deals(one, other).items():
            margins = [ahead(game, one, other) for game in complete.get(deal, ())]
            yield [better(game, one, other) for game in games], margins

    def _same_deals(self, one: int, other: int) -> Iterator[tuple[list[float], list[float]]]:
        by_deal = {(self._deal(block), games[0].seated[0]): games[0] for block, games in self.results.items()}
        for deal, entrant in sorted(by_deal):
            if entrant == one and (deal, other) in by_deal:
                first, second = by_deal[deal, one].points, by_deal[deal, other].points
                if first and second:
                    margin = first[0] - second[0]
                    yield [(margin > 0) + (margin == 0) / 2], [margin]
                else:
                    yield [((first is not None) - (second is not None) + 1) / 2], []


class Measured(msgspec.Struct, frozen=True):
    """A mean with its interval, or nothing."""

    value: float | None = None
    low: float | None = None
    high: float | None = None


NOTHING = Measured()


def _mean(numbers: list[float]) -> Measured:
    return Measured(*mean(numbers)) if numbers else NOTHING


def won(game: GameResult, seat: int) -> float:
    """Return a seat's share of the win: 1 divided by the number of seats that share the first place."""
    return 1 / game.places.count(1) if game.places[seat] == 1 else 0


def _seated(games: Iterable[GameResult], entrant: int) -> list[Played]:
    """Return games with the seat that an entrant had in each."""
    return [(game, game.seated.index(entrant)) for game in games]


def _wins(games: list[Played]) -> float:
    """Return the mean share of the win."""
    return sum(won(*played) for played in games) / len(games)


def lead(game: GameResult, seat: int) -> int:
    """Return a seat's margin to the best other seat."""
    assert game.points is not None
    return game.points[seat] - max(points for other, points in enumerate(game.points) if other != seat)


def better(game: GameResult, one: int, other: int) -> float:
    """Return 1 if an entrant is placed better than another, 1/2 if they share a place, else 0."""
    first, second = (game.places[game.seated.index(entrant)] for entrant in (one, other))
    return (first < second) + (first == second) / 2


def ahead(game: GameResult, one: int, other: int) -> float:
    """Return an entrant's margin to another."""
    assert game.points is not None
    return game.points[game.seated.index(one)] - game.points[game.seated.index(other)]


def _ranks(games: list[GameResult]) -> dict[str, int] | None:
    """Return how often each rank was reached, the highest first; None if the game has none."""
    lowest: dict[str, int] = {}
    for game in games:
        if game.rank and game.points:
            lowest[game.rank] = min(lowest.get(game.rank, game.points[0]), game.points[0])
    counts = Counter(game.rank for game in games)
    return {rank: counts[rank] for rank in sorted(lowest, key=lambda rank: -lowest[rank])} or None

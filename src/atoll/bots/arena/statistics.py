"""Statistics of a match: means with confidence intervals, Elo by maximum likelihood, a sequential test.

Games on the same deal are not independent, but deals are, so the deal is the unit of every interval here.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

import msgspec
import numpy as np

Z = 1.959963984540054  # standard deviations that contain 95 % of a normal distribution
ELO = 400 / math.log(10)
PRIOR = 0.5  # games won and lost added to each pair, so that a bot that won all games has a finite rating


class Estimate(NamedTuple):
    """A mean with its 95 % interval, which is None where there is too little data."""

    value: float
    low: float | None
    high: float | None


def share(scores: Sequence[float]) -> Estimate:
    """Return the mean of the deals' scores, each from 0 to 1, with its interval.

    This is Agresti and Coull's interval for any scores between 0 and 1: about two deals won and two lost are added
    before mean and variance are taken, so that the interval of a bot that won everything is not just 100 %.

    >>> [round(number, 3) for number in share([1.0] * 50 + [0.5] * 50)]
    [0.75, 0.689, 0.792]
    >>> [round(number, 3) for number in share([1.0] * 100)]
    [1.0, 0.956, 1.0]
    """
    number, total = len(scores), math.fsum(scores)
    added = Z * Z / 2
    weight = number + 2 * added
    middle = (total + added) / weight
    squares = math.fsum((score - middle) ** 2 for score in scores) + added * (middle**2 + (1 - middle) ** 2)
    reach = Z * math.sqrt(squares) / weight
    return Estimate(total / number, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(numbers: Sequence[float]) -> Estimate:
    """Return a mean with Student's interval.

    >>> [round(number, 2) for number in mean([1, 2, 3, 4, 5])]
    [3.0, 1.04, 4.96]
    """
    number = len(numbers)
    middle = math.fsum(numbers) / number
    if number < 2:
        return Estimate(middle, None, None)
    squares = math.fsum((one - middle) ** 2 for one in numbers)
    reach = student(number - 1) * math.sqrt(squares / (number - 1) / number)
    return Estimate(middle, middle - reach, middle + reach)


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t: Fisher's expansion, exact to 0.3 % from 3 degrees of freedom on.

    >>> [round(student(freedom), 2) for freedom in (1, 2, 4, 10, 100)]
    [12.71, 4.3, 2.78, 2.23, 1.98]
    """
    if freedom < 3:
        return (12.7062, 4.3027)[freedom - 1]
    terms = (
        Z,
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return math.fsum(term / float(freedom) ** power for power, term in enumerate(terms))


def deciles(numbers: Sequence[float]) -> list[float]:
    """Return the lowest number, the nine deciles between, and the highest."""
    return [float(number) for number in np.quantile(np.asarray(numbers, float), np.arange(11) / 10)]


class Duel(NamedTuple):
    """Two entrants on one deal: their number of games and the first one's score."""

    deal: int
    one: int
    other: int
    games: int
    score: float


def elo(entrants: int, duels: Iterable[Duel]) -> list[Estimate]:
    """Return the entrants' ratings, 0 on average, with intervals: maximum likelihood after Bradley and Terry.

    A draw is half a game won. The intervals come from how much the deals disagree (the sandwich estimator), so games
    that share a deal do not count as independent.
    """
    rows = list(duels)
    after = 1 + max((row.deal for row in rows), default=-1)
    added = [(one, other, score) for one, other in combinations(range(entrants), 2) for score in (1.0, 0.0)]
    rows += [Duel(after + number, one, other, 1, score) for number, (one, other, score) in enumerate(added)]
    ones, others = (np.array([row[column] for row in rows], np.int64) for column in (1, 2))
    games, scores = (np.array([row[column] for row in rows], float) for column in (3, 4))
    weights = np.ones(len(rows))
    weights[len(rows) - len(added) :] = PRIOR
    ratings = np.zeros(entrants)
    for _ in range(100):
        expected = 1 / (1 + np.exp(ratings[others] - ratings[ones]))
        pull = weights * (scores - games * expected)
        slope = np.bincount(ones, pull, entrants) - np.bincount(others, pull, entrants)
        curve = _curvature(entrants, ones, others, weights * games * expected * (1 - expected))
        step = np.linalg.solve(curve, slope)
        # A full step of Newton's method may overshoot where nearly all games were won.
        ratings += step * min(1.0, 1.0 / max(1e-12, float(np.abs(step).max())))
        if np.abs(step).max() < 1e-9:
            break
    _, numbers = np.unique([row.deal for row in rows], return_inverse=True)
    slopes = np.zeros((int(numbers.max(initial=-1)) + 1, entrants))
    # An added game has weight PRIOR, so its squared slope must be weighted once: divide by the root before squaring.
    spread = pull / np.sqrt(weights)
    np.add.at(slopes, (numbers, ones), spread)
    np.add.at(slopes, (numbers, others), -spread)
    inverse = np.linalg.inv(curve)
    errors = np.sqrt(np.diag(inverse @ (slopes.T @ slopes) @ inverse))
    return [
        Estimate(ELO * rating, ELO * (rating - Z * error), ELO * (rating + Z * error))
        for rating, error in zip(ratings.tolist(), errors.tolist(), strict=True)
    ]


def _curvature(entrants: int, ones: np.ndarray, others: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the second derivative of the likelihood; adding ones everywhere pins the average rating to 0."""
    curve = np.ones((entrants, entrants))
    for first, second, sign in ((ones, ones, 1), (others, others, 1), (ones, others, -1), (others, ones, -1)):
        np.add.at(curve, (first, second), sign * weights)
    return curve


def expected(rating: float) -> float:
    """Return the expected score of an entrant rated this much above the opponent.

    >>> round(expected(100), 2), expected(0)
    (0.64, 0.5)
    """
    return 1 / (1 + math.exp(-rating / ELO))


Verdict = Literal["accepted", "rejected", "undecided"]


class Sequential:
    """A sequential probability ratio test (SPRT) on pairs of games with swapped seats.

    Is the first bot stronger by `high` Elo (accepted) or only by `low` (rejected)?

    The generalised ratio of likelihoods over the five results of a pair (0, 1/2, 1, 3/2 or 2 games won), as chess
    engines are tested. Either error is made in at most 5 % of tests.
    """

    BOUND = math.log(0.95 / 0.05)

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high
        self.counts = [0] * 5
        self.ratio = 0.0
        """The log-likelihood ratio of the high rating to the low one."""

    def add(self, score: float) -> None:
        """Add a pair; `score` is the share of it that the first bot won."""
        self.counts[round(score * 4)] += 1
        # A result never seen is not impossible: without this, the first pairs would decide everything.
        counts = [max(count, 1e-3) for count in self.counts]
        at_high, at_low = (_likeliest(counts, expected(rating)) for rating in (self.high, self.low))
        self.ratio = math.fsum(
            count * math.log(one / other) for count, one, other in zip(counts, at_high, at_low, strict=True)
        )

    @property
    def verdict(self) -> Verdict:
        """The verdict so far."""
        return "accepted" if self.ratio >= self.BOUND else "rejected" if self.ratio <= -self.BOUND else "undecided"


def _likeliest(counts: Sequence[float], middle: float) -> list[float]:
    """Return the likeliest probabilities of the five results whose mean is `middle`, found by bisection."""
    total = math.fsum(counts)
    shares = [(count / total, number / 4 - middle) for number, count in enumerate(counts)]
    low, high = -1 / shares[-1][1], -1 / shares[0][1]  # between these no probability is negative
    for _ in range(60):
        factor = (low + high) / 2
        if math.fsum(part * off / (1 + factor * off) for part, off in shares) > 0:
            low = factor
        else:
            high = factor
    return [part / (1 + factor * off) for part, off in shares]


class Times(msgspec.Struct):
    """Durations of decisions: number, sum, longest, and a histogram of eight bins per doubling.

    Its size does not grow with the decisions, and two can be added; quantiles are exact to about 5 %.
    """

    number: int = 0
    total: int = 0
    longest: int = 0
    bins: dict[int, int] = {}

    def add(self, nanoseconds: int) -> None:
        """Add a decision."""
        self.number += 1
        self.total += nanoseconds
        self.longest = max(self.longest, nanoseconds)
        place = int(8 * math.log2(max(1, nanoseconds)))
        self.bins[place] = self.bins.get(place, 0) + 1

    def merge(self, other: "Times") -> None:
        """Add the decisions of another one."""
        self.number += other.number
        self.total += other.total
        self.longest = max(self.longest, other.longest)
        for place, count in other.bins.items():
            self.bins[place] = self.bins.get(place, 0) + count

    def quantile(self, part: float) -> float:
        """Return a quantile in nanoseconds."""
        left = part * self.number
        for place in sorted(self.bins):
            if left <= self.bins[place]:
                return min(float(self.longest), 2 ** ((place + left / self.bins[place]) / 8))
            left -= self.bins[place]
        return float(self.longest)

"""Intervals cover the true value as often as promised, ratings are recovered, and tests err as rarely as promised."""

import math

import numpy as np
import pytest

from atoll.bots.arena.statistics import Duel, Sequential, Times, deciles, elo, expected, mean, share, student


@pytest.mark.parametrize("truth", [0.5, 0.8, 0.97])
@pytest.mark.parametrize("alike", [0.0, 0.6])
def test_the_interval_of_a_win_rate_covers_it(truth: float, alike: float) -> None:
    """Also where the two games of a block tend to end alike, as they do when one bot is better at some deals."""
    chance = np.random.default_rng(1)
    covered = 0
    for _ in range(400):
        first = chance.random(150) < truth
        second = np.where(chance.random(150) < alike, first, chance.random(150) < truth)
        found = share(((first.astype(float) + second) / 2).tolist())
        assert found.low is not None
        assert found.high is not None
        assert found.low <= found.value <= found.high
        covered += found.low <= truth <= found.high
    assert covered / 400 >= 0.93


def test_an_interval_over_single_games_would_be_too_narrow() -> None:
    blocks = [1.0, 0.0] * 50
    over_games = share([score for score in blocks for _ in range(2)])
    over_blocks = share(blocks)
    assert over_blocks.low is not None
    assert over_games.low is not None
    assert over_blocks.low < over_games.low


def test_the_interval_of_a_perfect_score_is_below_1() -> None:
    assert list(share([1.0] * 30)) == pytest.approx([1.0, 0.865, 1.0], abs=0.01)
    assert list(share([0.0] * 30)) == pytest.approx([0.0, 0.0, 0.135], abs=0.01)


@pytest.mark.parametrize(("freedom", "value"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (30, 2.042)])
def test_students_distribution(freedom: int, value: float) -> None:
    assert student(freedom) == pytest.approx(value, rel=0.003)


def test_a_mean_of_one_number_has_no_interval() -> None:
    assert mean([3.0]) == (3.0, None, None)
    assert mean([2.0, 2.0]) == (2.0, 2.0, 2.0)


def test_deciles_begin_with_the_lowest_and_end_with_the_highest() -> None:
    assert deciles(list(range(101))) == [float(number) for number in range(0, 101, 10)]


def duels(ratings: list[float], blocks: int, seed: int) -> list[Duel]:
    chance = np.random.default_rng(seed)
    found: list[Duel] = []
    for block in range(blocks):
        for one in range(len(ratings)):
            for other in range(one):
                score = chance.binomial(2, expected(ratings[one] - ratings[other]))
                found.append(Duel(len(found) + block, one, other, 2, float(score)))
    return found


def test_ratings_are_recovered_and_their_intervals_cover_them() -> None:
    ratings = [-150.0, -50.0, 0.0, 200.0]
    covered = 0
    for seed in range(60):
        for truth, found in zip(ratings, elo(4, duels(ratings, 100, seed)), strict=True):
            assert found.value == pytest.approx(truth, abs=100)
            assert found.low is not None
            assert found.high is not None
            covered += found.low <= truth <= found.high
    assert 0.92 <= covered / 240 <= 0.98


def test_games_that_share_a_deal_widen_the_interval() -> None:
    alone = [Duel(block, 0, 1, 1, float(block % 4 < 3)) for block in range(400)]
    alike = [Duel(block // 2 * 2, 0, 1, 1, float(block // 2 % 4 < 3)) for block in range(400)]
    narrow, wide = elo(2, alone)[0], elo(2, alike)[0]
    assert wide.value == pytest.approx(narrow.value, abs=1)
    assert wide.high is not None
    assert narrow.high is not None
    assert wide.high - wide.value == pytest.approx(math.sqrt(2) * (narrow.high - narrow.value), rel=0.03)


def test_a_bot_that_won_everything_has_a_finite_rating() -> None:
    best, worst = elo(2, [Duel(block, 0, 1, 2, 2.0) for block in range(500)])
    assert best.low is not None
    assert 0 < best.low < best.value < 2000
    assert worst.value == pytest.approx(-best.value)


def test_a_bot_that_never_played_has_an_average_rating() -> None:
    assert [round(rating.value) for rating in elo(3, [])] == [0, 0, 0]


@pytest.mark.parametrize(("truth", "verdict"), [(0.0, "rejected"), (120.0, "accepted")])
def test_the_sequential_test_is_rarely_wrong(truth: float, verdict: str) -> None:
    chance = np.random.default_rng(2)
    right, pairs = 0, 0
    for _ in range(60):
        test = Sequential(0, 120)
        while test.verdict == "undecided":
            test.add(chance.binomial(2, expected(truth)) / 2)
        right += test.verdict == verdict
        pairs += sum(test.counts)
    assert right >= 54
    assert pairs / 60 < 100


def test_the_sequential_test_is_symmetric() -> None:
    one, other = Sequential(-30, 30), Sequential(-30, 30)
    for score in (1.0, 0.5, 0.75, 1.0, 0.0):
        one.add(score)
        other.add(1 - score)
    assert one.ratio == pytest.approx(-other.ratio)
    assert one.counts == other.counts[::-1] == [1, 0, 1, 1, 2]


def test_times_add_up_and_their_quantiles_are_accurate() -> None:
    chance = np.random.default_rng(3)
    numbers = chance.lognormal(12, 2, 20_000).astype(int).tolist()
    one, other = Times(), Times()
    for number in numbers[::2]:
        one.add(number)
    for number in numbers[1::2]:
        other.add(number)
    one.merge(other)
    assert (one.number, one.total, one.longest) == (20_000, sum(numbers), max(numbers))
    for part in (0.1, 0.5, 0.9, 0.99):
        assert one.quantile(part) == pytest.approx(float(np.quantile(numbers, part)), rel=0.05)
    assert one.quantile(1.0) <= one.longest
    assert Times().quantile(0.9) == 0

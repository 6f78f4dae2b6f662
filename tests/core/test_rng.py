"""Random numbers are a pure function of seed and index, and follow a published algorithm."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from atoll.kit.rng import GOLDEN, WORD, below, draw, mix, pick

# The first numbers of SplitMix64 from seed 1234567, as published with the algorithm.
SPLITMIX64 = (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821)


def mix_in_plain_python(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return word ^ (word >> 31)


def test_mix_is_the_one_of_splitmix64() -> None:
    for index, number in enumerate(SPLITMIX64, 1):
        assert mix(np.uint64((1234567 + index * GOLDEN) & WORD)) == number  # type: ignore[arg-type]


@given(st.integers(0, WORD), st.integers(0, 1 << 40))
def test_compiled_draws_equal_plain_python(seed: int, index: int) -> None:
    place = (mix_in_plain_python(seed) + (index + 1) * GOLDEN) & WORD
    assert draw(np.uint64(seed), index) == mix_in_plain_python(place) >> 32  # type: ignore[arg-type]


def test_numbers_below_a_bound_are_uniform() -> None:
    counts = Counter(below(3, index, 6) for index in range(60_000))
    assert set(counts) == set(range(6))
    assert all(abs(count - 10_000) < 400 for count in counts.values())


def test_picking_reaches_the_ends_and_nothing_beyond() -> None:
    assert [pick(bits, 7) for bits in (0, (1 << 32) - 1)] == [0, 6]

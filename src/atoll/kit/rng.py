"""Random numbers as a pure function: the same seed and index give the same number, compiled or not, on any platform.

This is SplitMix64 with random access: number `index` of the stream that starts at `mix(seed)`.
"""

from typing import Any

import numpy as np

from atoll.kit.compiled import compiled, interpreted

WORD = 0xFFFF_FFFF_FFFF_FFFF
GOLDEN = 0x9E37_79B9_7F4A_7C15


def _as_int(number: Any) -> int:
    return int(number) & WORD


@compiled
def _as_word(number: Any) -> Any:
    return np.uint64(number)


@compiled
def signed(word: int) -> int:
    """Convert a word of at most 63 bits to a signed integer."""
    return np.int64(word)  # type: ignore[return-value]  # compiled code has only int64


# Interpreted, a NumPy word would warn on overflow; a Python int is masked instead.
unsigned = _as_int if interpreted() else _as_word


@compiled
def mix(word: int) -> int:
    """Mix a 64-bit word: every bit of the result depends on every bit of the argument."""
    word = ((word ^ (word >> 30)) * 0xBF58_476D_1CE4_E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D0_49BB_1331_11EB) & WORD
    return word ^ (word >> 31)


@compiled
def draw(seed: int, index: int) -> int:
    """Return 32 random bits: number `index` of the stream of `seed`."""
    place = (unsigned(index) + unsigned(1)) * GOLDEN
    return signed(mix((mix(unsigned(seed)) + place) & WORD) >> 32)


@compiled
def pick(bits: int, bound: int) -> int:
    """Turn 32 random bits into a number from 0 to bound - 1; the bias is below bound / 2**32."""
    return (bits * bound) >> 32


@compiled
def below(seed: int, index: int, bound: int) -> int:
    """Return number `index` of the stream of `seed`, from 0 to bound - 1."""
    return pick(draw(seed, index), bound)


@compiled
def shuffle(order: np.ndarray, size: int, seed: int) -> None:
    """Write the numbers from 0 to size - 1 in random order; number i of the stream places number i."""
    for i in range(size):
        other = below(seed, i, i + 1)
        order[i] = order[other]
        order[other] = i

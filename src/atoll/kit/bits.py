"""Sets of up to 63 elements as the bits of one integer."""

import numpy as np

from atoll.kit.compiled import compiled

_BYTES = (np.arange(256)[:, None] >> np.arange(8) & 1).astype(np.int8)  # the bits of each byte, lowest first


@compiled
def bit_count(bits: int) -> int:
    """Return the number of bits in a set."""
    bits = bits - (bits >> 1 & 0x5555_5555_5555_5555)
    bits = (bits & 0x3333_3333_3333_3333) + (bits >> 2 & 0x3333_3333_3333_3333)
    bits = bits + (bits >> 4) & 0x0F0F_0F0F_0F0F_0F0F
    return bits * 0x0101_0101_0101_0101 >> 56 & 0x7F


@compiled
def lowest(bits: int) -> int:
    """Return the index of the lowest bit of a set."""
    return bit_count((bits & -bits) - 1)


@compiled
def nth(bits: int, n: int) -> int:
    """Return the index of the n-th bit of a set, counted from 0 at the lowest."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)


@compiled
def write_bits(bits: int, width: int, start: int, out: np.ndarray) -> None:
    """Write the lowest bits as numbers 0 and 1, the lowest first, eight at a time."""
    for at in range(0, width - 7, 8):
        for i in range(8):
            out[start + at + i] = _BYTES[bits >> at & 255, i]
    for at in range(width & ~7, width):
        out[start + at] = bits >> at & 1

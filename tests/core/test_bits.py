"""Sets as bits."""

from hypothesis import given
from hypothesis import strategies as st

from atoll.kit.bits import bit_count, lowest, nth

SETS = st.integers(0, (1 << 63) - 1)


@given(SETS)
def test_counting(bits: int) -> None:
    assert bit_count(bits) == bits.bit_count()


@given(SETS.filter(bool))
def test_finding(bits: int) -> None:
    places = [place for place in range(63) if bits >> place & 1]
    assert lowest(bits) == places[0]
    assert [nth(bits, n) for n in range(len(places))] == places

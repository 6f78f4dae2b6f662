"""Chain Reaction's own `best_turn` agrees with trying every order of claims and payments."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from atoll.kit.rng import below
from chain_reaction.build_positions import BOX, CHAIN, oracle_position, position, to_kernel
from oracles import chain_reaction as oracle


def check_previews(twin: oracle.State) -> None:
    state = to_kernel(twin)
    seat = state.actor
    assert seat is not None
    before = oracle.points(twin, seat, twin.secrets[seat])
    for choice in state.view(seat).legal:
        text = CHAIN.format(state, choice.decision)
        after = oracle.play(twin, text)
        expected = {
            "points": oracle.points(after, seat, after.secrets[seat]) - before,
            "best": oracle.most_points(after, twin.turn) - before,
            "ends": after.turn != twin.turn,
        }
        assert msgspec.to_builtins(choice.preview) == expected, (text, oracle.position(twin))


def with_tokens(twin: oracle.State, free: set[int]) -> oracle.State:
    """Leave only a few tokens to claim, because the oracle tries all orders and payments."""
    twin.tokens = {token: 1 for token in BOX.tokens if token not in free}
    return twin


HELD = st.lists(st.sampled_from(oracle.KINDS), min_size=1, max_size=9)
FREE = st.sets(st.integers(1, 20), min_size=1, max_size=4)


@given(held=HELD, free=FREE, secret=st.sampled_from("rygb"))
def test_the_best_points_after_a_claim_are_exact(held: list[str], free: set[int], secret: str) -> None:
    twin = with_tokens(oracle_position(hands="- 2", tiles=("", ""), placed=True), free)
    twin.tiles[0] = Counter(held)
    twin.secrets[0] = secret
    twin.secrets[1] = "y" if secret == "r" else "r"
    if oracle.affordable(twin):
        check_previews(twin)
        for text in oracle.legal(twin)[1:]:
            after = oracle.play(twin, text)
            if after.claim:
                check_previews(after)


@pytest.mark.parametrize("seed", range(6))
def test_the_best_points_after_a_placement_are_exact(seed: int) -> None:
    for turn in range(6):
        dealt = oracle.parse(CHAIN.deal(2 + seed % 3, 10 * seed + turn).position, BOX)
        seat = oracle.actor(dealt)
        dealt.tiles[seat] = Counter(oracle.KINDS[below(seed, 10 * turn + i, 16)] for i in range(5))
        free = {1 + below(~seed, 4 * turn + i, 20) for i in range(3)}
        check_previews(with_tokens(dealt, free))


def test_tiles_worth_more_than_a_token_are_kept() -> None:
    # Token 4 costs three twos and brings 10 points; in the secret colour they are worth 12 (C14).
    rest = dict.fromkeys({*range(1, 21)} - {4}, 1)
    state = position(hands="- 2", tiles=("r2 r2 r2", ""), tokens=rest, placed=True)
    previews = {choice.decision: choice.preview for choice in state.view(0).legal}
    assert msgspec.to_builtins(previews) == {
        20: {"points": 0, "best": 0, "ends": True},
        24: {"points": -2, "best": -2, "ends": True},
    }
    state = position(tiles=("r2 r2 r2", ""), tokens=rest)
    calm = state.view(0).legal[0]
    assert (calm.takes, msgspec.to_builtins(calm.preview)) == ([], {"points": 0, "best": 0, "ends": False})


def test_the_secret_colour_is_paid_last() -> None:
    state = position(
        hands="- 2", tiles=("r4 r4 y4 g4", ""), tokens=dict.fromkeys({*range(1, 21)} - {10}, 1), placed=True
    )
    claim = state.view(0).legal[1]
    assert msgspec.to_builtins(claim.preview) == {"points": 0, "best": 3, "ends": False}

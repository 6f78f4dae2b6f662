"""The cost that a claim shows: the least points that the player loses with the tiles (C11, C14)."""

import pytest

import atoll
from atoll.games.chain_reaction.view.choices import Claim
from chain_reaction.build_positions import CHAIN, position


def cheapest(state: atoll.State, seat: int) -> int:
    """Return the least points that the rest of a payment costs, by trying every way to pay."""
    if state.view(seat).phase != "pay":
        return 0
    ways = [state.play(decision) for decision in state.legal()]
    return min(points(state, seat) - points(after, seat) + cheapest(after, seat) for after in ways)


def points(state: atoll.State, seat: int) -> int:
    player = state.view(seat).players[seat]
    return int(player.tile_points)


@pytest.mark.parametrize(
    "tiles", ["r1 y1 g1 b1 r2 b4 r4 y3", "r1 r1 r1 r2 r3 r4", "r1 r1 y1 g2 r2 b3 b3 r4 r4", "y1 y1 y1 y2 y3 y4"]
)
def test_C11_a_claim_shows_the_least_that_it_costs(tiles: str) -> None:
    state = position(hands="- 2", secrets="r y", tiles=(tiles, ""), placed=True)
    claims = [choice for choice in state.view(0).legal if isinstance(choice, Claim)]
    assert claims
    for claim in claims:
        after = state.play(claim.decision)
        paid = points(state, 0) - points(after, 0)
        assert claim.cost == paid + cheapest(after, 0), claim.text


def test_C14_the_cost_spares_the_secret_colour() -> None:
    state = position(hands="- 2", secrets="r y", tiles=("r1 r1 r1 y1 g1", ""), placed=True)
    claim = next(
        choice for choice in CHAIN.view(state, 0).legal if isinstance(choice, Claim) and choice.needs == [1, 1, 1]
    )
    assert claim.cost == 1 + 1 + 2

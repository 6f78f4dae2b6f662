"""What a claim tells a player: the least that the tiles it costs are worth to that player (C11, C14)."""

import pytest

import atoll
from chain_reaction.positions import CHAIN, position


def cheapest(state: atoll.State, seat: int) -> int:
    """Return the least points that can be lost until everything owed is paid, by trying every payment."""
    if state.view(seat)["phase"] != "pay":
        return 0
    ways = [state.play(decision) for decision in state.legal()]
    return min(points(state, seat) - points(after, seat) + cheapest(after, seat) for after in ways)


def points(state: atoll.State, seat: int) -> int:
    player = state.view(seat)["players"][seat]
    return int(player["tile_points"])


@pytest.mark.parametrize(
    "tiles", ["r1 y1 g1 b1 r2 b4 r4 y3", "r1 r1 r1 r2 r3 r4", "r1 r1 y1 g2 r2 b3 b3 r4 r4", "y1 y1 y1 y2 y3 y4"]
)
def test_C11_a_claim_tells_the_least_that_it_costs(tiles: str) -> None:
    state = position(hands="- 2", secrets="r y", tiles=(tiles, ""), placed=True)
    claims = [choice for choice in state.view(0)["legal"] if choice["kind"] == "claim"]
    assert claims
    for claim in claims:
        after = state.play(claim["decision"])
        paid = points(state, 0) - points(after, 0)
        assert claim["cost"] == paid + cheapest(after, 0), claim["text"]


def test_C14_the_secret_colour_is_spared() -> None:
    state = position(hands="- 2", secrets="r y", tiles=("r1 r1 r1 y1 g1", ""), placed=True)
    claim = next(choice for choice in CHAIN.view(state, 0)["legal"] if choice.get("needs") == [1, 1, 1])
    assert claim["cost"] == 1 + 1 + 2

"""What a player who points at a bonus token is told."""

import pytest

import atoll
from chain_reaction.positions import BOX, CHAIN, position


def test_a_token_tells_how_far_a_player_is_from_it() -> None:
    state = position(tiles=("r1 y1 g1 b1 r2 b4", "r3"))
    told = CHAIN.explain(state, 0, "15")
    assert (told["points"], told["needs"], told["met"]) == (17, [1, 2, 3, 4], 3)
    assert CHAIN.explain(state, 1, "15")["met"] == 1
    assert CHAIN.explain(state, 0, "1")["met"] == 3


def test_what_is_met_is_the_whole_cost_for_what_can_be_paid() -> None:
    state = position(hands="- 2", tiles=("r1 y1 g1 b1 r2 b4 r4 y3", ""), placed=True)
    affordable = {decision - 20 for decision in state.legal() if decision > 20}
    assert affordable == {
        number for number, token in BOX.tokens.items() if CHAIN.explain(state, 0, str(number))["met"] == len(token.cost)
    }


def test_a_topic_is_a_token_and_a_seat_one_of_the_table() -> None:
    state = position()
    for about in ("coral", "0", "21", "07", "-1", "1.5", "1" * 5000):
        with pytest.raises(atoll.InvalidNotation):
            CHAIN.explain(state, 0, about)
    with pytest.raises(atoll.InvalidOption, match="seat must be"):
        CHAIN.explain(state, 2, "1")

"""The explanation of a bonus token."""

import pytest

import atoll
from chain_reaction.build_positions import BOX, CHAIN, position


def test_the_explanation_of_a_token_counts_the_tiles_that_a_player_has() -> None:
    state = position(tiles=("r1 y1 g1 b1 r2 b4", "r3"))
    explanation = CHAIN.explain(state, 0, "15")
    assert (explanation.points, explanation.needs, explanation.met) == (17, [1, 2, 3, 4], 3)
    assert CHAIN.explain(state, 1, "15").met == 1
    assert CHAIN.explain(state, 0, "1").met == 3


def test_the_cost_of_an_affordable_token_is_fully_met() -> None:
    state = position(hands="- 2", tiles=("r1 y1 g1 b1 r2 b4 r4 y3", ""), placed=True)
    affordable = {decision - 20 for decision in state.legal() if decision > 20}
    assert affordable == {
        number for number, token in BOX.tokens.items() if CHAIN.explain(state, 0, str(number)).met == len(token.cost)
    }


def test_an_unknown_topic_or_seat_is_refused() -> None:
    state = position()
    for about in ("coral", "0", "21", "07", "-1", "1.5", "1" * 5000):
        with pytest.raises(atoll.InvalidNotation):
            CHAIN.explain(state, 0, about)
    with pytest.raises(atoll.InvalidOption, match="seat must be"):
        CHAIN.explain(state, 2, "1")

"""Numbers that come out of arrays are as good as Python's own, wherever the API takes a whole number."""

import json
from typing import Any

import numpy as np
import pytest

from atoll import Game, IllegalDecision, InvalidOption, envs
from atoll.core.whole import whole

INT64: Any = np.int64
KINDS = (INT64, np.int32, np.uint8)
NO_NUMBERS = (1.0, np.float32(1), True, np.True_, "1", None, np.array([1, 1]), np.array([1]))


def test_what_is_no_whole_number() -> None:
    assert [whole(one) for one in NO_NUMBERS] == [None] * len(NO_NUMBERS)


@pytest.mark.parametrize("kind", KINDS)
def test_seats_seeds_and_decisions_may_come_out_of_arrays(game: Game, kind: Any) -> None:
    state = game.deal(kind(2), kind(3))
    assert state == game.deal(2, 3)
    seat = state.actor
    assert seat is not None
    assert state.hide(kind(seat)) == state.hide(seat)
    assert state.observe(kind(seat)).tolist() == state.observe(seat).tolist()
    assert json.dumps(state.view(kind(seat))) == json.dumps(state.view(seat))
    decision = state.legal()[-1]
    after = state.play(decision)
    assert state.play(kind(decision)) == after
    assert state.reveals(kind(decision)) == state.reveals(decision)
    assert game.format(state, kind(decision)) == game.format(state, decision)
    told = json.dumps(game.events(state, decision, after, seat))
    assert json.dumps(game.events(state, kind(decision), after, seat)) == told
    assert game.advise({}, kind(2)) == game.advise({}, 2)


def test_an_illegal_decision_out_of_an_array_is_refused_for_its_own_reason(game: Game) -> None:
    state = game.deal(2, 1)
    illegal = next(number for number in range(game.kernel.decisions) if number not in state.legal())
    reason = game.refusal(state, illegal)
    assert game.refusal(state, INT64(illegal)) == reason
    for refused in (lambda: state.play(INT64(illegal)), lambda: game.format(state, INT64(illegal))):
        with pytest.raises(IllegalDecision) as refusal:
            refused()
        assert str(refusal.value) == reason


@pytest.mark.parametrize("wrong", NO_NUMBERS, ids=repr)
def test_what_only_looks_like_a_whole_number_is_refused(game: Game, wrong: Any) -> None:
    state = game.deal(2, 1)
    with pytest.raises(InvalidOption, match="players"):
        game.deal(wrong, 1)
    with pytest.raises(InvalidOption, match="seed"):
        game.deal(2, wrong)
    with pytest.raises(InvalidOption, match="seat"):
        state.observe(wrong)
    with pytest.raises(IllegalDecision):
        state.play(wrong)
    with pytest.raises(IllegalDecision):
        game.format(state, wrong)


def test_a_batch_speaks_with_the_values_it_gives() -> None:
    batch = envs.vector("reef", INT64(2), lanes=2)
    batch.reset(INT64(1))
    state = batch.state(0)
    seen = state.observe(batch.actors[0])
    assert seen.tolist() == batch.observations[0].tolist()
    assert state.play(batch.sample(np.zeros(2, np.int64))[0]) != state

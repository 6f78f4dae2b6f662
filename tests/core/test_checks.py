"""NumPy integers are accepted wherever the API takes an integer."""

from typing import Any

import numpy as np
import pytest
from msgspec.json import encode

from atoll import Game, IllegalDecision, InvalidOption, envs
from atoll.core.checks import as_int

INT64: Any = np.int64
INTEGER_TYPES = (INT64, np.int32, np.uint8)
NOT_INTEGERS = (1.0, np.float32(1), True, np.True_, "1", None, np.array([1, 1]), np.array([1]))


def test_other_values_are_not_integers() -> None:
    assert [as_int(number) for number in NOT_INTEGERS] == [None] * len(NOT_INTEGERS)


@pytest.mark.parametrize("integer", INTEGER_TYPES)
def test_seats_seeds_and_decisions_may_be_numpy_integers(game: Game, integer: Any) -> None:
    state = game.deal(integer(2), integer(3))
    assert state == game.deal(2, 3)
    seat = state.actor
    assert seat is not None
    assert state.hide(integer(seat)) == state.hide(seat)
    assert state.observe(integer(seat)).tolist() == state.observe(seat).tolist()
    assert encode(state.view(integer(seat))) == encode(state.view(seat))
    decision = state.legal()[-1]
    after = state.play(decision)
    assert state.play(integer(decision)) == after
    assert state.reveals(integer(decision)) == state.reveals(decision)
    assert game.format(state, integer(decision)) == game.format(state, decision)
    events = encode(game.events(state, decision, after, seat))
    assert encode(game.events(state, integer(decision), after, seat)) == events
    assert game.advise({}, integer(2)) == game.advise({}, 2)


def test_an_illegal_numpy_decision_is_refused_with_the_same_reason(game: Game) -> None:
    state = game.deal(2, 1)
    illegal = next(number for number in range(game.kernel.decisions) if number not in state.legal())
    assert game.refusal(state, INT64(illegal)) == game.refusal(state, illegal)
    reason = str(game.illegal(state, illegal))
    for refused in (lambda: state.play(INT64(illegal)), lambda: game.format(state, INT64(illegal))):
        with pytest.raises(IllegalDecision) as refusal:
            refused()
        assert str(refusal.value) == reason


@pytest.mark.parametrize("wrong", NOT_INTEGERS, ids=repr)
def test_values_that_are_not_integers_are_refused(game: Game, wrong: Any) -> None:
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


def test_the_arrays_of_a_vector_environment_are_valid_arguments() -> None:
    env = envs.vector("reef", INT64(2), lanes=2)
    env.reset(INT64(1))
    state = env.state(0)
    seen = state.observe(env.actors[0])
    assert seen.tolist() == env.observations[0].tolist()
    assert state.play(env.sample(np.zeros(2, np.int64))[0]) != state

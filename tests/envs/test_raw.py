"""One game without a library: the same as the immutable one, step by step."""

import numpy as np
import pytest

from atoll import Game, IllegalDecision, InvalidOption, envs
from atoll import game as game_of
from atoll.core.rng import draw
from conformance.playing import random_game, sampled


def mask_of(game: Game, legal: list[int]) -> list[int]:
    """Return legal decisions as a mask."""
    return [int(decision in legal) for decision in range(game.kernel.decisions)]


def test_a_game_is_the_same_as_that_of_states(game: Game, seats: int) -> None:
    one = envs.raw(game, seats)
    state = game.deal(seats, 5)
    assert one.reset(5) == state.actor
    index = 0
    while not state.over:
        actor = state.actor
        assert actor is not None
        assert one.state == state
        assert one.actor == actor
        assert one.mask.tolist() == mask_of(game, state.legal())
        assert one.observation.tobytes() == state.observe(actor).tobytes()
        assert not one.rewards.any()
        decision = one.sample(draw(3, index))
        assert game.format(state, decision) == one.text(decision)
        state, index = state.play(decision), index + 1
        assert one.step(decision) == (-1 if state.over else state.actor)
    assert not one.mask.any()
    points = [points or 0 for points in state.scores()]
    best = [max([*points[:seat], *points[seat + 1 :]], default=0) for seat in range(seats)]
    assert one.rewards.tolist() == [own - other for own, other in zip(points, best, strict=True)]


def test_the_rewards_of_points_add_up_to_what_was_scored(game: Game, seats: int) -> None:
    one = envs.raw(game, seats, reward="points")
    one.reset(8)
    before = np.array(one.state.scores())
    total = np.zeros(seats)
    index = 0
    while one.actor != -1:
        one.step(one.sample(draw(8, index)))
        total += one.rewards
        index += 1
    assert (before + total).tolist() == one.state.scores()


def test_a_victory_is_1_a_shared_one_0_a_defeat_minus_1(game: Game, seats: int) -> None:
    if seats == 1:
        with pytest.raises(InvalidOption, match="no winner"):
            envs.raw(game, seats, reward="win")
        return
    one = envs.raw(game, seats, reward="win")
    for seed in range(20):
        one.reset(seed)
        index = 0
        while one.actor != -1:
            assert not one.rewards.any()
            one.step(one.sample(draw(seed, index)))
            index += 1
        places = one.state.ranking()
        alone = places.count(1) == 1
        assert one.rewards.tolist() == [(1 if alone else 0) if place == 1 else -1 for place in places]


def test_what_is_hidden_is_in_no_observation_and_no_mask(game: Game) -> None:
    tables: dict[tuple[int, str], envs.One] = {}
    for state, _, _ in sampled(game, step=11):
        at = state.seats, str(state.options)
        one = tables.get(at)
        if one is None:
            one = tables[at] = envs.raw(game, state.seats, options=state.options)
        for seat in range(state.seats):
            seen = set()
            for moment in (state, *(state.hide(seat).fill(seed) for seed in range(3))):
                one.state = moment
                observation, mask = np.empty_like(one.observation), np.empty_like(one.mask)
                one.observe(seat, observation, mask)
                seen.add((observation.tobytes(), mask.tobytes()))
                if seat == moment.actor:
                    assert (one.observation.tobytes(), one.mask.tobytes()) in seen
            assert len(seen) == 1


def test_an_illegal_decision_is_refused_and_nothing_happens(game: Game) -> None:
    one = envs.raw(game)
    one.reset(1)
    state, mask = one.state, one.mask.copy()
    one.mask[:] = 1  # what a caller writes to a mask makes nothing legal
    for decision in (int(np.flatnonzero(mask == 0)[0]), -1, game.kernel.decisions, 1 << 40):
        with pytest.raises(IllegalDecision):
            one.step(decision)
        assert one.state == state
    one.step(np.int32(np.flatnonzero(mask)[0]))  # type: ignore[arg-type]  # NumPy's numbers will do
    assert one.state != state


def test_nothing_can_be_played_when_the_game_is_over(game: Game) -> None:
    *_, (_, decision, last) = random_game(game, game.most, {}, 1)
    one = envs.raw(game, game.most)
    one.state = last
    assert one.actor == -1
    with pytest.raises(IllegalDecision, match="over"):
        one.step(decision)


def test_a_position_of_another_table_is_refused() -> None:
    reef = game_of("reef")
    text = reef.standard.text.replace('"standard"', '"mine"', 1)
    one = envs.raw(reef, 2)
    one.reset(1)
    before = one.state
    for wrong in (
        reef.deal(4, 1),
        game_of("chain_reaction").deal(2, 1),
        reef.deal(2, 1, edition=reef.edition_of(text, "mine")),
    ):
        with pytest.raises(InvalidOption, match="is for 2 seats of reef"):
            one.state = wrong
    assert one.state == before


def test_what_has_no_room_for_an_observation_is_not_written_to(game: Game) -> None:
    one = envs.raw(game)
    one.reset(1)
    for observation, mask in (
        (one.observation[1:].copy(), one.mask.copy()),
        (one.observation.astype(np.float64), one.mask.copy()),
        (one.observation.copy(), one.mask[1:].copy()),
        (one.observation.copy(), one.mask.astype(np.bool_)),
    ):
        with pytest.raises(InvalidOption, match="must be a writeable"):
            one.observe(0, observation, mask)
    for seat in (-1, game.fewest):
        with pytest.raises(InvalidOption, match="seat must be"):
            one.observe(seat, one.observation.copy(), one.mask.copy())


def test_what_makes_no_environment_is_refused(game: Game) -> None:
    for wrong in ({"seats": 9}, {"reward": "love"}, {"options": {"colour": "red"}}):
        with pytest.raises(InvalidOption):
            envs.raw(game, **wrong)
    with pytest.raises(InvalidOption, match="seed"):
        envs.raw(game).reset(-1)

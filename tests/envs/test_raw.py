"""The raw environment plays the same game as immutable states, step by step."""

import numpy as np
import pytest

from atoll import Game, IllegalDecision, InvalidOption, envs, find_game
from atoll.kit.rng import draw
from atoll.testing.sample_games import random_game, sampled


def mask_of(game: Game, legal: list[int]) -> list[int]:
    """Return legal decisions as a mask."""
    return [int(decision in legal) for decision in range(game.kernel.decisions)]


def test_the_environment_plays_the_same_game_as_states(game: Game, seats: int) -> None:
    env = envs.raw(game, seats)
    state = game.deal(seats, 5)
    assert env.reset(5) == state.actor
    index = 0
    while not state.over:
        actor = state.actor
        assert actor is not None
        assert env.state == state
        assert env.actor == actor
        assert env.mask.tolist() == mask_of(game, state.legal())
        assert env.observation.tobytes() == state.observe(actor).tobytes()
        assert not env.rewards.any()
        decision = env.sample(draw(3, index))
        assert game.format(state, decision) == env.text(decision)
        state, index = state.play(decision), index + 1
        assert env.step(decision) == (-1 if state.over else state.actor)
    assert not env.mask.any()
    points = [points or 0 for points in state.scores()]
    best = [max([*points[:seat], *points[seat + 1 :]], default=0) for seat in range(seats)]
    assert env.rewards.tolist() == [own - other for own, other in zip(points, best, strict=True)]


def test_the_rewards_of_points_add_up_to_what_was_scored(game: Game, seats: int) -> None:
    env = envs.raw(game, seats, reward="points")
    env.reset(8)
    before = np.array(env.state.scores())
    total = np.zeros(seats)
    index = 0
    while env.actor != -1:
        env.step(env.sample(draw(8, index)))
        total += env.rewards
        index += 1
    assert (before + total).tolist() == env.state.scores()


def test_the_reward_of_a_win_is_1_of_a_shared_win_0_of_a_loss_minus_1(game: Game, seats: int) -> None:
    if seats == 1:
        with pytest.raises(InvalidOption, match="no winner"):
            envs.raw(game, seats, reward="win")
        return
    env = envs.raw(game, seats, reward="win")
    for seed in range(20):
        env.reset(seed)
        index = 0
        while env.actor != -1:
            assert not env.rewards.any()
            env.step(env.sample(draw(seed, index)))
            index += 1
        places = env.state.ranking()
        alone = places.count(1) == 1
        assert env.rewards.tolist() == [(1 if alone else 0) if place == 1 else -1 for place in places]


def test_no_observation_or_mask_shows_hidden_information(game: Game) -> None:
    tables: dict[tuple[int, str], envs.RawEnv] = {}
    for state, _, _ in sampled(game, step=11):
        at = state.seats, str(state.options)
        env = tables.get(at)
        if env is None:
            env = tables[at] = envs.raw(game, state.seats, options=state.options)
        for seat in range(state.seats):
            seen = set()
            for moment in (state, *(state.hide(seat).fill(seed) for seed in range(3))):
                env.state = moment
                observation, mask = np.empty_like(env.observation), np.empty_like(env.mask)
                env.observe(seat, observation, mask)
                seen.add((observation.tobytes(), mask.tobytes()))
                if seat == moment.actor:
                    assert (env.observation.tobytes(), env.mask.tobytes()) in seen
            assert len(seen) == 1


def test_an_illegal_decision_is_refused_and_nothing_happens(game: Game) -> None:
    env = envs.raw(game)
    env.reset(1)
    state, mask = env.state, env.mask.copy()
    env.mask[:] = 1  # writing to the mask does not make decisions legal
    for decision in (int(np.flatnonzero(mask == 0)[0]), -1, game.kernel.decisions, 1 << 40):
        with pytest.raises(IllegalDecision):
            env.step(decision)
        assert env.state == state
    env.step(np.int32(np.flatnonzero(mask)[0]))  # type: ignore[arg-type]  # NumPy integers are accepted
    assert env.state != state


def test_nothing_can_be_played_when_the_game_is_over(game: Game) -> None:
    *_, (_, decision, last) = random_game(game, game.max_players, {}, 1)
    env = envs.raw(game, game.max_players)
    env.state = last
    assert env.actor == -1
    with pytest.raises(IllegalDecision, match="over"):
        env.step(decision)


def test_a_position_of_another_table_is_refused() -> None:
    reef = find_game("reef")
    text = reef.standard.text.replace('"standard"', '"mine"', 1)
    env = envs.raw(reef, 2)
    env.reset(1)
    before = env.state
    for wrong in (
        reef.deal(4, 1),
        find_game("chain_reaction").deal(2, 1),
        reef.deal(2, 1, edition=reef.edition_of(text, "mine")),
    ):
        with pytest.raises(InvalidOption, match="is for 2 seats of reef"):
            env.state = wrong
    assert env.state == before


def test_unsuitable_arrays_are_refused(game: Game) -> None:
    env = envs.raw(game)
    env.reset(1)
    for observation, mask in (
        (env.observation[1:].copy(), env.mask.copy()),
        (env.observation.astype(np.float64), env.mask.copy()),
        (env.observation.copy(), env.mask[1:].copy()),
        (env.observation.copy(), env.mask.astype(np.bool_)),
    ):
        with pytest.raises(InvalidOption, match="must be a writeable"):
            env.observe(0, observation, mask)
    for seat in (-1, game.min_players):
        with pytest.raises(InvalidOption, match="seat must be"):
            env.observe(seat, env.observation.copy(), env.mask.copy())


def test_invalid_arguments_are_refused(game: Game) -> None:
    for wrong in ({"seats": 9}, {"reward": "love"}, {"options": {"colour": "red"}}):
        with pytest.raises(InvalidOption):
            envs.raw(game, **wrong)
    with pytest.raises(InvalidOption, match="seed"):
        envs.raw(game).reset(-1)

"""Gymnasium's checks, and ours for what they do not cover."""

import re
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from atoll import Game, IllegalDecision, InvalidOption, envs, find_game
from atoll.bots import bot


def play(env: gymnasium.Env[np.ndarray, int], seed: int) -> tuple[float, list[bytes]]:
    """Play a game at random; return the rewards' sum and all observations."""
    observation, info = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    total, over, seen = 0.0, False, [observation.tobytes()]
    while not over:
        assert info["action_mask"].any()
        observation, reward, over, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        total += float(reward)
        seen.append(observation.tobytes())
    assert not info["action_mask"].any()
    return total, seen


def test_gymnasiums_check(game: Game, seats: int) -> None:
    # One of its checks draws a decision before a reset and plays it after, when it may be illegal.
    check_env(envs.single(game, seats, illegal="random"), skip_render_check=True)


def test_whole_games_are_the_same_for_the_same_seed(game: Game, seats: int) -> None:
    env = envs.single(game, seats, opponents="greedy" if game.id == "reef" else "random")
    first = play(env, 3)
    assert play(env, 3) == first
    assert play(envs.single(game, seats, opponents="greedy" if game.id == "reef" else "random"), 3) == first
    assert play(env, 4) != first


def test_rewards_are_those_of_the_learners_seat(game: Game, seats: int) -> None:
    last = seats - 1
    env = envs.single(game, seats, seat=last)
    total, _ = play(env, 2)
    points = [points or 0 for points in env.raw.state.scores()]
    assert total == points[last] - max(points[:last], default=0)
    env = envs.single(game, seats, seat=last, reward="points")
    env.reset(seed=2)
    before = env.setting.game.deal(seats, env.raw.seed).scores()[last] or 0
    assert play(env, 2)[0] == points[last] - before


def test_observations_of_editions_with_high_points_are_in_the_space() -> None:
    reef = find_game("reef")
    text = re.sub("points = [0-9]+", "points = 99", reef.standard.text).replace('"standard"', '"rich"', 1)
    env = envs.single(reef, opponents="greedy", edition=reef.edition_of(text, "rich"))
    most = 0.0
    for seed in range(3):
        env.reset(seed=seed)
        over = False
        while not over:
            observation, _, over, _, _ = env.step(int(env.action_space.sample()))
            assert env.observation_space.contains(observation)
            most = max(most, observation.max())
    assert most > 1000
    assert not envs.single(reef).observation_space.contains(np.full_like(observation, 1001))


def test_an_id_is_found_by_the_module_that_registers_it() -> None:
    code = 'import gymnasium; print(gymnasium.make("atoll.envs.ids:atoll/Reef-v1").unwrapped.setting.game.id)'
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "reef\n"


def test_the_ids_are_made_of_game_names_and_rules_versions() -> None:
    assert envs.register() == ["atoll/ChainReaction-v1", "atoll/Reef-v1", "atoll/ShallowSea-v1"]
    for made in (gymnasium.make("atoll.envs.ids:atoll/Reef-v1"), gymnasium.make("atoll/Reef-v1", seats=3)):
        play(made, 1)
    alone = gymnasium.make("atoll/ShallowSea-v1", seats=1, reward="points")
    play(alone, 1)


def test_the_learners_seat_is_fixed_or_random() -> None:
    env = envs.single("reef", 4)
    seats = set()
    for seed in range(20):
        env.reset(seed=seed)
        seats.add(env.seat)
        assert env.raw.actor == env.seat
    assert seats == {0, 1, 2, 3}
    with pytest.raises(InvalidOption, match="seat"):
        envs.single("reef", 2, seat=2)


def test_opponents_are_names_of_bots_or_bots() -> None:
    env = envs.single("reef", 3, opponents=["greedy", bot("random", 5)])
    play(env, 1)
    with pytest.raises(InvalidOption, match="opponents"):
        envs.single("reef", 3, opponents=["greedy"])
    with pytest.raises(InvalidOption, match="no bot"):
        envs.single("reef", 3, opponents="nobody")


def test_decisions_drawn_from_the_space_are_legal_and_others_refused() -> None:
    env = envs.single("reef", render_mode="ansi")
    env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(20):
        action = env.action_space.sample()
        assert env.action_masks()[action]
        assert env.text(int(action))
        env.step(action)
    assert env.render() == str(env.raw.state.hide(env.seat))
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    with pytest.raises(IllegalDecision):
        env.step(illegal)
    env = envs.single("reef", illegal="random")
    env.reset(seed=1)
    assert env.step(int(np.flatnonzero(~env.action_masks())[0]))[-1]["illegal"] is True
    assert env.step(env.action_space.sample())[-1]["illegal"] is False
    env.raw.state = env.raw.setting.game.deal(2, 1)
    env.seat = env.raw.actor
    for beyond in (9999, -len(env.raw.mask) + int(np.flatnonzero(env.raw.mask)[0]), -1):
        assert env.step(beyond)[-1]["illegal"] is True
    with pytest.raises(InvalidOption, match="illegal"):
        envs.single("reef", illegal="lose")

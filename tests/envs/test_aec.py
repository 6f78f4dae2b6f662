"""PettingZoo's tests, and ours for what they do not cover."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from atoll import Game, IllegalDecision, InvalidOption, envs
from atoll.envs.aec_env import AecEnv

# api_test warns about observations that are not plain arrays; ours are dicts, as in PettingZoo's board games.
dicts = pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:Action mask numpy:UserWarning")


def play(env: AecEnv, seed: int) -> list[tuple[Any, ...]]:
    """Play a game of decisions drawn from the masks; return everything that happened."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    happened: list[tuple[Any, ...]] = []
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        action = None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"])))
        happened.append((agent, action, reward, over, cut, seen["observation"].tobytes()))
        env.step(action)
    return happened


@dicts
@pytest.mark.parametrize("reward", ["margin", "points"])
def test_pettingzoos_api_test(game: Game, seats: int, reward: str) -> None:
    api_test(envs.aec(game, seats, reward=reward), num_cycles=200)


def test_pettingzoos_seed_test(game: Game, seats: int) -> None:
    seed_test(lambda: envs.aec(game, seats), num_cycles=300)


@pytest.mark.slow
def test_pettingzoos_performance_benchmark(game: Game) -> None:
    performance_benchmark(envs.aec(game))


def test_whole_games_are_the_same_for_the_same_seed(game: Game, seats: int) -> None:
    env = envs.aec(game, seats)
    first = play(env, 3)
    assert [happened[2] for happened in first[-seats:]] == env.raw.rewards.tolist()
    assert play(envs.aec(game, seats), 3) == first
    assert play(env, 3) == first
    assert play(env, 4) != first


def test_max_cycles_truncates_a_game(game: Game) -> None:
    """Like PettingZoo's max_cycles_test, which needs a parallel environment and plays illegal decisions."""
    env = envs.aec(game, max_cycles=7)
    happened = play(env, 1)
    assert len(happened) == 7 + game.min_players
    assert [one[3:5] for one in happened[7:]] == [(False, True)] * game.min_players
    with pytest.raises(InvalidOption):
        envs.aec(game, max_cycles=0)


def test_only_the_agent_to_decide_has_decisions(game: Game) -> None:
    env = envs.aec(game, game.max_players)
    env.reset(seed=1)
    state = env.raw.state
    for seat, agent in enumerate(env.agents):
        seen = env.observe(agent)
        assert seen["action_mask"].any() == (agent == env.agent_selection)
        assert seen["observation"].tobytes() == state.observe(seat).tobytes()


def test_an_illegal_decision_is_refused_and_nothing_happens(game: Game) -> None:
    env = envs.aec(game)
    env.reset(seed=1)
    state = env.raw.state
    with pytest.raises(IllegalDecision):
        env.step(int(np.flatnonzero(env.raw.mask == 0)[0]))
    assert env.raw.state == state


def test_decisions_and_tables_can_be_read(game: Game) -> None:
    env = envs.aec(game, render_mode="ansi")
    env.reset(seed=1)
    state = env.raw.state
    assert [env.text(decision) for decision in state.legal()] == [game.format(state, one) for one in state.legal()]
    assert env.render() == str(state)
    assert str(env) == f"{game.id}_v{game.rules}"
    with pytest.raises(InvalidOption, match="ansi"):
        envs.aec(game, render_mode="human")

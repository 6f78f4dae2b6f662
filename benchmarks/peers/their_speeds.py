"""Measures random play in one peer (another game library) and prints a line of JSON for each variant.

    python their_speeds.py PEER SECONDS

Runs in the peers' environment, where Atoll is not installed, and imports nothing from it. Each library is driven in
the fastest way that its public interface allows. Chance events take time but do not count as decisions.
"""

import json
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

TRIES = 5
LANES = 1024
WARM_UP = 200  # steps after which the lanes are at different stages of their games
WARM_UP_SECONDS = 20.0  # a slower library takes fewer steps
ROLLOUTS = 100

ENGINE, SINGLE, VECTOR = "engine", "single", "vector"
Portion = Callable[[], tuple[int, float, float]]
"""Plays on for a moment; returns the numbers of decisions and games, and the seconds they took."""


class Variant(NamedTuple):
    """One way to play a game at random, such as with or without observations."""

    library: str
    way: str
    game: str
    kind: str
    portion: Portion


def main() -> None:
    """Measure the peer named on the command line."""
    print_speeds(PEERS[sys.argv[1]](), float(sys.argv[2]))


def print_speeds(variants: Iterable[Variant], seconds: float) -> None:
    """Measure each variant for some seconds and print its speed."""
    out, sys.stdout = sys.stdout, sys.stderr  # some libraries print a greeting
    for library, way, game, kind, portion in variants:
        decisions, games = best(portion, seconds)
        speed = {"library": library, "way": way, "game": game, "kind": kind, "decisions_per_s": decisions}
        out.write(json.dumps(speed | {"games_per_s": games or None}) + "\n")
        out.flush()


def best(portion: Portion, seconds: float) -> tuple[float, float]:
    """Return the decisions a second of the best try, and the games a second that follow from their mean length."""
    portion()
    fastest = 0.0
    all_decisions, all_games = 0, 0.0
    for _ in range(TRIES):
        decisions, games, spent = portion()
        while spent < seconds / TRIES:
            more = portion()
            decisions, games, spent = decisions + more[0], games + more[1], spent + more[2]
        fastest = max(fastest, decisions / spent)
        all_decisions, all_games = all_decisions + decisions, all_games + games
    return fastest, fastest * all_games / all_decisions


def timed(play: Callable[[], int], games: int = 1) -> Portion:
    """Return a portion that plays `games` games in one call of `play`, which returns their decisions."""

    def portion() -> tuple[int, float, float]:
        start = time.perf_counter()
        decisions = play()
        return decisions, games, time.perf_counter() - start

    return portion


def lanes(choose: Callable[[], Any], step: Callable[[Any], object], ended: Callable[[], Sequence[bool]]) -> Portion:
    """Return a portion that steps many games at once; only the step itself is timed.

    Lanes that started together end together at first. So the number of games follows from the mean length of ended
    games, and is 0 until as many games have ended as there are lanes.
    """
    begun = [0] * LANES
    steps = games = decisions = 0

    def portion() -> tuple[int, float, float]:
        nonlocal steps, games, decisions
        chosen = choose()
        start = time.perf_counter()
        step(chosen)
        spent = time.perf_counter() - start
        steps += 1
        for lane, over in enumerate(ended()):
            if over:
                games, decisions, begun[lane] = games + 1, decisions + steps - begun[lane], steps
        return LANES, LANES * games / decisions if games >= LANES else 0.0, spent

    start = time.perf_counter()
    for _ in range(WARM_UP):
        portion()
        if time.perf_counter() - start > WARM_UP_SECONDS:
            break
    return portion


# OpenSpiel


def openspiel() -> Iterator[Variant]:
    """Compiled rollouts, states from Python, and OpenSpiel's learning environments, one and many."""
    games = ("connect_four", "backgammon", "gin_rummy", "hearts", "euchre")
    for name in games:
        yield Variant("OpenSpiel", "compiled rollouts", name, ENGINE, _rollouts(name))
    for name in games:
        yield Variant("OpenSpiel", "states from Python", name, SINGLE, _states(name))
    for name in games[:3]:
        yield Variant("OpenSpiel", "rl_environment", name, SINGLE, _rl_environment(name))
    for name in games[:2]:
        yield Variant("OpenSpiel", "SyncVectorEnv", name, VECTOR, _sync_vector_env(name))


def _rollouts(name: str) -> Portion:
    """Rollouts of the compiled evaluator, which a search of one simulation calls once."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():  # the search can't start at one
        state.apply_action(_chance(rng, state))
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    search = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, 1, False)
    # The evaluator does not count decisions, so games played from Python give their mean number.
    sample = 200
    decisions = sum(_to_the_end(rng, state.clone()) for _ in range(sample))

    def play() -> int:
        search.mcts_search(state)
        return round(ROLLOUTS * decisions / sample)

    return timed(play, ROLLOUTS)


def _states(name: str) -> Portion:
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)
    return timed(lambda: _to_the_end(rng, game.new_initial_state()))


def _to_the_end(rng: random.Random, state: Any) -> int:
    """Play at random and return the number of decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(_chance(rng, state))
        else:
            state.apply_action(_any(rng, state.legal_actions()))
            decisions += 1
    return decisions


def _chance(rng: random.Random, state: Any) -> int:
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    chosen: int = rng.choices(outcomes, weights)[0]
    return chosen


def _any(rng: random.Random, choices: Any) -> Any:
    """Return one of some choices, without the checks of `random.choice`."""
    return choices[int(rng.random() * len(choices))]


def _rl_environment(name: str) -> Portion:
    from open_spiel.python import rl_environment

    env = rl_environment.Environment(name)
    rng = random.Random(1)

    def play() -> int:
        decisions = 0
        now = env.reset()
        while not now.last():
            now = env.step([_any(rng, now.observations["legal_actions"][now.current_player()])])
            decisions += 1
        return decisions

    return timed(play)


def _sync_vector_env(name: str) -> Portion:
    from open_spiel.python import rl_environment
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.vector_env import SyncVectorEnv

    many = SyncVectorEnv([rl_environment.Environment(name) for _ in range(LANES)])
    rng = random.Random(1)
    now, done = many.reset(), list[bool]()

    def choose() -> list[Any]:
        return [StepOutput(_any(rng, last.observations["legal_actions"][last.current_player()]), None) for last in now]

    def step(chosen: list[Any]) -> None:
        nonlocal now, done
        now, _, done, _ = many.step(chosen, reset_if_done=True)

    return lanes(choose, step, lambda: done)


# PettingZoo


def pettingzoo() -> Iterator[Variant]:
    """Classic games as AEC environments, without wrappers."""
    from pettingzoo.classic import connect_four_v3, texas_holdem_v4, tictactoe_v3

    for name, module in (
        ("connect_four", connect_four_v3),
        ("tic_tac_toe", tictactoe_v3),
        ("texas_holdem", texas_holdem_v4),
    ):
        yield Variant("PettingZoo", "AEC without wrappers", name, SINGLE, _aec(module.raw_env()))


def _aec(env: Any) -> Portion:
    rng = random.Random(1)

    def play() -> int:
        decisions = 0
        env.reset(seed=rng.getrandbits(31))
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(_any(rng, seen["action_mask"].nonzero()[0]))
                decisions += 1
        return decisions

    return timed(play)


# RLCard


def rlcard() -> Iterator[Variant]:
    """Card games from Python."""
    for name in ("gin-rummy", "uno", "limit-holdem", "leduc-holdem"):
        yield Variant("RLCard", "environment", name.replace("-", "_"), SINGLE, _card_game(name))


def _card_game(name: str) -> Portion:
    import rlcard as library

    env = library.make(name, config={"seed": 1})
    rng = random.Random(1)

    def play() -> int:
        decisions = 0
        seen, _ = env.reset()
        while not env.is_over():
            seen, _ = env.step(_any(rng, list(seen["legal_actions"])))
            decisions += 1
        return decisions

    return timed(play)


# Pgx


def pgx() -> Iterator[Variant]:
    """Many games in one compiled step on the CPU, which also restarts ended games."""
    for name in ("connect_four", "hex", "backgammon"):
        yield Variant("Pgx", "compiled step", name, VECTOR, _compiled_step(name))


def _compiled_step(name: str) -> Portion:
    import jax
    import pgx as library
    from jax import numpy as jnp
    from pgx.experimental import auto_reset

    env = library.make(name)
    step_all = jax.jit(jax.vmap(auto_reset(env.step, env.init)))

    def draw(key: Any, mask: Any) -> tuple[Any, Any, Any]:
        key, first, second = jax.random.split(key, 3)
        chosen = jax.random.categorical(first, jnp.where(mask, 0.0, -jnp.inf), axis=1)
        return key, chosen, jax.random.split(second, LANES)

    draw_all = jax.jit(draw)
    key = jax.random.PRNGKey(1)
    now = jax.jit(jax.vmap(env.init))(jax.random.split(key, LANES))

    def choose() -> tuple[Any, Any]:
        nonlocal key
        key, *chosen = jax.block_until_ready(draw_all(key, now.legal_action_mask))
        return tuple(chosen)

    def step(chosen: tuple[Any, Any]) -> None:
        nonlocal now
        now = jax.block_until_ready(step_all(now, *chosen))

    return lanes(choose, step, lambda: now.terminated.tolist())


PEERS = {"openspiel": openspiel, "pettingzoo": pettingzoo, "rlcard": rlcard, "pgx": pgx}

if __name__ == "__main__":
    main()

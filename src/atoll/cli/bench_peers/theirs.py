"""What runs in the peers' own environment: random play in one library, a line of JSON for every way to play.

    python theirs.py PEER SECONDS

Stands alone: nothing of Atoll is installed there. Each library is driven in the fastest way found through its public
interface. Chance takes time, but is not counted as a decision.
"""

import json
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

TRIES = 5
LANES = 1024
WARM_UP = 200  # steps until the lanes are at different places of their games
WARM_UP_SECONDS = 20.0  # ... or as many as there is time for
ROLL_OUTS = 100

ENGINE, SINGLE, VECTOR = "engine", "single", "vector"
Portion = Callable[[], tuple[int, float, float]]
"""Plays a little more; returns the decisions, the games they come to, and the seconds they took."""


class Way(NamedTuple):
    """One way to play a game at random."""

    library: str
    way: str
    game: str
    kind: str
    portion: Portion


def main() -> None:
    """Measure the peer that the command line names."""
    tell(PEERS[sys.argv[1]](), float(sys.argv[2]))


def tell(ways: Iterable[Way], seconds: float) -> None:
    """Measure each way for so long and print what was found."""
    out, sys.stdout = sys.stdout, sys.stderr  # some libraries greet
    for library, way, game, kind, portion in ways:
        decisions, games = best(portion, seconds)
        speed = {"library": library, "way": way, "game": game, "kind": kind, "decisions_per_s": decisions}
        out.write(json.dumps(speed | {"games_per_s": games or None}) + "\n")
        out.flush()


def best(portion: Portion, seconds: float) -> tuple[float, float]:
    """Return the decisions a second of the best of a few tries, and the games they come to at their mean length."""
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
    """Return as a portion what plays so many games and returns their decisions."""

    def portion() -> tuple[int, float, float]:
        start = time.perf_counter()
        decisions = play()
        return decisions, games, time.perf_counter() - start

    return portion


def lanes(choose: Callable[[], Any], step: Callable[[Any], object], ended: Callable[[], Sequence[bool]]) -> Portion:
    """Return a step of many games as a portion; neither choosing decisions nor asking which games ended is timed.

    Lanes that began together end together for a while, so games are counted by the mean length of those that ended,
    and not before there are as many as lanes.
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


def openspiel() -> Iterator[Way]:
    """Compiled roll-outs, states from Python, and OpenSpiel's learning environments, one and many."""
    games = ("connect_four", "backgammon", "gin_rummy", "hearts", "euchre")
    for name in games:
        yield Way("OpenSpiel", "compiled roll-outs", name, ENGINE, _roll_outs(name))
    for name in games:
        yield Way("OpenSpiel", "states from Python", name, SINGLE, _states(name))
    for name in games[:3]:
        yield Way("OpenSpiel", "rl_environment", name, SINGLE, _rl_environment(name))
    for name in games[:2]:
        yield Way("OpenSpiel", "SyncVectorEnv", name, VECTOR, _sync_vector_env(name))


def _roll_outs(name: str) -> Portion:
    """Roll-outs of the compiled evaluator: a search of one simulation evaluates the position it is given."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():  # the search refuses to begin with one
        state.apply_action(_chance(rng, state))
    evaluator = pyspiel.RandomRolloutEvaluator(ROLL_OUTS, 1)
    search = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, 1, False)
    # The evaluator counts nothing, so how long its games are is found by playing some from Python.
    sample = 200
    decisions = sum(_to_the_end(rng, state.clone()) for _ in range(sample))

    def play() -> int:
        search.mcts_search(state)
        return round(ROLL_OUTS * decisions / sample)

    return timed(play, ROLL_OUTS)


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
        return [StepOutput(_any(rng, one.observations["legal_actions"][one.current_player()]), None) for one in now]

    def step(chosen: list[Any]) -> None:
        nonlocal now, done
        now, _, done, _ = many.step(chosen, reset_if_done=True)

    return lanes(choose, step, lambda: done)


# PettingZoo


def pettingzoo() -> Iterator[Way]:
    """Classic games as AEC environments, without wrappers."""
    from pettingzoo.classic import connect_four_v3, texas_holdem_v4, tictactoe_v3

    for name, module in (
        ("connect_four", connect_four_v3),
        ("tic_tac_toe", tictactoe_v3),
        ("texas_holdem", texas_holdem_v4),
    ):
        yield Way("PettingZoo", "AEC without wrappers", name, SINGLE, _aec(module.raw_env()))


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


def rlcard() -> Iterator[Way]:
    """Card games from Python."""
    for name in ("gin-rummy", "uno", "limit-holdem", "leduc-holdem"):
        yield Way("RLCard", "environment", name.replace("-", "_"), SINGLE, _card_game(name))


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


def pgx() -> Iterator[Way]:
    """Many games in one compiled step on the processor; ended games begin anew within it."""
    for name in ("connect_four", "hex", "backgammon"):
        yield Way("Pgx", "compiled step", name, VECTOR, _compiled_step(name))


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

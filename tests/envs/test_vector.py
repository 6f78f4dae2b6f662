"""The vector environment: each lane plays the games of a raw environment, for any number of lanes and threads."""

import numpy as np
import pytest

from atoll import Game, IllegalDecision, InvalidOption, envs
from atoll.testing.sample_games import printed_everywhere

LANES = 6


def run(env: envs.VectorEnv, steps: int, seed: int = 4) -> list[bytes]:
    """Play at random and return everything that was written."""
    env.reset(seed)
    decisions = np.zeros(env.lanes, np.int64)
    written = []
    for _ in range(steps):
        env.step(env.sample(decisions, seed=2))
        written.append(b"".join(array.tobytes() for array in env.out))
    return written


@pytest.mark.parametrize("reward", ["margin", "points"])
def test_every_lane_plays_its_own_games(game: Game, seats: int, reward: str) -> None:
    env = envs.vector(game, seats, lanes=LANES, reward=reward, dtype="float32")
    env.reset(9)
    raws = [envs.raw(game, seats, reward=reward) for _ in range(LANES)]
    for lane, raw in enumerate(raws):
        raw.reset(env.seed(lane))
    decisions = np.zeros(LANES, np.int64)
    ended = 0
    for _ in range(500):
        for lane, raw in enumerate(raws):
            assert env.actors[lane] == raw.actor
            assert env.masks[lane].tobytes() == raw.mask.tobytes()
            assert env.observations[lane].tobytes() == raw.observation.tobytes()
        env.step(env.sample(decisions, seed=1))
        for lane, raw in enumerate(raws):
            raw.step(int(decisions[lane]))
            assert env.rewards[lane].tolist() == raw.rewards.tolist()
            assert env.dones[lane] == (raw.actor == -1)
            if env.dones[lane]:
                ended += 1
                raw.reset(env.seed(lane))
        if ended >= 2 * LANES:
            break
    assert ended >= LANES
    assert env.games.sum() == ended


def test_threads_lanes_and_dtype_change_nothing(game: Game) -> None:
    serial = envs.vector(game, lanes=LANES)
    halves = envs.vector(game, lanes=LANES, threads=2)
    assert run(serial, 80) == run(halves, 80)
    halves.close()
    few = envs.vector(game, lanes=2, dtype="float32")
    run(few, 80)
    assert (few.observations == serial.observations[:2]).all()
    assert (few.masks == serial.masks[:2]).all()


def test_the_caller_may_provide_the_arrays(game: Game) -> None:
    own = envs.vector(game, lanes=LANES)
    buffers = envs.Arrays(*(np.empty_like(array) for array in own.out))
    given = envs.vector(game, lanes=LANES, out=buffers)
    assert run(own, 5) == run(given, 5)
    assert buffers.masks is given.masks
    for name in envs.Arrays._fields:
        for wrong in (
            getattr(buffers, name).astype(np.complex64),
            getattr(buffers, name)[1:],
            getattr(buffers, name).tolist(),
        ):
            with pytest.raises(InvalidOption, match="must be"):
                envs.vector(game, lanes=LANES, out=buffers._replace(**{name: wrong}))
    for lanes in (LANES - 1, LANES + 1):
        with pytest.raises(InvalidOption, match=rf"shape \({lanes},"):
            envs.vector(game, lanes=lanes, out=buffers)


def test_unsuitable_arrays_of_decisions_are_refused() -> None:
    env = envs.vector("reef", lanes=LANES)
    env.reset(1)
    read_only = np.zeros(LANES, np.int64)
    read_only.flags.writeable = False
    for wrong in (
        np.zeros(LANES - 1, np.int64),
        np.zeros(LANES + 1, np.int64),
        np.zeros((LANES, 1), np.int64),
        np.zeros(LANES),
        read_only,
        [0] * LANES,
    ):
        with pytest.raises(InvalidOption, match="whole numbers"):
            env.sample(wrong)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="up to 332"):
        envs.vector("shallow_sea", lanes=LANES).sample(np.zeros(LANES, np.uint8))
    assert (env.sample(np.zeros(LANES, np.int16)) == env.sample(np.zeros(LANES, np.int64))).all()


def test_decisions_are_not_rounded() -> None:
    env = envs.vector("reef", lanes=LANES)
    env.reset(1)
    decisions = env.sample(np.zeros(LANES, np.int64))
    before = [env.state(lane) for lane in range(LANES)]
    for wrong in (decisions + 0.9, decisions.astype(np.float64), decisions == 0, decisions[1:], decisions[:1]):
        with pytest.raises(InvalidOption, match="whole numbers"):
            env.step(wrong)
    assert [env.state(lane) for lane in range(LANES)] == before
    env.step(decisions.tolist())
    assert env.state(0) == before[0].play(int(decisions[0]))


def test_one_illegal_decision_stops_the_whole_step(game: Game) -> None:
    env = envs.vector(game, lanes=LANES)
    env.reset(1)
    before = [env.state(lane) for lane in range(LANES)]
    decisions = env.sample(np.zeros(LANES, np.int64))
    env.masks[:] = 1
    decisions[3] = -1
    with pytest.raises(IllegalDecision, match="lane 3"):
        env.step(decisions)
    assert [env.state(lane) for lane in range(LANES)] == before


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games_in_another_process(game: Game) -> None:
    code = (
        "import hashlib, numpy as np\n"
        "from atoll import envs\n"
        f"for seats in range({game.min_players}, {game.max_players} + 1):\n"
        f"    for reward in ('margin', 'points'):\n"
        f"        env = envs.vector({game.id!r}, seats, lanes=8, reward=reward)\n"
        "        env.reset(11)\n"
        "        written, decisions = hashlib.sha256(), np.zeros(8, np.int64)\n"
        "        for _ in range(400):\n"
        "            env.step(env.sample(decisions))\n"
        "            for array in env.out:\n"
        "                written.update(array.tobytes())\n"
        "        print(seats, reward, env.games.tolist(), written.hexdigest())\n"
    )
    assert ", 0" not in printed_everywhere(code).partition("]")[0]  # every lane played at least one whole game

"""Many games in one call: each lane is a game like any other, whatever the lanes and threads."""

import numpy as np
import pytest

from atoll import Game, IllegalDecision, InvalidOption, envs
from conformance.playing import printed_everywhere

LANES = 6


def run(batch: envs.Batch, steps: int, seed: int = 4) -> list[bytes]:
    """Play at random and return everything that was written."""
    batch.reset(seed)
    decisions = np.zeros(batch.lanes, np.int64)
    written = []
    for _ in range(steps):
        batch.step(batch.sample(decisions, seed=2))
        written.append(b"".join(array.tobytes() for array in batch.out))
    return written


@pytest.mark.parametrize("reward", ["margin", "points"])
def test_every_lane_is_a_game_of_its_own_and_is_dealt_anew(game: Game, seats: int, reward: str) -> None:
    batch = envs.vector(game, seats, lanes=LANES, reward=reward, dtype="float32")
    batch.reset(9)
    ones = [envs.raw(game, seats, reward=reward) for _ in range(LANES)]
    for lane, one in enumerate(ones):
        one.reset(batch.seed(lane))
    decisions = np.zeros(LANES, np.int64)
    ended = 0
    for _ in range(500):
        for lane, one in enumerate(ones):
            assert batch.actors[lane] == one.actor
            assert batch.masks[lane].tobytes() == one.mask.tobytes()
            assert batch.observations[lane].tobytes() == one.observation.tobytes()
        batch.step(batch.sample(decisions, seed=1))
        for lane, one in enumerate(ones):
            one.step(int(decisions[lane]))
            assert batch.rewards[lane].tolist() == one.rewards.tolist()
            assert batch.dones[lane] == (one.actor == -1)
            if batch.dones[lane]:
                ended += 1
                one.reset(batch.seed(lane))
        if ended >= 2 * LANES:
            break
    assert ended >= LANES
    assert batch.games.sum() == ended


def test_threads_lanes_and_kind_of_array_change_nothing(game: Game) -> None:
    whole = envs.vector(game, lanes=LANES)
    halves = envs.vector(game, lanes=LANES, threads=2)
    assert run(whole, 80) == run(halves, 80)
    halves.close()
    few = envs.vector(game, lanes=2, dtype="float32")
    run(few, 80)
    assert (few.observations == whole.observations[:2]).all()
    assert (few.masks == whole.masks[:2]).all()


def test_the_arrays_may_be_the_callers(game: Game) -> None:
    own = envs.vector(game, lanes=LANES)
    room = envs.Arrays(*(np.empty_like(array) for array in own.out))
    given = envs.vector(game, lanes=LANES, out=room)
    assert run(own, 5) == run(given, 5)
    assert room.masks is given.masks
    for name in envs.Arrays._fields:
        for wrong in (getattr(room, name).astype(np.complex64), getattr(room, name)[1:], getattr(room, name).tolist()):
            with pytest.raises(InvalidOption, match="must be"):
                envs.vector(game, lanes=LANES, out=room._replace(**{name: wrong}))
    for lanes in (LANES - 1, LANES + 1):
        with pytest.raises(InvalidOption, match=rf"shape \({lanes},"):
            envs.vector(game, lanes=lanes, out=room)


def test_what_has_no_room_for_a_decision_of_every_lane_is_not_written_to() -> None:
    batch = envs.vector("reef", lanes=LANES)
    batch.reset(1)
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
            batch.sample(wrong)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="up to 332"):
        envs.vector("shallow_sea", lanes=LANES).sample(np.zeros(LANES, np.uint8))
    assert (batch.sample(np.zeros(LANES, np.int16)) == batch.sample(np.zeros(LANES, np.int64))).all()


def test_decisions_that_are_no_whole_numbers_are_not_rounded() -> None:
    batch = envs.vector("reef", lanes=LANES)
    batch.reset(1)
    decisions = batch.sample(np.zeros(LANES, np.int64))
    before = [batch.state(lane) for lane in range(LANES)]
    for wrong in (decisions + 0.9, decisions.astype(np.float64), decisions == 0, decisions[1:], decisions[:1]):
        with pytest.raises(InvalidOption, match="whole numbers"):
            batch.step(wrong)
    assert [batch.state(lane) for lane in range(LANES)] == before
    batch.step(decisions.tolist())
    assert batch.state(0) == before[0].play(int(decisions[0]))


def test_one_illegal_decision_stops_the_whole_step(game: Game) -> None:
    batch = envs.vector(game, lanes=LANES)
    batch.reset(1)
    before = [batch.state(lane) for lane in range(LANES)]
    decisions = batch.sample(np.zeros(LANES, np.int64))
    batch.masks[:] = 1
    decisions[3] = -1
    with pytest.raises(IllegalDecision, match="lane 3"):
        batch.step(decisions)
    assert [batch.state(lane) for lane in range(LANES)] == before


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games_in_another_process(game: Game) -> None:
    code = (
        "import hashlib, numpy as np\n"
        "from atoll import envs\n"
        f"for seats in range({game.fewest}, {game.most} + 1):\n"
        f"    for reward in ('margin', 'points'):\n"
        f"        batch = envs.vector({game.id!r}, seats, lanes=8, reward=reward)\n"
        "        batch.reset(11)\n"
        "        written, decisions = hashlib.sha256(), np.zeros(8, np.int64)\n"
        "        for _ in range(400):\n"
        "            batch.step(batch.sample(decisions))\n"
        "            for array in batch.out:\n"
        "                written.update(array.tobytes())\n"
        "        print(seats, reward, batch.games.tolist(), written.hexdigest())\n"
    )
    assert ", 0" not in printed_everywhere(code).partition("]")[0]  # whole games were played in every lane

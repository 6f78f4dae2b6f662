"""The arena: mirrored deals, one result for any number of workers, faulty bots, and resumed runs."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import pytest

import atoll
from atoll import Game, Record
from atoll.bots import Budget
from atoll.bots.arena import (
    Archive,
    BlockResult,
    GameResult,
    Match,
    Processes,
    Run,
    Sequential,
    Standings,
    executors,
    make_match,
    read_budget,
    read_entrants,
    serial,
)
from atoll.bots.arena.archive import InvalidArchive
from atoll.bots.arena.executors import LostWorker, Worker
from atoll.bots.arena.playing import Forfeit
from atoll.bots.arena.statistics import Times
from atoll.kit.errors import InvalidOption
from bots import culprits

REEF = atoll.find_game("reef")


def match_of(
    bots: str, *, game: Game = REEF, seats: int | None = None, seed: int = 5, budget: str | None = None
) -> Match:
    return make_match(game, read_entrants(bots, budget), seats=seats, seed=seed)


def played(match: Match, games: int, executor: Any = serial, **more: Any) -> Run:
    run = Run(match, games, **more)
    for _ in run.play(executor):
        pass
    return run


def timeless(summary: dict[str, Any]) -> dict[str, Any]:
    """Return a summary without measured times."""
    bots = [{key: value for key, value in bot.items() if not key.startswith("ms_")} for bot in summary["bots"]]
    return summary | {"bots": bots}


# Blocks and lineups


def test_each_deal_is_played_with_every_rotation_of_every_lineup() -> None:
    match = match_of("greedy,random,random", seats=2)
    assert match.lineups == [(0, 1), (0, 2), (1, 2)]
    blocks = [match.block(number) for number in range(6)]
    assert [(block.deal, block.bots) for block in blocks] == [
        (deal, lineup) for deal in (0, 1) for lineup in match.lineups
    ]
    assert [blocks[2].seated(rotation) for rotation in (0, 1)] == [(1, 2), (2, 1)]
    run = played(match, 12)
    for number, games in run.standings.results.items():
        assert [game.seated for game in games] == [match.block(number).seated(rotation) for rotation in (0, 1)]
    full = match_of("greedy,random,random,random", seats=4)
    assert full.lineups == [(0, 1, 2, 3)]
    assert {full.block(7).seated(rotation)[2] for rotation in range(4)} == {0, 1, 2, 3}


def test_each_bot_plays_after_each_other_bot_equally_often() -> None:
    full = match_of("greedy,random,planner,uct", seats=4)
    behind: Counter[tuple[int, int]] = Counter()
    for number in range(6):
        for rotation in range(4):
            seated = full.block(number).seated(rotation)
            behind.update(zip(seated, (*seated[1:], seated[0]), strict=True))
    assert set(behind.values()) == {8}
    assert len(behind) == 12


@pytest.mark.parametrize(("games", "blocks"), [(1, 3), (6, 3), (7, 6), (12, 6)])
def test_games_are_rounded_up_to_whole_deals_for_every_lineup(games: int, blocks: int) -> None:
    assert match_of("greedy,random,random").blocks(games) == blocks


def test_deals_and_bots_have_independent_random_streams() -> None:
    match, other = match_of("greedy,random,random"), match_of("random,greedy", seed=5)
    deals = [match.deal_seed(match.block(number)) for number in range(30)]
    assert deals[::3] == deals[1::3] == deals[2::3]
    assert deals[::3] == [other.deal_seed(other.block(number)) for number in range(10)]
    streams = [
        match.bot_seed(match.block(number), rotation, seat)
        for number in range(30)
        for rotation in (0, 1)
        for seat in (0, 1)
    ]
    assert len(set(streams + deals)) == 120 + 10
    assert all(0 <= seed < 1 << 63 for seed in streams + deals)


def test_bots_see_what_their_seat_knows(game: Game) -> None:
    run = played(match_of("bots.culprits:ChecksItsView,greedy", game=game), 2)
    assert run.forfeited == []
    assert run.over


def test_a_record_of_the_arena_replays_to_its_result(tmp_path: Path) -> None:
    match = match_of("greedy,random")
    with Archive(tmp_path / "run", match) as archive:
        run = played(match, 4, archive=archive)
        for number, games in run.standings.results.items():
            for rotation, game in enumerate(games):
                record = Record.read(archive.record_path(number, rotation))
                assert tuple(record.last.scores()) == game.points
                assert record.players == [("greedy", "random")[entrant] for entrant in game.seated]
                assert record.deal == REEF.deal(2, match.deal_seed(match.block(number)))


# Any number of workers


@pytest.mark.slow
def test_the_result_is_the_same_on_any_number_of_workers() -> None:
    match = match_of("greedy,random,random@9", budget="20", seed=11)
    expected = timeless(played(match, 30).summary())
    for workers in (1, 2):
        assert timeless(played(match, 30, Processes(workers)).summary()) == expected


def test_a_longer_run_begins_with_the_games_of_a_shorter_one() -> None:
    match = match_of("random,random")
    short, long = played(match, 6).standings.results, played(match, 10).standings.results
    assert short.items() <= long.items()


@pytest.mark.slow
def test_blocks_of_a_worker_that_dies_are_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "died"
    monkeypatch.setenv(culprits.MARK, str(mark))
    match = match_of("bots.culprits:DiesOnce,random", budget="7")
    run = played(match, 8, Processes(2))
    assert mark.exists()
    assert run.over
    assert timeless(run.summary()) == timeless(played(match, 8).summary())


@pytest.mark.slow
def test_a_bot_that_ignores_the_alarm_does_not_block_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "MAX_LOSSES", 1)
    with pytest.raises(LostWorker, match="block 0 of the arena killed its process"):
        played(match_of("bots.culprits:IgnoresAlarm,random", budget="20ms"), 2, Processes(1))


@pytest.mark.slow
def test_a_bot_that_always_kills_its_process_ends_the_run_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "MAX_LOSSES", 2)
    run = Run(match_of("bots.culprits:AlwaysDies,random", budget="7"), 4)
    with pytest.raises(LostWorker, match="block 0 of the arena killed its process 2 times"):
        list(run.play(Processes(1)))


@pytest.mark.slow
def test_ray_gives_the_same_result_and_survives_a_lost_worker(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    command = ["from atoll.cli import main; main()", "arena", "reef", "--bots", "bots.culprits:DiesOnce,greedy,random"]
    command += ["--games", "24", "--seed", "3", "--budget", "20", "--workers", "2", "--json"]
    path = str(Path(__file__).parents[1])
    found: list[dict[str, Any]] = []
    for more in (["--ray", "local"], []):
        mark = tmp_path / f"died{len(found)}"
        env = os.environ | {
            culprits.MARK: str(mark),
            "PYTHONPATH": f"{path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
        }
        done = subprocess.run(
            [sys.executable, "-c", *command, *more], capture_output=True, text=True, env=env, check=True
        )
        assert mark.exists()
        found.append(timeless(json.loads(done.stdout)))
        del found[-1]["seconds"], found[-1]["games_per_s"]
    assert found[0] == found[1]
    assert found[0]["games"] == 24


def test_games_of_one_deal_at_several_tables_count_as_one_deal() -> None:
    first = "bots.culprits:First"
    two, three = (played(match_of(",".join([first] * bots)), 20 * tables) for bots, tables in ((2, 1), (3, 3)))
    one, same = two.standings.bots()[0], three.standings.bots()[0]
    assert (one.games, same.games) == (20, 40)
    assert (one.points_low, one.points_high) == pytest.approx((same.points_low, same.points_high))
    assert (one.margin_low, one.margin_high) == pytest.approx((same.margin_low, same.margin_high))
    assert (one.low, one.high) == pytest.approx((same.low, same.high))


def test_workers_ignore_ctrl_c_from_the_start() -> None:
    worker = Worker(match_of("random,random"), records=False)
    try:
        assert worker.process.pid is not None
        os.kill(worker.process.pid, signal.SIGINT)
        worker.give(deque([0]), 1)
        assert isinstance(worker.answer(), BlockResult)
    finally:
        worker.stop()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


# Faults


def test_a_bot_at_fault_forfeits_the_game_and_the_arena_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = [
        "Illegal",
        "ReturnsText",
        "ReturnsUnprintable",
        "Raising",
        "RaisesUnprintable",
        "FailsToStart",
        "Endless",
        "Slow",
    ]
    for name in wrong:
        run = Run(match_of(f"bots.culprits:{name},random", budget="100ms"), 2)
        list(run.play(Processes(1) if name == "Endless" else serial))
        faulty, other = run.standings.bots()
        assert run.over
        assert (faulty.win_rate, faulty.forfeits, other.forfeits) == (0, 2, 0)
        assert faulty.mean_points is faulty.mean_margin is None
        error = run.forfeited[0]
        assert error.bot == f"bots.culprits:{name}"
        fault = (
            "illegal"
            if name in ("Illegal", "ReturnsText", "ReturnsUnprintable")
            else "late"
            if name in ("Endless", "Slow")
            else "raised"
        )
        assert error.fault == fault
        assert error.record is not None
        assert error.record in str(error)
        record = Record.read(error.record)
        assert len(record.decisions) == error.decision
        assert record.last.actor == error.seat
        if name == "Raising":
            assert "KeyError: 'nothing there' (culprits.py, line" in error.message
            assert record.decisions


def test_only_the_first_forfeits_of_a_bot_are_written_if_the_run_is_not_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = played(match_of("bots.culprits:Illegal,random"), 10)
    assert len(run.forfeited) == 10
    assert [error.record is not None for error in run.forfeited] == [True] * 3 + [False] * 7
    assert len(list(tmp_path.iterdir())) == 3


# Saved runs


def test_a_stopped_run_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    match = match_of("greedy,bots.culprits:Illegal,random")
    expected = timeless(played(match, 18).summary())
    folder = tmp_path / "run"
    with Archive(folder, match) as archive:
        blocks = Run(match, 18, archive=archive).play(serial)
        assert [next(blocks).block for _ in range(4)] == [0, 1, 2, 3]
        blocks.close()
    lines = folder / "blocks.jsonl"
    with lines.open("ab") as file:
        file.write(b'{"block":4,"games":[{"seated":[0')  # the machine crashed here
    for _ in range(2):
        with Archive(folder, match) as archive:
            run = Run(match, 18, archive=archive)
            assert len(run.standings.results) in (4, 9)
            list(run.play(serial))
        assert all(Path(error.record or "").parent == folder / "records" for error in run.forfeited)
        summary = timeless(run.summary())
        for one, other in zip(summary["errors"], expected["errors"], strict=True):
            one["record"] = other["record"]
        assert summary == expected
    assert [json.loads(line)["block"] for line in lines.read_text().splitlines()] == list(range(9))


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with (
        Archive(folder, match_of("greedy,random", budget="20")),
        pytest.raises(InvalidArchive, match="is going on there"),
    ):
        Archive(folder, match_of("greedy,random", budget="20"))
    for other, named in [
        (match_of("greedy,random", budget="20", seed=6), "its seed is 5, not 6"),
        (match_of("greedy,random"), r"its bots are greedy \(20\), random \(20\), not greedy, random;"),
        (match_of("greedy,random", game=atoll.find_game("chain_reaction")), "its game is reef, not chain_reaction"),
    ]:
        with pytest.raises(InvalidArchive, match=f"run: holds another run: {named}"):
            Archive(folder, other)
    (folder / "blocks.jsonl").write_text("{}\n")
    with (
        Archive(folder, match_of("greedy,random", budget="20")) as archive,
        pytest.raises(InvalidArchive, match="line 1 can't be read"),
    ):
        list(archive.blocks())
    (folder / "arena.json").write_text("[]")
    with pytest.raises(InvalidArchive, match=r"arena\.json: can't be read"):
        Archive(folder, match_of("greedy,random"))
    with pytest.raises(InvalidArchive, match="holds no run of the arena"):
        Archive(tmp_path, match_of("greedy,random"))
    with pytest.raises(InvalidArchive, match="can't be written"):
        Archive(folder / "arena.json" / "sub", match_of("greedy,random"))


# Sequential test


def backwards(match: Match, blocks: Sequence[int], *, records: bool) -> Generator[BlockResult]:
    """Play blocks in groups of five, each group in reverse."""
    for start in range(0, len(blocks), 5):
        yield from serial(match, blocks[start : start + 5][::-1], records=records)


def test_a_sequential_test_ends_at_the_same_block_in_whatever_order_blocks_finish() -> None:
    match = match_of("greedy,random")
    runs = [played(match, 1000, executor, test=Sequential(0, 200)) for executor in (serial, backwards)]
    first, second = (timeless(run.summary()) for run in runs)
    assert first == second
    assert first["sprt"]["verdict"] == "accepted"
    assert first["complete"]
    assert first["games"] < 100
    assert first["games"] % 10 != 0  # so some blocks were played beyond the end of the test, and do not count
    worse = played(match_of("random,greedy"), 1000, test=Sequential(0, 200))
    assert worse.summary()["sprt"]["verdict"] == "rejected"


def test_a_sequential_test_may_run_out_of_games() -> None:
    run = played(match_of("random,random"), 2, test=Sequential(0, 5))
    assert run.over
    assert run.summary()["sprt"]["verdict"] == "undecided"


# Standings


def standings_of(match: Match, *blocks: Sequence[GameResult]) -> Standings:
    standings = Standings(match)
    for number, games in enumerate(blocks):
        standings.add(BlockResult(number, tuple(games), {entrant: Times() for entrant in games[0].seated}))
    return standings


def test_a_draw_counts_half_and_margins_are_to_the_best_of_the_others() -> None:
    match = match_of("greedy,random,random", seats=3)
    games = [
        GameResult((0, 1, 2), (1, 2, 3), (30, 20, 10)),
        GameResult((1, 2, 0), (1, 3, 1), (25, 5, 25)),
        GameResult((2, 0, 1), (1, 2, 3), (40, 20, 0)),
    ]
    standings = standings_of(match, games)
    first, second, third = standings.bots()
    assert [first.win_rate, second.win_rate, third.win_rate] == pytest.approx([1.5 / 3, 0.5 / 3, 1 / 3])
    assert (first.wins, first.draws, first.losses) == (1, 1, 1)
    assert first.mean_margin == pytest.approx((10 + 0 - 20) / 3)
    assert first.mean_points == pytest.approx(25)
    assert first.margin_low is None
    pair = standings.pairs()[0]
    assert (pair.one, pair.other, pair.games) == ("greedy", "random", 3)
    assert pair.win_rate == pytest.approx(2.5 / 3)
    assert pair.mean_margin == pytest.approx((10 + 0 + 20) / 3)
    assert [one.name for one in standings.ladder()] == ["greedy", "random", "random#2"]


def test_a_forfeited_game_counts_for_the_win_rate_but_not_for_points_and_margins() -> None:
    forfeit = Forfeit(0, 9, "raised", "")
    spoilt = [GameResult((0, 1), (2, 1), None, forfeit=forfeit), GameResult((1, 0), (2, 1), (3, 99))]
    whole = [GameResult((0, 1), (1, 2), (20, 10)), GameResult((1, 0), (2, 1), (10, 22))]
    first, second = standings_of(match_of("greedy,random"), spoilt, whole).bots()
    assert (first.win_rate, second.win_rate) == (0.75, 0.25)
    assert (first.mean_points, first.mean_margin) == (21, 11)
    assert (first.forfeits, second.forfeits) == (1, 0)


def test_solo_points_are_reported_as_deciles_and_ranks() -> None:
    match = match_of("greedy,random", game=atoll.find_game("shallow_sea"), seats=1)
    points = [(150, "diver"), (100, "none"), (195, "poseidon"), (120, "none"), (148, "diver"), (110, "none")]
    blocks = [[GameResult((number % 2,), (1,), (score,), rank)] for number, (score, rank) in enumerate(points)]
    standings = standings_of(match, *blocks)
    greedy, random = standings.bots()
    assert greedy.win_rate is greedy.mean_margin is None
    assert greedy.mean_points == pytest.approx((150 + 195 + 148) / 3)
    assert greedy.deciles is not None
    assert (greedy.deciles[0], greedy.deciles[5], greedy.deciles[10]) == (148, 150, 195)
    assert list((greedy.ranks or {}).items()) == [("poseidon", 1), ("diver", 2)]
    assert random.ranks == {"none": 3}
    (pair,) = standings.pairs()
    assert (pair.games, pair.win_rate) == (3, 1)
    assert pair.mean_margin == pytest.approx((50 + 75 + 38) / 3)
    assert standings.ladder() == []


def test_solo_bots_play_the_same_deals() -> None:
    run = played(match_of("greedy,random", game=atoll.find_game("shallow_sea"), seats=1), 4)
    summary = run.summary()
    assert [bot["games"] for bot in summary["bots"]] == [2, 2]
    assert all(sum(bot["ranks"].values()) == 2 for bot in summary["bots"])
    assert summary["pairs"][0]["games"] == 2


# Entrants


def test_budgets() -> None:
    assert read_budget("200ms") == Budget(milliseconds=200)
    assert read_budget("2000") == Budget(simulations=2000)
    assert read_budget(None) == Budget()
    first, second = read_entrants("random@5ms,random", "70")
    assert (first.limits, second.limits) == (Budget(milliseconds=5), Budget(simulations=70))
    for text in ("", "0", "-3", "1.5", "ms", "2 s", "200MS", "9999999999"):
        with pytest.raises(InvalidOption, match="simulations a decision, such as 2000, or milliseconds, such as 200ms"):
            read_budget(text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("clever", "there is no bot 'clever'; the bots are random, greedy"),
        ("greedy,", "there is no bot ''"),
        ("no_such_module:Bot", "no_such_module can't be imported: ModuleNotFoundError"),
        ("bots.culprits:Nobody", "bots.culprits has no class or function 'Nobody'"),
        ("bots.culprits:MARK", "bots.culprits has no class or function 'MARK'"),
        (":Bot", "can't be imported"),
    ],
)
def test_bots_that_do_not_exist_are_refused(text: str, named: str) -> None:
    with pytest.raises(InvalidOption, match=named):
        read_entrants(text)


def test_your_own_bot_is_found_in_the_current_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "last_resort.py").write_text(
        "class Last:\n"
        "    def __init__(self, seed): pass\n"
        "    def choose(self, state, seat, budget): return state.legal()[-1]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path.copy())
    run = played(match_of("last_resort:Last,random"), 4, Processes(1))
    assert run.forfeited == []
    assert [bot.name for bot in run.standings.bots()] == ["last_resort:Last", "random"]


def test_tables_that_cannot_be_filled_are_refused() -> None:
    with pytest.raises(InvalidOption, match="a table of 3 needs at least 3 bots, not only greedy, random"):
        match_of("greedy,random", seats=3)
    with pytest.raises(InvalidOption, match="reef is for 2 to 4 players, not 1"):
        match_of("greedy")
    with pytest.raises(InvalidOption, match="seed must be"):
        match_of("greedy,random", seed=-1)

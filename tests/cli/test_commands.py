"""The commands as a user runs them; invalid input is refused in one sentence."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import atoll
from atoll.cli import bench, main
from atoll.kit.locale import LANGUAGES

GOLDEN = atoll.find_game("reef").file("records") / "2p.toml"
SHEET = """
game = "reef"
[[player]]
name = "Ada"
points = 31
hand = [12, 53]
board = [". r ry .", ". ggg p .", "p . y .", ". . . ."]
[[player]]
name = "Bo"
points = 37
board = [". r r .", ". . . .", ". . . .", ". . . ."]
"""


def run(
    *arguments: str, typed: str = "", folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from atoll.cli import main; main()", *arguments]
    env = os.environ | {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "COLUMNS": "120"} | environment
    return subprocess.run(command, input=typed, capture_output=True, text=True, env=env, cwd=folder, check=False)


def output_of(*arguments: str, typed: str = "", **environment: str) -> str:
    done = run(*arguments, typed=typed, folder=None, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


Refused = Callable[..., str]


@pytest.fixture
def refused(capfd: pytest.CaptureFixture[str]) -> Refused:
    """Run a command that must be refused: one sentence, exit code 2, nothing else."""

    def run_refused(*arguments: str) -> str:
        with pytest.raises(SystemExit) as exited:
            main(arguments)
        out, err = capfd.readouterr()
        assert exited.value.code == 2
        assert out == ""
        assert err.startswith("atoll: ")
        assert err.count("\n") == 1
        return err

    return run_refused


@pytest.mark.slow
def test_a_complete_game_against_a_bot(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    out = output_of("play", "reef", "--seed", "3", "--option", "setup=random", "--save", str(path), typed="1\n\n" * 400)
    assert "Final points: Player 1" in out
    assert atoll.Record.read(path).last.over


def test_undo_help_rules_position_and_quit() -> None:
    typed = "help\nrules R11\nrules R99\nundo\nposition\nr b2\ny b2\nundo\nr b2\nnonsense\ntake 3\nquit\n"
    out = output_of("play", "reef", "--seed", "5", typed=typed)
    assert "save FILE" in out
    assert "R11. " in out
    assert "There is no rule R99." in out
    assert "There is nothing to undo" in out
    assert "reef:1 seats=2" in out
    assert "pile=?,?" in out
    assert out.count("Player 1 puts a starting piece, red, on b2.") == 2
    assert "A starting piece can't go on b2 (R8)." in out
    assert "Undone." in out
    assert "I can't read nonsense." in out
    assert out.rstrip().endswith("Goodbye.")


@pytest.mark.slow
def test_the_end_of_a_turn_can_be_taken_back() -> None:
    typed = "r b2\ny c2\ng b3\np c3\nundo\np c3\n\nquit\n"
    out = output_of("play", "reef", "--seed", "5", "--bots", "random", typed=typed)
    assert out.count("Player 1 puts a starting piece, purple, on c3.") == 2
    assert out.count("Press Enter to end your turn") == 2


@pytest.mark.slow
def test_people_at_one_keyboard_take_turns() -> None:
    out = output_of("play", "reef", "--people", "2", "--seed", "7", "--option", "setup=random", typed="\n1\n\nquit\n")
    assert "Player 2, take the keyboard" in out
    assert "Player 1, take the keyboard" in out


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(language: str) -> None:
    out = output_of("play", "reef", "--seed", "1", "--language", language, typed="quit\n")
    assert atoll.find_game("reef").words(language)("supply") in out
    assert "{" not in out


def test_the_default_language_is_that_of_the_environment() -> None:
    assert output_of("games", LC_ALL="nl_NL.UTF-8") == output_of("games", "--language", "nl")


@pytest.mark.slow
def test_replay_prints_the_game_up_to_a_ply() -> None:
    out = output_of("replay", str(GOLDEN))
    assert "wins with the most points." in out
    assert "Final points:" in out
    early = output_of("replay", str(GOLDEN), "--ply", "9")
    assert list(atoll.Record.read(GOLDEN))[9].position in early
    assert "Final points:" not in early


def test_a_boxed_game_is_scored(tmp_path: Path) -> None:
    path = tmp_path / "sheet.toml"
    path.write_text(SHEET, encoding="utf-8")
    out = output_of("score", str(path))
    assert "Ada wins the tie with the most covered spaces." in out
    data = json.loads(output_of("score", str(path), "--json"))
    ada, bo = data["players"]
    assert [ada["total"], bo["total"]] == [37, 37]
    assert ada["hand"] == [
        {"card": 12, "occurrences": 1, "points": 4},
        {"card": 53, "occurrences": 1, "points": 2},
    ]
    assert data["ranking"] == [1, 2]
    assert data["won_by"] == "covered"


@pytest.mark.slow
def test_a_boxed_game_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "sheet.toml"
    path.write_text(SHEET, encoding="utf-8")
    out = output_of("score", str(path), "--picture")
    assert ["2", ".", "ggG", "P", ".", "2", ".", ".", ".", "."] in [line.split() for line in out.splitlines()]
    assert out.endswith(output_of("score", str(path)))


def test_a_boxed_game_without_a_board_is_not_drawn(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "sheet.toml"
    path.write_text('game = "chain_reaction"\n', encoding="utf-8")
    assert "a score sheet of chain_reaction has no board to draw" in refused("score", str(path), "--picture")
    path.write_text(SHEET, encoding="utf-8")
    assert "give one of them" in refused("score", str(path), "--picture", "--json")


@pytest.mark.slow
def test_perft_is_the_same_interpreted(tmp_path: Path) -> None:
    def counts(*more: str, **environment: str) -> list[str]:
        out = output_of("perft", "reef", "--seats", "3", "--seed", "4", "--depth", "4", *more, **environment)
        return [line.split()[1] for line in out.splitlines()]

    interpreted = counts("--interpreted", ATOLL_CACHE=str(tmp_path))
    assert counts() == interpreted == ["16", "144", "576", "576"]
    assert not list(tmp_path.rglob("*.nb*"))  # nothing was compiled
    setup = ("--option", "setup=random")
    assert counts(*setup) == counts(*setup, "--interpreted") != interpreted


@pytest.mark.slow
def test_after_warm_nothing_is_compiled_during_play(tmp_path: Path) -> None:
    def compiled() -> list[str]:
        return sorted(path.name for path in tmp_path.rglob("*.nbc"))

    output_of("warm", "--rules", "chain_reaction", ATOLL_CACHE=str(tmp_path))
    before = compiled()
    output_of("replay", str(atoll.find_game("chain_reaction").file("records/3p.toml")), ATOLL_CACHE=str(tmp_path))
    assert before
    assert compiled() == before


def test_refusals_are_the_same_when_interpreted(refused: Refused) -> None:
    assert "reef is for 2 to 4 players, not 5" in refused("perft", "reef", "--seats", "5", "--interpreted")


@pytest.mark.slow
def test_bench_prints_figures_beside_the_yard_stick(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.02)
    monkeypatch.setattr(bench, "TRIES", 1)
    bench.bench("reef", json_=True)
    data = json.loads(capsys.readouterr().out)
    assert data["yardstick_s"] > 0
    figures = {figure["id"]: figure for figure in data["figures"]}
    for name in ("random_games_per_s", "random_decisions_per_s", "state_copies_per_s", "apply_per_s", "play_per_s"):
        figure = figures[f"reef.{name}.2p"]
        assert figure["normalised"] == pytest.approx(figure["value"] * data["yardstick_s"] / 0.2, rel=0.01)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["play", "chess"], f"there is no game 'chess'; the games are {', '.join(atoll.find_games())}"),
        (["play", "reef", "--seats", "5"], "reef is for 2 to 4 players, not 5"),
        (["play", "reef", "--seats", "two"], "--seats"),
        (["play", "reef", "--bots", "clever"], "there is no bot 'clever'; the bots are random, greedy"),
        (["play", "reef", "--people", "3"], "--people must be from 1 to the 2 seats"),
        (["play", "reef", "--option", "setup=odd"], "option setup: 'odd' is not one of standard, expert"),
        (["play", "reef", "--option", "colour=red"], "reef has no option 'colour'"),
        (["play", "reef", "--option", "setup"], "must be NAME=VALUE"),
        (["play", "reef", "--edition", "no.toml"], "no.toml: can't be read"),
        (["play", "reef", "--seed", "-1"], "seed must be a whole number"),
        (["play", "reef", "--language", "de"], "language"),
        (["replay", "no.toml"], "no.toml: can't be read"),
        (["replay", str(GOLDEN), "--ply", "9999"], "--ply must be from 0"),
        (["perft", "reef", "--depth", "-1"], "--depth must be 0 or more"),
        (["perft"], "perft"),
        (["score", "no.toml"], "no.toml: can't be read"),
        (["bench", "chess"], "there is no game 'chess'"),
        (["bench", "server"], "run this benchmark from a clone: python -m benchmarks server"),
        (["bench", "server", "--tables", "50"], "run this benchmark from a clone: python -m benchmarks server"),
        (["bench", "bots", "--json"], "run this benchmark from a clone: python -m benchmarks bots"),
        (["bench", "envs"], "run this benchmark from a clone: python -m benchmarks envs"),
        (["bench", "web"], "run this benchmark from a clone: python -m benchmarks web"),
        (["bench", "--peers", "--output", "docs"], "run this benchmark from a clone: python -m benchmarks peers"),
        (["bench", "reef", "--tables", "50"], "`atoll bench` has no option --tables"),
        (["warm", "chess"], "there is no game 'chess'"),
        (["arena", "chess", "--bots", "greedy,random"], "there is no game 'chess'"),
        (["arena", "reef"], "--bots"),
        (["arena", "reef", "--bots", "greedy,clever"], "there is no bot 'clever'; the bots are random, greedy"),
        (
            ["arena", "reef", "--bots", "greedy,random", "--budget", "2h"],
            "simulations a decision, such as 2000, or milli",
        ),
        (["arena", "reef", "--bots", "greedy,random", "--games", "0"], "--games must be from 1 to"),
        (["arena", "reef", "--bots", "greedy,random", "--workers", "0"], "--workers must be from 1 to"),
        (["arena", "reef", "--bots", "greedy,random", "--seats", "3"], "a table of 3 needs at least 3 bots"),
        (["arena", "reef", "--bots", "greedy,random", "--option", "colour=red"], "reef has no option 'colour'"),
        (["arena", "reef", "--bots", "greedy,random", "--edition", "no.toml"], "no.toml: can't be read"),
        (["arena", "reef", "--bots", "greedy,random,random", "--sprt"], "--sprt is for two bots at tables of two"),
        (["arena", "reef", "--bots", "greedy,random", "--sprt", "--elo1", "-9"], "--elo0 must be less than --elo1"),
        (["arena", "reef", "--bots", "greedy,random", "--sprt", "--elo1", "inf"], "both from -2000 to 2000"),
        (["arena", "reef", "--bots", "greedy,random", "--sprt", "--elo0", "nan"], "both from -2000 to 2000"),
        (["arena", "reef", "--bots", "greedy,random", "--save", "."], "is not empty and holds no run of the arena"),
        (["fly"], "fly"),
    ],
)
def test_invalid_arguments_are_refused_in_one_sentence(refused: Refused, arguments: list[str], named: str) -> None:
    assert named in refused(*arguments)


@pytest.mark.parametrize("path", [".", "..", "/", "no/such/folder/game.toml", "old.toml/game.toml", "a" * 300])
def test_a_game_that_cannot_be_saved_is_not_started(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old.toml").write_text("old", encoding="utf-8")
    assert f"{path}: can't be written: " in refused("play", "reef", "--save", path)
    assert [(file.name, file.read_text(encoding="utf-8")) for file in tmp_path.iterdir()] == [("old.toml", "old")]


def test_a_failed_save_does_not_end_the_game() -> None:
    out = output_of("play", "reef", "--seed", "5", typed="save .\nr b2\nquit\n")
    assert ".: can't be written: " in out
    assert "Player 1 puts a starting piece, red, on b2." in out


def test_the_largest_seed_is_accepted() -> None:
    assert "Goodbye." in output_of("play", "reef", "--seed", "18446744073709551615", typed="quit\n")


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('game = "reef"', "", "must say which game"),
        ('game = "reef"', f"game = {'9' * 5000}", "is not TOML"),
        ('game = "reef"', f"game = {'[' * 5000}", "is not TOML"),
        (". ggg p .", ". ggggg p .", "player 1: board, b2 has 5 pieces; a stack has at most 4 (R13)"),
        (". ggg p .", ". ggx p .", "player 1: board, b2 is 'ggx'"),
        (". ggg p .", ". ggg p", "player 1: board must be 4 rows of 4 stacks"),
        ('". . . ."', "3", "player 1: board must be a list of 4 texts"),
        ("[12, 53]", "[12, 61]", "player 1: hand must be a list of at most 4 whole numbers from 1 to 60"),
        ("[12, 53]", "[12, 12]", "player 1: hand has card 12, which is in a hand already"),
        ("points = 31", "points = -1", "player 1: points must be a whole number from 0"),
        ('name = "Ada"', "name = 3", "player 1: name must be text"),
        ('name = "Ada"', 'nom = "Ada"', "player 1: nom is not known"),
        ('game = "reef"', 'game = "reef"\nrounds = 3', "rounds is not known"),
        ('game = "reef"', 'game = "reef"\nmirror_patterns = 3', "option mirror_patterns: 3"),
        ("[[player]]", "[[person]]", "person is not known"),
        ('[[player]]\nname = "Bo"', "[player.Bo]", "must have 2 to 4 [[player]] tables (R5)"),
        (
            '". r r .", ". . . ."',
            '"rrrr rrrr rrrr rrrr", "rrrr . . ."',
            "the boards hold more red pieces than the 18 of the game (R5)",
        ),
    ],
)
def test_a_refused_score_sheet_names_the_place(
    refused: Refused, tmp_path: Path, old: str, new: str, named: str
) -> None:
    path = tmp_path / "sheet.toml"
    path.write_text(SHEET.replace(old, new, 1), encoding="utf-8")
    sentence = refused("score", str(path))
    assert "sheet.toml" in sentence
    assert named in sentence


def test_a_refusal_ends_the_process_with_exit_code_2() -> None:
    done = run("play", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "atoll: there is no game 'chess'; the games are " + ", ".join(atoll.find_games()) + "\n"


def test_a_record_of_another_rules_version_is_refused(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "old.toml"
    path.write_text(GOLDEN.read_text(encoding="utf-8").replace("rules = 1", "rules = 7"), encoding="utf-8")
    assert "another version of the rules" in refused("replay", str(path))


@pytest.mark.slow
def test_bots_meet_in_the_arena(tmp_path: Path) -> None:
    arguments = ["arena", "reef", "--bots", "greedy,random,random", "--games", "24", "--seed", "4", "--option"]
    arguments += ["setup=random", "--save", str(tmp_path / "run"), "--workers", "2"]
    out = output_of(*arguments)
    for title in ("win rate", "margin", "points", "p90", "ahead", "Elo"):
        assert title in out
    assert "24 games, " in out
    data = json.loads(output_of(*arguments, "--json"))
    assert [data[key] for key in ("game", "seats", "games", "seed")] == ["reef", 2, 24, 4]
    assert data["options"]["setup"] == "random"
    greedy, random, _ = data["bots"]
    assert (greedy["name"], random["name"]) == ("greedy", "random")
    assert greedy["low"] <= greedy["win_rate"] <= greedy["high"]
    assert greedy["mean_margin"] > 0 > random["mean_margin"]
    assert 0 < greedy["ms_mean"] <= greedy["ms_max"]
    assert sum(bot["win_rate"] for bot in data["bots"]) == pytest.approx(3 / 2)
    assert data["games_per_s"] == 0  # all games come from the saved run


@pytest.mark.slow
def test_a_stopped_arena_prints_its_results_and_is_resumed_later(tmp_path: Path) -> None:
    arguments = ["arena", "reef", "--bots", "greedy,random", "--games", "1000000", "--save", str(tmp_path / "run")]
    arguments += ["--workers", "1"]
    # A background process may inherit an ignored SIGINT.
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from atoll.cli import main; main()"
    command = [sys.executable, "-c", code, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        lines = tmp_path / "run" / "blocks.jsonl"
        while not (lines.exists() and lines.stat().st_size):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == ""
    assert "win rate" in out
    assert " of 1,000,000; stopped" in out
    played = len(lines.read_text(encoding="utf-8").splitlines())
    assert f"{2 * played:,} games of" in out
    data = json.loads(output_of(*arguments[:5], "2", *arguments[6:], "--json"))
    assert (data["games"], data["complete"]) == (2, True)


@pytest.mark.slow
def test_a_solo_arena_prints_deciles_and_ranks(capsys: pytest.CaptureFixture[str]) -> None:
    main(["arena", "shallow_sea", "--bots", "greedy", "--games", "2", "--workers", "1"])
    out = capsys.readouterr().out
    assert "50 %" in out
    assert "none" in out
    assert "win rate" not in out


def test_an_arena_prints_which_bot_is_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    main(["arena", "reef", "--bots", "greedy,random", "--sprt", "--elo1", "200", "--workers", "1"])
    assert "greedy is accepted: 200 rather than 0 Elo above random" in capsys.readouterr().out


@pytest.mark.slow
def test_an_arena_reports_a_faulty_bot(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Mine:\n"
        "    def __init__(self, seed): pass\n"
        "    def choose(self, state, seat, budget): print('hm'); return -1\n"
    )
    done = run(
        "arena", "reef", "--bots", "mine:Mine,greedy", "--games", "2", "--json", "--workers", "1", folder=tmp_path
    )
    assert done.returncode == 0
    data = json.loads(done.stdout)
    assert [bot["win_rate"] for bot in data["bots"]] == [0, 1]
    assert "mine:Mine forfeits game 0 of block 0: an illegal decision: -1" in done.stderr
    assert data["errors"][0]["record"] in done.stderr
    assert not atoll.Record.read(data["errors"][0]["record"]).last.over

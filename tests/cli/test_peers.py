"""`atoll bench --peers`: what peers print is read, shown and drawn, and one that fails does not stop the others."""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

import atoll
from atoll.cli import bench_peers, main
from atoll.cli.bench_peers import chart, ours, report, running, theirs
from atoll.cli.bench_peers.report import Comparison, Missing, Page, Speed, read
from atoll.cli.bench_peers.running import Failed, lines, reason
from atoll.core import yardstick

REEF = Speed("Atoll", "compiled loop", "reef", "engine", 8e6, 75_000.0)
HEARTS = Speed("OpenSpiel", "compiled roll-outs", "hearts", "engine", 2e6, 40_000.0)
BACKGAMMON = Speed("Pgx", "compiled step", "backgammon", "vector", 9_000.0, None)
RUN = Comparison(
    {"Atoll": "1.0", "OpenSpiel": "2.0.2"}, (0.1, 0.12), [HEARTS, REEF, BACKGAMMON], [Missing("RLCard", "no wheel")]
)
SVG = "{http://www.w3.org/2000/svg}"


def test_the_best_try_counts_and_games_follow_from_their_mean_length() -> None:
    portions: Iterator[tuple[int, float, float]] = iter(
        [(1, 0, 9.0)] + [(50, 1, 1.0)] * 3 + [(100, 0, 1.0), (50, 2, 1.0)]
    )
    assert theirs.best(lambda: next(portions), 5.0) == (100.0, 100.0 * 5 / 300)


def test_many_games_are_counted_by_the_length_of_those_that_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, chosen = iter(range(100)), list[int]()
    ends = iter([[False, False], [True, False], [False, False], [False, True], [True, False]])
    monkeypatch.setattr(theirs, "LANES", 2)
    monkeypatch.setattr(theirs, "WARM_UP", 3)
    portion = theirs.lanes(lambda: next(clock), chosen.append, lambda: next(ends))
    assert len(chosen) == 3
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(clock)))
    assert portion() == (2, 2 * 2 / (2 + 4), 1.0)  # choosing takes time too, which is not counted
    assert portion() == (2, 2 * 3 / (2 + 4 + 3), 1.0)


def test_what_a_process_tells_is_read_back(capsys: pytest.CaptureFixture[str]) -> None:
    def greeting() -> Iterator[theirs.Way]:
        print("a library greets")  # noqa: T201 - as libraries do
        yield theirs.Way("RLCard", "environment", "uno", "single", lambda: (10, 0, 0.5))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", sys.stdout)
        theirs.tell(greeting(), 1.0)
    assert read(capsys.readouterr().out) == Speed("RLCard", "environment", "uno", "single", 20.0, None)


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "{}",
        '{"library": "A", "way": "b", "game": "c", "kind": "single", "decisions_per_s": "many", "games_per_s": 1}',
        '{"library": "A", "way": "b", "game": "c", "kind": "other", "decisions_per_s": 1, "games_per_s": 1}',
    ],
)
def test_a_line_that_is_no_measurement_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read(line)


def test_our_ways_play_every_kind() -> None:
    played = {}
    for one in ours.ways([atoll.game("reef")]):
        decisions, games, spent = one.portion()
        assert min(decisions, spent) > 0
        assert 0 <= games <= decisions
        played[one.way] = one.kind
    assert list(played.values()) == ["engine", "vector", "vector", "single", "single", "single"]


def test_every_peer_is_pinned_and_can_be_measured() -> None:
    assert {peer.name for peer in bench_peers.PEERS} == set(theirs.PEERS)
    for peer in bench_peers.PEERS:
        assert all(running.pinned(package) for package in peer.packages)
    with pytest.raises(Failed, match="does not pin chess"):
        running.pinned("chess")


def test_tables_show_each_kind_the_fastest_first_as_measured_and_normalised() -> None:
    text = report.markdown(RUN)
    assert "Atoll 1.0, OpenSpiel 2.0.2. Yard-stick 0.100 s before and 0.120 s after." in text
    engines, many = text.split("### ")[1:]
    assert [line for line in engines.splitlines() if line.startswith("| ")][1:] == [
        "| Atoll, compiled loop | Reef | 8 M | 75,000 | 4 M | 37,500 |",
        "| OpenSpiel, compiled roll-outs | Hearts | 2 M | 40,000 | 1 M | 20,000 |",
    ]
    assert "| Pgx, compiled step | Backgammon | 9,000 | - | 4,500 | - |" in many
    assert text.endswith("- RLCard: not measured: no wheel")


def test_bars_are_as_long_as_the_logarithm_and_ours_stand_out() -> None:
    bars = [chart.Bar(f"<{value}>", float(value), str(value), strong=value == 100) for value in (10, 100, 1000, 0)]
    tree = ElementTree.fromstring(chart.draw("speed", [chart.Panel("all", bars)]))
    drawn = tree.findall(f"{SVG}rect")
    widths = [float(bar.attrib["width"]) for bar in drawn]
    assert widths == [0.0, chart.BARS / 2, chart.BARS, 0.0]
    assert [bar.get("class") for bar in drawn] == [None, "strong", None, None]
    assert "<1000>" in [text.text for text in tree.findall(f"{SVG}text")]


def test_the_page_is_written_between_its_marks_only(tmp_path: Path) -> None:
    path = tmp_path / "benchmarks.md"
    path.write_text(f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n", encoding="utf-8")
    for _ in range(2):
        Page(tmp_path).write(RUN)
        text = path.read_text(encoding="utf-8")
        assert text == f"before\n{report.BEGIN}\n{report.markdown(RUN)}\n{report.END}\nafter\n"
    drawn = ElementTree.parse(tmp_path / "pictures" / "peers.svg")
    assert len(drawn.findall(f"{SVG}rect")) == 3


def test_our_own_page_has_the_marks() -> None:
    Page(Path(__file__).parents[2] / "docs")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["reef", "--peers"], "--peers compares all games; leave out 'reef'"),
        (["--output", "docs"], "--output is for --peers"),
        (["--peers", "--seconds", "0"], "--seconds must be more than 0 and at most 60 with --peers, not 0"),
        (["--peers", "--seconds", "nan"], "--seconds must be more than 0"),
        (["--peers", "--output", "nowhere"], "--output nowhere: must hold benchmarks.md"),
        (["--peers", "--output", "."], "must have the lines <!-- peers --> and <!-- /peers --> to write between"),
    ],
)
def test_what_can_not_be_used_is_refused_before_anything_is_measured(
    arguments: list[str],
    named: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "benchmarks.md").write_text("no marks\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        main(["bench", *arguments])
    out, err = capsys.readouterr()
    assert (left.value.code, out) == (2, "")
    assert named in err


def test_peers_that_fail_are_named_and_the_rest_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = json.dumps(msgspec.to_builtins(HEARTS))
    script = tmp_path / "peer.py"
    script.write_text(
        f"import sys\nprint({line!r})\npeer, seconds = sys.argv[1:]\nassert float(seconds) == 0.5\n"
        "if peer == 'pettingzoo': print('what?')\n"
        "if peer == 'rlcard': raise RuntimeError('no cards')\n"
    )

    def install(python: Path, packages: list[str]) -> None:
        assert python == Path(sys.executable)
        if "pgx" in packages:
            raise Failed("no wheel")

    monkeypatch.setattr(bench_peers, "make_environment", lambda: Path(sys.executable))
    monkeypatch.setattr(bench_peers, "install", install)
    monkeypatch.setattr(bench_peers, "OWN", f"print({line!r})")
    monkeypatch.setattr(theirs, "__file__", str(script))
    monkeypatch.setattr(yardstick, "seconds", lambda: 0.2)
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    found = bench_peers.measure(0.5, show=False)
    assert found.speeds == [HEARTS] * 4
    assert found.yardsticks_s == (0.2, 0.2)
    assert list(found.libraries) == ["Atoll", "OpenSpiel", "PettingZoo", "RLCard", "Pgx"]
    told = {one.library: one.why for one in found.missing}
    assert list(told) == ["Pgx", "PettingZoo", "RLCard"]
    assert (told["Pgx"], told["RLCard"]) == ("can't be installed: no wheel", "RuntimeError: no cards")
    assert cores is None or os.sched_getaffinity(0) == cores


@pytest.mark.parametrize("as_data", [False, True])
def test_a_run_is_shown_and_written(
    as_data: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "benchmarks.md").write_text(f"{report.BEGIN}\n{report.END}\n", encoding="utf-8")
    monkeypatch.setattr(bench_peers, "ready", lambda *_: None)
    monkeypatch.setattr(bench_peers, "measure", lambda seconds, show: RUN)  # noqa: ARG005 - named by the call
    bench_peers.compare(None, tmp_path, as_data=as_data)
    out = capsys.readouterr().out
    if as_data:
        data = json.loads(out)
        assert data["yardsticks_s"] == [0.1, 0.12]
        assert [speed["normalised_decisions_per_s"] for speed in data["speeds"]] == [1e6, 4e6, 4500.0]
        assert data["missing"] == [{"library": "RLCard", "why": "no wheel"}]
    else:
        assert "RLCard: not measured: no wheel" in out
    assert (tmp_path / "benchmarks.md").read_text(encoding="utf-8").count("Hearts") == 1


def test_a_process_ends_when_nobody_listens_any_more() -> None:
    code = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"
    with closing(lines([sys.executable, "-c", code])) as said:
        process = int(next(said))
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_complaint_that_is_printed_is_told_too() -> None:
    with pytest.raises(Failed, match=r"^no ensurepip$"):
        running.finish([sys.executable, "-c", "print('no ensurepip'); print('more'); raise SystemExit(1)"])


@pytest.mark.parametrize(
    ("said", "code", "told"),
    [
        ("ERROR: no wheel fits\nERROR: nothing found\n", 1, "no wheel fits"),
        ("Traceback\n  File\nImportError: no jax\n\n", 1, "ImportError: no jax"),
        ("", 3, "exit code 3"),
        ("half a line", -11, "ended by signal 11"),
    ],
)
def test_why_a_process_failed_is_one_line(said: str, code: int, told: str) -> None:
    assert reason(said, code) == told

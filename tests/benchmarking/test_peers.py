"""`python -m benchmarks peers`: figures become tables and a chart, and a failing peer does not stop the others."""

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
from atoll.cli import yardstick
from benchmarks import peers
from benchmarks.peers import chart, our_speeds, processes, report, their_speeds
from benchmarks.peers.processes import ProcessFailed, lines, reason
from benchmarks.peers.report import Comparison, Missing, Page, Speed, read

REEF = Speed("Atoll", "compiled loop", "reef", "engine", 8e6, 75_000.0)
HEARTS = Speed("OpenSpiel", "compiled rollouts", "hearts", "engine", 2e6, 40_000.0)
BACKGAMMON = Speed("Pgx", "compiled step", "backgammon", "vector", 9_000.0, None)
RUN = Comparison(
    {"Atoll": "1.0", "OpenSpiel": "2.0.2"}, (0.1, 0.12), [HEARTS, REEF, BACKGAMMON], [Missing("RLCard", "no wheel")]
)
SVG = "{http://www.w3.org/2000/svg}"


def test_the_best_try_counts_and_games_follow_from_their_mean_length() -> None:
    portions: Iterator[tuple[int, float, float]] = iter(
        [(1, 0, 9.0)] + [(50, 1, 1.0)] * 3 + [(100, 0, 1.0), (50, 2, 1.0)]
    )
    assert their_speeds.best(lambda: next(portions), 5.0) == (100.0, 100.0 * 5 / 300)


def test_games_per_second_follow_from_the_length_of_ended_games(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, chosen = iter(range(100)), list[int]()
    ends = iter([[False, False], [True, False], [False, False], [False, True], [True, False]])
    monkeypatch.setattr(their_speeds, "LANES", 2)
    monkeypatch.setattr(their_speeds, "WARM_UP", 3)
    portion = their_speeds.lanes(lambda: next(clock), chosen.append, lambda: next(ends))
    assert len(chosen) == 3
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(clock)))
    assert portion() == (2, 2 * 2 / (2 + 4), 1.0)  # the time for choosing is not counted
    assert portion() == (2, 2 * 3 / (2 + 4 + 3), 1.0)


def test_a_printed_speed_is_read_back(capsys: pytest.CaptureFixture[str]) -> None:
    def greeting() -> Iterator[their_speeds.Variant]:
        print("a greeting")  # noqa: T201 - as some libraries do
        yield their_speeds.Variant("RLCard", "environment", "uno", "single", lambda: (10, 0, 0.5))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", sys.stdout)
        their_speeds.print_speeds(greeting(), 1.0)
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
def test_a_line_that_is_not_a_speed_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read(line)


def test_our_variants_cover_every_kind() -> None:
    kinds = {}
    for variant in our_speeds.variants([atoll.find_game("reef")]):
        decisions, games, spent = variant.portion()
        assert min(decisions, spent) > 0
        assert 0 <= games <= decisions
        kinds[variant.way] = variant.kind
    assert list(kinds.values()) == ["engine", "vector", "vector", "single", "single", "single"]


def test_every_peer_is_pinned_and_can_be_measured() -> None:
    assert {peer.name for peer in peers.PEERS} == set(their_speeds.PEERS)
    for peer in peers.PEERS:
        assert all(processes.pinned(package) for package in peer.packages)
    with pytest.raises(ProcessFailed, match="does not pin chess"):
        processes.pinned("chess")


def test_tables_show_each_kind_the_fastest_first_as_measured_and_normalised() -> None:
    text = report.markdown(RUN)
    assert "Atoll 1.0, OpenSpiel 2.0.2. Yard-stick 0.100 s before and 0.120 s after." in text
    engines, many = text.split("### ")[1:]
    assert [line for line in engines.splitlines() if line.startswith("| ")][1:] == [
        "| Atoll, compiled loop | Reef | 8 M | 75,000 | 4 M | 37,500 |",
        "| OpenSpiel, compiled rollouts | Hearts | 2 M | 40,000 | 1 M | 20,000 |",
    ]
    assert "| Pgx, compiled step | Backgammon | 9,000 | - | 4,500 | - |" in many
    assert text.endswith("- RLCard: not measured: no wheel")


def test_bars_are_logarithmic_and_ours_stand_out() -> None:
    bars = [chart.Bar(f"<{value}>", float(value), str(value), strong=value == 100) for value in (10, 100, 1000, 0)]
    tree = ElementTree.fromstring(chart.draw("speed", [chart.Panel("all", bars)]))
    drawn = tree.findall(f"{SVG}rect")
    widths = [float(bar.attrib["width"]) for bar in drawn]
    assert widths == [0.0, chart.BARS / 2, chart.BARS, 0.0]
    assert [bar.get("class") for bar in drawn] == [None, "strong", None, None]
    assert "<1000>" in [text.text for text in tree.findall(f"{SVG}text")]


def test_only_the_part_between_the_marks_of_the_page_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "benchmarks.md"
    path.write_text(f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n", encoding="utf-8")
    for _ in range(2):
        Page(tmp_path).write(RUN)
        text = path.read_text(encoding="utf-8")
        assert text == f"before\n{report.BEGIN}\n{report.markdown(RUN)}\n{report.END}\nafter\n"
    drawn = ElementTree.parse(tmp_path / "pictures" / "peers.svg")
    assert len(drawn.findall(f"{SVG}rect")) == 3


def test_the_page_in_docs_has_the_marks() -> None:
    Page(Path(__file__).parents[2] / "docs")


def test_failing_peers_are_named_and_the_others_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
            raise ProcessFailed("no wheel")

    monkeypatch.setattr(peers, "make_environment", lambda: Path(sys.executable))
    monkeypatch.setattr(peers, "install", install)
    monkeypatch.setattr(peers, "OUR_SPEEDS", f"print({line!r})")
    monkeypatch.setattr(their_speeds, "__file__", str(script))
    monkeypatch.setattr(yardstick, "seconds", lambda: 0.2)
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    found = peers.measure(0.5, show=False)
    assert found.speeds == [HEARTS] * 4
    assert found.yardsticks_s == (0.2, 0.2)
    assert list(found.libraries) == ["Atoll", "OpenSpiel", "PettingZoo", "RLCard", "Pgx"]
    reasons = {missing.library: missing.why for missing in found.missing}
    assert list(reasons) == ["Pgx", "PettingZoo", "RLCard"]
    assert (reasons["Pgx"], reasons["RLCard"]) == ("can't be installed: no wheel", "RuntimeError: no cards")
    assert cores is None or os.sched_getaffinity(0) == cores


@pytest.mark.parametrize("as_json", [False, True])
def test_a_run_is_printed_and_written_to_the_page(
    as_json: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "benchmarks.md").write_text(f"{report.BEGIN}\n{report.END}\n", encoding="utf-8")
    monkeypatch.setattr(peers, "ready", lambda *_: None)
    monkeypatch.setattr(peers, "measure", lambda seconds, show: RUN)  # noqa: ARG005 - named by the call
    peers.compare(2.0, tmp_path, as_json=as_json)
    out = capsys.readouterr().out
    if as_json:
        data = json.loads(out)
        assert data["yardsticks_s"] == [0.1, 0.12]
        assert [speed["normalised_decisions_per_s"] for speed in data["speeds"]] == [1e6, 4e6, 4500.0]
        assert data["missing"] == [{"library": "RLCard", "why": "no wheel"}]
    else:
        assert "RLCard: not measured: no wheel" in out
    assert (tmp_path / "benchmarks.md").read_text(encoding="utf-8").count("Hearts") == 1


def test_closing_the_output_ends_the_process() -> None:
    code = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"
    with closing(lines([sys.executable, "-c", code])) as output:
        process = int(next(output))
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_an_error_on_stdout_is_reported_too() -> None:
    with pytest.raises(ProcessFailed, match=r"^no ensurepip$"):
        processes.finish([sys.executable, "-c", "print('no ensurepip'); print('more'); raise SystemExit(1)"])


@pytest.mark.parametrize(
    ("errors", "code", "line"),
    [
        ("ERROR: no wheel fits\nERROR: nothing found\n", 1, "no wheel fits"),
        ("Traceback\n  File\nImportError: no jax\n\n", 1, "ImportError: no jax"),
        ("", 3, "exit code 3"),
        ("half a line", -11, "ended by signal 11"),
    ],
)
def test_the_reason_for_a_failed_process_is_one_line(errors: str, code: int, line: str) -> None:
    assert reason(errors, code) == line

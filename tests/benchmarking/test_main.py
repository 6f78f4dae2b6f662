"""`python -m benchmarks`: refusals in one sentence, figures as a table or as JSON."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from atoll.cli import yardstick
from atoll.cli.bench import NOT_INSTALLED, Figure
from benchmarks import __main__ as benchmarks
from benchmarks import bots, server
from benchmarks.server import Load

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["fly"], "fly"),
        (["peers", "reef"], "reef"),
        (["bots", "--output", "docs"], "--output"),
        (["envs", "--tables", "50"], "--tables"),
        (["server", "--tables", "many"], "--tables"),
        (["server", "--tables", "0"], "--tables must be from 1 to 5000"),
        (["peers", "--seconds", "0"], "--seconds must be more than 0 and at most 60, not 0"),
        (["peers", "--seconds", "nan"], "--seconds must be more than 0"),
        (["peers", "--output", "nowhere"], "--output nowhere: must hold benchmarks.md"),
        (["peers", "--output", "."], "must have the lines <!-- peers --> and <!-- /peers --> to write between"),
    ],
)
def test_invalid_arguments_are_refused_before_anything_is_measured(
    arguments: list[str],
    named: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "benchmarks.md").write_text("no marks\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(yardstick, "seconds", lambda: 0.2)
    with pytest.raises(SystemExit) as exited:
        benchmarks.main(arguments)
    out, err = capsys.readouterr()
    assert (exited.value.code, out) == (2, "")
    assert err.startswith("benchmarks: ")
    assert err.count("\n") == 1
    assert named in err


def test_every_benchmark_outside_the_wheel_is_a_command() -> None:
    assert {name.removeprefix("--") for name in NOT_INSTALLED} == {"bots", "envs", "views", "server", "web", "peers"}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert all(name.removeprefix("--") in done.stdout for name in NOT_INSTALLED)


def test_figures_are_printed_as_a_table_or_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measure(*_: object) -> Iterator[Figure]:
        yield Figure("reef.plans_per_s", 5000.0, "1/s")

    monkeypatch.setattr(yardstick, "seconds", lambda: 0.1)
    monkeypatch.setattr(benchmarks, "ready", lambda *_, **__: None)
    monkeypatch.setattr(bots, "measure", measure)
    benchmarks.main(["bots"])
    assert "reef.plans_per_s" in capsys.readouterr().out
    benchmarks.main(["bots", "--json"])
    figure = {"id": "reef.plans_per_s", "value": 5000.0, "normalised": 2500.0, "unit": "1/s"}
    assert json.loads(capsys.readouterr().out) == {"yardstick_s": 0.1, "figures": [figure]}


def test_the_options_of_a_load_reach_the_server(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    loads: list[Load] = []

    def measure(load: Load) -> Iterator[Figure]:
        loads.append(load)
        yield Figure("server.answer_p50", 0.01, "s")

    monkeypatch.setattr(yardstick, "seconds", lambda: 0.2)
    monkeypatch.setattr(benchmarks, "ready", lambda *_, **__: None)
    monkeypatch.setattr(server, "measure", measure)
    benchmarks.main(["server"])
    options = ["--tables", "7", "--seconds", "3", "--rate", "9", "--database", "postgresql://x", "--workers", "2"]
    benchmarks.main(["server", *options])
    assert loads == [Load(50, 20.0, 0.0, None, 1), Load(7, 3.0, 9.0, "postgresql://x", 2)]
    assert "server.answer_p50" in capsys.readouterr().out

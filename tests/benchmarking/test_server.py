"""The benchmark of the table server yields all its figures."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from atoll.kit.errors import InvalidOption
from benchmarks.server import Load, measure

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]

SMALL = """
import json
from benchmarks import server
server.RESTING, server.FINISHED = 300, 100
load = server.Load(tables=2, seconds=3.0, rate=0.0, database=None, workers=1)
print(json.dumps({figure.id: figure.value for figure in server.measure(load)}))
"""


def test_a_server_on_a_file_is_measured() -> None:
    # In a separate process, as the benchmark measures its own memory.
    command = [sys.executable, "-c", SMALL]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120)
    found: dict[str, float] = json.loads(run.stdout)
    assert set(found) == {
        "server.sqlite.2_tables.decisions_per_s",
        "server.sqlite.2_tables.decisions_per_cpu_s",
        "server.sqlite.2_tables.answer_p50",
        "server.sqlite.2_tables.answer_p99",
        "server.kib_per_table",
        "server.start_with_100k_games",
    }
    assert min(found.values()) > 0


@pytest.mark.parametrize(("tables", "seconds", "rate"), [(0, 1.0, 0.0), (1, 0.0, 0.0), (1, 1.0, -1.0)])
def test_an_impossible_load_is_refused(tables: int, seconds: float, rate: float) -> None:
    with pytest.raises(InvalidOption, match="--tables must be from 1"):
        next(measure(Load(tables, seconds, rate, None, 1)))

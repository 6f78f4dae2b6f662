"""The benchmark of the table server measures everything that it promises to."""

import json
import subprocess
import sys

import pytest

from atoll.cli.bench_server import Load, measure
from atoll.core.errors import InvalidOption

pytestmark = pytest.mark.slow


SMALL = """
import json
from atoll.cli import bench_server
bench_server.RESTING, bench_server.FINISHED = 300, 100
load = bench_server.Load(tables=2, seconds=3.0, rate=0.0, database=None, workers=1)
print(json.dumps({one.id: one.value for one in bench_server.measure(load)}))
"""


def test_a_server_on_a_file_is_measured() -> None:
    # In a process of its own, as its memory is measured.
    run = subprocess.run([sys.executable, "-c", SMALL], capture_output=True, text=True, check=True, timeout=120)
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
def test_a_load_that_makes_no_sense_is_refused(tables: int, seconds: float, rate: float) -> None:
    with pytest.raises(InvalidOption, match="--tables must be from 1"):
        next(measure(Load(tables, seconds, rate, None, 1)))

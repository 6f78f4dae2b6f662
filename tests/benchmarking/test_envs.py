"""`python -m benchmarks envs` measures every environment of every game."""

import pytest

import atoll
from atoll.cli import bench
from benchmarks import envs


@pytest.mark.slow
def test_every_environment_has_a_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.01)
    monkeypatch.setattr(envs, "LANES", 8)
    monkeypatch.setattr(envs, "TRIES", 1)
    figures = {name: (value, unit) for name, value, unit in envs.measure(list(atoll.find_games().values()))}
    assert all(value > 0 and unit == "1/s" for value, unit in figures.values())
    names = ("vector_int16_per_s.2p", "vector_float32_per_s.2p", "raw_per_s.2p", "aec_per_s.2p")
    assert list(figures) == [f"{game}.{name}" for game in atoll.find_games() for name in names]

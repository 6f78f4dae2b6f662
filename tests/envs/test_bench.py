"""`atoll bench envs` measures every environment of every game."""

import pytest

import atoll
from atoll.cli import bench, bench_envs


@pytest.mark.slow
def test_every_environment_has_a_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.01)
    monkeypatch.setattr(bench_envs, "LANES", 8)
    monkeypatch.setattr(bench_envs, "TRIES", 1)
    figures = {name: (value, unit) for name, value, unit in bench_envs.measure(list(atoll.games().values()))}
    assert all(value > 0 and unit == "1/s" for value, unit in figures.values())
    kinds = ("vector_int16_per_s.2p", "vector_float32_per_s.2p", "raw_per_s.2p", "aec_per_s.2p")
    assert list(figures) == [f"{game}.{kind}" for game in atoll.games() for kind in kinds]

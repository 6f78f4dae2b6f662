"""`python -m benchmarks views` measures the views of every game."""

import pytest

import atoll
from benchmarks import views


def test_every_game_has_its_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "GAMES", 1)
    monkeypatch.setattr(views, "POSITIONS", 2)
    monkeypatch.setattr(views, "TRIES", 1)
    figures = {name: (value, unit) for name, value, unit in views.measure(list(atoll.find_games().values()))}
    assert all(value > 0 and unit == "1/s" for value, unit in figures.values())
    names = ("views_per_s", "previews_per_s")
    assert list(figures) == [f"{game}.{name}" for game in atoll.find_games() for name in names]

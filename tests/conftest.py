"""Settings for every test."""

import os

import pytest
from hypothesis import settings

import atoll

settings.register_profile("check", deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=100)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "check"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes a `game` over every game there is, and one that takes `seats` too over every number."""
    if "game" in metafunc.fixturenames:
        found = list(atoll.games().values())
        if "seats" in metafunc.fixturenames:
            tables = [(game, seats) for game in found for seats in range(game.fewest, game.most + 1)]
            names = [f"{game.id}-{seats}" for game, seats in tables]
            metafunc.parametrize(("game", "seats"), tables, ids=names)
            return
        metafunc.parametrize("game", found, ids=[game.id for game in found])

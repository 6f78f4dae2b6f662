"""Settings of pytest for the tests of this package: each runs over every game, or over the one that `--game` names."""

import pytest

from atoll.core.game import find_games

FOUND = "the contract wants"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names a game."""
    parser.addoption("--game", help="run the tests of all games over this one only")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize `game` over all games and, if a test also takes `seats`, over the seat counts of each."""
    if "game" in metafunc.fixturenames:
        wanted = metafunc.config.getoption("--game")
        found = [game for game in find_games().values() if wanted in (None, game.id)]
        if "seats" in metafunc.fixturenames:
            tables = [(game, seats) for game in found for seats in range(game.min_players, game.max_players + 1)]
            names = [f"{game.id}-{seats}" for game, seats in tables]
            metafunc.parametrize(("game", "seats"), tables, ids=names)
            return
        metafunc.parametrize("game", found, ids=[game.id for game in found])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """With `--game`, say in a sentence what each failed test wants."""
    if config.getoption("--game"):
        for report in terminalreporter.stats.get("failed", []):
            terminalreporter.write_line(f"{FOUND}: {sentence(report.nodeid)}", red=True)


def sentence(nodeid: str) -> str:
    """Return the name of a test as a sentence.

    >>> sentence("test_play.py::test_previews_come_true[pearls]")
    'previews come true'
    """
    name = nodeid.rpartition("::")[2].partition("[")[0]
    return name.removeprefix("test_").replace("_", " ")

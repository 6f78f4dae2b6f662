"""How much JavaScript a browser loads before the first decision, compressed."""

from atoll.server.static import BUILT
from benchmarks.web import boards, closure, kilobytes, shell


def test_first_screen_and_table_are_small() -> None:
    assert (BUILT / "index.html").exists(), "the client is not built: make web"
    assert kilobytes(shell()) <= 90


def test_every_board_is_small() -> None:
    assert boards()
    for game, entry in boards().items():
        assert kilobytes(closure(entry) - shell()) <= 40, game

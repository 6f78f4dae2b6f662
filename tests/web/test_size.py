"""How much a browser has to load before the first move: JavaScript, packed as it travels."""

from atoll.cli.bench_web import boards, closure, kilobytes, shell
from atoll.server.static import BUILT


def test_first_screen_and_table_are_small() -> None:
    assert (BUILT / "index.html").exists(), "the client is not built: make web"
    assert kilobytes(shell()) <= 90


def test_every_board_is_small() -> None:
    assert boards()
    for kind, entry in boards().items():
        assert kilobytes(closure(entry) - shell()) <= 40, kind

"""Every game has a record, and replaying it prints the playthrough beside it."""

from atoll import Game
from conformance.golden import playthrough


def test_replaying_a_record_prints_its_playthrough(game: Game) -> None:
    playthroughs = sorted(game.file("records").glob("*.txt"))
    assert playthroughs
    for path in playthroughs:
        assert playthrough(path.with_suffix(".toml")) == path.read_text(encoding="utf-8")

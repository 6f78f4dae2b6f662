"""Every game has a recorded game that reads as the playthrough beside it."""

from atoll import Game
from conformance.golden import playthrough


def test_records_read_as_their_playthroughs(game: Game) -> None:
    stories = sorted(game.file("records").glob("*.txt"))
    assert stories
    for story in stories:
        assert playthrough(story.with_suffix(".toml")) == story.read_text(encoding="utf-8")

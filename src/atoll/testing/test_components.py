"""The data that a client draws components from."""

import json

from atoll import Game


def test_every_component_is_described_as_plain_data(game: Game) -> None:
    data = game.components(game.standard)
    assert data["edition"] == "standard"
    assert [item["id"] for item in data["items"]] == list(game.standard.items)
    assert json.loads(json.dumps(data)) == data
    assert len({json.dumps(item) for item in data["items"]}) == len(data["items"])


def test_a_game_declares_its_length(game: Game) -> None:
    assert 5 <= game.minutes <= 240

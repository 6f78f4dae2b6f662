"""What a client draws components from."""

import json

from atoll import Game


def test_every_component_is_described_as_plain_data(game: Game) -> None:
    told = game.components(game.standard)
    assert told["edition"] == "standard"
    assert [item["id"] for item in told["items"]] == list(game.standard.items)
    assert json.loads(json.dumps(told)) == told
    assert len({json.dumps(item) for item in told["items"]}) == len(told["items"])


def test_a_game_tells_how_long_it_takes(game: Game) -> None:
    assert 5 <= game.minutes <= 240

"""Each part of an observation equals what the view says."""

from typing import Any

import numpy as np

import atoll
from atoll.games.reef.components import COLOUR_NAMES
from atoll.games.reef.observe import LAYOUT, SIZE
from atoll.games.reef.view import View
from atoll.games.reef.view.position import Placing
from atoll.testing.sample_games import sampled

REEF = atoll.find_game("reef")


def one_hot(cards: list[int | None]) -> list[float]:
    return [float(card in cards) for card in range(1, 61)]


def expected(view: View, seat: int) -> dict[str, Any]:
    """Return the expected observation, computed from the view alone."""
    order = [(seat + player) % view.seats for player in range(view.seats)]
    absent = 4 - len(order)
    players = [view.players[other] for other in order]
    boards = [[stack for row in player.board for stack in row] for player in players]
    hands = [[held.card for held in player.hand] for player in players]
    display = [offer.card for offer in view.display] or [None] * 3
    placing = view.placing or Placing(card=None, pieces=[])
    empty = [[0.0] * 16] * 4
    return {
        "tops": [[[float(s[-1:] == c) for s in board] for c in "rygp"] for board in boards] + [empty] * absent,
        "heights": [[[float(len(s) == h) for s in board] for h in (1, 2, 3, 4)] for board in boards] + [empty] * absent,
        "points": [-1 if player.points is None else player.points for player in players] + [0] * absent,
        "hand": [one_hot(hand) for hand in hands] + [one_hot([])] * absent,
        "hidden": [hand.count(None) for hand in hands] + [0] * absent,
        "display": [one_hot([card]) for card in display],
        "tokens": [offer.tokens for offer in view.display] or [0, 0, 0],
        "top": one_hot([view.top]),
        "pile": [view.pile],
        "played": one_hot([card for player in players for card in player.discard]),
        "supply": [view.supply[name] for name in COLOUR_NAMES],
        "pending": [sum(piece == name for piece in placing.pieces) for name in COLOUR_NAMES],
        "card": one_hot([placing.card]),
        "first": [float(other == view.first) for other in order] + [0] * absent,
        "actor": [float(other == view.actor) for other in order] + [0] * absent,
    }


def test_each_slice_equals_the_view() -> None:
    for before, _, after in sampled(REEF):
        for state in (before, after):
            for seat in range(state.seats):
                observation = state.observe(seat)
                wanted = expected(state.view(seat), seat)
                assert set(wanted) == set(LAYOUT)
                for name, part in LAYOUT.items():
                    np.testing.assert_array_equal(part.of(observation), wanted[name], err_msg=name)


def test_the_slices_cover_the_array_without_gaps() -> None:
    covered = sum(int(np.prod(part.shape)) for part in LAYOUT.values())
    starts = [part.start for part in LAYOUT.values()]
    assert covered == SIZE
    assert starts == sorted(set(starts))
    assert starts[0] == 0

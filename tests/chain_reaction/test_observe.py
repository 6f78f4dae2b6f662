"""Each part of an observation equals what the view says."""

from typing import Any

import numpy as np

from atoll import State
from atoll.games.chain_reaction.components import COLOUR_NAMES, SYMBOL_NAMES
from atoll.games.chain_reaction.observe import HEIGHT, LAYOUT, SIZE, TILE
from atoll.games.chain_reaction.view import View
from atoll.games.chain_reaction.view.position import Paying
from atoll.testing.sample_games import sampled
from chain_reaction.build_positions import BOX, CHAIN, oracle_position, play, position, to_kernel
from oracles import chain_reaction as oracle

NO_TILE = [0.0] * TILE


def tile(number: int | None, turn: int = 0) -> list[float]:
    """Return a tile's numbers: value, colour, and the symbols of its edges as it lies."""
    if number is None:
        return NO_TILE
    kind = BOX.tiles[number].kind
    symbols = [oracle.symbol(BOX, oracle.Lying(number, turn), side) for side in range(4)]
    return [
        float(kind[1]),
        *(float(kind[0] == letter) for letter in "rygb"),
        *(float(symbol == name) for symbol in symbols for name in SYMBOL_NAMES),
    ]


def expected(view: View, seat: int) -> dict[str, Any]:
    """Return the expected observation, computed from the view alone."""
    order = [(seat + player) % view.seats for player in range(view.seats)]
    absent = 4 - len(order)
    players = [view.players[other] for other in order]
    columns = [[tile(lying.tile, lying.turn) for lying in column][:HEIGHT] for column in view.columns]
    owners = view.tokens
    paying = view.paying or Paying(token=0, owed=[])
    return {
        "columns": [column + [NO_TILE] * (HEIGHT - len(column)) for column in columns],
        "heights": [len(column) for column in view.columns],
        "hand": [tile(player.hand) for player in players] + [NO_TILE] * absent,
        "has_tile": [float(player.has_tile) for player in players] + [0] * absent,
        "secret": [[float(player.secret == name) for name in COLOUR_NAMES] for player in players] + [[0] * 4] * absent,
        "tiles": [[number for row in player.tiles for number in row] for player in players] + [[0] * 16] * absent,
        "tokens": [[float(owner == other) for owner in owners] for other in order] + [[0] * 20] * absent,
        "left": [float(owner is None) for owner in owners],
        "stack": [view.stack],
        "claiming": [float(view.phase == "claim")],
        "paying": [float(paying.token == token) for token in range(1, 21)],
        "owed": [paying.owed.count(value) for value in (1, 2, 3, 4)],
        "first": [float(other == view.first) for other in order] + [0] * absent,
        "actor": [float(other == view.actor) for other in order] + [0] * absent,
    }


def check(state: State) -> None:
    for seat in range(state.seats):
        observation = state.observe(seat)
        wanted = expected(state.view(seat), seat)
        assert set(wanted) == set(LAYOUT)
        for name, part in LAYOUT.items():
            np.testing.assert_array_equal(part.of(observation), wanted[name], err_msg=name)


def test_each_slice_equals_the_view() -> None:
    for before, _, after in sampled(CHAIN, step=29):
        check(before)
        check(after)


def test_slices_while_paying_and_at_the_end() -> None:
    paying = play(position(hands="- 2", tiles=("r4 y4 b4 g1", "b2"), tokens={3: 1}, placed=True), "claim 10")
    assert paying.view(0).phase == "pay"
    check(paying)
    check(play(position(("49", "5", "85", "51", "52")), "put 3 turn 0"))


def test_columns_higher_than_the_layout_are_cut() -> None:
    high = oracle_position(hands="1 2")
    high.columns[0] = [oracle.Lying(49, 1)] * (HEIGHT + 3)
    check(to_kernel(high))


def test_the_slices_cover_the_array_without_gaps() -> None:
    covered = sum(int(np.prod(part.shape)) for part in LAYOUT.values())
    starts = [part.start for part in LAYOUT.values()]
    assert covered == SIZE
    assert starts == sorted(set(starts))
    assert starts[0] == 0

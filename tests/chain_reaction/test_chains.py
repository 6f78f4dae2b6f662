"""Chains on arbitrary columns: the kernel's two chain functions agree with the oracle (C7 to C10)."""

from collections.abc import Sequence

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

import atoll
from atoll.games.chain_reaction.components import SYMBOL_NAMES
from atoll.games.chain_reaction.kernel import chain, layout
from chain_reaction.build_positions import (
    BOX,
    columns,
    expected_fields,
    kernel_fields,
    legal,
    oracle_position,
    play,
    position,
    taken_by,
    to_kernel,
)
from oracles import chain_reaction as oracle

CODES = [oracle.Lying(tile, turn) for tile in BOX.tiles for turn in range(4)]
CELL = st.tuples(st.sampled_from([True, True, False]), st.integers(0, len(CODES) - 1))
COLUMN = st.lists(CELL, min_size=1, max_size=9)


def facing(placed: oracle.Lying, apart: int) -> list[oracle.Lying]:
    """Return every tile and quarter turn that matches the placed tile, `apart` columns to its right."""
    own, other = {
        -1: (oracle.LEFT, oracle.RIGHT),
        0: (oracle.BOTTOM, oracle.TOP),
        1: (oracle.RIGHT, oracle.LEFT),
    }.get(apart, (0, 0))
    wanted = oracle.symbol(BOX, placed, own)
    return [lying for lying in CODES if oracle.symbol(BOX, lying, other) == wanted]


def grown(placed: oracle.Lying, where: int, cells: Sequence[Sequence[tuple[bool, int]]]) -> oracle.Columns:
    """Return columns in which most neighbours match; a tile may occur twice, which chains ignore."""
    result = []
    for number, column in enumerate(cells):
        matching = facing(placed, number - where)
        result.append([matching[i % len(matching)] if fits else CODES[i] for fits, i in column])
    return result


def check_chain(twin: oracle.State, where: int, turn: int) -> None:
    """Compare the tiles that laying the hand tile takes: as steps, as played, and as previewed."""
    state = to_kernel(twin)
    tile = twin.hands[oracle.actor(twin)]
    assert tile is not None
    before = [[*column] for column in twin.columns]
    before[where].append(oracle.Lying(tile, turn))
    after, steps = oracle.chain(BOX, before, where)

    array = state.array.copy()
    rows = np.full((layout.TILES, chain.STEP_FIELDS), -9, np.int64)
    number = chain.run_chain(state.edition.tables[0], array[0], where, 4 * (tile - 1) + turn, rows)
    expected = [(s.column, s.level, 4 * (s.lying.tile - 1) + s.lying.turn, SYMBOL_NAMES.index(s.symbol)) for s in steps]
    assert [tuple(row) for row in rows[:number].tolist()] == expected
    lying = [[4 * (tile.tile - 1) + tile.turn for tile in column] for column in after]
    assert array[0].height.tolist() == [len(codes) for codes in lying]
    assert [row[: len(codes)] for row, codes in zip(array[0].column.tolist(), lying, strict=True)] == lying

    text = f"put {where + 1} turn {turn}"
    assert kernel_fields(play(state, text)) == expected_fields(oracle.play(twin, text))
    assert taken_by(state, text) == [step.lying.tile for step in steps]


@given(
    where=st.integers(0, 4),
    placed=st.sampled_from(CODES),
    cells=st.lists(COLUMN, min_size=5, max_size=5),
    open_hands=st.booleans(),
)
def test_chains_on_uneven_columns_agree(
    where: int, placed: oracle.Lying, cells: list[list[tuple[bool, int]]], open_hands: bool
) -> None:
    twin = oracle_position(hands=f"{placed.tile} 2 3", stack="70 71", open_hands=open_hands)
    twin.columns = grown(placed, where, cells)
    check_chain(twin, where, placed.turn)


@given(where=st.integers(0, 4), turn=st.integers(0, 3), deal=st.integers(0, 2**32), cut=st.lists(st.integers(1, 8)))
def test_chains_on_dealt_columns_cut_short_agree(where: int, turn: int, deal: int, cut: list[int]) -> None:
    state = atoll.find_game("chain_reaction").deal(3, deal)
    twin = oracle.parse(state.position, BOX)
    twin.columns = [column[:height] for column, height in zip(twin.columns, [*cut, 8, 8, 8, 8, 8], strict=False)]
    check_chain(twin, where, turn)


@settings(max_examples=20)
@given(where=st.integers(0, 4), placed=st.sampled_from(CODES), heights=st.lists(st.integers(1, 9), min_size=5))
@example(where=2, placed=oracle.Lying(1, 0), heights=[9, 9, 9, 9, 9])
def test_a_chain_that_matches_everything_takes_all_that_it_can_reach(
    where: int, placed: oracle.Lying, heights: list[int]
) -> None:
    twin = oracle_position(hands=f"{placed.tile} 2")
    twin.columns = grown(placed, where, [[(True, 7 * i) for i in range(height)] for height in heights[:5]])
    check_chain(twin, where, placed.turn)
    after = oracle.play(twin, f"put {where + 1} turn {placed.turn}")
    left = [len(column) for column in after.columns]
    assert left[where] == 1, "the placed tile slides down to the bottom"
    for side in (where - 1, where + 1):
        if side in range(5):
            assert left[side] == 0, "it empties the columns beside it"
    assert [left[other] for other in range(5) if abs(other - where) > 1] == [
        heights[other] for other in range(5) if abs(other - where) > 1
    ]


@given(where=st.integers(0, 4), placed=st.sampled_from(CODES), cells=st.lists(CELL, min_size=5, max_size=5))
def test_chains_among_single_tiles_agree(where: int, placed: oracle.Lying, cells: list[tuple[bool, int]]) -> None:
    twin = oracle_position(hands=f"{placed.tile} 2")
    twin.columns = grown(placed, where, [[cell] for cell in cells])
    check_chain(twin, where, placed.turn)


# Tile 1 unturned: ring above, star on the right, wave below, moon on the left. Tiles 5 and 22 show it the moon from its
# left, 4 and 6 the star from its right, 85 and 86 the wave from below.


def test_a_chain_can_take_all_of_a_column() -> None:
    state = position(["49", "50", "85 86 87 88 89", "51", "52"], hands="1 2")
    after = play(state, "put 3 turn 0", "end")
    assert taken_by(state, "put 3 turn 0") == [89, 88, 87, 86, 85]
    assert columns(after) == ["49", "50", "1", "51", "52"]


def test_a_chain_that_empties_a_neighbour_ends_the_game() -> None:
    state = position(["49", "5", "85", "51", "52"], hands="1 2")
    assert taken_by(state, "put 3 turn 0") == [85, 5]
    after = play(state, "put 3 turn 0")
    assert columns(after) == ["49", "", "1", "51", "52"]
    assert after.over


def test_both_neighbours_match_and_the_left_one_goes_first() -> None:
    state = position(["49", "60 5 22", "53", "60 4 6", "52"], hands="1 2")
    assert taken_by(state, "put 3 turn 0") == [5, 22, 4, 6]


def test_a_tile_that_slides_down_is_tried_next() -> None:
    # 51 slides down beside the placed tile, but its right edge is not a moon: 22 above it stays.
    state = position(["49", "60 5 51 22", "53", "50", "52"], hands="1 2")
    assert taken_by(state, "put 3 turn 0") == [5]
    assert columns(play(state, "put 3 turn 0"))[1] == "60 51 22"


def test_after_sliding_down_the_left_is_tried_before_the_right() -> None:
    state = position(["49", "60 5", "53 85", "60 4", "52"], hands="1 2")
    assert taken_by(state, "put 3 turn 0") == [85, 5, 4]


def test_a_tile_left_above_the_placed_tile_is_not_taken() -> None:
    # Having slid down to level 2, the placed tile no longer touches 22 on level 3.
    state = position(["49", "60 51 22", "53 85", "50", "52"], hands="1 2")
    assert taken_by(state, "put 3 turn 0") == [22, 85]
    state = position(["49", "60 51 53 22", "54 85", "50", "52"], hands="1 2")
    assert taken_by(state, "put 3 turn 0") == [85]


def test_a_column_can_grow_as_high_as_all_tiles_allow() -> None:
    high = oracle_position(hands="1 2", stack="")
    high.columns[0] = [oracle.Lying(49, 0)] * (layout.HEIGHT - 1)
    assert len(legal(to_kernel(high))) == 20
    check_chain(high, 0, 0)

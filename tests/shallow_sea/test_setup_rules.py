"""The board, the pieces and the set-up of Shallow Sea: rules S1 to S13, S54 and S55."""

from collections import Counter

import msgspec
import pytest

from atoll.games.shallow_sea import TYPE_NAMES, lattice
from atoll.games.shallow_sea.components import Coral, Creature
from atoll.games.shallow_sea.kernel import layout
from oracles import shallow_sea as oracle
from shallow_sea.build_oceans import SEA
from shallow_sea.build_tables import FIRST_GAME, bag, changed, corals_in_bag, legal, play, position, started

SPACES = lattice.SPACES
CORALS = [item for item in SEA.standard.items.values() if isinstance(item, Coral)]
CREATURES = [item for item in SEA.standard.items.values() if isinstance(item, Creature)]


def type_names(bits: int) -> list[str]:
    return [name for index, name in enumerate(TYPE_NAMES) if bits >> index & 1]


# S1 to S4: the board


def test_S1_the_board_has_five_rows_and_nine_columns() -> None:
    assert list(SPACES) == oracle.SPACES
    assert [sum(row == wanted for row, _ in SPACES) for wanted in range(1, 6)] == [4, 5, 4, 5, 4]
    assert {column for _, column in SPACES} == set(range(1, 10))


def test_S2_adjoining_spaces_share_a_side_and_neighbouring_ones_also_a_corner() -> None:
    for index, space in enumerate(SPACES):
        assert lattice.ADJOINING[index] == oracle.number_of(oracle.adjoining(space), SPACES)
        assert lattice.NEIGHBOURING[index] == oracle.number_of(oracle.neighbouring(space), SPACES)
    state = position("e2:A1^", stage=layout.PLACING, hand="C1")
    near = {text.split()[1] for text in legal(state) if text.startswith("put")}
    assert near == {"d1", "f1", "d3", "f3", "c2", "g2", "e4"}


def test_S3_twelve_spaces_are_outer_and_ten_inner() -> None:
    outer = {name for index, name in enumerate(lattice.SPACE_NAMES) if lattice.OUTER >> index & 1}
    assert outer == {"b1", "d1", "f1", "h1", "a2", "i2", "a4", "i4", "b5", "d5", "f5", "h5"}
    assert lattice.INNER.bit_count() == 10
    assert lattice.INNER & lattice.OUTER == 0


def test_S4_there_are_35_bubbles_at_the_corners_of_up_to_four_spaces() -> None:
    assert list(lattice.BUBBLES) == oracle.BUBBLES
    assert [sum(row == wanted for row, _ in lattice.BUBBLES) for wanted in range(7)] == [4, 5, 6, 5, 6, 5, 4]
    shared = Counter(around.bit_count() for around in lattice.BUBBLE_SPACES)
    assert shared == {1: 12, 2: 4, 3: 8, 4: 11}
    for index, space in enumerate(SPACES):
        assert [lattice.BUBBLES[bubble] for bubble in lattice.SPACE_BUBBLES[index]] == oracle.corners(space)


# S5 to S7: the pieces


def test_S5_the_box() -> None:
    four = started(4).fields
    assert len(CORALS) == 76
    assert Counter(coral.colour for coral in CORALS) == dict.fromkeys(range(4), 19)
    assert layout.FISH_PER_COLOUR[4] * layout.COLOURS == 96
    assert layout.TYPES * layout.COPIES_PER_TYPE[4] == 88
    assert layout.SHELLS * layout.SEATS == 20
    assert 2 * layout.CARDS == 14
    assert sum(four.creature_bag) + 4 + 5 == 40
    assert started(1).view(None).lionfish is not None
    assert started(2).view(None).lionfish is None


def test_S6_corals_of_more_points_ask_for_more_fish() -> None:
    for coral in CORALS:
        asked = sum(colour != layout.NONE for colour in coral.asks)
        assert coral.value == {2: 5, 3: 7, 4: 9}[asked]
    state = play(position("e2:3^", "e1r f2y", stage=layout.FINISHING), "finish e2 N")
    assert state.fields.corals[0][0] == 1 << lattice.SPACE_NAMES.index("e2")
    assert state.view(None).players[0].sheet.rows == [0, 5, 0, 0, 0]


def test_S6_a_turned_coral_asks_at_turned_corners() -> None:
    assert {"finish e2 E", "finish e2 S"} <= legal(position("e2:3>", "f2r e3y", stage=layout.FINISHING))
    assert "end" in legal(position("e2:3>", "e1r f2y", stage=layout.FINISHING))


def test_S7_a_creature_has_a_condition_and_two_values() -> None:
    assert [creature.code for creature in CREATURES] == oracle.CODES
    for creature in CREATURES:
        assert 0 < creature.partial * (creature.need - 1) < creature.full
        assert 2 <= creature.need <= 4


# S8 to S12: pools, cards and shells


@pytest.mark.parametrize(("seats", "fish"), [(1, 9), (2, 14), (3, 19), (4, 24)])
def test_S8_fish_by_the_number_of_players_and_all_the_corals(seats: int, fish: int) -> None:
    state = SEA.deal(seats, 3, {})
    f = state.fields
    assert [f.fish_bag[colour] + f.pool[1].count(colour) for colour in range(4)] == [fish] * 4
    assert corals_in_bag(state) + 5 == 76


@pytest.mark.parametrize(("seats", "copies"), [(1, 2), (2, 2), (3, 3), (4, 4)])
def test_S9_ten_types_of_creatures_by_the_number_of_players(seats: int, copies: int) -> None:
    f = SEA.deal(seats, 3, {}).fields
    counts = [f.creature_bag[kind] + f.pool[2].count(layout.CREATURE + kind) for kind in range(22)]
    assert sorted(counts) == [0] * 12 + [copies] * 10
    assert [kind for kind, number in enumerate(counts) if number] == [k for k in range(22) if f.types >> k & 1]


def test_S9_types_are_those_of_the_first_game_chosen_or_random() -> None:
    assert type_names(SEA.deal(2, 1, {"creatures": "first_game"}).fields.types) == FIRST_GAME.split()
    own = "A1+A2+A3+A4+B1+B2+B3+B4+C1+C2"
    assert "+".join(type_names(SEA.deal(2, 1, {"creatures": own}).fields.types)) == own
    assert len({SEA.deal(2, seed, {}).fields.types for seed in range(20)}) > 15


def test_S10_five_of_each_lie_in_linked_slots() -> None:
    state = position()
    assert all(piece >= 0 for pool in SEA.deal(2, 1, {}).fields.pool for piece in pool)
    after = play(state, "take 4 creature").fields
    assert (after.tile, after.fish) == (state.fields.pool[2][3], state.fields.pool[1][3])


def test_S10_in_a_first_game_the_fish_match_the_corals() -> None:
    for seed in range(10):
        f = SEA.deal(1, seed, {"matching_fish": True}).fields
        assert list(f.pool[1]) == [CORALS[coral].colour for coral in f.pool[0]]
        assert [f.fish_bag[colour] + f.pool[1].count(colour) for colour in range(4)] == [9] * 4


def test_S11_one_orange_and_one_blue_card() -> None:
    chosen = SEA.deal(2, 1, {"orange": "5", "blue": "7"}).view(None).cards
    assert msgspec.to_builtins(chosen) == {"orange": [5], "blue": [7]}
    cards = [SEA.deal(2, seed, {}).view(None).cards for seed in range(60)]
    for side in ("orange", "blue"):
        assert {card for one in cards for card in getattr(one, side)} == set(range(1, 8))
        assert all(len(getattr(one, side)) == 1 for one in cards)


def test_S12_two_shells_are_usable_and_never_more_than_five() -> None:
    assert SEA.deal(4, 1, {}).fields.shells == (2, 2, 2, 2)
    ready = position("e2:3^", "e1r f2y", stage=layout.FINISHING, shells=4)
    assert play(ready, "finish e2 N").fields.shells[0] == 5
    assert play(changed(ready, shells=(5, 0, 0, 0)), "finish e2 N").fields.shells[0] == 5


# S13: the first creature


def test_S13_the_last_player_begins_and_each_picks_a_creature() -> None:
    state = SEA.deal(3, 5, {"first_player": "2"})
    assert state.fields.first == 1
    pool = state.fields.pool[2]
    for seat in (0, 2, 1):
        assert state.actor == seat
        left = [slot for slot, tile in enumerate(state.fields.pool[2]) if tile >= 0]
        assert legal(state) == {f"tile {slot + 1} creature" for slot in left}
        state = play(state, f"tile {left[0] + 1} creature")
        assert legal(state) == {f"put {space} turn {turn}" for space in lattice.SPACE_NAMES for turn in range(4)}
        state = play(state, "put i4 turn 3")
    assert state.actor == 1
    assert [state.fields.board[seat][lattice.SPACE_NAMES.index("i4")] for seat in (0, 2, 1)] == list(pool[:3])
    assert not any(state.fields.done)
    assert all(tile >= 0 for tile in state.fields.pool[2])


def test_S13_the_first_player_is_random_or_chosen() -> None:
    assert {SEA.deal(4, seed, {}).fields.first for seed in range(40)} == {0, 1, 2, 3}
    assert {SEA.deal(4, seed, {"first_player": "3"}).fields.first for seed in range(5)} == {2}


# S54, S55


def test_S54_random_types_follow_the_guide() -> None:
    # With the last two seeds, an unguided choice would have no type that looks for fish.
    for seed in (*range(60), 323, 3429):
        types = type_names(SEA.deal(1, seed, {}).fields.types)
        groups = Counter(name[0] for name in types)
        assert all(groups[group] <= most for group, most in zip("ABCDE", (2, 2, 3, 2, 3), strict=True))
        assert groups["F"] == 1
        assert {creature.fish for creature in CREATURES if creature.code in types} == {False, True}


def test_S54_a_choice_of_types_may_ignore_the_guide() -> None:
    own = "A1+A2+A3+A4+B1+B2+B3+B4+C1+C2"
    assert SEA.deal(1, 1, {"creatures": own}).legal()


def test_S55_only_the_order_of_the_bags_is_hidden() -> None:
    state = started(2)
    hidden = state.hide(0)
    secret = [name for name, value in state.fields._asdict().items() if getattr(hidden.fields, name) != value]
    assert secret == ["chance"]
    assert hidden == state.hide(1) == state.hide(None)
    bags = state.hide(0).view(0).bags
    assert sum(bags.fish.values()) == bag(state)
    assert bags.corals == corals_in_bag(state)
    assert sum(bags.creatures.values()) == sum(state.fields.creature_bag)

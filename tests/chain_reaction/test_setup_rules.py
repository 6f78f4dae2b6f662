"""The box and the set-up of Chain Reaction: rules C1 to C6."""

from collections import Counter

import pytest

import atoll
from atoll.games.chain_reaction.view.position import Lying
from chain_reaction.build_positions import BOX, CHAIN, legal, play, position
from oracles import chain_reaction as oracle


def fields(state: atoll.State) -> dict[str, str]:
    return dict(field.split("=", 1) for field in state.position.split()[1:])


def lying(state: atoll.State) -> list[Lying]:
    return [tile for column in state.view(None).columns for tile in column]


# C1: tiles


def test_C1_a_game_has_the_90_tiles_each_once() -> None:
    state = CHAIN.deal(seats=3, seed=1)
    dealt = [tile.tile for tile in lying(state)]
    dealt += [int(tile) for name in ("hands", "stack") for tile in fields(state)[name].split(",")]
    assert sorted(dealt) == list(range(1, 91))


def test_C1_the_four_symbols_of_a_tile_differ() -> None:
    assert all(len(set(tile.symbols)) == 4 for tile in BOX.tiles.values())


def test_C1_every_cyclic_arrangement_of_four_out_of_six_symbols_exists_once() -> None:
    arrangements = {min(tile.symbols[turn:] + tile.symbols[:turn] for turn in range(4)) for tile in BOX.tiles.values()}
    assert len({symbol for arrangement in arrangements for symbol in arrangement}) == 6
    assert len(arrangements) == 90 == 6 * 5 * 4 * 3 // 4


# C2: tokens


def test_C2_there_are_20_tokens_with_a_cost_and_points() -> None:
    described = [item for item in CHAIN.components(CHAIN.standard)["items"] if "token" in item]
    assert [item["token"] for item in described] == list(range(1, 21))
    assert [(tuple(item["needs"]), item["points"]) for item in described] == [
        (token.cost, token.points) for token in BOX.tokens.values()
    ]


def test_C2_a_token_costs_what_it_shows_and_brings_its_points() -> None:
    # Token 15: 1 2 3 4 for 17 points.
    state = position(hands="- 2", tiles=("y1 y2 y3 y4", ""), placed=True)
    after = play(state, "claim 15")
    assert after.scores() == [17, 0]


# C3: secret colours


def test_C3_there_are_four_secret_colours_one_of_each() -> None:
    for seed in range(20):
        assert sorted(fields(CHAIN.deal(4, seed))["secrets"].split(",")) == ["b", "g", "r", "y"]


# C4: columns


@pytest.mark.parametrize("seats", [1, 5])
def test_C4_there_are_2_to_4_players(seats: int) -> None:
    with pytest.raises(atoll.InvalidOption):
        CHAIN.deal(seats, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C4_40_tiles_lie_in_five_columns_of_eight(seats: int) -> None:
    view = CHAIN.deal(seats, 1).view(None)
    assert [len(column) for column in view.columns] == [8, 8, 8, 8, 8]


def test_C4_each_tile_is_turned_at_random() -> None:
    turns = Counter((place, tile.turn) for seed in range(400) for place, tile in enumerate(lying(CHAIN.deal(2, seed))))
    assert len(turns) == 40 * 4
    assert all(60 <= number <= 145 for number in turns.values()), (
        "each of 4 quarter turns about 100 times at each place"
    )


def test_C4_every_tile_comes_to_every_part_of_the_table_equally_often() -> None:
    deals = [CHAIN.deal(2, seed) for seed in range(900)]
    in_columns = Counter(tile.tile for state in deals for tile in lying(state))
    first_hands = Counter(fields(state)["hands"].split(",")[0] for state in deals)
    on_top = Counter(fields(state)["stack"].split(",")[0] for state in deals)
    at_the_bottom = Counter(lying(state)[0].tile for state in deals)
    assert all(335 <= in_columns[tile] <= 465 for tile in range(1, 91)), "40 of 90 in 900 deals: about 400"
    for places in (first_hands, on_top, at_the_bottom):
        assert len(places) == 90
        assert max(places.values()) <= 28, "1 of 90 in 900 deals: about 10"


def test_C4_the_other_tiles_are_the_stack() -> None:
    assert CHAIN.deal(2, 1).view(None).stack == 50 - 2
    assert CHAIN.deal(4, 1).view(None).stack == 50 - 4


# C5: tokens and colours at the start


def test_C5_all_tokens_lie_open_and_nobody_has_one() -> None:
    view = CHAIN.deal(3, 1).view(None)
    assert view.tokens == [None] * 20
    assert [player.tokens for player in view.players] == [[], [], []]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C5_each_player_has_a_colour_and_no_two_the_same(seats: int) -> None:
    for seed in range(30):
        secrets = fields(CHAIN.deal(seats, seed))["secrets"].split(",")
        assert len(secrets) == len(set(secrets)) == seats


def test_C5_every_way_to_deal_two_colours_is_equally_likely() -> None:
    ways = Counter(fields(CHAIN.deal(2, seed))["secrets"] for seed in range(1200))
    assert len(ways) == 12
    assert all(65 <= number <= 140 for number in ways.values()), "each about 100 times"


def test_C5_colours_not_dealt_are_known_to_nobody() -> None:
    state = CHAIN.deal(2, 1)
    guesses = {fields(state.hide(None).fill(seed))["secrets"] for seed in range(200)}
    assert len(guesses) == 12


# C6: hands and the first player


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C6_each_player_draws_one_tile(seats: int) -> None:
    state = CHAIN.deal(seats, 1)
    assert [player.has_tile for player in state.view(None).players] == [True] * seats
    assert state.view(0).players[0].hand in BOX.tiles


def test_C6_a_hand_is_seen_by_its_owner_only() -> None:
    state = CHAIN.deal(3, 1)
    for owner in range(3):
        for viewer in (0, 1, 2, None):
            assert (state.view(viewer).players[owner].hand is not None) == (viewer == owner)


def test_C6_the_first_player_is_random() -> None:
    first = Counter(CHAIN.deal(4, seed).actor for seed in range(400))
    assert set(first) == {0, 1, 2, 3}
    assert all(65 <= number <= 140 for number in first.values()), "each about 100 times"


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_C6_an_option_can_name_the_first_player(seat: int) -> None:
    for seed in range(10):
        assert CHAIN.deal(4, seed, {"first_player": str(seat)}).actor == seat - 1


def test_C6_naming_the_first_player_changes_nothing_else() -> None:
    chosen, free = fields(CHAIN.deal(4, 8, {"first_player": "3"})), fields(CHAIN.deal(4, 8))
    assert {name for name in chosen if chosen[name] != free[name]} <= {"first_player", "first"}


def test_C6_play_goes_clockwise() -> None:
    state = position(hands="1 2 3", first=1, stack="70 71 72 73 74 75")
    order = []
    for _ in range(5):
        order.append(state.actor)
        state = play(state, next(text for text in legal(state) if not play(state, text).view(None).paying))
        if state.view(None).phase == "claim":
            state = play(state, "end")
    assert order == [1, 2, 0, 1, 2]


def test_C6_a_deal_breaks_no_set_up_rule() -> None:
    for seed in range(30):
        state = CHAIN.deal(2 + seed % 3, seed)
        assert oracle.set_up_faults(oracle.parse(state.position, BOX)) == []

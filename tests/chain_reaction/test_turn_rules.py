"""A turn of Chain Reaction: rules C7 to C12."""

import msgspec
import pytest

import atoll
from chain_reaction.build_positions import BOX, CHAIN, columns, legal, play, position, taken_by, tiles, tokens

ALL_BUT_10 = dict.fromkeys({*range(1, 21)} - {10}, 1)

# Tile 1 unturned: ring above, star on the right, wave below, moon on the left. Tiles 5 and 22 show it the moon from its
# left, 4 and 6 the star from its right, 85 and 86 the wave from below.


# C7: putting the hand tile


def test_C7_the_hand_tile_goes_on_any_column_in_any_quarter_turn() -> None:
    assert legal(position()) == [f"put {column} turn {turn}" for column in range(1, 6) for turn in range(4)]
    assert position().legal() == list(range(20))


@pytest.mark.parametrize("column", range(1, 6))
def test_C7_the_tile_becomes_the_top_tile_of_its_column(column: int) -> None:
    before = ["49 50", "50 51", "51 52", "52 53", "53 54"]
    after = play(position(before), f"put {column} turn 0")
    before[column - 1] += " 1"
    assert columns(after) == before


@pytest.mark.parametrize(("turn", "lying"), [(0, "1"), (1, "1>"), (2, "1v"), (3, "1<")])
def test_C7_the_tile_lies_as_it_was_turned(turn: int, lying: str) -> None:
    assert columns(play(position(["88", "59", "59", "59", "59"]), f"put 1 turn {turn}"))[0].split()[-1] == lying


def test_C7_the_hand_tile_leaves_the_hand() -> None:
    after = play(position(hands="1 2", stack=""), "put 1 turn 0")
    assert after.view(0).players[0].has_tile is False


@pytest.mark.parametrize(("turn", "left"), [(0, "moon"), (1, "wave"), (2, "star"), (3, "ring")])
def test_C7_a_quarter_turn_clockwise_brings_the_bottom_edge_to_the_left(turn: int, left: str) -> None:
    # The symbol on the right of each of these tiles; the last is turned so that its top points there.
    shown = {"moon": "5", "wave": "49", "star": "7", "ring": "49>"}
    for symbol, tile in shown.items():
        state = position([f"59 {tile}", "88", "59", "59", "59"])
        taken = int(tile.rstrip(">")) in taken_by(state, f"put 2 turn {turn}")
        assert taken == (symbol == left)


@pytest.mark.parametrize(("turn", "below"), [(0, "wave"), (1, "star"), (2, "ring"), (3, "moon")])
def test_C7_a_quarter_turn_clockwise_brings_the_right_edge_to_the_bottom(turn: int, below: str) -> None:
    # The symbol on top of each of these tiles; the last is turned so that its left edge, a moon, points there.
    shown = {"wave": "85", "star": "73", "ring": "49", "moon": "60>"}
    for symbol, tile in shown.items():
        taken = taken_by(position(["59 59 59", "59", f"59 {tile}", "59", "59"]), f"put 3 turn {turn}")
        assert (taken[:1] == [int(tile.rstrip(">"))]) == (symbol == below)


def test_C7_tiles_touch_only_at_the_same_level() -> None:
    # Tile 5 would match from the left, but lies one level too low, or one too high.
    assert taken_by(position(["60 5", "49 50", "53 54", "51", "52"]), "put 3 turn 0") == []
    assert taken_by(position(["60", "49 50 51 5", "53 54", "51", "52"]), "put 3 turn 0") == []
    assert taken_by(position(["60", "49 50 5", "53 54", "51", "52"]), "put 3 turn 0") == [5]


def test_C7_the_first_column_has_no_left_neighbour_and_the_last_no_right_one() -> None:
    # If the columns formed a ring, 5 would lie to the left of column 1, and 4 to the right of column 5.
    assert taken_by(position(["49", "50", "51", "52", "60 5"]), "put 1 turn 0") == []
    assert taken_by(position(["60 4", "50", "51", "52", "53"]), "put 5 turn 0") == []


def test_C7_placing_is_compulsory() -> None:
    with pytest.raises(atoll.IllegalDecision):
        play(position(), "end")


# C8: the chain


def test_C8_a_matching_left_neighbour_is_taken_and_what_is_above_slides_down() -> None:
    after = play(position(["49", "54 5 50", "53", "51", "52"]), "put 3 turn 0")
    assert tiles(after, 0) == "y1"
    assert columns(after) == ["49", "54 50", "53 1", "51", "52"]


def test_C8_the_left_is_tried_again() -> None:
    assert taken_by(position(["49", "54 5 22 50", "53", "51", "52"]), "put 3 turn 0") == [5, 22]


def test_C8_a_matching_right_neighbour_is_taken_the_same_way() -> None:
    state = position(["49", "50", "53", "54 4 6 51", "52"])
    assert taken_by(state, "put 3 turn 0") == [4, 6]
    assert columns(play(state, "put 3 turn 0")) == ["49", "50", "53 1", "54 51", "52"]


def test_C8_a_matching_tile_below_is_taken_and_the_placed_tile_slides_down() -> None:
    state = position(["49", "50", "53 85", "51", "52"])
    assert taken_by(state, "put 3 turn 0") == [85]
    assert columns(play(state, "put 3 turn 0")) == ["49", "50", "53 1", "51", "52"]


def test_C8_left_goes_before_right_and_right_before_below() -> None:
    state = position(["49", "54 60 5", "53 85", "59 60 4", "52"])
    assert taken_by(state, "put 3 turn 0") == [5, 4, 85]


def test_C8_below_is_tried_only_once_neither_side_matches() -> None:
    # 85 matches below, but both tiles on the right go first.
    state = position(["49", "50", "53 85", "59 60 4 6", "52"])
    assert taken_by(state, "put 3 turn 0") == [4, 6, 85]


def test_C8_after_sliding_down_the_tile_starts_again_on_the_left() -> None:
    state = position(["49", "54 22", "53 85", "59 4", "52"])
    assert taken_by(state, "put 3 turn 0") == [85, 22, 4]


def test_C8_a_chain_ends_when_nothing_matches() -> None:
    state = position()
    assert taken_by(state, "put 3 turn 0") == []
    assert tiles(play(state, "put 3 turn 0"), 0) == ""


def test_C8_each_step_names_side_place_and_symbol() -> None:
    state = position(["49", "54 22", "53 85", "59 4", "52"])
    choice = state.view(0).legal[8]
    assert [(step.side, step.column, step.level, step.tile, step.symbol) for step in choice.takes] == [
        ("below", 3, 2, 85, "wave"),
        ("left", 2, 2, 22, "moon"),
        ("right", 4, 2, 4, "star"),
    ]


# C9: only the placed tile


def test_C9_matches_between_other_tiles_do_not_count() -> None:
    # Tile 5 shows its moon to the right, where 60 shows a moon to the left: neither is taken.
    assert BOX.tiles[60].symbols[3] == "moon"
    state = position(["5", "60", "49", "50", "51"])
    after = play(state, "put 5 turn 0")
    assert columns(after)[:2] == ["5", "60"]
    assert tiles(after, 0) == ""


def test_C9_a_tile_that_slides_beside_another_match_stays() -> None:
    # 5 is taken and 50 slides down beside 49: their tops, two rings, touch, but neither is the placed tile.
    state = position(["54 49>", "54 5 50<", "53", "51", "52"])
    assert taken_by(state, "put 3 turn 0") == [5]
    assert columns(play(state, "put 3 turn 0"))[:2] == ["54 49>", "54 50<"]


def test_C9_a_chain_has_no_choices() -> None:
    # Both sides match, yet the next player's turn begins as soon as the tile is put.
    state = play(position(["49", "54 5", "53", "59 4", "52"]), "put 3 turn 0")
    assert state.actor == 1


# C10: taken tiles


def test_C10_taken_tiles_lie_open_for_all() -> None:
    after = play(position(["49", "54 5 22", "53", "51", "52"]), "put 3 turn 0")
    for viewer in (0, 1, None):
        player = after.view(viewer).players[0]
        assert player.number == 2
        assert player.tiles == [[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]]


def test_C10_the_placed_tile_stays_in_its_column() -> None:
    after = play(position(["49", "50", "85 86 87", "51", "52"]), "put 3 turn 0")
    assert columns(after)[2] == "1"


# C11: bonus tokens


def test_C11_tokens_may_be_claimed_before_the_turn_ends() -> None:
    state = play(position(tiles=("r4 y4", "")), "put 1 turn 0")
    assert (state.actor, legal(state)) == (0, ["end", "claim 10"])
    assert state.legal() == [20, 30]


def test_C11_claiming_is_optional() -> None:
    state = play(position(tiles=("r4 y4", "")), "put 1 turn 0", "end")
    assert state.actor == 1
    assert (tiles(state, 0), tokens(state, 0)) == ("r4 y4", [])


def test_C11_tiles_taken_this_turn_may_pay() -> None:
    # Token 10 costs two fours: 22, a red 4, and the yellow one.
    state = play(position(["49", "54 22", "53", "51", "52"], tiles=("y4", "")), "put 3 turn 0", "claim 10")
    assert (tiles(state, 0), tokens(state, 0)) == ("", [10])


def test_C11_the_tiles_handed_in_are_out_of_the_game() -> None:
    state = play(position(tiles=("r4 y4 g1", "")), "put 1 turn 0", "claim 10")
    assert tiles(state, 0) == "g1"
    assert state.scores() == [1 + 11, 0]


def test_C11_a_token_cannot_be_claimed_with_a_tile_missing() -> None:
    state = play(position(tiles=("r1 y2 g4 b4", "")), "put 1 turn 0")
    assert legal(state) == ["end", "claim 10"]
    with pytest.raises(atoll.IllegalDecision):
        play(state, "claim 11")


def test_C11_a_token_taken_by_anybody_is_gone() -> None:
    state = position(hands="- 2", tiles=("r1 r1 r1", ""), tokens={1: 1}, placed=True)
    assert legal(state) == ["end", "claim 2"]
    assert legal(position(hands="- 2", tiles=("r1 r1 r1", ""), tokens={1: 0}, placed=True)) == ["end", "claim 2"]


def test_C11_the_tiles_of_others_do_not_pay() -> None:
    state = play(position(tiles=("r4", "y4 b4 g4")), "put 1 turn 0")
    assert state.actor == 1


def test_C11_several_tokens_one_after_another() -> None:
    state = position(hands="- 2", tiles=("r4 r4 y1 y1 y1", ""), placed=True)
    assert legal(state) == ["end", "claim 1", "claim 2", "claim 10", "claim 19"]
    state = play(state, "claim 10")
    assert (state.actor, legal(state)) == (0, ["end", "claim 1", "claim 2"])
    state = play(state, "claim 2")
    assert state.actor == 1
    assert tokens(state, 0) == [2, 10]


def test_C11_a_tile_pays_for_one_token_only() -> None:
    state = play(position(hands="- 2", tiles=("r1 r1 r1 r1", ""), placed=True), "claim 1")
    assert (state.actor, tokens(state, 0), tiles(state, 0)) == (1, [1], "r1")


def test_C11_the_turn_ends_by_itself_when_nothing_can_be_claimed() -> None:
    assert play(position(tiles=("r4 y3 g2", "")), "put 1 turn 0").actor == 0
    assert play(position(tiles=("r4 y3", "")), "put 1 turn 0").actor == 1


def test_C11_payments_without_a_choice_are_made_at_once() -> None:
    state = play(position(hands="- 2", tiles=("r1 y2 g3 b4", ""), placed=True), "claim 15")
    assert (state.actor, tiles(state, 0), tokens(state, 0)) == (1, "", [15])


def test_C11_several_tiles_of_one_kind_leave_no_choice() -> None:
    state = play(position(hands="- 2", tiles=("b4 b4 b4 b4", ""), tokens=ALL_BUT_10, placed=True), "claim 10")
    assert (state.actor, tiles(state, 0)) == (1, "b4 b4")


def test_C11_the_owner_chooses_which_tiles_to_hand_in() -> None:
    state = play(position(hands="- 2", tiles=("r4 y4 b4", ""), tokens=ALL_BUT_10, placed=True), "claim 10")
    assert state.view(None).phase == "pay"
    assert msgspec.to_builtins(state.view(None).paying) == {"token": 10, "owed": [4, 4]}
    assert legal(state) == ["pay r4", "pay y4"]
    assert state.legal() == [41 + 12, 41 + 13]
    assert tiles(play(state, "pay r4", "pay y4"), 0) == "b4"
    assert tiles(play(state, "pay r4", "pay b4"), 0) == "y4"
    assert tiles(play(state, "pay y4"), 0) == "r4", "after yellow only blue is left"


def test_C11_every_set_of_tiles_can_be_paid_in_exactly_one_order() -> None:
    start = position(hands="- 2", tiles=("r4 r4 y4 g4 b4", ""), tokens=ALL_BUT_10, placed=True)
    waiting, ends = [play(start, "claim 10")], []
    while waiting:
        state = waiting.pop()
        if state.actor == 1:
            ends.append(tiles(state, 0))
        else:
            waiting += [state.play(decision) for decision in state.legal()]
    assert len(ends) == len(set(ends)) == 7, "two red, or two of four colours"


def test_C11_the_smallest_value_is_paid_first() -> None:
    # Token 19 costs 1 1 4 4.
    state = play(position(hands="- 2", tiles=("r1 y1 g1 r4 y4 g4", ""), placed=True), "claim 19")
    assert legal(state) == ["pay r1", "pay y1"]
    state = play(state, "pay y1")
    assert msgspec.to_builtins(state.view(None).paying) == {"token": 19, "owed": [4, 4]}
    assert legal(state) == ["pay r4", "pay y4"], "the next value begins with red again"


def test_C11_payment_never_goes_back_to_an_earlier_colour() -> None:
    # Token 3 costs 1 1 1 1.
    state = play(position(hands="- 2", tiles=("r1 y1 y1 g1 g1 b1", ""), placed=True), "claim 3")
    assert legal(state) == ["pay r1", "pay y1"]
    state = play(state, "pay y1")
    assert legal(state) == ["pay y1", "pay g1"]
    assert tiles(play(state, "pay g1"), 0) == "r1 y1", "green and blue must follow"


def test_C11_while_paying_nothing_else_can_be_decided() -> None:
    state = play(position(hands="- 2", tiles=("r4 y4 b4 r1 r1 r1", ""), placed=True), "claim 10")
    for text in ("end", "claim 1", "put 1 turn 0", "pay g4", "pay b4", "pay r1"):
        with pytest.raises(atoll.IllegalDecision):
            play(state, text)


def test_C11_a_token_being_paid_for_belongs_to_nobody_yet() -> None:
    state = play(position(hands="- 2", tiles=("r4 y4 b4", ""), placed=True), "claim 10")
    assert state.view(None).tokens[9] is None
    assert play(state, "pay y4").view(None).tokens[9] == 0


def test_C11_values_must_be_covered_exactly() -> None:
    # Four fours are worth more than any cheap token, but they can pay only for tokens that cost fours.
    state = position(hands="- 2", tiles=("r4 y4 g4 b4", ""), placed=True)
    assert legal(state) == ["end", "claim 9", "claim 10"]


def test_C11_a_claim_that_leaves_a_payment_open_does_not_end_the_turn_in_its_preview() -> None:
    state = position(hands="- 2", tiles=("r4 y4 b4", ""), tokens=ALL_BUT_10, placed=True)
    claim = state.view(0).legal[1]
    assert play(state, "claim 10").actor == 0
    assert claim.preview.ends is False


# C12: drawing


def test_C12_a_turn_ends_with_drawing_the_top_tile_of_the_stack() -> None:
    after = play(position(stack="70 71 72"), "put 1 turn 0")
    assert after.view(0).players[0].hand == 70
    assert after.view(None).stack == 2
    assert after.actor == 1


def test_C12_drawing_comes_after_claiming() -> None:
    claiming = play(position(tiles=("r4 y4", "")), "put 1 turn 0")
    assert claiming.view(0).players[0].has_tile is False
    assert play(claiming, "claim 10").view(0).players[0].hand == 70


def test_C12_with_an_empty_stack_nothing_is_drawn_and_the_others_play_on() -> None:
    state = position(hands="1 2 3", stack="")
    after = play(state, "put 1 turn 0")
    assert after.view(0).players[0].has_tile is False
    assert (after.actor, after.over) == (1, False)


def test_C12_after_the_last_draw_each_player_has_one_more_turn() -> None:
    state = position(["60", "60", "60", "60", "60"], hands="49 50 51 52", stack="53", first=2)
    order = []
    while not state.over:
        order.append(state.actor)
        state = state.play(state.legal()[0])
    assert order == [2, 3, 0, 1, 2]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C12_a_game_has_at_most_50_turns(seats: int) -> None:
    longest = 0
    for seed in range(12):
        state = CHAIN.deal(seats, seed)
        while not state.over:
            state = state.play(state.legal()[0])
        assert state.view(None).turn <= 50
        longest = max(longest, state.view(None).turn)
    assert longest == 50

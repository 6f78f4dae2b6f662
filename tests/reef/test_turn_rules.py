"""A turn of Reef: rules R10 to R15."""

import msgspec
import pytest

import atoll
from atoll.games.reef.view.choices import Play
from atoll.kit.locale import NOTHING
from reef.build_positions import EMPTY, REEF, START, board, display, gained, hand, legal, play, position, rows, supply

# 63 pieces: only d4 has room, for one piece.
ROOM_FOR_ONE = """
    rygp  rygp  rygp  rygp
    rygp  rygp  rygp  rygp
    rygp  rygp  rygp  rygp
    rygp  rygp  rygp  ryg
"""
FULL = """
    rygp  rygp  rygp  rygp
    rygp  rygp  rygp  rygp
    rygp  rygp  rygp  rygp
    rygp  rygp  rygp  rygp
"""
# With START on the other board, 17 and 18 of the 18 red pieces for two players are in use.
ONE_RED_LEFT = """
    rrrr  rrrr  rrrr  rrrr
    .     .     .     .
    .     .     .     .
    .     .     .     .
"""
NO_RED_LEFT = """
    rrrr  rrrr  rrrr  rrrr
    r     .     .     .
    .     .     .     .
    .     .     .     .
"""


# R10: take a display card


def test_R10_any_display_card_can_be_taken() -> None:
    assert legal(position(display="5 17 42", points=(0, 0))) == {"take 5", "take 17", "take 42"}


def test_R10_a_taken_card_goes_into_the_hand() -> None:
    state = play(position(hands=("8", ""), display="5 17 42"), "take 17")
    assert hand(state, owner=0, viewer=0) == [8, 17]


def test_R10_the_top_of_the_pile_fills_the_gap() -> None:
    state = play(position(display="5 17 42", top="30 31"), "take 17")
    assert display(state) == [(5, 0), (30, 0), (42, 0)]
    assert state.view(None).top == 31


def test_R10_points_on_the_card_are_taken_along() -> None:
    state = play(position(points=(3, 3), display="5 17+4 42+1"), "take 17")
    assert state.scores() == [7, 3]


def test_R10_points_on_other_cards_stay() -> None:
    state = play(position(display="5+2 17+4 42+1", top="30"), "take 17")
    assert display(state) == [(5, 2), (30, 0), (42, 1)]


def test_R10_a_card_without_points_gives_none() -> None:
    assert play(position(points=(3, 3), display="5 17+4 42"), "take 5").scores() == [3, 3]


def test_R10_taking_a_card_is_the_whole_turn() -> None:
    state = play(position(hands=("8", "9"), display="5 17 42", points=(0, 0)), "take 5")
    assert state.actor == 1
    assert "play 9" in legal(state)
    assert "play 8" not in legal(state)


# R11: take the top card of the pile


def test_R11_top_card_goes_into_the_hand() -> None:
    state = play(position(hands=("8", ""), display="1 21 42", top="30 31"), "top 1")
    assert hand(state, owner=0, viewer=0) == [8, 30]
    assert state.view(None).top == 31
    assert state.actor == 1


def test_R11_top_card_costs_a_point_on_the_cheapest_display_card() -> None:
    state = play(position(points=(3, 3), display="42 1 21", top="30"), "top 1")
    assert state.scores() == [2, 3]
    assert display(state) == [(42, 0), (1, 1), (21, 0)]


def test_R11_the_point_cannot_go_on_a_card_of_higher_value() -> None:
    # Printed values 2, 1 and 3.
    state = position(display="5 1 21")
    assert legal(state) == {"take 5", "take 1", "take 21", "top 1"}
    with pytest.raises(atoll.IllegalDecision):
        play(state, "top 5")


def test_R11_on_a_tie_of_two_the_player_chooses() -> None:
    tied = position(display="5 42 6", top="30")
    assert legal(tied) == {"take 5", "take 42", "take 6", "top 5", "top 6"}
    assert display(play(tied, "top 5")) == [(5, 1), (42, 0), (6, 0)]
    assert display(play(tied, "top 6")) == [(5, 0), (42, 0), (6, 1)]


def test_R11_on_a_tie_of_three_the_player_chooses() -> None:
    assert legal(position(display="5 6 7")) == {"take 5", "take 6", "take 7", "top 5", "top 6", "top 7"}


def test_R11_points_on_a_card_do_not_raise_its_value() -> None:
    assert legal(position(display="5+3 6 27")) == {"take 5", "take 6", "take 27", "top 5", "top 6"}


def test_R11_a_point_is_added_to_those_on_the_card() -> None:
    assert display(play(position(display="1+7 21 42", top="30"), "top 1")) == [(1, 8), (21, 0), (42, 0)]


def test_R11_not_allowed_without_points() -> None:
    broke = position(points=(0, 9), display="1 21 42")
    assert legal(broke) == {"take 1", "take 21", "take 42"}
    with pytest.raises(atoll.IllegalDecision):
        play(broke, "top 1")


def test_R11_the_last_point_can_be_spent() -> None:
    assert play(position(points=(1, 9), display="1 21 42"), "top 1").scores() == [0, 9]


def test_R11_the_next_player_can_take_the_card_with_the_point() -> None:
    state = play(position(points=(3, 3), display="1 21 42"), "top 1", "take 1")
    assert state.scores() == [2, 4]


# R12: hand limit


def test_R12_with_four_cards_only_playing_is_allowed() -> None:
    state = position(hands=("5 6 7 8", ""), display="1 21 42")
    assert legal(state) == {"play 5", "play 6", "play 7", "play 8"}
    with pytest.raises(atoll.IllegalDecision):
        play(state, "take 1")
    with pytest.raises(atoll.IllegalDecision):
        play(state, "top 1")


def test_R12_with_three_cards_a_fourth_may_be_taken() -> None:
    state = position(hands=("5 6 7", ""), display="1 21 42")
    assert legal(state) == {"take 1", "take 21", "take 42", "top 1", "play 5", "play 6", "play 7"}


def test_R12_the_hands_of_others_do_not_matter() -> None:
    state = position(hands=("5", "10 11 12 13"), display="1 21 42")
    assert legal(state) == {"take 1", "take 21", "take 42", "top 1", "play 5"}


# R13: play a card


def test_R13_a_played_card_lies_on_the_players_own_discard_pile() -> None:
    before = position((EMPTY, EMPTY), hands=("17 5", "20 8"))
    after = play(before, "play 17", "r a1", "p a1", "play 20", "y a1", "g a1")
    players = after.view(None).players
    assert (players[0].discard, players[1].discard) == ([17], [20])
    assert hand(after, owner=0, viewer=0) == [5]
    assert hand(after, owner=1, viewer=1) == [8]


def test_R13_both_pieces_are_taken_from_the_supplies() -> None:
    before = position((EMPTY, START), hands=("17", ""))
    assert supply(before) == (17, 17, 17, 17)
    assert supply(play(before, "play 17", "r a1", "p a2")) == (16, 17, 17, 16)


def test_R13_pieces_go_on_empty_spaces_or_on_stacks() -> None:
    state = play(position((START, START), hands=("17", "")), "play 17", "r a1", "p b2")
    assert board(state, 0) == rows("""
        r  .   .  .
        .  rp  y  .
        .  g   p  .
        .  .   .  .
    """)


def test_R13_both_pieces_on_one_space() -> None:
    state = play(position((EMPTY, EMPTY), hands=("17", "")), "play 17", "r c1", "p c1")
    assert board(state, 0)[0] == ["", "", "rp", ""]


def test_R13_both_pieces_on_one_space_in_the_other_order() -> None:
    state = play(position((EMPTY, EMPTY), hands=("17", "")), "play 17", "p c1", "r c1")
    assert board(state, 0)[0] == ["", "", "pr", ""]


def test_R13_a_stack_of_four_takes_no_more() -> None:
    tower = """
        rygp  .  .  .
        .     .  .  .
        .     .  .  .
        .     .  .  .
    """
    state = play(position((tower, START), hands=("17", "")), "play 17")
    assert len(legal(state)) == 2 * 15
    assert legal(state).isdisjoint({"r a1", "p a1"})
    with pytest.raises(atoll.IllegalDecision):
        play(state, "r a1")


def test_R13_a_stack_of_three_takes_only_one_of_the_pieces() -> None:
    stack = """
        ryg  .  .  .
        .    .  .  .
        .    .  .  .
        .    .  .  .
    """
    state = play(position((stack, START), hands=("17", "")), "play 17", "r a1")
    assert len(legal(state)) == 15
    assert "p a1" not in legal(state)


def test_R13_both_pieces_are_placed_before_the_turn_ends() -> None:
    state = play(position((EMPTY, EMPTY), hands=("17", "")), "play 17", "p a1")
    assert state.actor == 0
    assert {text[0] for text in legal(state)} == {"r"}


def test_R13_pieces_go_on_the_players_own_board_and_move_nothing() -> None:
    reef = """
        .   gy  .  .
        .   r   y  .
        rp  g   p  .
        .   .   .  r
    """
    state = play(position((reef, START), hands=("1", "")), "play 1", "r d3", "r d4")
    assert board(state, 0) == rows("""
        .   gy  .  .
        .   r   y  .
        rp  g   p  r
        .   .   .  rr
    """)
    assert board(state, 1) == rows(START)


def test_R13_no_other_action_between_card_and_pieces() -> None:
    state = play(position((EMPTY, EMPTY), hands=("17 5", ""), display="1 21 42"), "play 17")
    assert {text[0] for text in legal(state)} == {"r", "p"}
    with pytest.raises(atoll.IllegalDecision):
        play(state, "take 1")


def test_R13_the_pattern_is_scored_after_the_pieces_are_placed() -> None:
    # Card 17: 1 point for each stack of height 2, which its own pieces can make.
    assert gained(EMPTY, "play 17", "r a1", "p a1") == 1
    assert gained(EMPTY, "play 17", "r a1", "p b1") == 0


def test_R13_placed_pieces_can_cover_what_would_score() -> None:
    # Card 3: 1 point for each red top piece.
    assert gained(START, "play 3", "g a1", "g a1") == 1
    assert gained(START, "play 3", "g a1", "g b2") == 0


def test_R13_a_card_that_is_not_in_the_hand_cannot_be_played() -> None:
    with pytest.raises(atoll.InvalidNotation):
        play(position(hands=("5", "17")), "play 17")


# R14: too few pieces, too little room


def test_R14_a_short_supply_gives_the_pieces_that_are_left() -> None:
    before = position((START, ONE_RED_LEFT), hands=("1", ""))
    after = play(before, "play 1", "r a1")
    assert (supply(before), supply(after)) == ((1, 17, 17, 17), (0, 17, 17, 17))
    assert board(after, 0) == rows("""
        r  .  .  .
        .  r  y  .
        .  g  p  .
        .  .  .  .
    """)
    assert after.actor == 1


def test_R14_a_card_that_brings_one_piece_scores() -> None:
    # Card 1: 1 point for each green top piece.
    after = play(position((START, ONE_RED_LEFT), hands=("1", ""), points=(3, 3)), "play 1", "r a1")
    assert after.scores() == [4, 3]


def test_R14_a_card_that_brings_no_piece_scores_at_once() -> None:
    after = play(position((START, NO_RED_LEFT), hands=("1", ""), points=(3, 3), first=1, turn=3), "play 1")
    assert board(after, 0) == rows(START)
    assert after.view(None).players[0].discard == [1]
    assert after.scores() == [4, 3]


@pytest.mark.parametrize(
    ("others", "card", "pieces"),
    [
        (START, "1", ["red", "red"]),
        (ONE_RED_LEFT, "1", ["red"]),
        (NO_RED_LEFT, "1", []),
        (ONE_RED_LEFT, "17", ["red", "purple"]),
        (NO_RED_LEFT, "17", ["purple"]),
    ],
)
def test_R14_a_choice_lists_the_pieces_that_the_supplies_have(others: str, card: str, pieces: list[str]) -> None:
    before = position((START, others), hands=(card, ""), first=1, turn=3)
    (choice,) = [choice for choice in before.view(0).legal if isinstance(choice, Play)]
    assert choice.pieces == pieces
    events = REEF.events(before, choice.decision, play(before, f"play {card}"), 1)
    assert msgspec.to_builtins(events[0]) == {
        "event": "play",
        "seat": 0,
        "card": int(card),
        "place": 0,
        "pieces": pieces,
    }
    said = REEF.words().describe(choice, [])
    assert said == f"play card {card}: {', '.join(pieces) or NOTHING}"


def test_R14_with_one_colour_missing_only_the_other_piece_is_placed() -> None:
    state = play(position((START, NO_RED_LEFT), hands=("17", ""), first=1, turn=3), "play 17")
    assert len(legal(state)) == 16
    assert {text[0] for text in legal(state)} == {"p"}
    after = play(state, "p a1")
    assert board(after, 0) == rows("""
        p  .  .  .
        .  r  y  .
        .  g  p  .
        .  .  .  .
    """)
    assert after.over


def test_R14_with_room_for_one_of_two_pieces_the_player_chooses() -> None:
    before = position((ROOM_FOR_ONE, EMPTY), hands=("19", ""))
    assert supply(before) == (2, 2, 2, 3)
    state = play(before, "play 19")
    assert legal(state) == {"r d4", "p d4"}
    assert board(play(state, "r d4"), 0)[3][3] == "rygr"
    assert board(play(state, "p d4"), 0)[3][3] == "rygp"


def test_R14_a_piece_without_room_is_not_taken() -> None:
    state = play(position((ROOM_FOR_ONE, EMPTY), hands=("19", "")), "play 19")
    with_red, with_purple = play(state, "r d4"), play(state, "p d4")
    assert (with_red.actor, with_purple.actor) == (1, 1)
    assert supply(with_red) == (1, 2, 2, 3)
    assert supply(with_purple) == (2, 2, 2, 2)


def test_R14_with_room_for_one_the_card_scores() -> None:
    # Card 19: 3 points for each stack of height 4.
    assert gained(ROOM_FOR_ONE, "play 19", "r d4") == 16 * 3


def test_R14_with_room_for_one_of_two_equal_pieces_one_is_placed() -> None:
    after = play(position((ROOM_FOR_ONE, EMPTY), hands=("1", "")), "play 1", "r d4")
    assert after.actor == 1
    assert supply(after) == (1, 2, 2, 3)


def test_R14_with_room_for_one_and_one_colour_missing_there_is_no_choice() -> None:
    two_red = """
        r  r  .  .
        .  .  .  .
        .  .  .  .
        .  .  .  .
    """
    state = play(position((ROOM_FOR_ONE, two_red), hands=("19", ""), first=1, turn=3), "play 19")
    assert legal(state) == {"p d4"}


def test_R14_a_full_board_takes_no_piece_and_the_card_scores_at_once() -> None:
    before = position((FULL, EMPTY), hands=("19", ""), points=(3, 3))
    after = play(before, "play 19")
    assert (supply(before), supply(after)) == ((2, 2, 2, 2), (2, 2, 2, 2))
    assert after.scores() == [3 + 16 * 3, 3]
    assert after.actor == 1


def test_R14_a_piece_without_room_does_not_empty_its_supply() -> None:
    one_of_each = """
        r  y  .  .
        g  p  .  .
        .  .  .  .
        .  .  .  .
    """
    after = play(position((FULL, one_of_each), hands=("19", "")), "play 19")
    assert supply(after) == (1, 1, 1, 1)
    assert after.view(None).last_round is False


# R15: no passing


def test_R15_there_is_no_passing() -> None:
    with pytest.raises(atoll.InvalidNotation):
        play(position(), "pass")


def test_R15_every_possible_action() -> None:
    state = position(hands=("5 9", ""), display="1 21 42")
    assert legal(state) == {"take 1", "take 21", "take 42", "top 1", "play 5", "play 9"}


def test_R15_with_an_empty_hand_only_taking_is_possible() -> None:
    assert legal(position(hands=("", "5"), display="1 21 42")) == {"take 1", "take 21", "take 42", "top 1"}


def test_R15_without_cards_and_points_the_display_remains() -> None:
    assert legal(position(hands=("", "5"), points=(0, 3), display="1 21 42")) == {"take 1", "take 21", "take 42"}


def test_R15_a_full_hand_on_a_full_board_can_be_played() -> None:
    state = position((FULL, EMPTY), hands=("5 6 7 8", ""), points=(0, 3))
    assert legal(state) == {"play 5", "play 6", "play 7", "play 8"}
    assert play(state, "play 5").actor == 1

"""The end of Reef and what is known during it: rules R23 to R27."""

from collections.abc import Sequence

import msgspec

import atoll
from atoll.games.reef.view.events import Event, Play
from reef.build_positions import EMPTY, REEF, START, board, display, hand, play, position, rows, supply

# 12, 11 and 10 of the 24 red pieces for three players.
TWELVE_RED = """
    rrrr  rrrr  rrrr  .
    .     .     .     .
    .     .     .     .
    .     .     .     .
"""
ELEVEN_RED = """
    rrrr  rrrr  rrr  .
    .     .     .    .
    .     .     .    .
    .     .     .    .
"""
TEN_RED = """
    rrrr  rrrr  rr  .
    .     .     .   .
    .     .     .   .
    .     .     .   .
"""
# 16 and 15 of the 18 red pieces for two players.
SIXTEEN_RED = """
    rrrr  rrrr  rrrr  rrrr
    .     .     .     .
    .     .     .     .
    .     .     .     .
"""
FIFTEEN_RED = """
    rrrr  rrrr  rrrr  rrr
    .     .     .     .
    .     .     .     .
    .     .     .     .
"""
FOUR_COVERED = """
    .  .  .  .
    .  r  g  .
    .  g  r  .
    .  .  .  .
"""
FIVE_COVERED = """
    p  .  .  .
    .  r  g  .
    .  g  r  .
    .  .  .  .
"""
FOUR_COVERED_ONE_TOWER = """
    .  .     .  .
    .  rrrg  r  .
    .  g     r  .
    .  .     .  .
"""
FOUR_COVERED_TWO_TOWERS = """
    .  .     .     .
    .  rrrg  gggy  .
    .  g     r     .
    .  .     .     .
"""


def ended(boards: Sequence[str], *, points: Sequence[int], hands: Sequence[str] = ()) -> atoll.State:
    """Return the end of a game: seat 0 takes a card that scores nothing on these boards, and the pile is empty."""
    after = play(position(boards, points=points, hands=hands, display="13 14 15", pile="16"), "take 13")
    assert after.over
    return after


def hand_points(state: atoll.State, seat: int) -> list[int]:
    points: list[int] = state.view(None).players[seat].hand_points
    return points


def last_event(before: atoll.State, text: str) -> Event:
    decision = REEF.parse(before, text)
    event: Event = REEF.events(before, decision, before.play(decision), None)[-1]
    return event


# R23: an empty supply


def test_R23_in_the_middle_of_a_round_the_others_have_their_turns() -> None:
    before = position((EMPTY, TWELVE_RED, TEN_RED), hands=("1", "", ""), display="5 6 7", top="8 9")
    assert supply(before)[0] == 2
    emptied = play(before, "play 1", "r a1", "r b1")
    assert supply(emptied)[0] == 0
    assert emptied.actor == 1
    second = play(emptied, "take 5")
    assert second.actor == 2
    third = play(second, "take 6")
    assert third.over
    assert third.actor is None
    assert third.legal() == []


def test_R23_at_the_end_of_a_round_the_game_ends_at_once() -> None:
    before = position((SIXTEEN_RED, EMPTY), hands=("", "1"), turn=3)
    assert before.actor == 1
    assert play(before, "play 1", "r a1", "r b1").over


def test_R23_after_the_second_of_three_players_the_last_has_a_turn() -> None:
    before = position((TWELVE_RED, EMPTY, TEN_RED), hands=("", "1", ""), display="5 6 7", turn=4)
    emptied = play(before, "play 1", "r a1", "r b1")
    assert emptied.actor == 2
    assert play(emptied, "take 5").over


def test_R23_a_round_begins_with_the_first_player() -> None:
    begins = position((SIXTEEN_RED, EMPTY), hands=("", "1"), display="5 6 7", first=1, turn=2)
    emptied = play(begins, "play 1", "r a1", "r b1")
    assert emptied.actor == 0
    assert play(emptied, "take 5").over


def test_R23_a_round_ends_with_the_player_before_the_first() -> None:
    before = position((EMPTY, TWELVE_RED, TEN_RED), hands=("1", "", ""), first=1, turn=5)
    assert before.actor == 0
    assert play(before, "play 1", "r a1", "r b1").over


def test_R23_a_supply_of_one_does_not_end_the_game() -> None:
    before = position((EMPTY, SIXTEEN_RED), hands=("17", ""), display="5 6 7", top="8")
    after = play(before, "play 17", "r a1", "p a1", "take 5")
    assert supply(after) == (1, 18, 18, 17)
    assert after.actor == 0
    assert after.view(None).last_round is False


def test_R23_the_second_piece_is_placed_after_the_last_one_of_a_colour() -> None:
    seventeen_red = """
        rrrr  rrrr  rrrr  rrrr
        r     .     .     .
        .     .     .     .
        .     .     .     .
    """
    before = position((seventeen_red, EMPTY), hands=("", "17"), turn=3)
    emptied = play(before, "play 17", "r a1")
    assert emptied.actor == 1
    over = play(emptied, "p a1")
    assert board(over, 1)[0] == ["rp", "", "", ""]
    assert over.over


def test_R23_the_card_that_ends_the_game_scores() -> None:
    # Card 1: 1 point for each green top piece.
    before = position((FIFTEEN_RED, START), hands=("", "1"), points=(3, 3), turn=3)
    over = play(before, "play 1", "r a1", "r b1")
    assert over.over
    assert over.scores() == [3, 4]


def test_R23_another_supply_emptied_in_the_last_round_changes_nothing() -> None:
    twelve_each = """
        rrrr  rrrr  rrrr  .
        yyyy  yyyy  yyyy  .
        .     .     .     .
        .     .     .     .
    """
    ten_each = """
        rrrr  rrrr  rr    .
        yyyy  yyyy  yy    .
        .     .     .     .
        .     .     .     .
    """
    before = position((EMPTY, twelve_each, ten_each), hands=("1", "2", ""), display="5 6 7")
    red_is_gone = play(before, "play 1", "r a1", "r b1")
    assert supply(red_is_gone) == (0, 2, 24, 24)
    yellow_too = play(red_is_gone, "play 2", "y a4", "y b4")
    assert supply(yellow_too) == (0, 0, 24, 24)
    assert yellow_too.actor == 2
    assert play(yellow_too, "take 5").over


def test_R23_another_supply_emptied_by_the_last_player_adds_no_round() -> None:
    all_red_and_two_yellow_left = """
        rrrr  rrrr  rrrr  rrrr
        rr    yyyy  yyyy  yyyy
        yyyy  .     .     .
        .     .     .     .
    """
    before = position((all_red_and_two_yellow_left, EMPTY), hands=("", "2"), turn=3)
    assert supply(before) == (0, 2, 18, 18)
    over = play(before, "play 2", "y a1", "y b1")
    assert supply(over) == (0, 0, 18, 18)
    assert over.over


def test_R23_every_view_shows_the_last_round() -> None:
    before = position((EMPTY, TWELVE_RED, TEN_RED), hands=("1", "", ""))
    assert before.view(2).last_round is False
    assert play(before, "play 1", "r a1", "r b1").view(2).last_round is True


# R24: an empty pile


def test_R24_the_last_card_goes_into_the_display() -> None:
    before = position((START, START, START), display="13 14 15", pile="16")
    over = play(before, "take 14")
    assert display(over) == [(13, 0), (16, 0), (15, 0)]
    assert over.view(None).pile == 0
    assert over.over


def test_R24_the_last_card_goes_into_a_hand() -> None:
    before = position((START, START, START), display="1 14 15", pile="16")
    over = play(before, "top 1")
    assert hand(over, owner=0, viewer=0) == [16]
    assert display(over) == [(1, 1), (14, 0), (15, 0)]
    assert over.over


def test_R24_the_second_to_last_card_does_not_end_the_game() -> None:
    before = position((START, START), display="1 14 15", pile="16 17")
    assert play(before, "take 14").actor == 1
    assert play(before, "top 1").actor == 1


def test_R24_playing_a_card_with_a_pile_of_one_does_not_end_the_game() -> None:
    before = position((START, START), hands=("5", ""), pile="16")
    assert play(before, "play 5", "r a1", "r a1").actor == 1


def test_R24_an_empty_pile_cuts_a_last_round_short_by_take() -> None:
    before = position((TWELVE_RED, START, ELEVEN_RED), display="13 14 15", pile="16", turn=4)
    assert supply(before)[0] == 0
    assert before.actor == 1
    assert play(before, "take 13").over


def test_R24_an_empty_pile_cuts_a_last_round_short_by_top() -> None:
    before = position((TWELVE_RED, START, ELEVEN_RED), display="1 14 15", pile="16", turn=4)
    assert supply(before)[0] == 0
    assert before.actor == 1
    assert play(before, "top 1").over


def test_R24_turns_may_be_unequal() -> None:
    before = position((START, START, START), display="13 14 15", pile="16", turn=6)
    assert play(before, "take 13").view(None).turn == 7


def test_R24_points_on_display_cards_belong_to_nobody() -> None:
    before = position((START, START), points=(3, 3), display="13+5 14+7 15", pile="16")
    assert play(before, "take 15").scores() == [3, 3]


def test_R24_points_on_the_card_taken_last_belong_to_its_taker() -> None:
    before = position((START, START), points=(3, 3), display="13+5 14+7 15", pile="16")
    assert play(before, "take 13").scores() == [8, 3]


def test_R24_the_point_paid_for_the_last_card_is_gone() -> None:
    before = position((START, START), points=(3, 3), display="1 14 15", pile="16")
    assert play(before, "top 1").scores() == [2, 3]


# R25: cards left in hand


def test_R25_a_card_in_hand_scores_when_the_pile_is_empty() -> None:
    # Card 23: 3 points for red next to green; card 21 has no purple next to yellow.
    over = ended((EMPTY, FOUR_COVERED), points=(3, 3), hands=("", "23 21"))
    assert hand_points(over, 1) == [3, 0]
    assert over.scores() == [3, 6]


def test_R25_a_card_in_hand_scores_when_a_supply_is_empty() -> None:
    before = position((FIFTEEN_RED, START), hands=("46", "1 3"), points=(3, 3), turn=3)
    over = play(before, "play 1", "r a1", "r b1")
    # Card 46 scores red in a line (4). Card 1 was played for one green (1), card 3 stays in hand for red (1).
    assert over.scores() == [3 + 4, 3 + 1 + 1]


def test_R25_a_pattern_that_occurs_twice_counts_once() -> None:
    assert hand_points(ended((EMPTY, FOUR_COVERED), points=(3, 3), hands=("", "23")), 1) == [3]


def test_R25_a_single_cell_that_occurs_five_times_counts_once() -> None:
    reef = """
        g  g  g  g
        g  .  .  .
        .  .  .  .
        .  .  .  .
    """
    assert ended((EMPTY, reef), points=(3, 3), hands=("", "1")).scores() == [3, 4]


def test_R25_a_special_card_gives_its_value_once() -> None:
    # Card 53: 2 points for each purple around the tallest yellow.
    reef = """
        p  p  p  .
        .  y  .  .
        .  .  .  .
        .  .  .  .
    """
    assert ended((EMPTY, reef), points=(3, 3), hands=("", "53")).scores() == [3, 5]


def test_R25_a_special_card_without_a_neighbour_gives_nothing() -> None:
    reef = """
        p  p  p  .
        .  .  .  .
        .  .  y  .
        .  .  .  .
    """
    assert ended((EMPTY, reef), points=(3, 3), hands=("", "53")).scores() == [3, 3]


def test_R25_cards_may_score_the_same_pieces() -> None:
    reef = """
        r  g  .  .
        .  .  .  .
        .  .  .  .
        .  .  .  .
    """
    # Cards 23 (red next to green, 3), 3 (red, 1), 1 (green, 1) and 2 (purple).
    over = ended((EMPTY, reef), points=(3, 3), hands=("", "23 3 1 2"))
    assert hand_points(over, 1) == [3, 1, 1, 0]
    assert over.scores() == [3, 8]


def test_R25_every_player_scores_their_own_hand_on_their_own_board() -> None:
    over = ended((START, FOUR_COVERED, EMPTY), points=(3, 3, 3), hands=("2", "3", "1"))
    assert over.scores() == [4, 4, 3]


def test_R25_the_card_taken_last_scores_too() -> None:
    before = position((FOUR_COVERED, START), points=(3, 3), display="1 14 15", pile="23")
    assert play(before, "top 1").scores() == [3 - 1 + 3, 3]


def test_R25_cards_in_hand_bring_no_pieces() -> None:
    over = ended((EMPTY, FOUR_COVERED), points=(3, 3), hands=("", "23"))
    assert board(over, 1) == rows(FOUR_COVERED)
    assert supply(over) == (16, 18, 16, 18)


def test_R25_cards_in_hand_score_only_at_the_end() -> None:
    before = position((EMPTY, FOUR_COVERED), points=(3, 3), hands=("", "23"), display="13 14 15", pile="16 17")
    assert play(before, "take 13").scores() == [3, 3]


# R26: the winner


def test_R26_most_points_win() -> None:
    over = ended((FOUR_COVERED, FIVE_COVERED), points=(10, 9))
    assert over.ranking() == [1, 2]
    assert over.view(None).won_by == "points"


def test_R26_points_of_cards_in_hand_decide_too() -> None:
    over = ended((FOUR_COVERED, FIVE_COVERED), points=(10, 9), hands=("", "23"))
    assert over.scores() == [10, 12]
    assert over.ranking() == [2, 1]


def test_R26_then_most_covered_spaces() -> None:
    over = ended((FOUR_COVERED, FIVE_COVERED), points=(9, 9))
    assert over.ranking() == [2, 1]
    assert over.view(None).won_by == "covered"


def test_R26_covered_spaces_count_not_pieces() -> None:
    fewer_spaces = """
        .  .    .    .
        .  ggr  rrg  .
        .  .    yyp  .
        .  .    .    .
    """
    assert ended((fewer_spaces, FOUR_COVERED), points=(9, 9)).ranking() == [2, 1]


def test_R26_covered_spaces_go_before_towers() -> None:
    over = ended((FOUR_COVERED_TWO_TOWERS, FIVE_COVERED), points=(9, 9))
    assert over.ranking() == [2, 1]
    assert over.view(None).won_by == "covered"


def test_R26_then_most_stacks_of_height_four() -> None:
    over = ended((FOUR_COVERED_TWO_TOWERS, FOUR_COVERED_ONE_TOWER), points=(9, 9))
    assert over.ranking() == [1, 2]
    assert over.view(None).won_by == "towers"


def test_R26_lower_stacks_are_not_towers() -> None:
    three_stacks_of_three = """
        .  .    .    .
        .  rrg  rrg  .
        .  rrg  r    .
        .  .    .    .
    """
    over = ended((three_stacks_of_three, FOUR_COVERED_ONE_TOWER), points=(9, 9))
    assert over.ranking() == [2, 1]
    assert over.view(None).won_by == "towers"


def test_R26_then_the_victory_is_shared() -> None:
    over = ended((FOUR_COVERED_ONE_TOWER, FOUR_COVERED_ONE_TOWER), points=(9, 9))
    assert over.ranking() == [1, 1]
    assert over.view(None).won_by == "shared"


def test_R26_two_of_three_share_the_victory() -> None:
    over = ended((FOUR_COVERED, FIVE_COVERED, FOUR_COVERED), points=(9, 8, 9))
    assert over.ranking() == [1, 3, 1]
    assert over.view(None).won_by == "shared"


def test_R26_three_share_the_victory() -> None:
    before = position((START, START, START), points=(9, 9, 9), display="13 14 15", pile="16")
    assert play(before, "take 13").ranking() == [1, 1, 1]
    assert msgspec.to_builtins(last_event(before, "take 13")) == {
        "event": "win_shared",
        "seats": [0, 1, 2],
        "scores": [9, 9, 9],
    }


def test_R26_of_three_level_on_points_one_wins_by_towers() -> None:
    over = ended((FOUR_COVERED_ONE_TOWER, START, FOUR_COVERED_TWO_TOWERS), points=(9, 9, 9))
    assert over.ranking() == [2, 3, 1]
    assert over.view(None).won_by == "towers"


def test_R26_tie_breaks_are_for_those_level_on_points() -> None:
    over = ended((FIVE_COVERED, FOUR_COVERED, FOUR_COVERED_TWO_TOWERS), points=(8, 9, 9))
    assert over.ranking() == [3, 2, 1]
    assert over.view(None).won_by == "towers"


# R27: what is known


def test_R27_everybody_sees_everything_on_the_table() -> None:
    state = play(
        position(hands=("17 8*", "9*"), display="5+2 6 7", top="30 31", points=(4, 3)), "play 17", "r a1", "p a1"
    )
    opponent, spectator = state.view(1), state.view(None)
    table = rows("""
        rp  .  .  .
        .   r  y  .
        .   g  p  .
        .   .  .  .
    """)
    cards = [{"card": 5, "tokens": 2}, {"card": 6, "tokens": 0}, {"card": 7, "tokens": 0}]
    left = {"red": 15, "yellow": 16, "green": 16, "purple": 15}
    assert (opponent.players[0].board, spectator.players[0].board) == (table, table)
    assert msgspec.to_builtins((opponent.display, spectator.display)) == (cards, cards)
    assert (opponent.top, spectator.top) == (30, 30)
    assert (opponent.supply, spectator.supply) == (left, left)
    assert (opponent.players[0].discard, spectator.players[0].discard) == ([17], [17])
    assert (len(opponent.players[0].hand), len(spectator.players[0].hand)) == (1, 1)
    assert (opponent.players[0].points, spectator.players[0].points) == (5, 5)


def test_R27_dealt_cards_are_seen_by_their_owner_only() -> None:
    state = position(hands=("8* 9*", "10* 11*"))
    assert hand(state, owner=0, viewer=0) == [8, 9]
    assert hand(state, owner=1, viewer=1) == [10, 11]
    assert hand(state, owner=0, viewer=1) == [None, None]
    assert hand(state, owner=1, viewer=0) == [None, None]
    assert hand(state, owner=0, viewer=None) == [None, None]
    assert hand(state, owner=1, viewer=None) == [None, None]


def test_R27_a_card_taken_from_the_display_is_known_to_all() -> None:
    state = play(position(hands=("8* 9*", ""), display="5 6 7"), "take 6")
    assert hand(state, owner=0, viewer=0) == [6, 8, 9]
    assert hand(state, owner=0, viewer=1) == [6, None, None]
    assert hand(state, owner=0, viewer=None) == [6, None, None]


def test_R27_a_card_taken_from_the_pile_is_known_to_all() -> None:
    state = play(position(hands=("8* 9*", ""), display="1 21 42", top="30"), "top 1")
    assert hand(state, owner=0, viewer=1) == [30, None, None]
    assert hand(state, owner=0, viewer=None) == [30, None, None]


def test_R27_dealt_cards_stay_hidden_when_a_known_card_is_played() -> None:
    state = play(position(hands=("8* 30 9*", "")), "play 30")
    assert hand(state, owner=0, viewer=0) == [8, 9]
    assert hand(state, owner=0, viewer=1) == [None, None]


def test_R27_known_cards_stay_known_when_a_dealt_card_is_played() -> None:
    state = play(position(hands=("8* 30 9* 31", "")), "play 8")
    assert hand(state, owner=0, viewer=1) == [30, 31, None]
    assert state.view(1).players[0].discard == [8]


def test_R27_a_dealt_card_is_known_once_it_is_played() -> None:
    before = position(hands=("8* 9*", ""))
    decision = REEF.parse(before, "play 8")
    seen = REEF.events(before, decision, before.play(decision), 1)
    assert isinstance(seen[0], Play)
    assert (seen[0].seat, seen[0].card) == (0, 8)


def test_R27_the_order_of_the_pile_below_its_top_is_hidden() -> None:
    one, other = position(top="30 31 32"), position(top="30 32 31")
    assert one != other
    assert one.hide(0) == other.hide(0)
    assert one.hide(1) == other.hide(1)
    assert one.hide(None) == other.hide(None)


def test_R27_the_top_of_the_pile_is_known() -> None:
    one, other = position(top="30 31 32"), position(top="31 30 32")
    assert one.hide(0) != other.hide(0)
    assert one.hide(None) != other.hide(None)


def test_R27_which_cards_an_opponent_was_dealt_is_hidden() -> None:
    one, other = position(hands=("8* 9*", ""), top="30 10"), position(hands=("8* 10*", ""), top="30 9")
    assert one.hide(1) == other.hide(1)
    assert one.hide(None) == other.hide(None)
    assert one.hide(0) != other.hide(0)


def test_R27_points_are_public_by_default() -> None:
    state = position(points=(7, 12))
    assert state.view(0).scores == [7, 12]
    assert state.view(1).scores == [7, 12]
    assert state.view(None).scores == [7, 12]


def test_R27_with_hidden_scores_a_seat_sees_only_its_own_points() -> None:
    state = position((START, START, START), points=(7, 12, 9), options={"hidden_scores": "yes"})
    assert state.view(0).scores == [7, None, None]
    assert state.view(1).scores == [None, 12, None]
    assert [player.points for player in state.view(2).players] == [None, None, 9]


def test_R27_with_hidden_scores_a_spectator_sees_no_points() -> None:
    state = position(points=(7, 12), options={"hidden_scores": "yes"})
    assert state.view(None).scores == [None, None]
    assert [player.points for player in state.view(None).players] == [None, None]


def test_R27_with_hidden_scores_positions_that_differ_in_points_have_the_same_view() -> None:
    options = {"hidden_scores": "yes"}
    one, other = position(points=(7, 12), options=options), position(points=(7, 40), options=options)
    assert one.hide(0) == other.hide(0)
    assert one.hide(1) != other.hide(1)


def test_R27_with_hidden_scores_all_points_are_shown_at_the_end() -> None:
    before = position(points=(7, 12), display="13 14 15", pile="16", options={"hidden_scores": "yes"})
    over = play(before, "take 13")
    assert over.view(0).scores == [7, 12]
    assert over.view(1).scores == [7, 12]
    assert over.view(None).scores == [7, 12]


def test_R27_hands_are_shown_when_they_score_at_the_end() -> None:
    over = ended((EMPTY, FOUR_COVERED), points=(3, 3), hands=("", "23* 21*"))
    assert hand(over, owner=1, viewer=0) == [21, 23]
    assert hand(over, owner=1, viewer=None) == [21, 23]
    assert over.view(None).scores == [3, 6]

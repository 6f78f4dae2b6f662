"""The components and the set-up of Reef: rules R1 to R9."""

import re
import tomllib
from collections import Counter
from typing import Any

import msgspec
import pytest

import atoll
from reef.build_positions import (
    DECK,
    EMPTY,
    REEF,
    START,
    board,
    display,
    gained,
    hand,
    legal,
    play,
    position,
    rows,
    supply,
)

CENTRE = {"b2", "c2", "b3", "c3"}
ALL_SPACES = {f"{column}{row}" for column in "abcd" for row in "1234"}


def cards() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(REEF.standard.text)["card"]
    return found


def pattern_colours(card: dict[str, Any]) -> set[str]:
    """Return the letters of the colours on a card's lower half, without wild cells."""
    if "tallest" in card:
        return {card["tallest"][0], card["around"][0]}
    return set(re.findall("[rygp]", " ".join(card["pattern"])))


def placements(colours: str, spaces: set[str]) -> set[str]:
    return {f"{colour} {space}" for colour in colours for space in spaces}


def finished_boards(state: atoll.State, seat: int) -> set[str]:
    """Return all boards that a seat can build from its four starting pieces."""
    found = {state}
    for _ in range(4):
        found = {before.play(decision) for before in found for decision in before.legal()}
    return {str(board(after, seat)) for after in found}


# R1: pieces


def test_R1_there_are_28_pieces_of_each_of_four_colours() -> None:
    state = REEF.deal(seats=4, seed=1, options={"setup": "random"})
    on_boards = Counter(letter for seat in range(4) for row in board(state, seat) for stack in row for letter in stack)
    assert on_boards == {"r": 4, "y": 4, "g": 4, "p": 4}
    assert state.view(None).supply == {"red": 24, "yellow": 24, "green": 24, "purple": 24}


# R2: cards


def test_R2_a_game_has_the_60_cards_each_once() -> None:
    state = REEF.deal(seats=2, seed=1)
    fields = dict(field.split("=") for field in state.position.split()[1:])
    dealt = [int(card) for card in re.findall("[0-9]+", fields["hands"] + "|" + fields["pile"])]
    assert sorted(dealt) == list(DECK)


def test_R2_the_upper_half_may_show_two_colours() -> None:
    state = play(position(hands=("17", "")), "play 17")
    assert msgspec.to_builtins(state.view(0).placing) == {"card": 17, "pieces": ["red", "purple"]}


def test_R2_the_upper_half_may_show_one_colour_twice() -> None:
    state = play(position(hands=("1", "")), "play 1")
    assert msgspec.to_builtins(state.view(0).placing) == {"card": 1, "pieces": ["red", "red"]}


def test_R2_the_lower_half_scores_its_printed_value() -> None:
    assert gained(START, "play 25", "r a1", "r a1") == 0
    assert gained(". . . .  . y g .  . . . .  . . . .", "play 25", "r a1", "r a1") == 3


def test_R2_cards_bring_every_colour_equally_often() -> None:
    pairs = Counter("+".join(sorted(card["corals"])) for card in cards())
    assert pairs == {
        "red+red": 12,
        "yellow+yellow": 12,
        "green+green": 12,
        "purple+purple": 12,
        "green+red": 2,
        "red+yellow": 2,
        "purple+red": 2,
        "green+yellow": 2,
        "green+purple": 2,
        "purple+yellow": 2,
    }


def test_R2_cards_score_every_colour_equally_often() -> None:
    assert Counter(letter for card in cards() for letter in pattern_colours(card)) == {
        "r": 19,
        "y": 19,
        "g": 19,
        "p": 19,
    }


def test_R2_no_card_scores_a_colour_that_it_brings() -> None:
    assert [card["id"] for card in cards() if pattern_colours(card) & {colour[0] for colour in card["corals"]}] == []


def test_R2_printed_values() -> None:
    assert Counter(card["points"] for card in cards()) == {1: 5, 2: 14, 3: 7, 4: 16, 5: 14, 6: 4}


def test_R2_all_cards_are_different() -> None:
    assert len({str({**card, "id": 0}) for card in cards()}) == 60


# R3: points


def test_R3_points_have_no_limit() -> None:
    before = position(points=(99_999, 0), display="5+40000 6 7")
    assert play(before, "take 5").scores() == [139_999, 0]


def test_R3_tokens_on_a_card_have_no_limit() -> None:
    before = position(points=(3, 0), display="1+40000 6 7")
    assert display(play(before, "top 1")) == [(1, 40_001), (6, 0), (7, 0)]


# R4: boards


def test_R4_a_board_has_four_by_four_spaces() -> None:
    state = play(position((EMPTY, EMPTY), hands=("1", "")), "play 1")
    assert board(state, 0) == [["", "", "", ""]] * 4
    assert legal(state) == placements("r", ALL_SPACES)


def test_R4_spaces_are_named_by_column_and_row_from_the_top_left() -> None:
    state = play(position((EMPTY, EMPTY), hands=("17", "")), "play 17", "r d1", "p a3")
    assert board(state, 0) == rows("""
        .  .  .  r
        .  .  .  .
        p  .  .  .
        .  .  .  .
    """)


def test_R4_the_owner_of_the_starfish_board_goes_first() -> None:
    state = REEF.deal(seats=4, seed=3, options={"setup": "random"})
    assert state.actor == state.view(None).first


# R5: players and supplies


def test_R5_one_player_is_too_few() -> None:
    with pytest.raises(atoll.InvalidOption):
        REEF.deal(seats=1, seed=1)


def test_R5_five_players_are_too_many() -> None:
    with pytest.raises(atoll.InvalidOption):
        REEF.deal(seats=5, seed=1)


def test_R5_two_players_use_18_pieces_a_colour() -> None:
    assert supply(position((EMPTY, EMPTY))) == (18, 18, 18, 18)


def test_R5_three_players_use_24_pieces_a_colour() -> None:
    assert supply(position((EMPTY, EMPTY, EMPTY))) == (24, 24, 24, 24)


def test_R5_four_players_use_28_pieces_a_colour() -> None:
    assert supply(position((EMPTY, EMPTY, EMPTY, EMPTY))) == (28, 28, 28, 28)


# R6: points and hand at the start


def test_R6_each_player_gets_three_points() -> None:
    assert REEF.deal(seats=3, seed=5).scores() == [3, 3, 3]


def test_R6_each_player_gets_two_cards() -> None:
    state = REEF.deal(seats=3, seed=5)
    assert [len(player.hand) for player in state.view(None).players] == [2, 2, 2]


def test_R6_a_hand_is_seen_by_its_owner_only() -> None:
    state = REEF.deal(seats=2, seed=5)
    own = hand(state, owner=0, viewer=0)
    assert None not in own
    assert len(set(own)) == 2
    assert hand(state, owner=0, viewer=1) == [None, None]


# R7: first player and order


def test_R7_every_seat_can_become_the_first_player() -> None:
    assert {REEF.deal(seats=4, seed=seed).view(None).first for seed in range(60)} == {0, 1, 2, 3}


def test_R7_play_goes_clockwise_from_the_first_player() -> None:
    first_turn = position((START, START, START), first=1, turn=0, display="1 2 3", top="4 5 6")
    second_turn = play(first_turn, "take 1")
    third_turn = play(second_turn, "take 2")
    fourth_turn = play(third_turn, "take 3")
    assert (first_turn.actor, second_turn.actor, third_turn.actor, fourth_turn.actor) == (1, 2, 0, 1)


# R8: starting pieces


def test_R8_standard_starting_pieces_go_on_the_central_spaces() -> None:
    assert legal(REEF.deal(seats=2, seed=7)) == placements("rygp", CENTRE)


def test_R8_standard_puts_one_piece_on_each_central_space() -> None:
    state = play(REEF.deal(seats=2, seed=7), "r b2")
    assert legal(state) == placements("ygp", CENTRE - {"b2"})


def test_R8_standard_allows_24_arrangements() -> None:
    state = REEF.deal(seats=2, seed=7)
    assert len(finished_boards(state, state.view(None).first)) == 24


def test_R8_standard_is_the_default() -> None:
    assert REEF.deal(seats=2, seed=7) == REEF.deal(seats=2, seed=7, options={"setup": "standard"})


def test_R8_expert_starting_pieces_go_on_all_other_spaces() -> None:
    state = REEF.deal(seats=2, seed=7, options={"setup": "expert"})
    assert legal(state) == placements("rygp", ALL_SPACES - CENTRE)


def test_R8_expert_refuses_a_central_space() -> None:
    state = REEF.deal(seats=2, seed=7, options={"setup": "expert"})
    with pytest.raises(atoll.IllegalDecision):
        play(state, "r c3")


def test_R8_expert_allows_stacking_up_to_four() -> None:
    state = REEF.deal(seats=2, seed=7, options={"setup": "expert"})
    first = state.view(None).first
    assert legal(play(state, "p a1", "g a1", "r a1")) == placements("y", ALL_SPACES - CENTRE)
    assert board(play(state, "p a1", "g a1", "r a1", "y a1"), first) == rows("""
        pgry  .  .  .
        .     .  .  .
        .     .  .  .
        .     .  .  .
    """)


def test_R8_anywhere_allows_every_space() -> None:
    state = REEF.deal(seats=2, seed=7, options={"setup": "anywhere"})
    assert legal(state) == placements("rygp", ALL_SPACES)


def test_R8_anywhere_allows_stacking_on_a_central_space() -> None:
    state = REEF.deal(seats=2, seed=7, options={"setup": "anywhere"})
    first = state.view(None).first
    assert board(play(state, "r b2", "y b2", "g d4", "p b2"), first) == rows("""
        .  .    .  .
        .  ryp  .  .
        .  .    .  .
        .  .    .  g
    """)


def test_R8_random_leaves_nothing_to_arrange() -> None:
    state = REEF.deal(seats=2, seed=7, options={"setup": "random"})
    assert state.view(None).phase == "turn"
    assert state.view(None).turn == 0


def test_R8_random_spreads_the_pieces_over_the_central_spaces() -> None:
    stacks = board(REEF.deal(seats=2, seed=7, options={"setup": "random"}), 0)
    assert sorted([stacks[1][1], stacks[1][2], stacks[2][1], stacks[2][2]]) == ["g", "p", "r", "y"]
    assert sum(bool(stack) for row in stacks for stack in row) == 4


def test_R8_random_makes_every_arrangement_independently_for_each_player() -> None:
    deals = [REEF.deal(seats=2, seed=seed, options={"setup": "random"}) for seed in range(400)]
    assert len({str(board(state, 0)) for state in deals}) == 24
    assert len({str(board(state, 1)) for state in deals}) == 24
    assert sum(board(state, 0) == board(state, 1) for state in deals) < 40


def test_R8_players_arrange_in_turn_order() -> None:
    dealt = REEF.deal(seats=3, seed=7)
    first = dealt.view(None).first
    second = play(dealt, "r b2", "y c2", "g b3", "p c3")
    third = play(second, "y b2", "r c2", "p b3", "g c3")
    begun = play(third, "g b2", "r c2", "p b3", "y c3")
    order = (dealt.actor, second.actor, third.actor, begun.actor)
    assert order == (first, (first + 1) % 3, (first + 2) % 3, first)
    assert begun.view(None).turn == 0


def test_R8_a_player_finishes_before_the_next_one_begins() -> None:
    dealt = REEF.deal(seats=2, seed=7)
    assert play(dealt, "r b2", "y c2", "g b3").actor == dealt.actor


def test_R8_arranging_is_public() -> None:
    dealt = REEF.deal(seats=2, seed=7)
    first = dealt.view(None).first
    assert play(dealt, "g c3").view(1 - first).players[first].board == rows("""
        .  .  .  .
        .  .  .  .
        .  .  g  .
        .  .  .  .
    """)


def test_R8_first_player_and_own_hand_are_known_while_arranging() -> None:
    dealt = REEF.deal(seats=2, seed=7)
    assert dealt.view(1).first == dealt.actor
    assert None not in hand(dealt, owner=1, viewer=1)


def test_R8_pile_and_display_are_not_visible_while_arranging() -> None:
    view = REEF.deal(seats=2, seed=7).view(0)
    assert view.phase == "arrange"
    assert view.display == []
    assert view.top is None


def test_R8_the_pieces_come_out_of_the_supply_of_two_players() -> None:
    assert supply(REEF.deal(seats=2, seed=7, options={"setup": "random"})) == (16, 16, 16, 16)


def test_R8_the_pieces_come_out_of_the_supply_of_three_players() -> None:
    assert supply(REEF.deal(seats=3, seed=7, options={"setup": "random"})) == (21, 21, 21, 21)


def test_R8_the_pieces_come_out_of_the_supply_of_four_players() -> None:
    assert supply(REEF.deal(seats=4, seed=7, options={"setup": "random"})) == (24, 24, 24, 24)


def test_R8_arranged_pieces_come_out_of_the_supply_too() -> None:
    arranged = play(REEF.deal(seats=2, seed=7), *["r b2", "y c2", "g b3", "p c3"] * 2)
    assert supply(arranged) == (16, 16, 16, 16)


# R9: pile and display


def test_R9_three_cards_are_displayed_after_the_last_player_has_arranged() -> None:
    dealt = REEF.deal(seats=2, seed=7)
    almost = play(dealt, "r b2", "y c2", "g b3", "p c3", "r b2", "y c2", "g b3")
    assert display(almost) == []
    assert len(display(play(almost, "p c3"))) == 3


def test_R9_display_cards_have_no_points_on_them_at_first() -> None:
    state = REEF.deal(seats=2, seed=7, options={"setup": "random"})
    assert [tokens for _, tokens in display(state)] == [0, 0, 0]


def test_R9_the_rest_is_the_pile() -> None:
    view = REEF.deal(seats=4, seed=7, options={"setup": "random"}).view(None)
    assert view.pile == 60 - 4 * 2 - 3


def test_R9_the_top_card_of_the_pile_is_visible_to_all() -> None:
    state = position(top="42 17")
    assert (state.view(0).top, state.view(1).top, state.view(None).top) == (42, 42, 42)


def test_R9_the_top_card_is_visible_once_the_game_has_begun() -> None:
    arranged = play(REEF.deal(seats=2, seed=7), *["r b2", "y c2", "g b3", "p c3"] * 2)
    top = arranged.view(None).top
    assert top in DECK
    assert top not in [card for card, _ in display(arranged)]

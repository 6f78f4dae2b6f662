"""The end of Chain Reaction, points, places and secrecy: rules C13 to C16."""

from collections import Counter
from typing import Any

import msgspec
import pytest

import atoll
from atoll.games.chain_reaction.view import View
from atoll.games.chain_reaction.view.events import Draw, DrawTile, NoDraw
from chain_reaction.build_positions import BOX, CHAIN, columns, legal, play, position, tokens
from oracles import chain_reaction as oracle

# On column 3 tile 1 takes 85, a red 4, from below, and then 5, a yellow 1, from the left, which empties column 2.
LAST_TILE = ("49", "5", "85", "51", "52")


def fields(state: atoll.State) -> dict[str, str]:
    return dict(field.split("=", 1) for field in state.position.split()[1:])


# C13: the end


def test_C13_the_game_ends_after_a_turn_that_leaves_a_column_empty() -> None:
    after = play(position(LAST_TILE), "put 3 turn 0")
    assert after.over
    assert after.actor is None
    assert after.legal() == []
    assert columns(after)[1] == ""


def test_C13_the_game_goes_on_while_every_column_has_a_tile() -> None:
    after = play(position(["49", "50 5", "85", "51", "52"]), "put 3 turn 0")
    assert columns(after) == ["49", "50", "1", "51", "52"]
    assert not after.over


@pytest.mark.parametrize("column", range(1, 6))
def test_C13_any_column_can_end_the_game(column: int) -> None:
    # A tile put on the next column, or before the last one, takes the only tile of the column.
    put = column + 1 if column < 5 else 4
    laid = ["59", "59", "59", "59", "59"]
    laid[column - 1] = "5" if column < 5 else "4"
    laid[put - 1] = "85"
    after = play(position(laid), f"put {put} turn 0")
    assert columns(after)[column - 1] == ""
    assert after.over


def test_C13_in_the_ending_turn_the_player_may_still_claim() -> None:
    state = play(position(LAST_TILE, tiles=("y4", "g4 b4")), "put 3 turn 0")
    assert columns(state)[1] == ""
    assert (state.actor, state.over, legal(state)) == (0, False, ["end", "claim 10"])
    after = play(state, "claim 10")
    assert after.over
    assert after.scores() == [1 + 11, 8]


def test_C13_in_the_ending_turn_claiming_is_optional_too() -> None:
    after = play(position(LAST_TILE, tiles=("y4", "")), "put 3 turn 0", "end")
    assert after.over
    assert tokens(after, 0) == []


def test_C13_after_the_ending_turn_nobody_may_claim() -> None:
    after = play(position(LAST_TILE, tiles=("", "g4 b4")), "put 3 turn 0")
    assert after.over
    with pytest.raises(atoll.IllegalDecision):
        after.play(30)


def test_C13_the_game_ends_when_the_stack_is_empty_and_every_hand_is_played() -> None:
    state = position(["60"] * 5, hands="49 50 51", stack="")
    one = play(state, "put 1 turn 0")
    two = play(one, "put 3 turn 0")
    three = play(two, "put 5 turn 0")
    assert [each.over for each in (state, one, two, three)] == [False, False, False, True]


def test_C13_in_the_turn_of_the_last_tile_the_player_may_still_claim() -> None:
    state = position(["60"] * 5, hands="- 50", stack="", turn=1, tiles=("", "g4 b4"))
    state = play(state, "put 1 turn 0")
    assert (state.actor, legal(state)) == (1, ["end", "claim 10"])
    assert play(state, "claim 10").over


def test_C13_the_ending_turns_draw_has_no_effect_on_the_result() -> None:
    for stack in ("70 71", ""):
        after = play(position(LAST_TILE, tiles=("", ""), stack=stack), "put 3 turn 0")
        assert after.over
        assert after.scores() == [1 + 8, 0]
        assert after.ranking() == [1, 2]


def test_C13_the_end_event_names_its_reason() -> None:
    before = position(LAST_TILE)
    events = CHAIN.events(before, 8, before.play(8), None)
    assert {"event": "end_column", "column": 2} in msgspec.to_builtins(events)
    before = position(["60"] * 5, hands="- 50", stack="", turn=1)
    assert {"event": "end_tiles"} in msgspec.to_builtins(CHAIN.events(before, 0, before.play(0), None))


# C14: points


def test_C14_the_rulebooks_example_comes_to_54() -> None:
    # 9 for other tiles, (2 + 3) * 2 for those of the secret colour, 35 for bonus tokens: 10 + 10 + 15.
    state = position(tiles=("r2 r3 y4 g2 b1 b2", ""), secrets="r y", tokens={4: 0, 11: 0, 20: 0})
    assert state.scores() == [54, 0]
    player = state.view(0).players[0]
    assert (player.tile_points, player.token_points) == (9 + 10, 35)


def test_C14_tiles_of_the_secret_colour_count_double() -> None:
    for secret, points in (("r", 1 + 2 + 3 + 4 + 1), ("y", 12), ("g", 13), ("b", 14)):
        other = "y" if secret == "r" else "r"
        assert position(tiles=("r1 y2 g3 b4", ""), secrets=f"{secret} {other}").scores() == [points, 0]


def test_C14_the_colour_doubles_only_for_its_owner() -> None:
    assert position(tiles=("r4 y1", "r4 y1"), secrets="r y").scores() == [9, 6]


def test_C14_tokens_are_not_doubled() -> None:
    assert position(tokens={15: 0, 16: 1}, secrets="r y").scores() == [17, 17]
    assert position(tokens={15: 0, 16: 0}, secrets="b y").scores() == [34, 0]


def test_C14_every_token_counts_for_its_owner() -> None:
    for number, token in BOX.tokens.items():
        assert position(hands="1 2 3", tokens={number: 2}).scores() == [0, 0, token.points]


def test_C14_tiles_handed_in_no_longer_count() -> None:
    state = play(position(tiles=("r4 r4 r1", ""), secrets="r y"), "put 1 turn 0")
    assert state.scores() == [18, 0]
    assert play(state, "claim 10").scores() == [2 + 11, 0]


def test_C14_hand_tiles_do_not_score() -> None:
    assert position(hands="9 11").scores() == [0, 0]


# C15: places


def places(**fields: Any) -> list[int]:
    """Return the ranking after a last turn that takes nothing."""
    state = play(position(stack="", **fields), "put 5 turn 0")
    while not state.over:
        state = play(state, "end")
    return state.ranking()


LAST: dict[str, Any] = {"hands": "- 1", "turn": 1, "secrets": "g b"}


def test_C15_most_points_win() -> None:
    assert places(tiles=("r4", "r1 y2"), **LAST) == [1, 2]
    assert places(tiles=("r1 y1", "r3"), **LAST) == [2, 1]


def test_C15_more_tiles_do_not_help_against_more_points() -> None:
    assert places(tiles=("r1 r1", "r3"), **LAST) == [2, 1]


def test_C15_on_a_tie_most_tiles_win() -> None:
    assert places(tiles=("r4", "r1 y3"), **LAST) == [2, 1]
    assert places(tiles=("r1 r3", "r4"), **LAST) == [1, 2]


@pytest.mark.parametrize(
    ("more", "fewer"), [("r1 r1", "r2"), ("r2 r1", "r3"), ("r3 r1", "r4"), ("r2 r2 r4", "r4 r4"), ("r4 r1 r1", "r3 r3")]
)
def test_C15_tiles_of_every_value_break_a_tie(more: str, fewer: str) -> None:
    assert position(tiles=(more, fewer), secrets="g b").ranking() == [1, 2]
    assert position(tiles=(fewer, more), secrets="g b").ranking() == [2, 1]


def test_C15_many_tiles_still_break_a_tie() -> None:
    # 30 ones against 29 tiles of the same sum; with one more point the tiles do not matter.
    low, high = " ".join(["r1"] * 30), " ".join(["r1"] * 28 + ["r2"])
    assert position(tiles=(low, high), secrets="g b").ranking() == [1, 2]
    assert position(tiles=(high, low), secrets="g b").ranking() == [2, 1]
    assert position(tiles=("r4 " * 7 + "r3", low), secrets="g b").ranking() == [1, 2]


def test_C15_with_equal_points_and_tiles_the_victory_is_shared() -> None:
    assert places(tiles=("r1 y3", "r2 y2"), **LAST) == [1, 1]


def test_C15_shared_places_skip_the_next() -> None:
    common: dict[str, Any] = {"hands": "- - - 1", "turn": 3, "secrets": "r y g b"}
    assert places(tiles=("y4", "r4", "y1", "r1"), **common) == [1, 1, 3, 3]
    assert places(tiles=("y1", "r4", "r1 y3", "y4"), **common) == [4, 2, 1, 2]


def test_C15_tokens_do_not_break_a_tie() -> None:
    # 11 points as a token, or as three tiles.
    assert places(tiles=("", "r4 r4 y3"), tokens={10: 0}, **LAST) == [2, 1]


def test_C15_hand_tiles_do_not_break_a_tie() -> None:
    # A column is empty, seat 1 still holds a tile, and both have 5 points in two tiles.
    after = play(position(LAST_TILE, hands="1 9", tiles=("", "r4 y1"), secrets="g b", stack=""), "put 3 turn 0")
    assert after.over
    assert [player.has_tile for player in after.view(None).players] == [False, True]
    assert after.scores() == [5, 5]
    assert after.ranking() == [1, 1]


def test_C15_tiles_paid_for_tokens_do_not_break_a_tie() -> None:
    # Token 10 brings 11 points for two fours; the other player has 11 points in three tiles.
    state = position(hands="- 1", turn=1, stack="", tiles=("r4 r4 y3", "y4 y4"), secrets="g b")
    after = play(state, "put 5 turn 0", "claim 10")
    assert after.over
    assert after.scores() == [11, 11]
    assert after.ranking() == [1, 2]


@pytest.mark.parametrize(
    ("held", "decided"),
    [(("r4", "r1"), "points"), (("r4", "r1 y3"), "tiles"), (("r4", "y4"), "shared")],
)
def test_C15_the_view_names_what_decided(held: tuple[str, str], decided: str) -> None:
    after = play(position(stack="", tiles=held, **LAST), "put 5 turn 0")
    assert after.view(None).won_by == decided


# C16: secrecy


def hands(view: View) -> list[int | None]:
    return [player.hand for player in view.players]


def secrets(view: View) -> list[str | None]:
    return [player.secret for player in view.players]


def test_C16_a_seat_knows_its_own_hand_and_colour_only() -> None:
    state = position(hands="1 2 3", secrets="b y r")
    assert hands(state.view(1)) == [None, 2, None]
    assert secrets(state.view(1)) == [None, "yellow", None]
    assert fields(state.hide(1))["hands"] == "?,2,?"
    assert fields(state.hide(1))["secrets"] == "?,y,?"


def test_C16_spectators_know_no_hand_and_no_colour() -> None:
    state = position(hands="1 2 3")
    assert hands(state.view(None)) == [None, None, None]
    assert secrets(state.view(None)) == [None, None, None]


def test_C16_nobody_knows_the_order_of_the_stack() -> None:
    state = position(stack="70 71 72")
    for viewer in (0, 1, None):
        assert fields(state.hide(viewer))["stack"] == "?,?,?"
        assert state.view(viewer).stack == 3


def drawn(before: atoll.State, decision: int, viewer: int | None) -> list[tuple[str, int, int | None]]:
    """Return what a viewer learns from a draw: the event, the seat, and the tile if visible."""
    events = CHAIN.events(before, decision, before.play(decision), viewer)
    return [
        (str(event.__struct_config__.tag), event.seat, event.tile if isinstance(event, DrawTile) else None)
        for event in events
        if isinstance(event, Draw | DrawTile | NoDraw)
    ]


def test_C16_only_its_player_sees_a_drawn_tile() -> None:
    before = position(stack="70 71")
    assert drawn(before, 0, viewer=0) == [("draw_tile", 0, 70)]
    assert drawn(before, 0, viewer=1) == [("draw", 0, None)]
    assert drawn(before, 0, viewer=None) == [("draw", 0, None)]
    assert drawn(position(stack=""), 0, viewer=1) == [("no_draw", 0, None)]


def test_C16_that_a_player_has_no_tile_left_is_public() -> None:
    state = position(hands="- 2", turn=1, stack="")
    assert [player.has_tile for player in state.view(None).players] == [False, True]
    assert fields(state.hide(1))["hands"] == "-,2"


def test_C16_columns_tiles_tokens_and_their_owners_are_public() -> None:
    state = position(("49 5", "50", "51", "52", "53"), tiles=("r2 r2 g1", "b4"), tokens={3: 1, 12: 0})
    for viewer in (0, 1, None):
        view = state.view(viewer)
        assert [[lying.tile for lying in column] for column in view.columns] == [[49, 5], [50], [51], [52], [53]]
        assert [player.number for player in view.players] == [3, 1]
        assert [player.tokens for player in view.players] == [[12], [3]]
        assert [number for number, owner in enumerate(view.tokens, 1) if owner is not None] == [3, 12]


def test_C16_totals_of_others_are_shown_without_the_doubling() -> None:
    state = position(tiles=("r4 y1", "r4 y1"), secrets="r y", tokens={10: 1})
    assert state.hide(0).scores() == [9, 16]
    assert state.hide(1).scores() == [5, 17]
    assert state.hide(None).scores() == [5, 16]


def test_C16_open_hands_show_every_hand_but_no_colour_and_no_stack() -> None:
    state = position(hands="1 2 3", open_hands=True)
    for viewer in (0, None):
        assert hands(state.view(viewer)) == [1, 2, 3]
    assert secrets(state.view(0)) == ["red", None, None]
    assert fields(state.hide(None))["stack"] == "?,?,?"


def test_C16_with_open_hands_a_drawn_tile_is_seen_by_all() -> None:
    before = position(stack="70 71", open_hands=True)
    for viewer in (0, 1, None):
        assert drawn(before, 0, viewer) == [("draw_tile", 0, 70)]


def test_C16_at_the_end_all_show_their_colours() -> None:
    after = play(position(LAST_TILE, hands="1 2 3", secrets="r b g"), "put 3 turn 0")
    assert after.over
    for viewer in (0, 1, None):
        assert secrets(after.view(viewer)) == ["red", "blue", "green"]
        assert after.hide(viewer).scores() == after.scores()


def test_C16_at_the_end_hands_lie_open_but_the_stack_stays_covered() -> None:
    after = play(position(LAST_TILE, stack="70 71 72"), "put 3 turn 0")
    assert hands(after.view(None)) == [70, 2]
    assert fields(after.hide(None))["stack"] == "?,?"


def test_C16_in_the_ending_turn_colours_stay_hidden_until_it_is_over() -> None:
    state = play(position(LAST_TILE, tiles=("y4", "")), "put 3 turn 0")
    assert columns(state)[1] == ""
    assert secrets(state.view(1)) == [None, "yellow"]


def test_C16_guesses_deal_different_colours_and_every_way_equally_often() -> None:
    hidden = CHAIN.deal(3, 5).hide(0)
    own = fields(hidden)["secrets"].split(",")[0]
    guesses = Counter(fields(hidden.fill(seed))["secrets"] for seed in range(1200))
    assert len(guesses) == 6
    for guess, number in guesses.items():
        assert guess.split(",")[0] == own
        assert len(set(guess.split(","))) == 3
        assert 150 <= number <= 255, "each of 3 * 2 ways about 200 times"


def test_C16_guesses_deal_unseen_tiles_equally_often_to_every_place() -> None:
    hidden = CHAIN.deal(2, 6).hide(0)
    known = fields(hidden)
    seen = [int(text[:-1]) for column in known["columns"].split("|") for text in column.split(",")]
    seen.append(int(known["hands"].split(",")[0]))
    unseen = {str(tile) for tile in BOX.tiles if tile not in seen}
    assert len(unseen) == 49
    guesses = [fields(hidden.fill(seed)) for seed in range(980)]
    for place in (
        Counter(guess["hands"].split(",")[1] for guess in guesses),
        Counter(guess["stack"].split(",")[0] for guess in guesses),
        Counter(guess["stack"].split(",")[-1] for guess in guesses),
    ):
        assert set(place) == unseen
        assert all(4 <= number <= 45 for number in place.values()), "each about 20 times"


def test_C16_a_guess_never_uses_a_tile_that_was_taken_or_paid() -> None:
    for seed in range(20):
        state = CHAIN.deal(2, seed)
        for _ in range(30):
            if not state.over:
                state = state.play(state.legal()[-1])
        guess = fields(state.hide(1).fill(seed))
        gone = set(guess["gone"].split(","))
        assert not gone & {*guess["stack"].split(","), *guess["hands"].split(",")} - {"-"}


def test_C16_tiles_taken_stay_known_even_when_paid() -> None:
    state = play(position(("49", "54 22", "53", "51", "52"), tiles=("y4", "")), "put 3 turn 0", "claim 10")
    assert fields(state.hide(1))["gone"] == "22"


def test_C16_hidden_positions_agree_with_the_oracle() -> None:
    for seed in range(9):
        state = CHAIN.deal(2 + seed % 3, seed, {"open_hands": seed % 2 == 0})
        twin = oracle.parse(state.position, BOX)
        for viewer in (*range(state.seats), None):
            assert state.hide(viewer).position == oracle.position(oracle.hidden(twin, viewer))

"""A turn of Shallow Sea: rules S14 to S26."""

import pytest

from atoll import IllegalDecision
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.lattice import BUBBLE_NAMES, SPACE_NAMES
from shallow_sea.build_tables import bag, changed, corals_in_bag, creature, legal, play, position

PLACING, FINISHING = layout.PLACING, layout.FINISHING
TAKES = {f"take {slot} {kind}" for slot in range(1, 6) for kind in ("coral", "creature")}


def moves(texts: set[str]) -> set[str]:
    return {text for text in texts if text.startswith("move")}


def test_S14_choose_place_finish_and_refill() -> None:
    state = position("e2:3^", "e1r")
    state = play(state, "take 2 coral")
    assert (state.fields.stage, state.fields.tile, state.fields.fish) == (PLACING, 19, 1)
    state = play(state, "put d3 turn 0", "drop f2")
    assert state.fields.stage == FINISHING
    assert "end" not in legal(state)
    state = play(state, "finish e2 E", "end")
    assert state.fields.turn == 1
    assert all(piece >= 0 for pool in state.fields.pool for piece in pool)
    assert state.fields.pool[0][0] == 0, "what was not taken stays where it is"


def test_S14_play_passes_clockwise() -> None:
    state = position("e2:A1^", stage=FINISHING, seats=3)
    assert play(state, "end").actor == 1


def test_S15_a_fish_comes_with_a_tile_of_its_slot() -> None:
    state = position(shells=0, seats=2)
    assert legal(state) == TAKES
    for slot in range(5):
        for pool, kind in ((0, "coral"), (2, "creature")):
            after = play(state, f"take {slot + 1} {kind}").fields
            assert (after.tile, after.fish) == (state.fields.pool[pool][slot], state.fields.pool[1][slot])
            assert (after.pool[pool][slot], after.pool[1][slot]) == (layout.NONE, layout.NONE)


@pytest.mark.parametrize(
    ("corals", "fish", "free"),
    [
        ("1 2 3 4 20", "rygpr", {"refresh corals free"}),
        ("1 2 3 4 5", "rygpr", {"refresh corals free"}),
        ("1 2 3 20 21", "rrrry", {"refresh fish free"}),
        ("1 2 3 4 20", "ggggg", {"refresh corals free", "refresh fish free"}),
        ("1 2 3 20 21", "rrryy", set()),
    ],
)
def test_S16_four_of_a_colour_are_refreshed_for_free(corals: str, fish: str, free: set[str]) -> None:
    state = position(shells=0, seats=2, corals=corals, fish=fish)
    assert legal(state) - TAKES == free
    for text in free:
        assert play(state, text).fields.shells == state.fields.shells


def test_S16_a_free_refresh_may_be_repeated() -> None:
    state = play(position(shells=0, seats=2, corals="1 2 3 4 5"), "refresh corals free")
    array = state.array.copy()
    array[0].pool[0] = (0, 1, 2, 3, 4)
    assert "refresh corals free" in legal(changed(state, pool=array[0].pool))


def test_S17_a_shell_refreshes_any_pool_as_often_as_shells_allow() -> None:
    state = position(shells=2, seats=2)
    refreshes = {f"refresh {pool}" for pool in ("corals", "fish", "creatures")}
    assert refreshes <= legal(state)
    state = play(state, "refresh corals")
    assert state.fields.shells[0] == 1
    state = play(state, "refresh corals")
    assert state.fields.shells[0] == 0
    assert not refreshes & legal(state)


def test_S17_nothing_is_refreshed_after_choosing() -> None:
    state = position(shells=5, seats=2, corals="1 2 3 4 5")
    for texts in (["take 1 coral"], ["combine"], ["combine", "tile 1 coral"]):
        assert not any(text.startswith("refresh") for text in legal(play(state, *texts)))


def test_S18_a_shell_buys_any_tile_with_any_fish() -> None:
    state = play(position(shells=1, seats=2), "combine")
    assert state.fields.shells[0] == 0
    assert legal(state) == {text.replace("take", "tile") for text in TAKES}
    state = play(state, "tile 1 creature")
    assert legal(state) == {f"fish {slot}" for slot in range(1, 6)}
    state = play(state, "fish 4")
    assert (state.fields.tile, state.fields.fish) == (creature("A1"), 3)
    assert "combine" not in legal(position(shells=0, seats=2))


def test_S19_new_pieces_are_drawn_before_the_old_ones_go_back() -> None:
    state = position(shells=1, seats=2)
    for chance in range(10):
        after = play(changed(state, chance=chance), "refresh corals")
        assert not set(after.fields.pool[0]) & set(state.fields.pool[0])
        assert corals_in_bag(after) == corals_in_bag(state)
        assert all(after.fields.coral_bag[coral // 38] >> coral % 38 & 1 for coral in state.fields.pool[0])
        fish = play(changed(state, chance=chance), "refresh fish")
        assert bag(fish) == bag(state)
        assert fish.fields.pool[0] == state.fields.pool[0]


def test_S20_a_coral_takes_the_place_of_a_missing_creature() -> None:
    state = position("e2:A1^", stage=FINISHING, creatures="A1 A3 C1 C3", seats=2)
    state = changed(state, creature_bag=0)
    after = play(state, "end").fields
    assert 0 <= after.pool[2][4] < layout.CREATURE
    assert after.closed == 1


def test_S20_creatures_cannot_be_refreshed_once_a_coral_replaces_one() -> None:
    state = position(creatures="A1 A3 C1 C3 40", shells=5, seats=2)
    assert state.fields.closed == 1
    assert "refresh creatures" not in legal(state)
    assert {"refresh corals", "refresh fish"} <= legal(state)
    after = play(state, "take 5 creature").fields
    assert (after.tile, after.fish) == (39, 0)


def test_S20_a_coral_in_the_creature_pool_counts_for_no_coral_refresh() -> None:
    state = position(corals="1 2 3 20 21", creatures="4 5 6 C3 C4", shells=1, seats=2)
    assert "refresh corals free" not in legal(state)
    assert play(state, "refresh corals").fields.pool[2] == state.fields.pool[2]


def test_S20_creatures_are_refreshed_with_too_few_in_the_bag_but_not_corals_or_fish() -> None:
    state = position(shells=2, seats=2)
    few = [0] * 22
    few[0], few[2] = 1, 1
    after = play(changed(state, creature_bag=few), "refresh creatures").fields
    assert sorted(tile >= layout.CREATURE for tile in after.pool[2]) == [False, False, False, True, True]
    assert after.closed == 1
    assert sum(after.creature_bag) == 5
    assert "refresh fish" not in legal(changed(state, fish_bag=(1, 1, 1, 1)))
    assert "refresh fish" in legal(changed(state, fish_bag=(2, 1, 1, 1)))
    assert "refresh corals" not in legal(changed(state, coral_bag=(0b1111 << 20, 0)))
    assert "refresh corals" in legal(changed(state, coral_bag=(0b11111 << 20, 0)))


def test_S21_a_tile_goes_beside_a_tile_and_a_fish_beside_any_tile() -> None:
    state = position("b1:A1^", "b0r", stage=PLACING, hand="20", hand_fish="y", shells=0, seats=2)
    near = {f"put {space} turn {turn}" for space in ("a2", "c2", "d1", "b3") for turn in range(4)}
    assert legal(state) == near | {"drop c1", "drop b2", "drop a1"}
    fish_first = play(state, "drop c1")
    assert legal(fish_first) == near
    tile_first = play(state, "put d1 turn 2")
    assert legal(tile_first) == {f"drop {bubble}" for bubble in ("c1", "b2", "a1", "d0", "e1", "d2")}
    assert tile_first.fields.turned[0][SPACE_NAMES.index("d1")] == 2
    assert play(tile_first, "drop e1").fields.stage == FINISHING
    assert tile_first.fields.done[0] == 0


def test_S22_a_coral_takes_one_of_the_fish_it_used() -> None:
    state = position("e2:3^ d3:A1^", "e1r f2y d2g", stage=FINISHING, shells=1)
    assert {text for text in legal(state) if "finish" in text} == {"finish e2 N", "finish e2 E"}
    after = play(state, "finish e2 E").fields
    e2 = 1 << SPACE_NAMES.index("e2")
    assert (after.done[0], after.corals[0][0], after.finned[0][1]) == (e2, e2, e2)
    assert after.loose[0][0] == 1 << BUBBLE_NAMES.index("e1")
    assert after.loose[0][1] == 0
    assert after.shells[0] == 2


@pytest.mark.parametrize("loose", ["", "e1r", "f2y", "e1y f2r", "e1r f2g", "e3r d2y"])
def test_S22_every_corner_needs_its_fish(loose: str) -> None:
    assert "end" in legal(position("e2:3^", loose, stage=FINISHING))


def test_S22_a_fish_counts_for_every_coral_at_its_bubble() -> None:
    state = position("c2:3^ e2:25>", "c1r d2y f2y", stage=FINISHING)
    ready = {text for text in legal(state) if "finish" in text}
    assert ready == {"finish c2 N", "finish c2 E"}
    state = position("c2:3^ e2:21>", "c1r d2y f2y", stage=FINISHING)
    state = play(state, "finish c2 N")
    assert {text for text in legal(state) if "finish" in text} == {"finish e2 E", "finish e2 W"}


def test_S23_the_order_of_finishing_decides_what_can_be_finished() -> None:
    state = position("c2:3^ e2:21>", "c1r d2y f2y", stage=FINISHING)
    assert "end" in legal(play(state, "finish c2 E"))
    both = play(state, "finish e2 E", "finish c2 E")
    assert both.fields.done[0].bit_count() == 2
    assert "end" in legal(both)


def test_S24_a_creature_needs_finished_corals_or_finished_fish() -> None:
    assert "finish c4" not in legal(position("c4:C1^ d3:1^r d5:2^", "", stage=FINISHING))
    state = position("c4:C1^ d3:1^r d5:2^r b5:C1<", stage=FINISHING, shells=0)
    assert "finish c4" in legal(state)
    after = play(state, "finish c4").fields
    assert after.shells[0] == 1
    assert after.done[0] >> SPACE_NAMES.index("c4") & 1
    fish = position("e4:C4^ f3:1^r d5:3^y", stage=FINISHING)
    assert "finish e4" not in legal(fish)
    assert "finish e4" in legal(position("e4:C4^ f3:1^r d5:24^r", stage=FINISHING))


def test_S24_one_coral_serves_several_creatures() -> None:
    state = position("c4:C1^ e4:C1v d3:1^r d5:2^r", stage=FINISHING, seats=2, shells=0)
    assert legal(state) == {"finish c4", "finish e4"}
    assert legal(play(state, "finish c4")) == {"finish e4"}
    assert play(state, "finish c4", "finish e4").fields.shells[0] == 2


def test_S25_the_turn_cannot_end_while_a_tile_is_ready() -> None:
    state = position("e2:3^ g2:A1^", "e1r f2y", stage=FINISHING, shells=2)
    assert "end" not in legal(state)
    with pytest.raises(IllegalDecision):
        state.play(layout.END)
    spoilt = play(state, "move e1", "drop h2")
    assert "end" in legal(spoilt)
    assert spoilt.fields.done[0] == 0


def test_S25_finishing_comes_after_tile_and_fish_are_placed() -> None:
    state = position("e2:3^", "e1r f2y", stage=PLACING, hand_fish="g", shells=0)
    assert not any("finish" in text for text in legal(state))
    assert any("finish" in text for text in legal(play(state, "drop d2")))


def test_S25_a_sixth_shell_is_lost() -> None:
    state = position("e2:3^", "e1r f2y", stage=FINISHING, shells=5)
    assert play(state, "finish e2 N").fields.shells[0] == 5


@pytest.mark.parametrize("stage", [layout.CHOOSING, PLACING, FINISHING])
def test_S26_two_shells_move_an_unfinished_fish_at_any_time(stage: int) -> None:
    hand, hand_fish = ("20", "p") if stage == PLACING else ("", "")
    state = position("e2:3^y d3:4^", "e1r c3g", stage=stage, shells=3, seats=2, hand=hand, hand_fish=hand_fish)
    assert moves(legal(state)) == {"move e1", "move c3"}
    lifted = play(state, "move e1")
    free = {"drop f2", "drop e3", "drop d2", "drop d4"}
    assert legal(lifted) == free
    after = play(lifted, "drop d4").fields
    assert (after.shells[0], after.stage) == (1, stage)
    assert after.loose[0][0] == 1 << BUBBLE_NAMES.index("d4")
    assert not moves(legal(play(lifted, "drop d4")))


def test_S26_a_fish_may_be_moved_repeatedly() -> None:
    state = position("e2:3^", "e1r", shells=4, seats=2)
    assert play(state, "move e1", "drop f2", "move f2", "drop e3").fields.shells[0] == 0


def test_S26_a_moved_fish_can_make_a_tile_ready() -> None:
    state = position("e2:3^", "e1r e3y", stage=FINISHING, shells=2, seats=2)
    state = play(state, "move e3", "drop f2")
    assert legal(state) == {"finish e2 N", "finish e2 E"}

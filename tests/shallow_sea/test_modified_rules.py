"""Scenarios and modified rules of Shallow Sea while they are played: rules S51 to S53."""

import msgspec
import pytest

from atoll import State
from atoll.games.shallow_sea import TYPE_NAMES
from atoll.games.shallow_sea.achievements import earned
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.lattice import BUBBLE_NAMES, SPACE_NAMES
from atoll.games.shallow_sea.view.events import Broken, PlaceTile
from atoll.games.shallow_sea.view.position import Sheet
from atoll.kit.contract import OVER
from shallow_sea.build_oceans import SCENARIOS, SEA, ocean, scoring
from shallow_sea.build_tables import changed, creature, legal, play, position, started

PLACING, FINISHING = layout.PLACING, layout.FINISHING


def kinds(state: State) -> set[str]:
    """Return the first words of the legal decisions."""
    return {text.split()[0] for text in legal(state)}


def puts(state: State) -> set[str]:
    return {text.split()[1] for text in legal(state) if text.startswith("put")}


def test_S51_a_game_earns_only_its_own_kind() -> None:
    assert {name.partition(".")[0] for name in earned(scoring(150), 0)} == {"standard"}
    assert earned(scoring(150, options={"modified": "6"}), 0) == ["modified.6"]
    assert earned(changed(scoring(150), mode=layout.FAMILY), 0) == []


# S52: scenarios


@pytest.mark.parametrize("number", range(1, 16))
def test_S52_a_scenario_fixes_creatures_and_cards(number: int) -> None:
    scenario = SCENARIOS[number]
    state = SEA.deal(2, number, {"scenario": str(number)})
    assert msgspec.to_builtins(state.view(None).cards) == {"orange": [scenario.orange], "blue": [scenario.blue]}
    types = [name for index, name in enumerate(TYPE_NAMES) if state.fields.types >> index & 1]
    assert sorted(types) == sorted(scenario.types)


def test_S52_in_scenario_14_the_orange_card_counts_double() -> None:
    tiles = "b1:3^r d1:3^r f1:3^r"
    assert sheet(ocean(tiles, cards=(7, 5))).orange == 4
    assert sheet(ocean(tiles, cards=(7, 5), options={"scenario": "14"})).orange == 8


def test_S52_in_scenario_15_the_cheapest_colour_brings_nothing() -> None:
    options = {"scenario": "15"}
    four = "b1:3^r d1:22^r f1:54^r h1:60^r a2:4^r"  # 10 red, 5 yellow, 9 green, 5 purple
    assert sheet(ocean(four, "c1r", options=options)).scenario == -5
    assert sheet(ocean(four, "c1r", options=options)).fish == 2  # loose fish still score
    assert sheet(ocean("b1:3^r d1:22^r f1:54^r", options=options)).scenario == 0  # there is no purple coral


def sheet(state: State) -> Sheet:
    found: Sheet = state.view(None).players[0].sheet
    assert found.total == state.scores()[0]
    return found


# S53: modified rules


def test_S53_1_corals_lie_beside_corals() -> None:
    options = {"modified": "1"}
    first = position("b1:A1^", stage=PLACING, hand="20", options=options)
    assert puts(first) == {"d1", "a2", "c2", "b3"}
    later = position("b1:A1^ d1:3^", stage=PLACING, hand="20", options=options)
    assert puts(later) == {"f1", "c2", "e2", "d3"}
    assert puts(position("b1:A1^ d1:3^", stage=PLACING, hand="C1", options=options)) > puts(later)


def test_S53_1_with_no_space_no_coral_can_be_taken() -> None:
    walled = "b1:3^ a2:A1^ c2:A1^ d1:A1^ b3:A1^"
    state = position(walled, shells=1, seats=2, options={"modified": "1"})
    assert {text for text in legal(state) if text.startswith("take")} == {f"take {i} creature" for i in range(1, 6)}
    assert set(legal(play(state, "combine"))) == {f"tile {i} creature" for i in range(1, 6)}
    corals = position(walled, creatures="40 42 43 44 45", seats=2, options={"modified": "1"})
    assert puts(play(corals, "take 1 coral")) >= {"f1", "e2", "d3"}  # without creatures, beside any tile


def test_S53_1_a_broken_rule_is_reported_at_once_and_earns_nothing() -> None:
    walled = "b1:3^ a2:A1^ c2:A1^ d1:A1^ b3:A1^"
    state = position(walled, creatures="40 42 43 44 45", seats=2, options={"modified": "1"})
    held = play(state, "take 1 coral")
    decision = SEA.parse(held, "put d3 turn 0")
    after = held.play(decision)
    for seat in (0, 1, None):
        events = SEA.events(held, decision, after, seat)
        assert [type(event) for event in events] == [PlaceTile, Broken]
        assert msgspec.to_builtins(events[1]) == {"event": "broken", "seat": 0, "rule": 1}
        assert [player.broken for player in held.view(seat).players] == [False, False]
        assert [player.broken for player in after.view(seat).players] == [True, False]
    later = SEA.parse(after, "drop b0")
    assert Broken not in {type(event) for event in SEA.events(after, later, after.play(later), 0)}
    over = changed(after, actor=OVER, turn=2 * layout.ROUNDS)
    assert earned(over, 0) == []
    assert earned(over, 1) == ["modified.1"]


def test_S53_2_pools_of_three() -> None:
    for seats in (1, 4):
        state = started(seats, options={"modified": "2"})
        assert all(sum(piece >= 0 for piece in pool) == 3 for pool in state.fields.pool)
    state = position(corals="1 2 3", fish="rrr", creatures="A1 A3 C1", shells=1, seats=2, options={"modified": "2"})
    assert not any("free" in text for text in legal(state))
    assert sum(tile >= 0 for tile in play(state, "refresh corals").fields.pool[0]) == 3
    assert "take 4 coral" not in legal(state)
    few = changed(state, coral_bag=(0b111 << 20, 0))
    assert "refresh corals" in legal(few)


def test_S53_2_the_creature_pool_is_refilled_for_the_fourth_player() -> None:
    state = SEA.deal(4, 1, {"modified": "2"})
    for _ in range(3):
        state = play(state, min(legal(state)), "put e2 turn 0")
    assert legal(state) == {f"tile {slot} creature" for slot in (1, 2, 3)}


def test_S53_3_corals_are_moved_instead_of_fish() -> None:
    state = position("e2:3> c2:A1^ d3:20^y", "e1r f2y", stage=FINISHING, shells=2, seats=2, options={"modified": "3"})
    assert legal(state) == {"end", "move coral e2"}
    lifted = play(state, "move coral e2")
    turned = {f"put e2 turn {turn}" for turn in (0, 2, 3)}
    others = {text for text in legal(lifted) if text not in turned}
    assert turned <= legal(lifted)
    assert all(text.endswith("turn 1") for text in others)
    assert {text.split()[1] for text in others} == {"b1", "d1", "a2", "b3", "c4", "e4", "f3", "d5"}
    after = play(lifted, "put e2 turn 0")
    assert after.fields.shells[0] == 0
    assert legal(after) == {"finish e2 N", "finish e2 E"}
    away = play(lifted, "put e4 turn 1").fields
    assert away.board[0][SPACE_NAMES.index("e2")] == layout.NONE
    assert away.loose == state.fields.loose
    assert not away.own_bubbles[0] >> BUBBLE_NAMES.index("f2") & 1


def test_S53_4_actions_cost_a_shell_more() -> None:
    options = {"modified": "4"}
    state = position("e2:3^", "e1r", shells=1, seats=2, corals="1 2 3 4 5", options=options)
    assert kinds(state) == {"take", "refresh"}
    assert "refresh corals free" in legal(state)
    assert "refresh corals" not in legal(state)
    state = changed(state, shells=(2, 0, 0, 0))
    assert {"refresh corals", "combine"} <= legal(state)
    assert "move e1" not in legal(state)
    assert play(state, "combine").fields.shells[0] == 0
    assert play(state, "refresh fish").fields.shells[0] == 0
    state = changed(state, shells=(3, 0, 0, 0))
    assert play(state, "move e1").fields.shells[0] == 0


def test_S53_5_any_tile_and_any_fish() -> None:
    state = position(fish="", shells=5, seats=2, options={"modified": "5"})
    assert legal(state) == {
        "refresh corals", "refresh creatures",
        *(f"tile {slot} {kind}" for slot in range(1, 6) for kind in ("coral", "creature")),
    }  # fmt: skip
    state = play(state, "tile 2 coral")
    assert legal(state) == {"fish r", "fish y", "fish g", "fish p"}
    assert legal(changed(state, fish_bag=(1, 0, 0, 2))) == {"fish r", "fish p"}
    after = play(state, "fish g").fields
    assert not play(changed(state, fish_bag=(1, 0, 0, 0)), "fish r").over  # S48 is for one player
    assert (after.fish, after.fish_bag[2], after.stage) == (2, state.fields.fish_bag[2] - 1, PLACING)


def test_S53_5_four_corals_of_a_colour_are_still_refreshed_for_free() -> None:
    state = position(fish="", corals="1 2 3 4 20", shells=0, seats=2, options={"modified": "5"})
    assert "refresh corals free" in legal(state)


def test_S53_5_in_a_solo_game_the_player_chooses_the_lionfishs_fish() -> None:
    state = position(fish="", shells=0, options={"modified": "5"})
    assert {"lionfish r", "lionfish y", "lionfish g", "lionfish p"} <= legal(state)
    assert play(state, "lionfish y").fields.lionfish == (0, 1, 0, 0)
    assert play(changed(state, fish_bag=(0, 1, 0, 0)), "lionfish y").over


def test_S53_6_nothing_is_refreshed() -> None:
    state = position("e2:3^", "e1r", shells=5, seats=2, corals="1 2 3 4 5", fish="rrrrr", options={"modified": "6"})
    assert kinds(state) == {"take", "combine", "move"}


def test_S53_7_the_better_of_two_cards_counts() -> None:
    state = SEA.deal(2, 1, {"modified": "7"})
    cards = state.view(None).cards
    assert (len(set(cards.orange)), len(set(cards.blue))) == (2, 2)
    own = ocean("b1:3^r d1:3^y f1:3^y c2:A1^* d3:A2^*", options={"modified": "7"})
    own = changed(own, cards=((1, 2), (2, 3)))
    assert (sheet(own).orange, sheet(own).blue) == (3, 6)
    own = changed(own, cards=((1, 4), (3, 1)))
    assert (sheet(own).orange, sheet(own).blue) == (4, 4)


def test_S53_8_without_pools() -> None:
    options = {"modified": "8"}
    state = SEA.deal(2, 1, {"modified": "8"})
    assert all(piece == layout.NONE for pool in state.fields.pool for piece in pool)
    assert state.fields.tile >= layout.CREATURE  # the starting creature is drawn
    state = position("e2:3^", "e1r", corals="", fish="", creatures="", shells=5, seats=2, options=options)
    assert kinds(state) == {"draw", "move"}
    assert {"draw coral", "draw creature"} <= legal(state)
    assert "draw creature" not in legal(changed(state, creature_bag=0))
    drawn = play(state, "draw creature")
    assert drawn.fields.tile >= layout.CREATURE
    assert drawn.fields.fish >= 0
    assert puts(drawn) == set(SPACE_NAMES) - {"e2"}
    anywhere = set(BUBBLE_NAMES) - {"e1"}
    assert {text.split()[1] for text in legal(drawn) if text.startswith("drop")} == anywhere
    assert {text.split()[1] for text in legal(play(state, "move e1"))} == anywhere


def test_S53_9_a_loose_fish_brings_more_beside_its_own_colour() -> None:
    tiles = "c2:3^r e2:3^r d1:22^r"
    assert sheet(ocean(tiles, "d2r")).fish == 3
    assert sheet(ocean(tiles, "d2r", options={"modified": "9"})).fish == 5
    assert sheet(ocean(tiles, "d2g", options={"modified": "9"})).fish == 3


def test_S53_10_creatures_do_not_adjoin_finished_creatures() -> None:
    tiles = "c4:C1^ d3:1^r d5:2^r b5:A1^*"
    assert "finish c4" in legal(position(tiles, stage=FINISHING))
    blocked = position(tiles, stage=FINISHING, options={"modified": "10"})
    assert "finish c4" not in legal(blocked)
    assert "end" in legal(blocked)
    assert sheet(blocked).rows[3] == 4  # partial points
    corner = position("c4:C1^ d3:1^r d5:2^r a4:A1^*", stage=FINISHING, options={"modified": "10"})
    assert "finish c4" in legal(corner)
    assert creature("A1") == layout.CREATURE

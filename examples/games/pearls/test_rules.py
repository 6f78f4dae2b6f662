"""A test for each rule of Pearls, on positions set up by hand."""

import pytest

import atoll
from atoll import IllegalDecision, State

PEARLS = atoll.game("pearls")
SEAT_0_DIVES = "pearls:1 seats=2 open_shells=no actor=0 loose=0 kept=7,2 dealt=7,24 opened=- pile="
URCHINS = "1,2,3,4,5,6"
ONES_TWOS = "8,9,10,11,12,13,14,15,16,17"
REST = "18,19,20,21,22,23"


def table(*pile: str) -> State:
    """Return a table of two with seat 0 to dive, and a pile as given from its top."""
    return PEARLS.position(SEAT_0_DIVES + ",".join(pile))


def played(state: State, *texts: str) -> State:
    for text in texts:
        state = state.play(PEARLS.parse(state, text))
    return state


def test_P1_there_are_24_shells_six_of_them_urchins() -> None:
    pearls = [shell.pearls for shell in PEARLS.standard.items.values()]
    assert len(pearls) == 24
    assert pearls.count(0) == 6
    assert max(pearls) == 5


def test_P2_only_its_player_knows_a_dealt_shell() -> None:
    state = PEARLS.deal(seats=3, seed=1)
    assert [pearls is None for pearls in state.view(1)["dealt"]] == [True, False, True]
    assert None not in PEARLS.deal(seats=3, seed=1, options={"open_shells": True}).view(1)["dealt"]


def test_P3_pearls_lie_loose_until_an_urchin_takes_them() -> None:
    state = played(table(REST, URCHINS, ONES_TWOS), "dive", "dive")
    assert (state.actor, state.view(0)["loose"], state.scores()) == (0, 6, [7, 2])
    state = played(table("18", URCHINS, ONES_TWOS, "19,20,21,22,23"), "dive", "dive")
    assert (state.actor, state.view(0)["loose"], state.scores()) == (1, 0, [7, 2])


def test_P4_who_surfaces_keeps_the_loose_pearls() -> None:
    state = table(REST, URCHINS, ONES_TWOS)
    with pytest.raises(IllegalDecision, match="P4"):
        played(state, "surface")
    state = played(state, "dive", "surface")
    assert (state.actor, state.scores()) == (1, [10, 2])


# --8<-- [start:P5]
def test_P5_the_last_shell_ends_the_game_and_dealt_shells_are_added() -> None:
    dived = "pearls:1 seats=2 open_shells=no actor=0 loose=4 kept=7,2 dealt=7,24"
    state = PEARLS.position(f"{dived} opened={URCHINS},{ONES_TWOS},18,19,20,21,22 pile=23")
    last = played(state, "dive")
    assert last.over
    assert last.scores() == [7 + 4 + 5 + 1, 2 + 5]


# --8<-- [end:P5]


def test_P6_the_most_pearls_win_and_a_victory_can_be_shared() -> None:
    dived = "pearls:1 seats=2 open_shells=no actor=0 loose=0"
    opened = f"opened={ONES_TWOS},{REST},1,2,3,4,5 pile=6"
    assert played(PEARLS.position(f"{dived} kept=7,2 dealt=7,24 {opened}"), "dive").ranking() == [1, 2]
    assert played(PEARLS.position(f"{dived} kept=6,2 dealt=7,24 {opened}"), "dive").ranking() == [1, 1]

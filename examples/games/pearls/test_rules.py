"""A test for each rule of Pearls, on positions set up by hand."""

import pytest

import atoll
from atoll import IllegalDecision, State
from atoll.games.pearls.kernel import PEARLS as PEARLS_IN

PEARLS = atoll.find_game("pearls")
URCHINS = range(6)
ONES_TWOS = range(7, 17)
THREES_FIVES = range(17, 23)


def game_with(*pile: int, kept: str = "7,2", loose: int = 0, opened: tuple[int, ...] = ()) -> State:
    """Return a game of two with seat 0 to dive, dealt shells of 1 and 5 pearls, and the pile from its top."""
    order = ",".join(map(str, (6, 23, *opened, *pile)))
    head = "pearls:1 seats=2 open_shells=no actor=0"
    return PEARLS.position(f"{head} top={2 + len(opened)} loose={loose} kept={kept},0,0 order={order}")


def played(state: State, *texts: str) -> State:
    for text in texts:
        state = state.play(PEARLS.parse(state, text))
    return state


def test_P1_there_are_24_shells_six_of_them_urchins() -> None:
    assert (len(PEARLS_IN), PEARLS_IN.count(0), max(PEARLS_IN)) == (24, 6, 5)
    assert sorted(PEARLS.deal(seats=2, seed=1).fields.order) == list(range(24))


def test_P2_only_its_player_knows_a_dealt_shell() -> None:
    state = PEARLS.deal(seats=3, seed=1)
    assert [shell is None for shell in state.view(1).order[:3]] == [True, False, True]
    assert None not in PEARLS.deal(seats=3, seed=1, options={"open_shells": True}).view(1).order[:3]
    assert set(state.view(1).order[3:]) == {None}


def test_P3_pearls_lie_loose_until_an_urchin_takes_them() -> None:
    state = played(game_with(*THREES_FIVES, *URCHINS, *ONES_TWOS), "dive", "dive")
    assert (state.actor, state.view(0).loose, state.scores()) == (0, 6, [7, 2])
    state = played(game_with(17, *URCHINS, *ONES_TWOS, *range(18, 23)), "dive", "dive")
    assert (state.actor, state.view(0).loose, state.scores()) == (1, 0, [7, 2])


def test_P4_surfacing_keeps_the_loose_pearls() -> None:
    state = game_with(*THREES_FIVES, *URCHINS, *ONES_TWOS)
    with pytest.raises(IllegalDecision, match="surface"):
        played(state, "surface")
    state = played(state, "dive", "surface")
    assert (state.actor, state.scores()) == (1, [10, 2])


# --8<-- [start:P5]
def test_P5_the_last_shell_ends_the_game_and_dealt_shells_are_added() -> None:
    opened = (*URCHINS, *ONES_TWOS, *range(17, 22))
    last = played(game_with(22, loose=4, opened=opened), "dive")
    assert last.over
    assert last.scores() == [7 + 4 + 5 + 1, 2 + 5]


# --8<-- [end:P5]


def test_P6_the_player_with_the_most_pearls_wins_and_a_victory_can_be_shared() -> None:
    opened = (*ONES_TWOS, *THREES_FIVES, 0, 1, 2, 3, 4)
    assert played(game_with(5, opened=opened), "dive").ranking() == [1, 2]
    assert played(game_with(5, kept="6,2", opened=opened), "dive").ranking() == [1, 1]

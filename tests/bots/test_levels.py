"""The levels: the first suits beginners, and each is stronger than the one before."""

import pytest

import atoll
from atoll import Game, State
from atoll.bots import Budget, bot
from atoll.bots.planner import Planner
from atoll.kit.heuristic import LEVEL_NAMES

GAMES = 60


def play(game: Game, seed: int, *names: str) -> State:
    state = game.deal(len(names), seed)
    players = [bot(name, 10 * seed + seat) for seat, name in enumerate(names)]
    while (seat := state.actor) is not None:
        state = state.play(players[seat].choose(state.hide(seat), seat, Budget()))
    return state


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [("random", LEVEL_NAMES[0]), (LEVEL_NAMES[0], LEVEL_NAMES[1]), (LEVEL_NAMES[1], LEVEL_NAMES[2])],
)
def test_each_level_beats_the_one_before(game: Game, weaker: str, stronger: str) -> None:
    lost = 0
    for seed in range(GAMES // 2):
        for names in ((weaker, stronger), (stronger, weaker)):
            ranking = play(game, seed, *names).ranking()
            lost += ranking[names.index(weaker)] > ranking[names.index(stronger)]
    assert lost > GAMES * 0.55


def test_the_first_level_of_shallow_sea_makes_about_fifty_points() -> None:
    game = atoll.find_game("shallow_sea")
    points = [play(game, seed, LEVEL_NAMES[0]).scores()[0] or 0 for seed in range(GAMES)]
    assert 40 <= sum(points) / GAMES <= 65


def test_a_weak_level_of_reef_does_not_fill_one_row() -> None:
    """It did when it took the first of several equal turns."""
    game = atoll.find_game("reef")
    rows = [0] * 4
    for seed in range(10):
        state = game.deal(2, seed)
        players = [bot(LEVEL_NAMES[1], seed + seat) for seat in range(2)]
        while (seat := state.actor) is not None:
            decision = players[seat].choose(state.hide(seat), seat, Budget())
            *_, place = game.format(state, decision).split()
            if place[0] in "abcd" and place[1:] in ("1", "2", "3", "4"):
                rows[int(place[1:]) - 1] += 1
            state = state.play(decision)
    assert max(rows) < 0.4 * sum(rows)


def test_a_slip_keeps_the_action_but_changes_piece_or_place(game: Game) -> None:
    state, slips = game.deal(game.max_players, 3), 0
    players = [Planner(seat, slips=100) for seat in range(game.max_players)]
    while (seat := state.actor) is not None:
        known = state.hide(seat)
        meant = Planner(seat).choose(known, seat, Budget())
        done = players[seat].choose(known, seat, Budget())
        assert game.format(state, done).split()[0] == game.format(state, meant).split()[0]
        slips += done != meant
        state = state.play(done)
    assert slips

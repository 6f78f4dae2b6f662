"""Bots play whole games knowing only what their seat knows; the same budget gives the same game."""

from functools import partial

import numpy as np
import pytest

import atoll
from atoll import Game, InvalidOption, State
from atoll.bots import BOTS, Budget, bot, search
from atoll.bots.arena.playing import Alarm, TimedBot
from atoll.bots.arena.statistics import Times
from atoll.bots.heuristic import heuristic
from atoll.bots.mcts import Mcts, run
from atoll.bots.race import MIN_ROUNDS, Race, RaceThread
from atoll.kit.heuristic import LEVEL_NAMES
from atoll.testing.sample_games import sampled

QUICK = Budget(simulations=48)
NOT_LEVELS = [name for name in BOTS if name not in LEVEL_NAMES]


def played(game: Game, seats: int, seed: int, *names: str) -> State:
    state = game.deal(seats, seed)
    players = [bot(names[seat % len(names)], seed + seat) for seat in range(seats)]
    while (seat := state.actor) is not None:
        state = state.play(players[seat].choose(state.hide(seat), seat, QUICK))
    return state


@pytest.mark.slow
@pytest.mark.parametrize("name", NOT_LEVELS)
def test_bots_play_whole_games_on_what_their_seat_knows(game: Game, name: str) -> None:
    for seats in (game.min_players, game.max_players):
        assert played(game, seats, seats, name).over


@pytest.mark.parametrize("name", NOT_LEVELS)
def test_the_same_seed_and_simulations_give_the_same_game(game: Game, name: str) -> None:
    assert played(game, game.min_players, 3, name) == played(game, game.min_players, 3, name)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOTS)
def test_no_choice_depends_on_hidden_information(game: Game, name: str) -> None:
    """Called as in the arena, with positions that differ only in hidden information."""
    differ = False
    for state, _, _ in sampled(game, step=211):
        seat = state.actor
        assert seat is not None
        other = state.hide(seat).fill(11)
        differ = differ or other != state
        chosen = [
            TimedBot(partial(bot, name), 5, QUICK, Alarm()).decide(twin, seat, Times())[0] for twin in (state, other)
        ]
        assert chosen[0] == chosen[1]
    assert differ


def test_an_unknown_bot_is_refused_with_the_names_of_the_known_ones() -> None:
    with pytest.raises(InvalidOption, match=r"'hal'.*random, greedy, planner, uct, mcts, shrimp"):
        bot("hal", 1)


def test_a_plan_is_abandoned_when_the_position_is_unexpected(game: Game) -> None:
    """For instance after an undo, or when the bot is asked about another position."""
    player = bot("planner", 1)
    for state, _, _ in sampled(game, step=31):
        assert state.actor is not None
        assert player.choose(state.hide(state.actor), state.actor, QUICK) in state.legal()


def test_a_race_on_two_threads_gives_the_same_result_each_time(game: Game) -> None:
    state = game.deal(game.min_players, 1)
    assert state.actor is not None
    known = state.hide(state.actor)
    plans = heuristic(game.id).single_decisions(known)
    results = []
    for _ in range(2):
        with Race(known, plans, 1, 0, threads=2) as race:
            race.play(16)
        results.append(race.results[:, :16].copy())
    assert np.array_equal(results[0], results[1])


@pytest.mark.parametrize("seed", [2**63 - 1, 2**64 - 1])
def test_a_search_takes_any_seed_of_64_bits(seed: int) -> None:
    state = atoll.find_game("reef").deal(2, 1)
    assert state.actor is not None
    assert Mcts(seed).choose(state.hide(state.actor), state.actor, QUICK) in state.legal()


def test_a_search_stops_when_its_budget_is_used_up(game: Game) -> None:
    state = game.deal(game.min_players, 1)
    assert state.actor is not None
    known = state.hide(state.actor)
    race = Race(known, heuristic(game.id).plan(known, 8), 1, 0)
    run(race, Budget(simulations=100))
    assert race.simulations <= 100
    assert len(race.alive) == 1 or race.simulations > 100 - len(race.alive)
    assert Mcts(1).choose(known, state.actor, Budget(milliseconds=1)) in state.legal()


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_all_rollouts_end_with_the_turn_of_the_same_player(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However deep the tree is, and also from the middle of the root's turn."""
    states = np.zeros(1, np.dtype((np.record, [("seats", "i8")])))
    states["seats"] = seats
    turns: list[int] = []
    monkeypatch.setattr(search, "actor", lambda _: 0)
    monkeypatch.setattr(search, "rollout_turn", lambda _t, _states, bits: turns.append(bits))
    horizon = 4
    for ended in range(-1, 10):
        turns.clear()
        search.roll_out(states, states, horizon, ended, 7)
        beyond = ended + len(turns) - horizon
        assert beyond % seats == 0
        assert 0 <= beyond < max(ended - horizon, 0) + seats


@pytest.mark.parametrize(("lead", "left"), [(0.0, 1), (60.0, 0)])
def test_a_few_lucky_rounds_do_not_outweigh_the_plan(lead: float, left: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = atoll.find_game("reef")
    state = game.deal(2, 1)
    plans = heuristic(game.id).plan(state.hide(state.actor), 2)
    plans.values[:] = lead, 0.0
    race = Race(state, plans, 1, 0)

    def luck(_worker: RaceThread, share: np.ndarray, _spread: float) -> None:
        race.results[1, share] = 40 + share

    monkeypatch.setattr(race, "_run", luck)
    race.play(MIN_ROUNDS)
    assert race.alive.tolist() == [left]


def test_a_level_thinks_no_more_than_a_budget_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    level = Budget(800, 2000)
    assert level.within(Budget()) == level
    assert level.within(Budget(milliseconds=50)) == Budget(800, 50)
    assert level.within(Budget(milliseconds=5000)) == level
    # With a limit of simulations the choice is the same on every machine.
    assert level.within(Budget(simulations=50)) == Budget(50)
    assert level.within(Budget(simulations=5000)) == Budget(800)
    asked: list[Budget] = []

    def choose(_bot: Mcts, _state: State, _seat: int, budget: Budget) -> int:
        asked.append(budget)
        return 0

    monkeypatch.setattr(Mcts, "choose", choose)
    bot(LEVEL_NAMES[-1], 1).choose(atoll.find_game("reef").deal(2, 3), 0, Budget(milliseconds=7))
    assert [budget.milliseconds for budget in asked] == [7]

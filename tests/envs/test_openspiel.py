"""OpenSpiel's tests, and ours for what they do not cover."""

import pickle

import numpy as np
import pyspiel
import pytest
from open_spiel.python.tests import games_sim_test

from atoll import Game, InvalidOption, envs
from atoll.kit.options import Option, Subset, Value, option_text


def play(state: pyspiel.State, seed: int, steps: int = 1 << 20) -> None:
    """Play some steps at random."""
    rng = np.random.default_rng(seed)
    while steps and not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
        steps -= 1


@pytest.mark.parametrize("reward", ["margin", "points"])
def test_openspiels_simulation(game: Game, seats: int, reward: str) -> None:
    games_sim_test.GamesSimTest().sim_game(envs.openspiel(game.id, seats, reward=reward))


@pytest.mark.slow
def test_openspiels_random_sim_test(game: Game, seats: int) -> None:
    pyspiel.random_sim_test(envs.openspiel(game.id, seats), num_sims=1, serialize=True, verbose=False)


def test_the_drawn_bytes_are_the_seed_of_the_deal(game: Game, seats: int) -> None:
    state = envs.openspiel(game.id, seats).new_initial_state()
    for byte in (0, 1, 2, 3):
        assert state.is_chance_node()
        assert len(state.chance_outcomes()) == 256
        state.apply_action(byte)
    own = game.deal(seats, 0x00010203)
    rng = np.random.default_rng(1)
    while not own.over:
        assert state.current_player() == own.actor
        assert state.legal_actions() == own.legal()
        decision = int(rng.choice(own.legal()))
        assert state.action_to_string(decision) == game.format(own, decision)
        assert state.string_to_action(game.format(own, decision)) == decision
        own = own.play(decision)
        state.apply_action(decision)
        assert str(state) == own.position
    assert state.is_terminal()
    one = envs.raw(game, seats)
    assert len(state.returns()) == seats
    points = [points or 0 for points in own.scores()]
    assert state.returns()[0] == points[0] - max(points[1:], default=0)
    assert one.setting.reward == "margin"


def test_observations_are_named_slices_of_what_a_seat_knows(game: Game, seats: int) -> None:
    spiel = envs.openspiel(game.id, seats)
    state = spiel.new_initial_state()
    play(state, 1, steps=20)
    own = game.position(str(state))
    observer = spiel.make_py_observer()
    for seat in range(seats):
        expected = own.observe(seat)
        assert np.array(state.observation_tensor(seat), np.float32).tobytes() == expected.tobytes()
        observer.set_from(state, seat)
        for name, part in game.part("observe").LAYOUT.items():
            assert (observer.dict[name] == part.of(expected)).all()
        assert state.observation_string(seat) == f"player={seat} {own.hide(seat).position}"


def test_no_information_state_shows_hidden_information(game: Game, seats: int) -> None:
    state = envs.openspiel(game.id, seats).new_initial_state()
    play(state, 2, steps=4)
    rng = np.random.default_rng(1)
    differ = 0
    while not state.is_terminal():
        for seat in range(seats):
            other = state.resample_from_infostate(seat, rng.random)
            differ += str(other) != str(state)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
        play(state, 3, steps=9)
    assert differ > 0


def test_an_information_state_has_perfect_recall() -> None:
    first = envs.openspiel("reef").new_initial_state()
    for byte in (0, 0, 0, 1):
        first.apply_action(byte)
    second = first.clone()
    one, other = first.legal_actions()[0], first.legal_actions()[-1]  # two starting pieces, in either order
    for state, decisions in ((first, (one, other)), (second, (other, one))):
        for decision in decisions:
            state.apply_action(decision)
    assert first.observation_string(0) == second.observation_string(0)
    assert first.information_state_string(0) != second.information_state_string(0)


def test_clones_and_saved_states_continue_identically(game: Game, seats: int) -> None:
    spiel = envs.openspiel(game.id, seats, reward="points")
    state = spiel.new_initial_state()
    play(state, 1, steps=30)
    _, saved = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(spiel, state))
    others = [state.clone(), saved, pickle.loads(pickle.dumps(state))]
    before = str(state), state.returns(), state.information_state_string(0)
    for other in others:
        assert (str(other), other.returns(), other.information_state_string(0)) == before
        play(other, 7)
    assert (str(state), state.returns(), state.information_state_string(0)) == before
    play(state, 7)
    assert len({(str(one), tuple(one.returns()), one.information_state_string(0)) for one in (state, *others)}) == 1


def test_a_game_with_any_option_can_be_loaded_by_its_name(game: Game) -> None:
    values: list[tuple[Option, Value]] = [(option, value) for option in game.options for value in option.values]
    values += [
        (option, "+".join(option.members[: option.size])) for option in game.options if isinstance(option, Subset)
    ]
    for option, value in values:
        spiel = envs.openspiel(game.id, deal_bytes=1, options={option.name: value})
        as_text = pyspiel.load_game(f"atoll_{game.id}", {option.name: option_text(value), "deal_bytes": 1})
        state = spiel.new_initial_state()
        state.apply_action(7)
        assert game.position(str(state)).options[option.name] == value
        saved_game, saved = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(spiel, state))
        for found in (pyspiel.load_game(str(spiel)), pickle.loads(pickle.dumps(spiel)), as_text, saved_game):
            assert str(found) == str(spiel)
        for other in (saved, pickle.loads(pickle.dumps(state))):
            assert str(other) == str(state)


def test_a_number_is_marked_in_the_name_of_a_game() -> None:
    assert "scenario=_3" in str(envs.openspiel("shallow_sea", options={"scenario": "3"}))
    state = pyspiel.load_game("atoll_shallow_sea(scenario=_3,deal_bytes=1)").new_initial_state()
    state.apply_action(0)
    assert "scenario=3" in str(state)
    for wrong in ("_random", "_16", "__3"):
        with pytest.raises(InvalidOption, match="scenario"):
            pyspiel.load_game(f"atoll_shallow_sea(scenario={wrong})")


def test_options_are_parameters() -> None:
    envs.openspiel("reef")
    game = pyspiel.load_game("atoll_reef(players=3,setup=random,hidden_scores=yes,reward=win,deal_bytes=1)")
    assert game.num_players() == 3
    assert (game.min_utility(), game.max_utility()) == (-1, 1)
    state = game.new_initial_state()
    state.apply_action(9)
    assert "setup=random" in str(state)
    assert "hidden_scores=yes" in str(state)
    with pytest.raises(InvalidOption):
        envs.openspiel("reef", 5)
    with pytest.raises(InvalidOption):
        envs.openspiel("reef", deal_bytes=9)

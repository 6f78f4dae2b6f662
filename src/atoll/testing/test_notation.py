"""Decisions and positions have a text form that can be read back."""

import pickle

import pytest

import atoll
from atoll import Game, IllegalDecision, InvalidNotation
from atoll.testing.sample_games import sampled, variants


def test_decisions_can_be_read_back(game: Game) -> None:
    for state, _, _ in sampled(game):
        texts = [game.format(state, decision) for decision in state.legal()]
        assert len(set(texts)) == len(texts)
        assert [game.parse(state, text) for text in texts] == state.legal()


def test_positions_can_be_read_back(game: Game) -> None:
    for before, _, after in sampled(game):
        for state in (before, after, before.hide(0), after.hide(None)):
            again = game.position(state.position)
            assert again == state
            assert hash(again) == hash(state)
            assert again.position == state.position


def test_repr_evaluates_to_an_equal_state(game: Game) -> None:
    state = game.deal(game.min_players, 5)
    assert eval(repr(state), {"atoll": atoll}) == state


def test_states_can_be_pickled(game: Game) -> None:
    state = game.deal(game.max_players, 5)
    assert pickle.loads(pickle.dumps(state)) == state


def test_the_legal_decisions_are_all_that_can_be_played(game: Game) -> None:
    for state, _, _ in sampled(game, step=13):
        legal = state.legal()
        assert legal == sorted(set(legal))
        for decision in range(-1, game.kernel.decisions + 1):
            if decision not in legal:
                with pytest.raises(IllegalDecision):
                    state.play(decision)
                with pytest.raises(IllegalDecision):
                    game.format(state, decision)


def test_sampling_reaches_every_legal_decision_and_no_other(game: Game) -> None:
    for state, _, _ in sampled(game):
        legal = state.legal()
        reached = [
            game.kernel.sample(state.edition.tables, state.array, -(-(index << 32) // len(legal)))
            for index in range(len(legal))
        ]
        assert reached == legal


@pytest.mark.parametrize("text", ["", "x", "take", "9999", "play -1", "\x00", "é è"])
def test_unreadable_decisions_are_refused(game: Game, text: str) -> None:
    with pytest.raises(InvalidNotation):
        game.parse(game.deal(game.min_players, 1), text)


def test_a_position_with_a_word_missing_or_changed_is_refused(game: Game) -> None:
    words = game.deal(game.min_players, 1).position.split()
    for index in range(len(words)):
        with pytest.raises(InvalidNotation):
            game.position(" ".join(words[:index] + words[index + 1 :]))
        with pytest.raises(InvalidNotation):
            game.position(" ".join([*words[:index], words[index] + "%", *words[index + 1 :]]))


def test_every_variant_is_dealt_as_asked(game: Game) -> None:
    for seats, options in variants(game):
        state = game.deal(seats, 3, options)
        assert state.seats == seats
        assert dict(state.options) == game.resolve(options)

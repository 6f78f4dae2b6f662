"""Nothing hidden gets out: what a seat is given depends only on what it knows."""

import json

from atoll import Game, State
from conformance.playing import sampled


def same(one: object, other: object) -> bool:
    return json.dumps(one) == json.dumps(other)


def rivals(state: State, seat: int) -> list[State]:
    """Return other positions that look the same from a seat."""
    hidden = state.hide(seat)
    return [hidden.fill(seed) for seed in range(3)]


def test_guessing_keeps_what_is_known(game: Game) -> None:
    for state, _, after in sampled(game):
        for moment in (state, after):
            for seat in (*range(state.seats), None):
                hidden = moment.hide(seat)
                assert hidden.hide(seat) == hidden
                for seed in range(3):
                    assert hidden.fill(seed).hide(seat) == hidden


def test_guessing_does_change_what_is_hidden(game: Game) -> None:
    state = game.deal(game.most, 1)
    assert len({state.hide(0).fill(seed) for seed in range(20)}) == 20


def test_positions_that_look_the_same_give_the_same_views_and_observations(game: Game) -> None:
    for state, _, _ in sampled(game):
        for seat in range(state.seats):
            for rival in rivals(state, seat):
                assert same(rival.view(seat), state.view(seat))
                assert rival.observe(seat).tobytes() == state.observe(seat).tobytes()
                assert same(rival.view(None), state.view(None)) or rival.hide(None) != state.hide(None)
                if state.actor == seat:
                    assert rival.legal() == state.legal()


def test_moves_that_look_the_same_give_the_same_events(game: Game) -> None:
    compared = 0
    for state, decision, after in sampled(game, step=2):
        for seat in range(state.seats):
            for rival in rivals(state, seat):
                if decision not in rival.legal():
                    continue
                rival_after = rival.play(decision)
                if rival_after.hide(seat) == after.hide(seat):
                    compared += 1
                    told = game.events(state, decision, after, seat)
                    assert same(game.events(rival, decision, rival_after, seat), told)
    assert compared > 100


def test_a_view_holds_nothing_that_hiding_forgot(game: Game) -> None:
    for state, _, _ in sampled(game):
        for seat in (*range(state.seats), None):
            assert same(state.hide(seat).view(seat), state.view(seat))


def test_only_what_shows_something_new_can_not_be_undone(game: Game) -> None:
    for state, decision, after in sampled(game, step=3):
        seat = state.actor
        learned = state.hide(seat).play(decision) != after.hide(seat)
        assert state.reveals(decision) == learned

"""Nothing hidden leaks: what a seat gets depends only on what it knows."""

import msgspec

from atoll import Game, State
from atoll.testing.sample_games import sampled, variants


def same(one: object, other: object) -> bool:
    return msgspec.json.encode(one) == msgspec.json.encode(other)


def look_alikes(state: State, seat: int) -> list[State]:
    """Return other positions that look the same to a seat."""
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


def test_guessing_changes_what_is_hidden(game: Game) -> None:
    state = game.deal(game.max_players, 1)
    guesses = {state.hide(0).fill(seed) for seed in range(20)}
    assert len(guesses) == (20 if state.hide(0) != state else 1)


def test_positions_that_look_the_same_give_the_same_views_and_observations(game: Game) -> None:
    for state, _, _ in sampled(game):
        for seat in range(state.seats):
            for other_state in look_alikes(state, seat):
                known, other_known = state.hide(seat), other_state.hide(seat)
                assert game.view_json(other_known, seat) == game.view_json(known, seat)
                assert other_state.observe(seat).tobytes() == state.observe(seat).tobytes()
                assert same(other_state.view(None), state.view(None)) or other_state.hide(None) != state.hide(None)
                if state.actor == seat:
                    assert other_state.legal() == state.legal()


def test_decisions_that_look_the_same_give_the_same_events(game: Game) -> None:
    compared = 0
    for state, decision, after in sampled(game, step=1 if len(variants(game)) == 1 else 2):
        for seat in range(state.seats):
            for other_state in look_alikes(state, seat):
                if decision not in other_state.legal():
                    continue
                other_after = other_state.play(decision)
                if other_after.hide(seat) == after.hide(seat):
                    compared += 1
                    events = game.events_json(state.hide(seat), decision, after.hide(seat))
                    other_events = game.events_json(other_state.hide(seat), decision, other_after.hide(seat))
                    assert other_events == events
    assert compared > 100


def test_a_view_contains_nothing_that_hide_removed(game: Game) -> None:
    for state, _, _ in sampled(game):
        for seat in (*range(state.seats), None):
            assert same(state.hide(seat).view(seat), state.view(seat))


def test_nothing_is_left_of_what_was_shown_before(game: Game) -> None:
    """Records are filled again and again: whatever one of them still holds must not appear in the next."""
    for state, decision, after in sampled(game, step=3):
        for seat in (state.actor, None):
            shown = []
            for rest in (0, 1):
                game.show.spoil(rest)
                shown.append(game.view_json(state.hide(seat), seat))
                game.show.spoil(rest)
                shown.append(game.events_json(state.hide(seat), decision, after.hide(seat)))
            assert shown[:2] == shown[2:]


def test_a_decision_reveals_something_exactly_if_its_seat_learns_something(game: Game) -> None:
    for state, decision, after in sampled(game, step=3):
        seat = state.actor
        learned = state.hide(seat).play(decision) != after.hide(seat)
        assert state.reveals(decision) == learned

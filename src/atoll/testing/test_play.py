"""What must hold in every game."""

import json
from typing import Any

import msgspec
import numpy as np
import pytest

from atoll import Game, InvalidNotation, InvalidOption, State
from atoll.kit.contract import MAX_SEATS
from atoll.kit.rng import draw
from atoll.testing.sample_games import printed_everywhere, random_game, sampled, variants


def points(state: State, seat: int) -> int:
    known = state.scores()[seat]
    assert known is not None
    return known


def test_components_are_conserved(game: Game) -> None:
    census = game.part("view").census
    for seed, (seats, options) in enumerate(variants(game)):
        whole = census(game.deal(seats, seed, options))
        for _, _, after in random_game(game, seats, options, seed):
            assert census(after) == whole


def test_earlier_states_keep_their_value(game: Game) -> None:
    for seed, (seats, options) in enumerate(variants(game)):
        line = [game.deal(seats, seed, options)]
        seen = [(hash(line[0]), line[0].position)]
        for _, _, after in random_game(game, seats, options, seed):
            line.append(after)
            seen.append((hash(after), after.position))
        assert [(hash(state), state.position) for state in line] == seen
        assert len({key for key, _ in seen}) == len(line)


def test_a_finished_game_has_no_decisions_and_a_ranking(game: Game) -> None:
    for seed, (seats, options) in enumerate(variants(game)):
        *_, (_, _, last) = random_game(game, seats, options, seed)
        assert last.over
        assert last.actor is None
        assert last.legal() == []
        places = last.ranking()
        assert [sum(other < place for other in places) + 1 for place in places] == places
        assert last.view(None).ranking == places


def test_views_are_written_as_they_are_declared_with_a_choice_for_each_legal_decision(game: Game) -> None:
    for state, _, _ in sampled(game):
        for seat in (*range(state.seats), None):
            view = state.view(seat)
            data = json.loads(game.view_json(state.hide(seat), seat))
            assert msgspec.to_builtins(view) == data
            assert msgspec.convert(data, game.part("view").View) == view
            expected = state.legal() if seat == state.actor else []
            assert [choice.decision for choice in view.legal] == expected


def test_a_decision_that_ends_the_turn_is_marked_even_if_the_same_seat_acts_next(game: Game) -> None:
    for seats in range(game.min_players, game.max_players + 1):
        turns = 0
        for state, decision, after in random_game(game, seats, {}, seats):
            assert state.actor is not None
            turns += after.turn != state.turn
            # The preview is computed from what the seat knows.
            expected = state.hide(state.actor).play(decision)
            marked = {choice.decision: choice.preview.ends for choice in state.view(state.actor).legal}
            assert marked[decision] == (expected.turn != state.turn or expected.actor != state.actor)
        assert turns > seats


def test_previews_come_true(game: Game) -> None:
    for state, _, _ in sampled(game, step=11):
        seat = state.actor
        assert seat is not None
        before = points(state, seat)
        for choice in state.view(seat).legal:
            after = state.hide(seat).play(choice.decision)
            assert points(after, seat) - before == choice.preview.points
            assert choice.preview.ends is (after.actor != seat or after.turn != state.turn)
            assert choice.preview.best >= choice.preview.points or after.actor == seat


def test_an_unknown_topic_is_refused(game: Game) -> None:
    state = game.deal(game.min_players, 1)
    for about in ("", "no such topic", "0", "-1"):
        with pytest.raises(InvalidNotation):
            game.explain(state.hide(0), 0, about)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games_in_another_process(game: Game) -> None:
    code = (
        "import sys, numpy as np, atoll\n"
        f"game = atoll.find_game({game.id!r})\n"
        "kernel, tables = game.kernel, game.standard.tables\n"
        "totals = np.zeros((2, 8), np.int64)\n"
        "options = game.codes(game.resolve({}))\n"
        "for seats in range(game.min_players, game.max_players + 1):\n"
        "    print(kernel.random_games(tables, kernel.empty(), seats, options, 11, 20, totals))\n"
        "    print(game.deal(seats, 11).position)\n"
        "print(totals.tolist())\n"
    )
    assert printed_everywhere(code)


def test_the_compiled_loop_plays_the_same_games_as_states(game: Game) -> None:
    totals = np.zeros((2, MAX_SEATS), np.int64)
    options = game.codes(game.resolve({}))
    kernel, tables = game.kernel, game.standard.tables
    played = kernel.random_games(tables, kernel.empty(), game.min_players, options, 42, 1, totals)
    state = game.deal(game.min_players, 42)
    for index in range(played):
        assert not state.over
        state = state.play(kernel.sample(tables, state.array, draw(~42, index)))
    assert state.over
    assert totals[0, : game.min_players].tolist() == state.scores()


def test_thousands_of_random_games_end_with_a_winner(game: Game) -> None:
    """Fast coverage of all rules, for the run with array bounds checked."""
    kernel, games = game.kernel, 100
    for number, (seats, options) in enumerate(variants(game)):
        totals = np.zeros((2, MAX_SEATS), np.int64)
        codes = game.codes(game.resolve(options))
        played = kernel.random_games(game.standard.tables, kernel.empty(), seats, codes, number * games, games, totals)
        assert played >= games * seats
        assert totals[1].sum() >= games


def test_previewed_points_can_be_reached(game: Game) -> None:
    """Always taking the best preview ends the turn with at least the points of the first one."""
    for state, _, _ in sampled(game, step=17):
        seat = state.actor
        assert seat is not None
        after, before = state, points(state.hide(seat), seat)
        promises = []
        ended = False
        while not ended:
            known = after.hide(seat)
            previews = game.kernel.previews(known.edition.tables, known.array)
            decision, _, best, ended = max(previews, key=lambda preview: preview[2])
            promises.append(best)
            after = after.play(decision)
            ended = ended or after.actor != seat or known.reveals(decision)
        if after.actor != seat:
            assert points(after, seat) - before >= promises[0]


def test_unknown_seats_options_and_seeds_are_refused(game: Game) -> None:
    wrong: list[dict[str, Any]] = [
        {"seats": game.max_players + 1, "seed": 1},
        {"seats": 0, "seed": 1},
        {"seats": game.min_players, "seed": -1},
        {"seats": game.min_players, "seed": 1 << 64},
        {"seats": game.min_players, "seed": 1, "options": {"no_such_option": True}},
        *({"seats": game.min_players, "seed": 1, "options": {option.name: "no such value"}} for option in game.options),
    ]
    for arguments in wrong:
        with pytest.raises(InvalidOption):
            game.deal(**arguments)
    with pytest.raises(InvalidOption):
        game.deal(game.min_players, 1).view(game.max_players)

"""Reef's own `best_turn` is a shortcut: it must agree with trying every sequence of decisions."""

import atoll
from atoll import State
from atoll.testing.sample_games import random_game

REEF = atoll.find_game("reef")
SETUPS = ("standard", "expert", "anywhere", "random")


def most(state: State, seat: int) -> int:
    """Return the most points that a seat can have when its turn ends, by trying everything."""
    if state.actor != seat:
        points = state.scores()[seat]
        assert points is not None
        return points
    return max(most(state.play(decision), seat) for decision in state.legal())


def test_best_turn_agrees_with_an_exhaustive_search() -> None:
    compared = last_turns = 0
    for seed in range(16):
        for index, (state, _, _) in enumerate(random_game(REEF, 2, {"setup": SETUPS[seed % 4]}, seed)):
            seat = state.actor
            known = state.hide(seat)
            ending = 0 in known.fields.supply
            if seat is None or known.fields.turn < 0 or (index % 16 and not (ending and index % 3 == 0)):
                continue
            before = known.scores()[seat]
            assert before is not None
            for choice in known.view(seat).legal:
                assert choice.preview.best == most(known.play(choice.decision), seat) - before
                compared += 1
                last_turns += ending
    assert compared > 500
    assert last_turns > 20

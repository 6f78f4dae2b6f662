"""The look ahead is honest: the points that it promises can be had in this turn."""

from atoll import State
from atoll.core.rng import below
from atoll.games.shallow_sea import kernel
from conformance.playing import variants
from shallow_sea.oceans import SEA
from shallow_sea.tables import table


def promised(state: State) -> dict[int, int]:
    """Return for each legal decision the points that the turn can end with."""
    known = state.hide(state.actor)
    now = state.scores()[state.actor or 0] or 0
    previews = SEA.kernel.previews(known.edition.tables, known.array)
    return {decision: now + best for decision, _, best, _ in previews}


def test_S14_what_a_decision_promises_can_still_be_had_after_it() -> None:
    for seed, (seats, options) in enumerate(variants(SEA)[::3]):
        state = SEA.deal(seats, seed, options)
        index = 0
        while not state.over and index < 150:
            best = promised(state)
            most = max(best.values())
            good = [decision for decision, points in best.items() if points == most]
            decision = good[below(seed, index, len(good))]
            seat, turn = state.actor, state.fields.turn
            paid = state.fields.credit > 0 or decision in range(kernel.LIONFISH, kernel.TAKE)
            after = state.play(decision)
            if after.over or after.fields.turn != turn:
                assert after.scores()[seat or 0] == most
            elif not paid:
                assert max(promised(after).values()) >= most
            state, index = after, index + 1


def test_S22_a_fish_that_makes_a_coral_ready_is_foreseen() -> None:
    """The red coral on d3 lacks one of two red fish: any turn with a red fish brings its 5 points and more."""
    state = table("e2:A1^ d3:1^", "d2r", fish="rgggg", corals="20 39 58 21 40", shells=0)
    best = promised(state)
    assert max(best[kernel.TAKE], best[kernel.TAKE + 1]) >= 5
    assert best[kernel.TAKE + 2] < 5

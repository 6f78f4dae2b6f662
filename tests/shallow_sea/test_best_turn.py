"""The points that a preview promises can be reached in the same turn."""

from atoll import State
from atoll.games.shallow_sea.kernel import layout
from atoll.kit.rng import below
from atoll.testing.sample_games import variants
from shallow_sea.build_oceans import SEA
from shallow_sea.build_tables import position


def promised(state: State) -> dict[int, int]:
    """Return the most points that the turn can end with, for each legal decision."""
    known = state.hide(state.actor)
    now = state.scores()[state.actor or 0] or 0
    previews = SEA.kernel.previews(known.edition.tables, known.array)
    return {decision: now + best for decision, _, best, _ in previews}


def test_S14_the_previewed_points_can_still_be_reached_after_the_decision() -> None:
    for seed, (seats, options) in enumerate(variants(SEA)[::3]):
        state = SEA.deal(seats, seed, options)
        index = 0
        while not state.over and index < 150:
            best = promised(state)
            most = max(best.values())
            good = [decision for decision, points in best.items() if points == most]
            decision = good[below(seed, index, len(good))]
            seat, turn = state.actor, state.fields.turn
            paid = state.fields.credit > 0 or decision in range(layout.LIONFISH, layout.TAKE)
            after = state.play(decision)
            if after.over or after.fields.turn != turn:
                assert after.scores()[seat or 0] == most
            elif not paid:
                assert max(promised(after).values()) >= most
            state, index = after, index + 1


def test_S22_a_fish_that_makes_a_coral_ready_is_foreseen() -> None:
    """The red coral on d3 lacks one of two red fish: any turn with a red fish brings its 5 points and more."""
    state = position("e2:A1^ d3:1^", "d2r", fish="rgggg", corals="20 39 58 21 40", shells=0)
    best = promised(state)
    assert max(best[layout.TAKE], best[layout.TAKE + 1]) >= 5
    assert best[layout.TAKE + 2] < 5

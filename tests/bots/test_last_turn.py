"""Bots play the last turn of a game optimally: no other turn has a better result."""

from functools import cache

import pytest

from atoll.bots import Budget, bot
from atoll.core.game import find_game
from atoll.core.state import State

MAX_ENDINGS = 20_000
"""Turns with more endings are skipped, such as most turns of Shallow Sea."""


class Skipped(Exception):
    """The turn does not end the game, or has too many endings to list."""


def lead(state: State, seat: int) -> int:
    """Return a seat's margin to the best other seat."""
    points = [number or 0 for number in state.scores()]
    return points[seat] - max(others for other, others in enumerate(points) if other != seat)


def endings(state: State, seat: int) -> list[State]:
    """Return every position that the turn can end with; the game must be over in all of them."""
    if state.over:
        return [state]
    if state.actor != seat:
        raise Skipped
    found: list[State] = []
    for decision in state.legal():
        found += endings(state.play(decision), seat)
        if len(found) > MAX_ENDINGS:
            raise Skipped
    return found


@cache
def last_turns(game_id: str) -> list[tuple[State, int, int]]:
    """Return last turns of games between planners, with their seat and the best possible margin."""
    found = []
    for seed in range(24):
        state, players = find_game(game_id).deal(2, seed), [bot("planner", seat) for seat in range(2)]
        begun = state
        while not state.over:
            seat = state.actor
            assert seat is not None
            after = state.play(players[seat].choose(state.hide(seat), seat, Budget()))
            begun, state = (after if after.actor != seat and not after.over else begun), after
        last = begun.actor
        assert last is not None
        try:
            found.append((begun, last, max(lead(ending, last) for ending in endings(begun, last))))
        except Skipped:
            continue
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["planner", "mcts", "orca"])
@pytest.mark.parametrize("game_id", ["reef", "chain_reaction"])
def test_the_last_turn_is_played_optimally(game_id: str, name: str) -> None:
    turns = last_turns(game_id)
    assert len(turns) >= 5
    for begun, seat, best in turns:
        state, player = begun, bot(name, 1)
        while not state.over:
            state = state.play(player.choose(state.hide(seat), seat, Budget(simulations=200)))
        assert lead(state, seat) == best

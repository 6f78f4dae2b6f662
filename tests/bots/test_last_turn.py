"""A turn that ends the game is played exactly: nothing that its player could do instead brings a better result."""

from functools import cache

import pytest

from atoll.bots import Budget, bot
from atoll.core.game import game
from atoll.core.state import State

MOST = 20_000
"""How many ways to end the game are listed at the most: Shallow Sea's turns have too many in most games."""


class TooMany(Exception):
    """A turn that can't be listed."""


def lead(state: State, seat: int) -> int:
    """Return how far a seat is ahead of the best of the others at the end."""
    points = [mine or 0 for mine in state.scores()]
    return points[seat] - max(others for other, others in enumerate(points) if other != seat)


def endings(state: State, seat: int) -> list[State]:
    """Return every position that the turn can end with; the game must be over in all of them."""
    if state.over:
        return [state]
    if state.actor != seat:
        raise TooMany
    found: list[State] = []
    for decision in state.legal():
        found += endings(state.play(decision), seat)
        if len(found) > MOST:
            raise TooMany
    return found


@cache
def last_turns(game_id: str) -> list[tuple[State, int, int]]:
    """Return last turns of games between planners, with their player and the best lead there is."""
    found = []
    for seed in range(24):
        state, players = game(game_id).deal(2, seed), [bot("planner", seat) for seat in range(2)]
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
        except TooMany:
            continue
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["planner", "mcts", "orca"])
@pytest.mark.parametrize("game_id", ["reef", "chain_reaction"])
def test_the_last_turn_is_played_exactly(game_id: str, name: str) -> None:
    turns = last_turns(game_id)
    assert len(turns) >= 5
    for begun, seat, best in turns:
        state, player = begun, bot(name, 1)
        while not state.over:
            state = state.play(player.choose(state.hide(seat), seat, Budget(simulations=200)))
        assert lead(state, seat) == best

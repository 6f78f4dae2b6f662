"""Bots can take over anywhere: their choices are legal in every mode of every game, at any point."""

from collections.abc import Iterator

import pytest

import atoll
from atoll import Game, State
from atoll.bots import BOTS, Budget, bot
from atoll.kit.rng import below
from atoll.testing.sample_games import random_game, variants

QUICK = Budget(simulations=24)
SEARCHING = ("uct", "mcts", "orca")
CHEAP = [name for name in BOTS if name not in SEARCHING]
FEW = 4
MAX_VARIANTS = 40
"""The most variants that one bot plays.

Shallow Sea has well over a hundred, so they are divided among the bots.
"""


def moments(game: Game, number: int) -> Iterator[State]:
    """Yield a random position of a random game in each variant assigned to bot `number`."""
    every = variants(game)
    share = -(-len(every) // MAX_VARIANTS)
    for seed, (seats, options) in enumerate(every):
        if seed % share == number % share:
            line = [state for state, _, _ in random_game(game, seats, options, seed)]
            yield line[below(seed, number, len(line))]


def take_over(state: State, name: str, decisions: int | None = None) -> State:
    """Let bots play every seat from here, to the end or for some decisions; `play` refuses illegal ones."""
    players = [bot(name, seat) for seat in range(state.seats)]
    while (seat := state.actor) is not None and decisions != 0:
        state = state.play(players[seat].choose(state.hide(seat), seat, QUICK))
        decisions = None if decisions is None else decisions - 1
    return state


@pytest.mark.parametrize("name", CHEAP)
def test_a_cheap_bot_plays_on_to_the_end_from_anywhere(game: Game, name: str) -> None:
    for state in moments(game, CHEAP.index(name)):
        assert take_over(state, name).over


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHING)
def test_a_searching_bot_plays_a_few_decisions_from_anywhere(game: Game, name: str) -> None:
    for state in moments(game, SEARCHING.index(name)):
        take_over(state, name, FEW)


@pytest.mark.parametrize("name", ["greedy", "planner"])
def test_S53_a_coral_is_moved_with_what_the_lionfish_has_paid(name: str) -> None:
    game = atoll.find_game("shallow_sea")
    state = game.deal(1, 3, {"modified": "3"})
    for decision in ("tile 1 creature", "put b1 turn 0", "take 1 coral", "put d1 turn 0", "lionfish"):
        state = state.play(game.parse(state, decision))
    assert take_over(state, name).over


def test_S53_every_bot_goes_on_after_lionfish_payments() -> None:
    """Payments are rare in random games: here they are made wherever possible, under every modified rule."""
    game = atoll.find_game("shallow_sea")
    modified = next(option for option in game.options if option.name == "modified")
    paid = 0
    for rule in modified.values:
        for state, _, _ in random_game(game, 1, {"modified": rule}, seed=5):
            payments = [decision for decision in state.legal() if game.format(state, decision).startswith("lionfish")]
            if payments and state.fields.turn in (3, 9):
                name = CHEAP[paid % len(CHEAP)]
                paid += 1
                take_over(state.play(payments[0]), name, FEW)
    assert paid > len(CHEAP)

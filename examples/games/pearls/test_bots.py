"""A search with nothing but the defaults beats a random bot at Pearls."""

import atoll
from atoll.bots import Budget, bot

PEARLS = atoll.find_game("pearls")


def test_a_search_finds_more_pearls_than_a_random_bot() -> None:
    lead = 0
    for seed in range(20):
        for seat in range(2):  # the same deal from either seat
            players = [bot("random", seed), bot("random", seed)]
            players[seat] = bot("octopus", seed)
            state = PEARLS.deal(seats=2, seed=seed)
            while (actor := state.actor) is not None:
                state = state.play(players[actor].choose(state.hide(actor), actor, Budget()))
            scores = state.scores()
            lead += (scores[seat] or 0) - (scores[1 - seat] or 0)
    assert lead > 0

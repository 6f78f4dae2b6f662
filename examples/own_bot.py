"""A bot of one's own: `atoll arena reef --bots own_bot:Taster,greedy --games 200` in this folder lets it play."""

import random

import atoll
from atoll.bots import Budget
from atoll.bots.heuristic import heuristic

GUESSES, TURNS = 4, 2


class Taster:
    """Tastes every decision: plays it on guesses of what is hidden, hurries on for two turns, and sees who leads."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # all chance comes from here, so that a game can be repeated

    def choose(self, state: atoll.State, seat: int, budget: Budget) -> int:
        """Return the decision after which its seat leads the most."""
        knowledge, leads = heuristic(state.game.id), dict.fromkeys(state.legal(), 0.0)
        for _ in range(budget.simulations or GUESSES):
            guess, bits = state.fill(self.random.getrandbits(62)), self.random.getrandbits(62)
            for decision in leads:
                after = guess.play(decision)
                for _ in range(TURNS):
                    after = after if after.over else knowledge.hurried(after, bits)
                worth = [knowledge.worth(after, other) for other in range(state.seats)]
                leads[decision] += worth.pop(seat) - max(worth, default=0)
        return max(leads, key=leads.__getitem__)

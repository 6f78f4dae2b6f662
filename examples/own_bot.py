"""An example bot: run `atoll arena reef --bots own_bot:Taster,greedy --games 200` in this folder to let it play."""

import random

import atoll
from atoll.bots import Budget
from atoll.bots.heuristic import heuristic

GUESSES, TURNS = 4, 2


class Taster:
    """Tries every decision on guesses of what is hidden, plays two more quick turns, and compares the margins."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # the only source of randomness, so that a game can be repeated

    def choose(self, state: atoll.State, seat: int, budget: Budget) -> int:
        """Return the decision with the best margin."""
        knowledge, margins = heuristic(state.game.id), dict.fromkeys(state.legal(), 0.0)
        for _ in range(budget.simulations or GUESSES):
            guess, bits = state.fill(self.random.getrandbits(62)), self.random.getrandbits(62)
            for decision in margins:
                after = guess.play(decision)
                for _ in range(TURNS):
                    after = after if after.over else knowledge.after_rollout_turn(after, bits)
                worth = [knowledge.worth(after, other) for other in range(state.seats)]
                margins[decision] += worth.pop(seat) - max(worth, default=0)
        return max(margins, key=margins.__getitem__)

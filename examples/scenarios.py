"""The points of a bot in each scenario of Shallow Sea, and how often it wins.

`python examples/scenarios.py planner 10` plays ten games of each; `mcts 10 1000` with 1,000 simulations a turn.
"""

import statistics
import sys
from concurrent.futures import ProcessPoolExecutor

import atoll
from atoll.bots import Budget, bot
from atoll.games.shallow_sea.achievements import earned

SEA = atoll.find_game("shallow_sea")


def play(name: str, simulations: int, scenario: int, seed: int) -> tuple[int, bool]:
    """Return the points of one game, and whether the scenario was won."""
    state, player = SEA.deal(1, seed, {"scenario": str(scenario)}), bot(name, seed)
    while not state.over:
        state = state.play(player.choose(state.hide(0), 0, Budget(simulations=simulations)))
    return state.scores()[0] or 0, f"scenario.{scenario}" in earned(state, 0)


def main(name: str = "planner", games: str = "10", simulations: str = "1000") -> None:
    """Play and print a table."""
    means = []
    with ProcessPoolExecutor() as pool:
        tries = [
            [pool.submit(play, name, int(simulations), scenario, seed) for seed in range(int(games))]
            for scenario in range(1, 16)
        ]
        print("| scenario | points | won |\n|---:|---:|---:|")
        for scenario, running in enumerate(tries, 1):
            points, won = zip(*(one.result() for one in running), strict=True)
            means.append(statistics.mean(points))
            print(f"| {scenario} | {means[-1]:.1f} | {sum(won)} of {len(won)} |", flush=True)
    print(f"| all | {statistics.mean(means):.1f} | |")


if __name__ == "__main__":
    main(*sys.argv[1:])

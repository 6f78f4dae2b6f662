"""`python -m benchmarks bots`: how fast bots plan and search, on the first position of a game of two."""

from collections.abc import Callable, Iterator

from atoll.bots.heuristic import Plans, heuristic
from atoll.bots.mcts import KNOWLEDGE_FREE, MAX_AT_ONCE, WIDTH
from atoll.bots.race import Race
from atoll.cli.bench import Figure, rate
from atoll.core.game import Game

NEVER_DROPPED = 1e9


def measure(games: list[Game]) -> Iterator[Figure]:
    """Yield how many plans and simulations a second each game's bots make."""
    for game in games:
        knowledge = heuristic(game.id)
        state = game.deal(max(2, game.min_players), 1)
        hidden = state.hide(state.actor)
        wide, single = knowledge.plan(hidden, WIDTH), knowledge.single_decisions(hidden)

        def make_plans(number: int) -> int:
            for _ in range(number):
                knowledge.plan(hidden, WIDTH)  # noqa: B023 - called before the loop variable changes
            return number

        yield Figure(f"{game.id}.plans_per_s", rate(make_plans)[0], "1/s")
        for threads in (1, 2):
            for name, plans, horizon in (("uct", single, KNOWLEDGE_FREE), ("mcts", wide, knowledge.horizon)):
                with Race(hidden, plans, 1, horizon, threads, elimination_z=NEVER_DROPPED) as race:
                    found = rate(_rounds(race, plans))[1]
                yield Figure(f"{game.id}.{name}_simulations_per_s.{threads}_threads", found, "1/s")


def _rounds(race: Race, plans: Plans) -> Callable[[int], int]:
    def play(number: int) -> int:
        for _ in range(number):
            race.play(MAX_AT_ONCE)
        return number * MAX_AT_ONCE * len(plans)

    return play

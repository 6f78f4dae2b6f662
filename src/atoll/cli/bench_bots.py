"""`atoll bench bots`: how fast bots plan and search, on the first position of a game of two, or alone."""

from collections.abc import Callable, Iterator

from atoll.bots.heuristic import Ways, heuristic
from atoll.bots.mcts import KNOWLEDGE_FREE, MOST_AT_ONCE, WIDTH
from atoll.bots.race import Race
from atoll.cli.bench import rate
from atoll.core.game import Game

NO_ONE_LEAVES = 1e9


def measure(kinds: list[Game]) -> Iterator[tuple[str, float, str]]:
    """Yield figures as (id, value, unit)."""
    for kind in kinds:
        thought = heuristic(kind.id)
        state = kind.deal(max(2, kind.fewest), 1)
        known = state.hide(state.actor)
        wide, single = thought.plan(known, WIDTH), thought.singles(known)

        def planned(number: int) -> int:
            for _ in range(number):
                thought.plan(known, WIDTH)  # noqa: B023 - measured before the next game comes
            return number

        yield f"{kind.id}.plans_per_s", rate(planned)[0], "1/s"
        for threads in (1, 2):
            for name, ways, horizon in (("uct", single, KNOWLEDGE_FREE), ("mcts", wide, thought.horizon)):
                race = Race(known, ways, 1, horizon, threads, doubt=NO_ONE_LEAVES)
                found = rate(_rounds(race, ways))[1]
                yield f"{kind.id}.{name}_simulations_per_s.{threads}_threads", found, "1/s"


def _rounds(race: Race, ways: Ways) -> Callable[[int], int]:
    def play(number: int) -> int:
        for _ in range(number):
            race.play(MOST_AT_ONCE)
        return number * MOST_AT_ONCE * len(ways)

    return play

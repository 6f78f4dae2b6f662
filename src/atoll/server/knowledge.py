"""What each seat knows of the last positions of a game, worked out once for all who look from there."""

from collections.abc import Sequence

from atoll.core.record import Record
from atoll.core.state import State
from atoll.server.protocol import Step

RECENT = 4
"""How many positions are kept for the events of a viewer who missed a few."""

Known = dict[int | None, State]

Turns = Sequence[tuple[int, int]]
"""For each decision the seat that made it, and the number of its turn."""


class Knowledge:
    """The position as each seat knows it, and the one before: it holds nothing that can't be worked out again."""

    def __init__(self) -> None:
        self.recent: list[State] = []
        self.now: Known = {}
        self.before: Known = {}
        self.foreseen: tuple[State, int, State] | None = None

    def move(self, before: State) -> None:
        """Go on to the next position."""
        self.recent = [*self.recent[1 - RECENT :], before]
        self.now, self.before = {}, self.now

    def of(self, state: State, seat: int | None) -> State:
        """Return what a seat (None: everybody) knows of the present position."""
        return _hidden(self.now, state, seat)

    def foresee(self, known: State, decision: int) -> State:
        """Return what a seat expects of its decision, from what it knows; refuses one that is not legal."""
        if self.foreseen is None or self.foreseen[0] is not known or self.foreseen[1] != decision:
            self.foreseen = known, decision, known.play(decision)
        return self.foreseen[2]

    def revealed(self, state: State, decision: int, seat: int) -> bool:
        """Tell whether the last decision showed its player something new: `State.reveals`, of what is at hand."""
        known = _hidden(self.before, self.recent[-1], seat)
        return self.foresee(known, decision) != self.of(state, seat)

    def steps(self, past: Record, state: State, turns: Turns, seat: int | None, since: int) -> list[Step]:
        """Return the decisions that led to the present position after the first `since`, as a seat saw them."""
        number = len(past.decisions) - since
        if number == 0:
            return []
        states = [*self.recent[-number:], state] if number <= len(self.recent) else list(past)[since:]
        known = [state.hide(seat) for state in states[:-2]]
        known += [_hidden(self.before, states[-2], seat), self.of(state, seat)]
        return steps_between(known, past.decisions[since:], turns[since:])


def steps_between(known: Sequence[State], decisions: Sequence[int], turns: Turns) -> list[Step]:
    """Return the decisions that lead from one position to the next, all as one seat knows them."""
    scores = [state.scores() for state in known]
    steps = []
    for number, (decision, (seat, turn)) in enumerate(zip(decisions, turns, strict=True)):
        before, after = known[number], known[number + 1]
        had, has = scores[number][seat], scores[number + 1][seat]
        points = None if had is None or has is None else has - had
        steps.append(Step(seat, turn, points, before.game.events_of(before, decision, after)))
    return steps


def _hidden(known: Known, state: State, seat: int | None) -> State:
    found = known.get(seat)
    if found is None:
        found = known[seat] = state.hide(seat)
    return found

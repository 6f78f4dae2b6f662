"""What each seat knows of the latest positions of a table, computed once for all viewers of that seat."""

from collections.abc import Sequence

import msgspec

from atoll.core.record import Record
from atoll.core.state import State
from atoll.server.protocol import Step

RECENT = 16
"""How many positions are cached for viewers who missed a few: under load, those who are not to decide."""

Known = dict[int | None, State]

Turns = Sequence[tuple[int, int]]
"""For each decision its seat and the number of its turn."""


class SeatViews:
    """A cache of `hide` of the present position and the one before, by seat."""

    def __init__(self) -> None:
        self.recent: list[State] = []
        self.now: Known = {}
        self.before: Known = {}
        self.predicted: tuple[State, int, State] | None = None

    def advance(self, before: State) -> None:
        """Go on to the next position."""
        self.recent = [*self.recent[1 - RECENT :], before]
        self.now, self.before = {}, self.now

    def of(self, state: State, seat: int | None) -> State:
        """Return what a seat (None: a spectator) knows of the present position."""
        return _hidden(self.now, state, seat)

    def predict(self, known: State, decision: int) -> State:
        """Return the position that a seat expects after its decision; refuse an illegal one."""
        if self.predicted is None or self.predicted[0] is not known or self.predicted[1] != decision:
            self.predicted = known, decision, known.play(decision)
        return self.predicted[2]

    def reveals(self, state: State, decision: int, seat: int) -> bool:
        """Return whether the last decision showed its player something new: `State.reveals`, from the cache."""
        known = _hidden(self.before, self.recent[-1], seat)
        return self.predict(known, decision) != self.of(state, seat)

    def positions(self, past: Record, state: State, since: int, last: int) -> list[State]:
        """Return the positions after `since` to `last` decisions; the present one is `state`."""
        first = len(past.decisions) - len(self.recent)
        if since < first:
            return list(Record(past.deal, past.decisions[:last]))[since:]
        return [*self.recent, state][since - first : last - first + 1]

    def steps(self, past: Record, state: State, turns: Turns, seat: int | None, since: int) -> list[Step]:
        """Return the decisions after the first `since`, as a seat saw them."""
        number = len(past.decisions) - since
        if number == 0:
            return []
        states = self.positions(past, state, since, len(past.decisions))
        known = [state.hide(seat) for state in states[:-2]]
        known += [_hidden(self.before, states[-2], seat), self.of(state, seat)]
        return steps_between(known, past.decisions[since:], turns[since:])


def steps_between(known: Sequence[State], decisions: Sequence[int], turns: Turns) -> list[Step]:
    """Return the decisions that lead from each position to the next, all as one seat knows them."""
    scores = [state.scores() for state in known]
    steps = []
    for number, (decision, (seat, turn)) in enumerate(zip(decisions, turns, strict=True)):
        before, after = known[number], known[number + 1]
        points_before, points_after = scores[number][seat], scores[number + 1][seat]
        points = None if points_before is None or points_after is None else points_after - points_before
        steps.append(Step(seat, turn, points, msgspec.Raw(before.game.events_json(before, decision, after))))
    return steps


def _hidden(known: Known, state: State, seat: int | None) -> State:
    found = known.get(seat)
    if found is None:
        found = known[seat] = state.hide(seat)
    return found

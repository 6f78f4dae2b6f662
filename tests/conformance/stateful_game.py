"""A Hypothesis state machine for any game: the base of each game's stateful test."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from atoll import State

SETTINGS = settings(max_examples=40, stateful_step_count=60, deadline=None)


class AnyGame(RuleBasedStateMachine):
    """Decisions, undo and guesses in any order; a game adds how it is dealt, and its limits."""

    line: list[State]

    def begin(self, deal: State) -> None:
        self.line = [deal]
        self.components = self.census(deal)

    def census(self, state: State) -> dict[str, int]:
        counted: dict[str, int] = state.game.part("view").census(state)
        return counted

    @precondition(lambda self: not self.line[-1].over)
    @rule(choice=st.integers(0, 63))
    def decide(self, choice: int) -> None:
        legal = self.line[-1].legal()
        assert legal
        self.line.append(self.line[-1].play(legal[choice % len(legal)]))

    @precondition(lambda self: len(self.line) > 1)
    @rule()
    def take_back(self) -> None:
        undone = self.line.pop()
        decisions = [d for d in self.line[-1].legal() if self.line[-1].play(d) == undone]
        assert len(decisions) == 1

    @rule(seat=st.integers(0, 3), seed=st.integers(0, 2**32))
    def guess(self, seat: int, seed: int) -> None:
        state = self.line[-1]
        hidden = state.hide(seat % state.seats)
        guessed = hidden.fill(seed)
        assert self.census(guessed) == self.components
        assert guessed.hide(seat % state.seats) == hidden

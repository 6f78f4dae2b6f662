"""Whatever is decided, in whatever order, with undo: the rules' limits always hold."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import atoll
from atoll import State
from atoll.games.reef.view import census

REEF = atoll.game("reef")


class AnyGame(RuleBasedStateMachine):
    """A game that anybody may play, watch and take back."""

    line: list[State]

    @initialize(
        seats=st.integers(2, 4),
        seed=st.integers(0, 2**64 - 1),
        setup=st.sampled_from(["standard", "expert", "anywhere", "random"]),
        hidden=st.booleans(),
    )
    def deal(self, seats: int, seed: int, setup: str, *, hidden: bool) -> None:
        self.line = [REEF.deal(seats, seed, {"setup": setup, "hidden_scores": hidden})]
        self.whole = census(self.line[0])

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
        assert census(guessed) == self.whole
        assert guessed.hide(seat % state.seats) == hidden

    @invariant()
    def limits_hold(self) -> None:
        s = self.line[-1].fields
        assert max(s.hand_size) <= 4
        assert min(s.points) >= 0
        assert min(s.supply) >= 0
        assert max(max(board) for board in s.stack) < 1 << 9
        assert census(self.line[-1]) == self.whole


AnyGame.TestCase.settings = settings(max_examples=40, stateful_step_count=60, deadline=None)
TestAnyGame = AnyGame.TestCase

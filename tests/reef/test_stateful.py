"""The limits of the rules hold after any sequence of decisions and undos."""

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant

import atoll
from conformance.stateful_game import SETTINGS, AnyGame

REEF = atoll.find_game("reef")


class AnyReefGame(AnyGame):
    """Reef, played, guessed and taken back in any order."""

    @initialize(
        seats=st.integers(2, 4),
        seed=st.integers(0, 2**64 - 1),
        setup=st.sampled_from(["standard", "expert", "anywhere", "random"]),
        hidden=st.booleans(),
    )
    def deal(self, seats: int, seed: int, setup: str, *, hidden: bool) -> None:
        self.begin(REEF.deal(seats, seed, {"setup": setup, "hidden_scores": hidden}))

    @invariant()
    def limits_hold(self) -> None:
        s = self.line[-1].fields
        assert max(s.hand_size) <= 4
        assert min(s.points) >= 0
        assert min(s.supply) >= 0
        assert max(max(board) for board in s.stack) < 1 << 9
        assert self.census(self.line[-1]) == self.components


AnyReefGame.TestCase.settings = SETTINGS
TestAnyReefGame = AnyReefGame.TestCase

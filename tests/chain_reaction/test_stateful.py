"""The limits of the rules hold after any sequence of decisions and undos."""

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant

import atoll
from conformance.stateful_game import SETTINGS, AnyGame

CHAIN = atoll.find_game("chain_reaction")


class AnyChainGame(AnyGame):
    """Chain Reaction, played, guessed and taken back in any order."""

    @initialize(
        seats=st.integers(2, 4),
        seed=st.integers(0, 2**64 - 1),
        first=st.sampled_from(["random", "1", "2", "3", "4"]),
        open_hands=st.booleans(),
    )
    def deal(self, seats: int, seed: int, first: str, *, open_hands: bool) -> None:
        self.begin(CHAIN.deal(seats, seed, {"first_player": first, "open_hands": open_hands}))

    @invariant()
    def limits_hold(self) -> None:
        state = self.line[-1]
        s = state.fields
        assert self.census(state) == self.components
        # While the stack lasts, every hand has a tile, except that of a seat that has just laid its tile.
        missing = [seat for seat in range(s.seats) if s.hand[seat] < 0]
        if s.stack_size:
            assert missing == ([] if s.stage == 0 else [state.actor])
        held = [sum(row) for row in s.held]
        gone = sum(bits.bit_count() for bits in s.gone)
        assert sum(held) <= gone
        assert sum(s.height) + s.stack_size + s.seats - len(missing) + gone == 90
        assert all(sum(packed.to_bytes(8, "little")) == number for packed, number in zip(s.tiles, held, strict=True))
        assert all((s.token[token] == -1) == bool(s.left >> token & 1) for token in range(20))
        # A placed tile stays, so its own column is never empty: only the columns next to it can be emptied (C13).
        assert state.over == (s.stage == 0 and (min(s.height) == 0 or len(missing) == s.seats))


AnyChainGame.TestCase.settings = SETTINGS
TestAnyChainGame = AnyChainGame.TestCase

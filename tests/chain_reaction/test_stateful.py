"""Whatever is decided, in whatever order, with undo: the rules' limits always hold."""

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant

import atoll
from conformance.anygame import SETTINGS, AnyGame

CHAIN = atoll.game("chain_reaction")


class AnyChainGame(AnyGame):
    """A game that anybody may play, watch and take back."""

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
        assert self.census(state) == self.whole
        # Every hand is full as long as there is a stack, but for the one who has just put a tile.
        missing = [seat for seat in range(s.seats) if s.hand[seat] < 0]
        if s.stack_size:
            assert missing == ([] if s.stage == 0 else [state.actor])
        held = [sum(row) for row in s.held]
        gone = sum(bits.bit_count() for bits in s.gone)
        assert sum(held) <= gone
        assert sum(s.height) + s.stack_size + s.seats - len(missing) + gone == 90
        assert all(sum(packed.to_bytes(8, "little")) == number for packed, number in zip(s.tiles, held, strict=True))
        assert all((s.token[token] == -1) == bool(s.left >> token & 1) for token in range(20))
        # A chain takes nothing from its own column's placed tile: the ending comes from beside.
        assert state.over == (s.stage == 0 and (min(s.height) == 0 or len(missing) == s.seats))


AnyChainGame.TestCase.settings = SETTINGS
TestAnyChainGame = AnyChainGame.TestCase

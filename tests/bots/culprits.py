"""Bots that do something wrong, or something that shows."""

import os
import time
from contextlib import suppress
from pathlib import Path

from atoll import State
from atoll.bots import Budget

MARK = "ATOLL_TEST_MARK"  # names a file that a bot leaves behind when it dies


class First:
    """Takes the first legal decision."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: State, seat: int, budget: Budget) -> int:  # noqa: ARG002
        """Return the first legal decision."""
        return state.legal()[0]


class Illegal(First):
    """Decides what nobody may."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:  # noqa: ARG002
        """Return a number that is no decision."""
        return 1 << 70


class Wordy(First):
    """Returns words."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:  # noqa: ARG002
        """Return a text."""
        return "the first one"  # type: ignore[return-value]


class Raising(First):
    """Breaks in the middle of a game."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """Decide twice, then raise."""
        self.seed = self.seed if self.seed < 0 else -2
        if self.seed == -4:
            raise KeyError("nothing there")
        self.seed -= 1
        return super().choose(state, seat, budget)


class Silent(First):
    """Raises something that can't even say what it is."""

    class Panic(BaseException):
        """No usual exception."""

        def __str__(self) -> str:
            raise ValueError("no words")

    def choose(self, state: State, seat: int, budget: Budget) -> int:  # noqa: ARG002
        """Raise it."""
        raise self.Panic


class Shy(First):
    """Returns something that is a number for nobody."""

    def __index__(self) -> int:
        raise ValueError("not for you")

    def __repr__(self) -> str:
        raise ValueError("not even that")

    def choose(self, state: State, seat: int, budget: Budget) -> int:  # noqa: ARG002
        """Return oneself."""
        return self  # type: ignore[return-value]


class Unborn(First):
    """Can't even be made."""

    def __init__(self, seed: int) -> None:
        raise SystemExit(f"not with seed {seed}")


class Endless(First):
    """Never comes back, unless it is only warmed up."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """Wait for ever."""
        while budget.milliseconds != 1:
            time.sleep(0.01)
        return super().choose(state, seat, budget)


class Deaf(First):
    """Never comes back, and hears no alarm, unless it is only warmed up."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """Wait for ever, whatever happens."""
        while budget.milliseconds != 1:
            with suppress(BaseException):
                time.sleep(0.01)
        return super().choose(state, seat, budget)


class Slow(First):
    """Thinks far too long, in one piece."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """Wait for some while."""
        if budget.milliseconds != 1:
            time.sleep(0.5)
        return super().choose(state, seat, budget)


class Mortal(First):
    """Takes its process down, once."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """End the process the first time it matters."""
        mark = Path(os.environ[MARK])
        if budget.simulations != 1 and not mark.exists():
            mark.touch()
            os._exit(1)
        return super().choose(state, seat, budget)


class Doomed(First):
    """Takes its process down every time."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """End the process."""
        if budget.simulations != 1:
            os._exit(1)
        return super().choose(state, seat, budget)


class Curious(First):
    """Fails if it is shown what its seat does not know, or somebody else's turn."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """Look at what it holds."""
        assert state.actor == seat
        assert state == state.hide(seat)
        return super().choose(state, seat, budget)

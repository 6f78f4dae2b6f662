"""Bots that misbehave, or whose behaviour a test can observe."""

import os
import time
from contextlib import suppress
from pathlib import Path

from atoll import State
from atoll.bots import Budget

MARK = "ATOLL_TEST_MARK"  # names a file that a bot creates before it ends its process


class First:
    """Takes the first legal decision."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: State, seat: int, budget: Budget) -> int:  # noqa: ARG002
        """Return the first legal decision."""
        return state.legal()[0]


class Illegal(First):
    """Returns a number that is not a decision."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:  # noqa: ARG002
        """Return a number beyond every decision."""
        return 1 << 70


class ReturnsText(First):
    """Returns text instead of a number."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:  # noqa: ARG002
        """Return a text."""
        return "the first one"  # type: ignore[return-value]


class Raising(First):
    """Raises in the middle of a game."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """Decide twice, then raise."""
        self.seed = self.seed if self.seed < 0 else -2
        if self.seed == -4:
            raise KeyError("nothing there")
        self.seed -= 1
        return super().choose(state, seat, budget)


class RaisesUnprintable(First):
    """Raises an exception that can't be printed."""

    class Panic(BaseException):
        """Not a subclass of Exception."""

        def __str__(self) -> str:
            raise ValueError("no words")

    def choose(self, state: State, seat: int, budget: Budget) -> int:  # noqa: ARG002
        """Raise it."""
        raise self.Panic


class ReturnsUnprintable(First):
    """Returns an object that is neither a number nor printable."""

    def __index__(self) -> int:
        raise ValueError("not for you")

    def __repr__(self) -> str:
        raise ValueError("not even that")

    def choose(self, state: State, seat: int, budget: Budget) -> int:  # noqa: ARG002
        """Return the bot itself."""
        return self  # type: ignore[return-value]


class FailsToStart(First):
    """Can't be constructed."""

    def __init__(self, seed: int) -> None:
        raise SystemExit(f"not with seed {seed}")


class Endless(First):
    """Never returns, except during warm-up."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """Wait forever."""
        while budget.milliseconds != 1:
            time.sleep(0.01)
        return super().choose(state, seat, budget)


class IgnoresAlarm(First):
    """Never returns and ignores the alarm, except during warm-up."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """Wait forever, and suppress every exception."""
        while budget.milliseconds != 1:
            with suppress(BaseException):
                time.sleep(0.01)
        return super().choose(state, seat, budget)


class Slow(First):
    """Thinks too long in one uninterrupted call."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """Sleep for half a second."""
        if budget.milliseconds != 1:
            time.sleep(0.5)
        return super().choose(state, seat, budget)


class DiesOnce(First):
    """Ends its process, once."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """End the process at the first decision after warm-up."""
        mark = Path(os.environ[MARK])
        if budget.simulations != 1 and not mark.exists():
            mark.touch()
            os._exit(1)
        return super().choose(state, seat, budget)


class AlwaysDies(First):
    """Ends its process every time."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """End the process."""
        if budget.simulations != 1:
            os._exit(1)
        return super().choose(state, seat, budget)


class ChecksItsView(First):
    """Fails if it sees hidden information, or if it is not its turn."""

    def choose(self, state: State, seat: int, budget: Budget) -> int:
        """Check the position, then decide."""
        assert state.actor == seat
        assert state == state.hide(seat)
        return super().choose(state, seat, budget)

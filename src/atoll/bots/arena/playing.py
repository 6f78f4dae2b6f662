"""Plays blocks: new bots for every game, every decision timed; a bot at fault forfeits the game."""

import faulthandler
import multiprocessing
import signal
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from operator import index
from pathlib import Path
from types import FrameType
from typing import Any, Literal

import msgspec

from atoll.bots import Bot, Budget
from atoll.bots.arena.match import Match
from atoll.bots.arena.statistics import Times
from atoll.core.game import find_game
from atoll.core.record import Record
from atoll.core.state import State
from atoll.kit.errors import IllegalDecision

LATE_FACTOR = 3  # a bot that thinks longer than this many times its milliseconds forfeits
MIN_LIMIT = 0.05  # seconds that any decision may take: a busy machine can delay a bot this long
WARM_UP = 4  # decisions of each bot before it is timed: loading machine code does not count
WARM_UP_LIMIT = 600.0  # seconds; compiling may take a while
KILL_GRACE = 5.0  # seconds after the alarm until a bot that ignores it is killed
NO_RANK = "none"


class Forfeit(msgspec.Struct, frozen=True):
    """Why a bot lost a game before its end."""

    seat: int
    decision: int  # number of decisions made before the fault
    fault: Literal["illegal", "raised", "late"]
    message: str


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one game ended; a forfeited one has places but no points."""

    seated: tuple[int, ...]  # the entrant in each seat
    places: tuple[int, ...]  # 1 for the best; equal places are shared
    points: tuple[int, ...] | None
    rank: str | None = None  # the rank reached in solo play, if the game has ranks
    forfeit: Forfeit | None = None


class BlockResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The results of a block's games, and the entrants' thinking times."""

    block: int
    games: tuple[GameResult, ...]
    times: dict[int, Times]
    records: tuple[str | None, ...] = ()  # the games as text: all if asked for, else only forfeited ones


class Fault(Exception):
    """A bot broke the rules of the arena."""

    def __init__(self, fault: Literal["illegal", "raised", "late"], message: str) -> None:
        super().__init__(message)
        self.fault: Literal["illegal", "raised", "late"] = fault


class Late(BaseException):
    """Raised inside a bot that takes too long; not an Exception, so that bots do not catch it by accident."""


class Alarm:
    """Interrupts a bot that is far over its time, where possible: on Unix, in a process's main thread.

    A worker process whose bot ignores the interrupt is killed; another worker gets its block.
    """

    def __init__(self) -> None:
        self.armed = False
        self.kills = multiprocessing.parent_process() is not None
        self.works = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()

    def __enter__(self) -> "Alarm":
        if self.works:
            self.before = signal.signal(signal.SIGALRM, self.ring)
        return self

    def __exit__(self, *_: object) -> None:
        if self.works:
            signal.signal(signal.SIGALRM, self.before or signal.SIG_DFL)  # None: set outside Python

    def ring(self, _signal: int, _frame: FrameType | None) -> None:
        """Interrupt whatever the bot is doing."""
        if self.armed:
            raise Late

    def set(self, seconds: float) -> None:
        """Ring after some seconds; 0 switches the alarm off."""
        self.armed = seconds > 0
        if self.works:
            signal.setitimer(signal.ITIMER_REAL, seconds)
        if self.kills and self.armed:
            faulthandler.dump_traceback_later(seconds + KILL_GRACE, exit=True)
        elif self.kills:
            faulthandler.cancel_dump_traceback_later()


class TimedBot:
    """An entrant's bot in one game, held to its budget."""

    def __init__(self, factory: Callable[[int], Bot], seed: int, budget: Budget, alarm: Alarm) -> None:
        self.budget, self.alarm = budget, alarm
        self.limit = 0.0
        if budget.milliseconds is not None:
            self.limit = max(LATE_FACTOR * budget.milliseconds / 1000, MIN_LIMIT)
        self.factory, self.seed = factory, seed
        self.bot: Bot | None = None

    def decide(self, state: State, seat: int, times: Times) -> tuple[int, State]:
        """Return the bot's decision and the position after it."""
        decision = self.choose(state.hide(seat), seat, times)
        try:
            return decision, state.play(decision)
        except IllegalDecision as error:
            raise Fault("illegal", f"{decision}: {error}".rstrip(".")) from None

    def choose(self, known: State, seat: int, times: Times) -> int:
        """Return the bot's choice; the first call creates the bot, so that an error in that is its fault, too."""
        try:
            start = time.perf_counter_ns()
            try:
                if self.bot is None:
                    if self.limit:
                        self.alarm.set(WARM_UP_LIMIT)
                    self.bot = self.factory(self.seed)
                    start = time.perf_counter_ns()
                if self.limit:
                    self.alarm.set(self.limit)
                decision = self.bot.choose(known, seat, self.budget)
            finally:
                spent = time.perf_counter_ns() - start
                if self.limit:
                    self.alarm.set(0)
        except Late:
            spent = time.perf_counter_ns() - start
            times.add(spent)
            raise Fault("late", f"was stopped after {spent / 1e6:.0f} ms; {self._allowed}") from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # users' bots may raise anything
            raise Fault("raised", f"{type(error).__name__}: {_one_line(error)} ({_place(error)})") from error
        times.add(spent)
        if self.limit and spent > self.limit * 1e9:
            raise Fault("late", f"thought for {spent / 1e6:.0f} ms; {self._allowed}")
        try:
            return index(decision)
        except Exception:  # its __index__ may be broken
            raise Fault("illegal", f"{_one_line(decision)} is not a decision") from None

    @property
    def _allowed(self) -> str:
        return f"its budget is {self.budget.milliseconds} ms"


def _one_line(value: object) -> str:
    """Return a bot's error or decision as one short line."""
    try:
        text = str(value) if isinstance(value, BaseException) else repr(value)
    except Exception:  # its __str__ may be broken
        text = "(a value that can't be printed)"
    return " ".join(text.split())[:200]


def _place(error: BaseException) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(frame.filename).name}, line {frame.lineno}"


class PreparedMatch:
    """A match ready to be played in this process: components, bots and machine code are loaded."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = find_game(match.game)
        self.edition = self.game.edition_of(match.edition, "edition") if match.edition else self.game.standard
        self.factories = [entrant.factory() for entrant in match.entrants]
        self.budgets = [entrant.limits for entrant in match.entrants]
        for factory, budget in zip(self.factories, self.budgets, strict=True):
            self.warm_up(factory, Budget(milliseconds=1) if budget.milliseconds else Budget(simulations=1))

    def deal(self, seed: int) -> State:
        """Return a deal of the match."""
        return self.game.deal(self.match.seats, seed, dict(self.match.options), self.edition)

    def warm_up(self, factory: Callable[[int], Bot], budget: Budget) -> None:
        """Let a bot make a few decisions, each within WARM_UP_LIMIT, so that loading and compiling is not timed later.

        A fault here is ignored: the games will show it.
        """
        state = self.deal(0)
        with Alarm() as alarm, suppress(Fault):
            bot = TimedBot(factory, 0, budget, alarm)
            bot.limit = WARM_UP_LIMIT
            for _ in range(WARM_UP):
                seat = state.actor
                if seat is None:
                    break
                _, state = bot.decide(state, seat, Times())

    def play(self, number: int, *, records: bool) -> BlockResult:
        """Play all games of a block."""
        match = self.match
        block = match.block(number)
        seed = match.deal_seed(block)
        deal = self.deal(seed)
        times = {entrant: Times() for entrant in block.bots}
        games, texts = [], []
        for rotation in range(match.seats):
            seated = block.seated(rotation)
            with Alarm() as alarm:
                bots = [
                    TimedBot(
                        self.factories[entrant], match.bot_seed(block, rotation, seat), self.budgets[entrant], alarm
                    )
                    for seat, entrant in enumerate(seated)
                ]
                result, decisions = play_game(deal, bots, seated, [times[entrant] for entrant in seated])
            games.append(result)
            text = None
            if records or result.forfeit:
                text = Record(deal, decisions, [match.entrants[entrant].name for entrant in seated], seed).format()
            texts.append(text)
        return BlockResult(number, tuple(games), times, tuple(texts))


def play_game(
    deal: State, bots: list[TimedBot], seated: tuple[int, ...], times: list[Times]
) -> tuple[GameResult, list[int]]:
    """Play a game from its deal to its end or to the first fault; return its result and decisions."""
    state, seat = deal, deal.actor
    decisions: list[int] = []
    while seat is not None:
        try:
            decision, state = bots[seat].decide(state, seat, times[seat])
        except Fault as fault:
            forfeit = Forfeit(seat, len(decisions), fault.fault, str(fault))
            places = tuple(len(bots) if other == seat else 1 for other in range(len(bots)))
            return GameResult(seated, places, None, forfeit=forfeit), decisions
        decisions.append(decision)
        seat = state.actor
    points: Any = tuple(state.scores())
    rank = getattr(state.view(None), "rank", "") if len(bots) == 1 else ""
    rank = NO_RANK if rank is None else rank or None
    return GameResult(seated, tuple(state.ranking()), points, rank), decisions


@lru_cache(maxsize=2)
def prepared(match: Match) -> PreparedMatch:
    """Return a match ready to be played, prepared once per process."""
    return PreparedMatch(match)


def play_block(match: Match, number: int, *, records: bool = False) -> BlockResult:
    """Play all games of a block, in this process."""
    return prepared(match).play(number, records=records)

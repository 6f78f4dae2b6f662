"""How a block is played: each game with fresh bots, each decision timed, each fault of a bot a forfeited game."""

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
from atoll.core.errors import IllegalDecision
from atoll.core.game import game as find_game
from atoll.core.record import Record
from atoll.core.state import State

LATE = 3  # times its milliseconds: a bot that thinks longer than that forfeits
LEAST_LIMIT = 0.05  # seconds that any decision may take: a busy machine can hold up a bot for so long
WARM_UP = 4  # decisions that each bot makes before its time is taken: loading machine code is not thinking
WARM_UP_LIMIT = 600.0  # seconds; compiling may take a while
DEAF = 5.0  # seconds after the alarm in which a bot has to be stopped
NO_RANK = "none"


class Forfeit(msgspec.Struct, frozen=True):
    """How a bot lost a game that it did not play to the end."""

    seat: int
    decision: int  # how many decisions had been made before
    fault: Literal["illegal", "raised", "late"]
    message: str


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one game ended; a forfeited one has places but no points."""

    seated: tuple[int, ...]  # the entrant in each seat
    places: tuple[int, ...]  # 1 for the best; equal places are shared
    points: tuple[int, ...] | None
    rank: str | None = None  # what a game played alone has earned, where the game has ranks
    forfeit: Forfeit | None = None


class BlockResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the games of a block ended, and how long each entrant thought."""

    block: int
    games: tuple[GameResult, ...]
    times: dict[int, Times]
    records: tuple[str | None, ...] = ()  # the games as text: all of them where asked for, forfeited ones always


class Fault(Exception):
    """What a bot did wrong, and how."""

    def __init__(self, fault: Literal["illegal", "raised", "late"], message: str) -> None:
        super().__init__(message)
        self.fault: Literal["illegal", "raised", "late"] = fault


class Late(BaseException):
    """Raised inside a bot that does not come back; no Exception, so that the bot does not catch it by accident."""


class Alarm:
    """Interrupts a bot whose time is long over, where the platform can: Unix, in a process's main thread.

    A worker that is held up all the same, by a bot that hears nothing, is ended: its block goes to another one.
    """

    def __init__(self) -> None:
        self.armed = False
        self.ends = multiprocessing.parent_process() is not None
        self.works = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()

    def __enter__(self) -> "Alarm":
        if self.works:
            self.before = signal.signal(signal.SIGALRM, self.ring)
        return self

    def __exit__(self, *_: object) -> None:
        if self.works:
            signal.signal(signal.SIGALRM, self.before or signal.SIG_DFL)  # None: it was not Python that set it

    def ring(self, _signal: int, _frame: FrameType | None) -> None:
        """Interrupt whatever the bot is doing."""
        if self.armed:
            raise Late

    def set(self, seconds: float) -> None:
        """Ring in so many seconds; 0 for never."""
        self.armed = seconds > 0
        if self.works:
            signal.setitimer(signal.ITIMER_REAL, seconds)
        if self.ends and self.armed:
            faulthandler.dump_traceback_later(seconds + DEAF, exit=True)
        elif self.ends:
            faulthandler.cancel_dump_traceback_later()


class Player:
    """An entrant's bot in one game: chooses in time, or is at fault."""

    def __init__(self, factory: Callable[[int], Bot], seed: int, budget: Budget, alarm: Alarm) -> None:
        self.budget, self.alarm = budget, alarm
        self.limit = 0.0
        if budget.milliseconds is not None:
            self.limit = max(LATE * budget.milliseconds / 1000, LEAST_LIMIT)
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
        """Return what the bot chooses; it is made when it is first asked, so that this can be its fault too."""
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
        except BaseException as error:  # a bot may be anybody's, and so may be what it raises
            raise Fault("raised", f"{type(error).__name__}: {_line(error)} ({_place(error)})") from error
        times.add(spent)
        if self.limit and spent > self.limit * 1e9:
            raise Fault("late", f"thought for {spent / 1e6:.0f} ms; {self._allowed}")
        try:
            return index(decision)
        except Exception:  # it may have an __index__ of its own
            raise Fault("illegal", f"{_line(decision)} is no decision") from None

    @property
    def _allowed(self) -> str:
        return f"its budget is {self.budget.milliseconds} ms"


def _line(told: object) -> str:
    """Return what a bot's error or decision says as one line of bearable length; some can't be asked."""
    try:
        text = str(told) if isinstance(told, BaseException) else repr(told)
    except Exception:  # it may have a __str__ of its own
        text = "what can't be shown"
    return " ".join(text.split())[:200]


def _place(error: BaseException) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(frame.filename).name}, line {frame.lineno}"


class Hall:
    """A match made ready in one process: components read, bots loaded, their machine code too."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = find_game(match.game)
        self.edition = self.game.edition_of(match.edition, "edition") if match.edition else self.game.standard
        self.factories = [entrant.factory() for entrant in match.entrants]
        self.budgets = [entrant.thinking for entrant in match.entrants]
        for factory, budget in zip(self.factories, self.budgets, strict=True):
            self.warm_up(factory, Budget(milliseconds=1) if budget.milliseconds else Budget(simulations=1))

    def deal(self, seed: int) -> State:
        """Return a deal of the match."""
        return self.game.deal(self.match.seats, seed, dict(self.match.options), self.edition)

    def warm_up(self, factory: Callable[[int], Bot], budget: Budget) -> None:
        """Let a bot decide a few times without a clock; what it does wrong, it will do wrong in its games."""
        state = self.deal(0)
        with Alarm() as alarm, suppress(Fault):
            player = Player(factory, 0, budget, alarm)
            player.limit = WARM_UP_LIMIT
            for _ in range(WARM_UP):
                seat = state.actor
                if seat is None:
                    break
                _, state = player.decide(state, seat, Times())

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
                players = [
                    Player(self.factories[entrant], match.bot_seed(block, rotation, seat), self.budgets[entrant], alarm)
                    for seat, entrant in enumerate(seated)
                ]
                result, decisions = play_game(deal, players, seated, [times[entrant] for entrant in seated])
            games.append(result)
            text = None
            if records or result.forfeit:
                text = Record(deal, decisions, [match.entrants[entrant].name for entrant in seated], seed).format()
            texts.append(text)
        return BlockResult(number, tuple(games), times, tuple(texts))


def play_game(
    deal: State, players: list[Player], seated: tuple[int, ...], times: list[Times]
) -> tuple[GameResult, list[int]]:
    """Play a game from its deal to its end or to the first fault; returns its result and its decisions."""
    state, seat = deal, deal.actor
    decisions: list[int] = []
    while seat is not None:
        try:
            decision, state = players[seat].decide(state, seat, times[seat])
        except Fault as fault:
            forfeit = Forfeit(seat, len(decisions), fault.fault, str(fault))
            places = tuple(len(players) if other == seat else 1 for other in range(len(players)))
            return GameResult(seated, places, None, forfeit=forfeit), decisions
        decisions.append(decision)
        seat = state.actor
    points: Any = tuple(state.scores())
    view = state.view(None) if len(players) == 1 else {}
    rank = (view["rank"] or NO_RANK) if "rank" in view else None
    return GameResult(seated, tuple(state.ranking()), points, rank), decisions


@lru_cache(maxsize=2)
def hall(match: Match) -> Hall:
    """Return a match made ready, once in each process."""
    return Hall(match)


def play_block(match: Match, number: int, *, records: bool = False) -> BlockResult:
    """Play all games of a block, in this process."""
    return hall(match).play(number, records=records)

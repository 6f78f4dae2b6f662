"""Executors play blocks: in this process, in several processes of this machine, or on a cluster (`cluster.py`).

An executor takes a match and block numbers and yields results as they are ready. The choice of executor does not change
the results. Closing it stops all work at once.
"""

import multiprocessing
import os
import signal
import sys
import traceback
from collections import Counter, deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Protocol

from atoll.bots.arena.match import Match
from atoll.bots.arena.playing import BlockResult, play_block
from atoll.kit.errors import AtollError

QUEUED = 2  # blocks queued per worker, so that it never waits; only one each when few are left
MAX_LOSSES = 3  # a block that kills its worker this many times is given up


class LostWorker(AtollError):
    """A worker died each time it played this block."""


class Executor(Protocol):
    """Plays blocks and yields their results."""

    def __call__(self, match: Match, blocks: Sequence[int], *, records: bool) -> Generator[BlockResult]:
        """Play blocks; with `records`, results hold the records of all games, else only of forfeited ones."""
        ...


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def serial(match: Match, blocks: Sequence[int], *, records: bool) -> Generator[BlockResult]:
    """Play blocks in this process, one after the other."""
    for number in blocks:
        yield play_block(match, number, records=records)


class Processes:
    """Plays blocks in processes of this machine; one that dies is replaced, and its blocks are played again."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cores()

    def __call__(self, match: Match, blocks: Sequence[int], *, records: bool) -> Generator[BlockResult]:
        """Play blocks."""
        waiting = deque(blocks)
        losses: Counter[int] = Counter()
        running: list[Worker] = []
        try:
            while waiting or running:
                while waiting and len(running) < self.workers:
                    running.append(Worker(match, records=records))
                    running[-1].give(waiting, self.workers)
                ready = wait([worker.pipe for worker in running])
                for worker in [worker for worker in running if worker.pipe in ready]:
                    answer = worker.answer()
                    if isinstance(answer, Exception):
                        raise answer
                    if answer is None:
                        _count_loss(losses, worker.blocks[0])
                        waiting.extendleft(reversed(worker.blocks))
                    else:
                        worker.blocks.remove(answer.block)
                        worker.give(waiting, self.workers)
                    if answer is None or not worker.blocks:
                        running.remove(worker)
                        worker.stop()
                    if answer is not None:
                        yield answer
        finally:
            for worker in running:
                worker.stop()


def _count_loss(losses: "Counter[int]", block: int) -> None:
    losses[block] += 1
    if losses[block] == MAX_LOSSES:
        raise LostWorker(f"block {block} of the arena killed its process {MAX_LOSSES} times; one of its bots crashes")


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block Ctrl-C while a process starts; the process inherits this until it ignores Ctrl-C itself (see `work`)."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # otherwise it would start now and unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Worker:
    """A process that plays blocks, and the blocks it was given."""

    def __init__(self, match: Match, *, records: bool) -> None:
        # Not forked: a fork would copy locks that threads of this process hold.
        context = multiprocessing.get_context("spawn")
        self.pipe, worker_pipe = context.Pipe()
        self.process = context.Process(target=work, args=(worker_pipe, match, records), name="atoll-arena")
        self.blocks: deque[int] = deque()
        try:
            with _sigint_blocked():
                self.process.start()
        except BaseException:  # Ctrl-C, delivered after the start: no one else would stop the process
            self.stop()
            raise
        worker_pipe.close()

    def give(self, waiting: deque[int], workers: int) -> None:
        """Send blocks until the worker has enough, leaving some for the other workers."""
        enough = QUEUED if len(waiting) > QUEUED * workers else 1
        while waiting and len(self.blocks) < enough:
            self.blocks.append(waiting.popleft())
            with suppress(OSError):  # a dead worker is noticed when its answer is read
                self.pipe.send(self.blocks[-1])

    def answer(self) -> BlockResult | Exception | None:
        """Return a result or an error of the worker; None if it has died."""
        try:
            answer: BlockResult | Exception = self.pipe.recv()
        except (EOFError, OSError):
            return None
        return answer

    def stop(self) -> None:
        """Kill the process."""
        self.pipe.close()
        if self.process.pid is not None:
            self.process.kill()
            self.process.join()
        self.process.close()


def work(pipe: Connection, match: Match, records: bool) -> None:
    """Play the blocks whose numbers arrive through a pipe, until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the parent stops the workers
    sys.stdout = sys.stderr  # keep what bots print out of the results
    with suppress(EOFError, OSError):
        while True:
            number = pipe.recv()
            try:
                answer: BlockResult | Exception = play_block(match, number, records=records)
            except AtollError as error:
                answer = error
            except Exception:
                answer = RuntimeError(traceback.format_exc())  # the error itself may not be picklable
            pipe.send(answer)

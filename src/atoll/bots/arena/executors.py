"""Who plays the blocks: this process, several processes of this machine, or a cluster (`cluster.py`).

An executor takes a match and numbers of blocks and yields results in whatever order they are ready. Which one it is
changes nothing about the results. Closing it stops all work at once.
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
from atoll.core.errors import AtollError

AHEAD = 2  # blocks that a worker is given at once, so that it does not wait for the next; towards the end one each
MOST_LOSSES = 3  # times that a block may take its worker down


class LostWorker(AtollError):
    """A block that no worker came back from."""


class Executor(Protocol):
    """What plays blocks."""

    def __call__(self, match: Match, blocks: Sequence[int], *, records: bool) -> Generator[BlockResult]:
        """Play blocks; `records` asks for all games as text."""
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
        crew: list[Worker] = []
        try:
            while waiting or crew:
                while waiting and len(crew) < self.workers:
                    crew.append(Worker(match, records=records))
                    crew[-1].give(waiting, self.workers)
                ready = wait([worker.pipe for worker in crew])
                for worker in [worker for worker in crew if worker.pipe in ready]:
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
                        crew.remove(worker)
                        worker.stop()
                    if answer is not None:
                        yield answer
        finally:
            for worker in crew:
                worker.stop()


def _count_loss(losses: "Counter[int]", block: int) -> None:
    losses[block] += 1
    if losses[block] == MOST_LOSSES:
        raise LostWorker(f"block {block} of the arena ended its process {MOST_LOSSES} times; a bot in it crashes")


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Keep Ctrl-C from a process that is being started: it inherits that, and later ignores it altogether."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # by itself it would start now, and unblock the signal when it has
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Worker:
    """A process that plays blocks, and which ones it has been given."""

    def __init__(self, match: Match, *, records: bool) -> None:
        # Not forked: a fork would copy locks that threads of this process hold.
        context = multiprocessing.get_context("spawn")
        self.pipe, its = context.Pipe()
        self.process = context.Process(target=work, args=(its, match, records), name="atoll-arena")
        self.blocks: deque[int] = deque()
        try:
            with _undisturbed():
                self.process.start()
        except BaseException:  # Ctrl-C that waited until the process had started: nobody else knows of it
            self.stop()
            raise
        its.close()

    def give(self, waiting: deque[int], workers: int) -> None:
        """Hand over blocks until the worker has enough; there must be some for all workers."""
        enough = AHEAD if len(waiting) > AHEAD * workers else 1
        while waiting and len(self.blocks) < enough:
            self.blocks.append(waiting.popleft())
            with suppress(OSError):  # a worker that has died is noticed when its answer is read
                self.pipe.send(self.blocks[-1])

    def answer(self) -> BlockResult | Exception | None:
        """Return what the worker has to say; None if it has died."""
        try:
            answer: BlockResult | Exception = self.pipe.recv()
        except (EOFError, OSError):
            return None
        return answer

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self.pipe.close()
        if self.process.pid is not None:
            self.process.kill()
            self.process.join()
        self.process.close()


def work(pipe: Connection, match: Match, records: bool) -> None:
    """Play the blocks whose numbers come through a pipe, until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; the first one ends the others
    sys.stdout = sys.stderr  # what bots print is not part of the results
    with suppress(EOFError, OSError):
        while True:
            number = pipe.recv()
            try:
                answer: BlockResult | Exception = play_block(match, number, records=records)
            except AtollError as error:
                answer = error
            except Exception:
                answer = RuntimeError(traceback.format_exc())  # not itself: it might not survive being sent
            pipe.send(answer)

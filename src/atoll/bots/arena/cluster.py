"""Blocks played on a Ray cluster: the same blocks with the same results, on as many machines as there are."""

import socket
from collections import deque
from collections.abc import Generator, Sequence
from importlib import import_module
from typing import Any

from atoll.bots.arena.executors import MOST_LOSSES, LostWorker
from atoll.bots.arena.match import Match
from atoll.bots.arena.playing import BlockResult, play_block
from atoll.core.errors import InvalidOption

LOCAL = "local"
KNOCK_SECONDS = 5.0


class RayTasks:
    """Plays blocks as tasks of Ray; those of a worker or machine that is lost are played again.

    The address is that of a cluster, or `local` for one that is started here, with so many workers, and ended again.
    """

    def __init__(self, address: str, workers: int | None = None) -> None:
        try:
            self.ray: Any = import_module("ray")
        except ImportError:
            raise InvalidOption("--ray needs Ray, which comes with: pip install 'atoll[cluster]'") from None
        self.address, self.workers = address, workers

    def __call__(self, match: Match, blocks: Sequence[int], *, records: bool) -> Generator[BlockResult]:
        """Play blocks."""
        ray = self.ray
        _knock(self.address)
        local = {"num_cpus": self.workers, "include_dashboard": False} if self.address == LOCAL else {}
        try:
            ray.init(address=self.address, log_to_driver=False, logging_level="error", **local)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise InvalidOption(f"--ray {self.address}: {error}") from None
        try:
            yield from self._play(match, blocks, records)
        finally:
            ray.shutdown()

    def _play(self, match: Match, blocks: Sequence[int], records: bool) -> Generator[BlockResult]:
        ray = self.ray
        task = ray.remote(num_cpus=1, max_retries=MOST_LOSSES - 1)(_block)
        shared = ray.put(match)
        waiting = deque(blocks)
        running: dict[Any, int] = {}
        while waiting or running:
            # Twice the processors there are now, as machines may come and go.
            room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while waiting and len(running) < room:
                number = waiting.popleft()
                running[task.remote(shared, number, records)] = number
            ready, _ = ray.wait(list(running), timeout=1.0)
            for reference in ready:
                number = running.pop(reference)
                try:
                    answer = ray.get(reference)
                except ray.exceptions.RayTaskError as error:
                    raise error.cause from None
                except ray.exceptions.RayError as error:
                    raise LostWorker(f"block {number} of the arena was lost {MOST_LOSSES} times: {error}") from None
                yield answer


def _block(match: Match, number: int, records: bool) -> BlockResult:
    return play_block(match, number, records=records)


def _knock(address: str) -> None:
    """Refuse an address of which nobody answers: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), KNOCK_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise InvalidOption(f"--ray {address}: nobody answers there: {error}") from None

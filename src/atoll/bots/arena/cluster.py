"""Plays blocks on a Ray cluster, with the same results as on one machine."""

import socket
from collections import deque
from collections.abc import Generator, Sequence
from importlib import import_module
from typing import Any

from atoll.bots.arena.executors import MAX_LOSSES, LostWorker
from atoll.bots.arena.match import Match
from atoll.bots.arena.playing import BlockResult, play_block
from atoll.kit.errors import InvalidOption

LOCAL = "local"
CONNECT_SECONDS = 5.0


class RayTasks:
    """Plays blocks as Ray tasks; those of a lost worker or machine are played again.

    The address is that of a cluster, or `local` to start one here, with `workers` processes.
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
        _check_reachable(self.address)
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
        task = ray.remote(num_cpus=1, max_retries=MAX_LOSSES - 1)(_block)
        shared = ray.put(match)
        waiting = deque(blocks)
        running: dict[Any, int] = {}
        while waiting or running:
            # Twice the processors of this moment, as machines may come and go.
            limit = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while waiting and len(running) < limit:
                number = waiting.popleft()
                running[task.remote(shared, number, records)] = number
            ready, _ = ray.wait(list(running), timeout=1.0)
            for reference in ready:
                number = running.pop(reference)
                try:
                    result = ray.get(reference)
                except ray.exceptions.RayTaskError as error:
                    raise error.cause from None
                except ray.exceptions.RayError as error:
                    raise LostWorker(f"block {number} of the arena was lost {MAX_LOSSES} times: {error}") from None
                yield result


def _block(match: Match, number: int, records: bool) -> BlockResult:
    return play_block(match, number, records=records)


def _check_reachable(address: str) -> None:
    """Refuse an address that does not answer: Ray would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise InvalidOption(f"--ray {address}: nothing answers there: {error}") from None

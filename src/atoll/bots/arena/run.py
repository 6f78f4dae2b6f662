"""A run of a match: blocks are played until all are done, a test is decided, or the user stops it."""

from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from atoll.bots.arena.archive import Archive
from atoll.bots.arena.executors import Executor
from atoll.bots.arena.match import Match
from atoll.bots.arena.playing import BlockResult
from atoll.bots.arena.standings import Standings
from atoll.bots.arena.statistics import Sequential

MAX_RECORDS = 3  # without an archive, only this many forfeited games of each bot are written to files


class ForfeitedGame(msgspec.Struct, frozen=True):
    """A game that a bot forfeited."""

    bot: str
    block: int
    rotation: int
    seat: int
    decision: int  # number of decisions made before the fault
    fault: str
    message: str
    record: str | None  # path of the record of the game so far

    def __str__(self) -> str:
        place = f"; the game up to there is in {self.record}" if self.record else ""
        what = {"illegal": "an illegal decision", "raised": "an error", "late": "too late"}[self.fault]
        return f"{self.bot} forfeits game {self.rotation} of block {self.block}: {what}: {self.message}{place}"


class Run:
    """A match being played.

    Blocks in the archive are not played again. With a sequential test, results are counted in the order of the
    block numbers until the test is decided. So the verdict does not depend on which block finishes first, and later
    blocks do not count.
    """

    def __init__(
        self, match: Match, games: int, *, archive: Archive | None = None, test: Sequential | None = None
    ) -> None:
        self.match, self.archive, self.test = match, archive, test
        self.blocks = match.blocks(games)
        self.standings = Standings(match)
        self.forfeited: list[ForfeitedGame] = []
        self._early: dict[int, BlockResult] = {}  # results of blocks whose predecessors are missing
        for result in archive.blocks() if archive else ():
            if result.block < self.blocks:
                self._add(result)

    @property
    def decided(self) -> bool:
        """Whether the sequential test has a verdict."""
        return self.test is not None and self.test.verdict != "undecided"

    @property
    def over(self) -> bool:
        """Whether there is nothing left to play."""
        return self.decided or len(self.standings.results) == self.blocks

    def play(self, executor: Executor) -> Generator[BlockResult]:
        """Play the missing blocks and yield each result after it is added and, with an archive, saved.

        Stopping early loses no yielded result.
        """
        if self.over:
            return
        done = self.standings.results.keys() | self._early.keys()
        left = [number for number in range(self.blocks) if number not in done]
        with closing(executor(self.match, left, records=self.archive is not None)) as results:
            for result in results:
                if self.archive:
                    self.archive.add(result)
                self._add(result)
                yield result
                if self.decided:
                    break

    def _add(self, result: BlockResult) -> None:
        if not self.test:
            self._count(result)
            return
        self._early[result.block] = result
        while not self.decided and (number := len(self.standings.results)) in self._early:
            self._count(self._early.pop(number))
            self.test.add(self.standings.score(number, 0))
        if self.decided:
            self.blocks = len(self.standings.results)

    def _count(self, result: BlockResult) -> None:
        self.standings.add(result)
        for rotation, game in enumerate(result.games):
            if game.forfeit:
                self._report(result, rotation)

    def _report(self, result: BlockResult, rotation: int) -> None:
        game = result.games[rotation]
        assert game.forfeit is not None
        bot = self.match.entrants[game.seated[game.forfeit.seat]].name
        path: Path | None = None
        if self.archive:
            path = self.archive.record_path(result.block, rotation)
        elif sum(game.bot == bot for game in self.forfeited) < MAX_RECORDS:
            path = Path(f"arena-{self.match.game}-{self.match.seed}-{result.block}-{rotation}.toml").absolute()
            try:
                path.write_text(result.records[rotation] or "", encoding="utf-8")
            except OSError:
                path = None
        forfeit = game.forfeit
        self.forfeited.append(
            ForfeitedGame(
                bot,
                result.block,
                rotation,
                forfeit.seat,
                forfeit.decision,
                forfeit.fault,
                forfeit.message,
                str(path) if path else None,
            )
        )

    def summary(self) -> dict[str, Any]:
        """Return all results as plain data."""
        match, standings, test = self.match, self.standings, self.test
        data: dict[str, Any] = {
            "game": match.game,
            "rules": match.rules,
            "seats": match.seats,
            "options": dict(match.options),
            "seed": match.seed,
            "games": standings.games,
            "blocks": len(standings.results),
            "complete": self.over,
            "bots": standings.bots(),
            "pairs": standings.pairs(),
            "elo": standings.ladder(),
            "errors": sorted(self.forfeited, key=lambda game: (game.block, game.rotation)),  # the forfeited games
        }
        if test:
            data["sprt"] = {
                "elo0": test.low,
                "elo1": test.high,
                "verdict": test.verdict,
                "log_likelihood_ratio": test.ratio,
                "bound": test.BOUND,
                "pairs": test.counts,  # how many pairs of games gave 0, 1/2, 1, 3/2, 2 wins
            }
        plain: dict[str, Any] = msgspec.to_builtins(data)
        return plain

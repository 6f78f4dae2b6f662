"""Makes the golden files of a game anew: `python -m conformance.golden GAME`, run in the tests folder.

Only for a new game or a new rules version: otherwise a difference is a bug.
"""

import sys
from pathlib import Path

from rich.text import Text

import atoll
from atoll import Game, Record
from atoll.bots import Budget, bot
from atoll.cli.console import console
from atoll.cli.replay import replay
from conformance.playing import variants

RECORDS = [path for game in atoll.games().values() for path in sorted(game.file("records").glob("*.toml"))]
HEAD = "# position ; number of decision sequences of length 1 ; of 2 ; ... (a game that ends earlier counts as one)\n"
MOST_SEQUENCES = 3_000_000


def playthrough(path: Path) -> str:
    """Return what `atoll replay --pictures` prints."""
    with console.capture() as capture:
        replay(path, pictures=True, language="en")
    return Text.from_ansi(capture.get()).plain


def recorded(game: Game, seats: int, options: dict[str, str | bool], seed: int) -> Record:
    """Return a game of greedy bots and one random bot."""
    record = Record(game.deal(seats, seed, options), seed=seed)
    names = ["random" if seat == 1 else "greedy" for seat in range(seats)]
    record.players = [f"{name} {seat}" for seat, name in enumerate(names)]
    players = [bot(name, seed + seat) for seat, name in enumerate(names)]
    state = record.deal
    while (seat := state.actor) is not None:
        record.decisions.append(players[seat].choose(state.hide(seat), seat, Budget()))
        state = state.play(record.decisions[-1])
    return record


def perft_lines(game: Game, record: Record) -> list[str]:
    """Return counts for some positions of a game."""
    states = list(record)
    lines = []
    for state in (states[0], states[len(states) // 3], states[2 * len(states) // 3], states[-4]):
        counts = [game.kernel.perft(state.edition.tables, state.array, depth) for depth in range(1, 5)]
        lines.append(" ; ".join([state.position, *(str(count) for count in counts if count <= MOST_SEQUENCES)]))
    return lines


def main() -> None:
    """Write records, playthroughs and perft counts of one game."""
    game = atoll.game(sys.argv[1])
    lines = []
    for seed, (seats, options) in enumerate(variants(game)):
        name = "-".join(
            [f"{seats}p", *(str(value) if isinstance(value, str) else key for key, value in options.items())]
        )
        path = game.file("records") / f"{name}.toml"
        record = recorded(game, seats, options, seed)
        record.write(path)
        if seed == 0:
            path.with_suffix(".txt").write_text(playthrough(path), encoding="utf-8")
        lines += perft_lines(game, record)
    game.file("perft.txt").write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

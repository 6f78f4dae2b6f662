"""Writes the golden files of a game: `python -m conformance.golden GAME`, run in the tests folder.

Only for a new game or a new rules version: otherwise a difference is a bug.
"""

import sys
from pathlib import Path

from rich.text import Text

import atoll
from atoll import Game, Record, State
from atoll.bots import Budget, bot
from atoll.cli.console import console
from atoll.cli.replay import replay
from atoll.kit.options import Value
from atoll.testing.sample_games import variants

RECORDS = [path for game in atoll.find_games().values() for path in sorted(game.file("records").glob("*.toml"))]
HEAD = "# position ; number of decision sequences of length 1 ; of 2 ; ... (a game that ends earlier counts as one)\n"
MAX_SEQUENCES = 3_000_000


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
    some = (states[0], states[len(states) // 3], states[2 * len(states) // 3], states[-4])
    return [" ; ".join([state.position, *map(str, counted(game, state))]) for state in some]


def counted(game: Game, state: State) -> list[int]:
    """Return the numbers of decision sequences of length 1 to 4, unless they are too large to count."""
    counts = [1]
    for depth in range(1, 5):
        growth = counts[-1] // counts[-2] if depth > 1 else 1
        if counts[-1] * growth > 3 * MAX_SEQUENCES:
            break
        counts.append(game.kernel.perft(state.edition.tables, state.array, depth))
    return [count for count in counts[1:] if count <= MAX_SEQUENCES]


def name_part(option: str, value: Value) -> str:
    """Return an option's value as part of a file name."""
    if not isinstance(value, str):
        return option
    return f"{option}_{value}" if value.isdigit() else value


def main() -> None:
    """Write records, playthroughs and perft counts of one game."""
    game = atoll.find_game(sys.argv[1])
    lines = []
    for seed, (seats, options) in enumerate(variants(game)):
        name = "-".join([f"{seats}p", *(name_part(key, value) for key, value in options.items())])
        path = game.file("records") / f"{name}.toml"
        record = recorded(game, seats, options, seed)
        record.write(path)
        if seed == 0:
            path.with_suffix(".txt").write_text(playthrough(path), encoding="utf-8")
        lines += perft_lines(game, record)
    game.file("perft.txt").write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

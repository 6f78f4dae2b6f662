"""The command line: `atoll COMMAND`. Each command is a function of a module here."""

import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from atoll import __version__

app = App(
    name="atoll",
    version=__version__,
    help="Play, replay, score and measure Reef, Chain Reaction and Shallow Sea.",
)
# The help is given here because a command's module is imported only when the command runs.
for command, line in {
    "play:play": "Play a game in the terminal, or resume a saved one.",
    "replay:replay": "Print a recorded game, turn by turn.",
    "score:score": "Score a boxed game from a file that describes its end.",
    "arena:arena": "Let bots play each other and measure their strength.",
    "bench:bench": "Measure how fast the rules run on this machine.",
    "rules:perft": "Count the sequences of decisions of each length up to a depth.",
    "rules:warm": "Compile rules and bots before the first game.",
    "rules:games": "List the games and their options.",
    "author:new": "Write the two files of a new game.",
    "author:check": "Test a game's folder by what every game must pass.",
    "serve:serve": "Run the table server, to play in a browser.",
    "serve:verify": "Check that a server dealt a game fairly.",
    "serve:export": "Write everything a server knows into a file.",
}.items():
    app.command(f"atoll.cli.{command}", help=line)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command of `atoll`."""
    run(app, arguments)


def run(program: App, arguments: Sequence[str] | None = None) -> None:
    """Run a command of a program; input that can't be used is refused with one sentence and exit code 2."""
    from atoll.kit.errors import AtollError

    try:
        program(arguments, exit_on_error=False, print_error=False, result_action="return_value")
    except (AtollError, CycloptsError) as error:
        sentence = " ".join(str(error).split())
        print(f"{program.name[0]}: {sentence}", file=sys.stderr)  # noqa: T201 - this is where refusals are shown
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader has gone (`atoll ... | head`); closing stderr keeps Python from complaining about stdout.
        sys.stderr.close()
        sys.exit(1)

"""The command line: `atoll play | replay | score | arena | bench | perft | warm | games | serve | verify | export`."""

import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from atoll import __version__

app = App(name="atoll", version=__version__, help="Reef, Chain Reaction and Shallow Sea: play, replay, score, measure.")
# Each with a line for `atoll --help`, as their modules are loaded only when they are run.
for command, line in {
    "play:play": "Play a game in the terminal, or go on with a saved one.",
    "replay:replay": "Tell a recorded game, then draw its last position.",
    "score:score": "Score a finished boxed game from a file that describes it.",
    "arena:arena": "Let bots play against each other and measure their strength.",
    "bench:bench": "Measure how fast rules, bots, server and client are.",
    "rules:perft": "Count all sequences of decisions up to a depth.",
    "rules:warm": "Compile rules and bots ahead of the first move.",
    "rules:games": "List the games.",
    "serve:serve": "Serve tables to play at in a browser.",
    "serve:verify": "Check the deal of a server's game.",
    "serve:export": "Write everything a server knows into a file.",
}.items():
    app.command(f"atoll.cli.{command}", help=line)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; what can't be used is answered with one sentence and exit code 2."""
    from atoll.core.errors import AtollError

    try:
        app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
    except (AtollError, CycloptsError) as error:
        print(f"atoll: {' '.join(str(error).split())}", file=sys.stderr)  # noqa: T201 - this is where refusals are shown
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # Who reads us has gone (`atoll ... | head`); closing stderr keeps Python from complaining about stdout.
        sys.stderr.close()
        sys.exit(1)

"""The command line: `atoll play | replay | score | arena | bench | perft | warm | games | serve | verify | export`."""

import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from atoll import __version__

app = App(name="atoll", version=__version__, help="Reef, Chain Reaction and Shallow Sea: play, replay, score, measure.")
app.command("atoll.cli.play:play")
app.command("atoll.cli.replay:replay")
app.command("atoll.cli.score:score")
app.command("atoll.cli.arena:arena")
app.command("atoll.cli.bench:bench")
app.command("atoll.cli.rules:perft")
app.command("atoll.cli.rules:warm")
app.command("atoll.cli.rules:games")
app.command("atoll.cli.serve:serve")
app.command("atoll.cli.serve:verify")
app.command("atoll.cli.serve:export")


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
